"""The hooks through which the engine asks the rules, and `Part`, the base class of all rules.

Read this first to write a rule of your own (and import what it needs from `ttrkit.parts`). The
hooks are sorted by theme: `mission` (route costs, draw limits, the end, bonuses), `claims`,
`actions`, `turns`, `scoring`, `teams`, `secrets`, `saving`, `pictures` and `learning`. To add a
hook, put it into its theme, mark it with its nature (`hook`), and give it an example in
`docs/howto-parts.md`.
"""

from ttrkit.hooks.claims import Closing
from ttrkit.hooks.decision import Asked, Decision
from ttrkit.hooks.facts import declared_facts, fact_faults
from ttrkit.hooks.hook import Effect
from ttrkit.hooks.learning import Feature
from ttrkit.hooks.part import HOOKS, Part, answer_of
from ttrkit.hooks.pictures import Piece
from ttrkit.hooks.saving import by_owner
from ttrkit.hooks.secrets import KEPT_AS, keeps_events

__all__ = [
    "HOOKS",
    "KEPT_AS",
    "Asked",
    "Closing",
    "Decision",
    "Effect",
    "Feature",
    "Part",
    "Piece",
    "answer_of",
    "by_owner",
    "declared_facts",
    "fact_faults",
    "keeps_events",
]
