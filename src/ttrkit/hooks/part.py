"""`Part`, the base class of all rules: what a part declares, and the hooks that it may answer.

A *part* is one rule. It subclasses `Part` and answers some hooks. Once per variant, the engine
collects for every hook the parts that answer it, in the order of the variant. A hook that no part
answers costs nothing. The hook's *manner* says how the answers of several parts are combined: see
`ttrkit.hooks.hook`.

A variant's parts are bound to it once: the engine works with a shallow copy of each part, whose
`engine` is set and whose `prepare` was called. Values that change during a game are never kept on
the part, but in its *slot*: an attrs class named as `slot`. Every game has its own instance of it
(`self.slot_of(state)`), which is copied field by field with the game. Fields made with `card_pile`
and `ticket_pile` hold the cards and tickets of the part, and those made with `pile_of` and
`deck_of` the things that it adds to the box. Checks of conservation, copies and observations read
these fields without asking the part.
"""

import copy
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from ttrkit.hooks.actions import ActionHooks
from ttrkit.hooks.claims import ClaimHooks
from ttrkit.hooks.hook import Nature, nature_of
from ttrkit.hooks.learning import LearningHooks
from ttrkit.hooks.mission import MissionHooks
from ttrkit.hooks.pictures import PictureHooks
from ttrkit.hooks.saving import SavingHooks
from ttrkit.hooks.scoring import ScoringHooks
from ttrkit.hooks.secrets import SecretHooks
from ttrkit.hooks.teams import TeamHooks
from ttrkit.hooks.turns import TurnHooks

if TYPE_CHECKING:
    from ttrkit.engine import Engine, State
    from ttrkit.events import Action


class Part(
    MissionHooks,
    ClaimHooks,
    ActionHooks,
    TurnHooks,
    ScoringHooks,
    TeamHooks,
    SecretHooks,
    SavingHooks,
    PictureHooks,
    LearningHooks,
):
    """One rule of a variant. Answer the hooks you need; leave the others alone.

    The smallest useful part:

    >>> class NightTrain(Part):
    ...     labels = ("night train",)
    ...     def after_claim(self, state, seat, route, payment):
    ...         if payment.is_all_wild:
    ...             state.award(seat, 1, "night train")
    """

    labels: ClassVar[tuple[str, ...]] = ()
    """The labels under which this part awards points; on every score sheet from the start."""

    slot: ClassVar[type[Any] | None] = None
    """An attrs class for the part's values in a game; all fields except piles have defaults."""

    actions: "ClassVar[tuple[type[Action], ...]]" = ()
    """The kinds of action that this part adds to a turn: see `list_actions`."""

    joins: "ClassVar[Mapping[str, tuple[type[Action], ...]]]" = MappingProxyType({})
    """The actions that this part adds to decisions of others, by name: see `list_answers`."""

    keywords: ClassVar[tuple[str, ...]] = ()
    """The keywords that this part adds to `position(...)`: see `set_position`."""

    seat_fields: ClassVar[tuple[str, ...]] = ()
    """The attributes that this part adds to `game.seats[i]`: see `seat_field`."""

    team_fields: ClassVar[tuple[str, ...]] = ()
    """The attributes that this part adds to `game.teams[i]`: see `team_field`."""

    board_facts: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The home-made facts that this part reads: by scope ("board", "city", "route" or "ticket") and
    key their type. Example: `{"route": {"mountain": int}}`, to read `route.extra["mountain"]`."""

    learns_from: "ClassVar[tuple[type[Action], ...]]" = ()
    """The kinds of action that `learn` is asked about; if none is named, all of them."""

    draws: ClassVar[tuple[str, ...]] = ()
    """The names of `public_facts` that the part draws itself in pictures: see `drawn_pieces`."""

    engine: "Engine"
    """The engine that the part is bound to (from `prepare` on)."""

    _slot_index: int = -1

    def slot_of(self, state: "State") -> Any:
        """This part's own state in that game.

        Hooks that are asked in every turn read `state.slots[self._slot_index]` instead, for speed.
        """
        return state.slots[self._slot_index]

    def draw(self, state: "State", deck: str, *, face_up: bool = False) -> int:
        """Take the top thing of a deck of this part's slot (`deck_of`); return its kind's number.

        An empty deck is refilled first, if it says from where; -1 if nothing is left. The history
        tells the seat what it was; with `face_up`, it tells everybody.
        """
        return state.draw_thing(self._slot_index, deck, face_up=face_up)

    def bind(self, engine: "Engine", slot_index: int) -> "Part":
        """A copy of the part that works for this engine (called by the engine, once)."""
        if _copies_in_its_own_way(type(self)):
            bound = copy.copy(self)
        else:  # attributes that are set one by one are stored inline, and are found faster
            bound = object.__new__(type(self))
            for name, value in vars(self).items():
                object.__setattr__(bound, name, value)
        bound.engine = engine
        bound._slot_index = slot_index
        return bound


HOOKS: Mapping[str, Nature] = {
    name: nature
    for theme in Part.__bases__
    for name, member in vars(theme).items()
    if (nature := nature_of(member)) is not None
}
"""Every hook that a part may answer, with its nature, in the order of the themes."""


def answer_of(part: Part, hook: str) -> Callable[..., Any] | None:
    """The part's own answer to a hook, or None if it does not answer."""
    if getattr(type(part), hook) is getattr(Part, hook):
        return None
    method: Callable[..., Any] = getattr(part, hook)
    return method


_COPYING = {
    "__new__",
    "__slots__",
    "__copy__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
}


def _copies_in_its_own_way(kind: type) -> bool:
    """Whether a class defines its own way of copying, beyond copying the attributes."""
    return any(not _COPYING.isdisjoint(vars(base)) for base in kind.__mro__[:-1])
