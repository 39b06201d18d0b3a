"""The contract between engine and rules: read this first to write a rule of your own.

`Part` is the base class of all rules. The hooks that it may answer stand by theme: `mission` (route
costs, draw limits, the end, bonuses), `claims`, `actions`, `turns`, `scoring`, `teams`, `secrets`
and `saving`. A new hook is added to the theme it belongs to, marked with its nature (`manner`), and
has an example in `docs/howto-parts.md`.
"""

from ttrkit.hooks.claims import Closing
from ttrkit.hooks.decision import Decision
from ttrkit.hooks.part import HOOKS, Part, answer_of
from ttrkit.hooks.saving import by_owner

__all__ = ["HOOKS", "Closing", "Decision", "Part", "answer_of", "by_owner"]
