"""Tools to test your own variants and parts.

`check_variant` plays a variant and says in words which invariant a part breaks. `RulesMachine` is a
Hypothesis state machine to subclass, and `strategies` makes boards, variants, games and actions;
these two need Hypothesis (`pip install hypothesis`).
"""

from typing import TYPE_CHECKING, Any

from ttrkit.errors import VariantError
from ttrkit.testing.check import check_variant
from ttrkit.testing.invariants import check_actions, check_conservation, check_scores, snapshot

if TYPE_CHECKING:
    from ttrkit.testing import strategies
    from ttrkit.testing.machine import RulesMachine

__all__ = [
    "RulesMachine",
    "VariantError",
    "check_actions",
    "check_conservation",
    "check_scores",
    "check_variant",
    "snapshot",
    "strategies",
]


def __getattr__(name: str) -> Any:
    """Import the names that need Hypothesis only when they are asked for."""
    from importlib import import_module

    if name == "RulesMachine":
        return import_module("ttrkit.testing.machine").RulesMachine
    if name == "strategies":
        return import_module("ttrkit.testing.strategies")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
