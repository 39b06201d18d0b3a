"""`ActionIndex`: every action of a variant by number.

The numbers are in blocks, one for each kind of action, in this order: cards face up, from the deck,
tickets drawn, a pass, claims by route and payment, the kinds that other parts add in the order of
the parts, and choices of drawn tickets. Actions of parts that do not list theirs come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, get_args

import attrs

from ttrkit._text import as_whole, kind_of, quoted, short
from ttrkit._text import digest as digest_of
from ttrkit.engine import Engine
from ttrkit.errors import IllegalAction, RuleError
from ttrkit.events import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepPlaces,
    KeepTickets,
    Pass,
)
from ttrkit.hooks import Part, answer_of
from ttrkit.payment import NO_CARDS, WILD_CARD, Cards, Payment

if TYPE_CHECKING:
    from ttrkit.variant import Variant

Payments = Literal["all", "thrifty"]

NO_NUMBER = -1
"""In the place of a number: the action cannot be chosen by number."""

FIRST_KINDS: tuple[type[Action], ...] = (DrawFaceUp, DrawBlind, DrawTickets, Pass, ClaimRoute)
UNNUMBERED = "unnumbered"
MOST_UNNUMBERED = 256  # legal actions of parts that do not list theirs


class ActionIndex:
    """Every action of a variant by number: the same numbers on every machine.

    Choices of drawn tickets are numbered by the places of the tickets among those drawn, sorted by
    id. With `payments="thrifty"`, only the payment with the fewest wilds has a number, of those for
    the same thing in the same colour.

    >>> import ttrkit
    >>> index = ttrkit.get_variant("usa").action_index
    >>> index.n
    1080
    >>> game = ttrkit.new_game("usa", players=2, seed=1)
    >>> index.numbers(game)
    [1075, 1077, 1078, 1079]
    >>> index.action(1079, game) in game.legal_actions()
    True
    """

    def __init__(self, variant: Variant, payments: Payments = "all") -> None:
        given: Any = payments
        if type(given) is not str or given not in get_args(Payments):
            raise ValueError(f'payments: "all" or "thrifty" is wanted, not {short(given)}')
        if not hasattr(variant, "engine"):
            what = 'a Variant is wanted, such as ttrkit.get_variant("usa")'
            raise TypeError(f"ActionIndex: {what}, not {short(variant)}")
        self.variant = variant
        self.payments: Payments = payments
        """Whether every payment has a number, or only the thriftiest."""
        engine = variant.engine
        self.is_exact = _is_exact(engine)
        """Whether every action has a number of its own. If not, actions of parts that do not answer
        `every_action` are numbered by their place among the legal ones."""
        listed = _listed(engine)
        self._is_thrifty = payments == "thrifty"
        self._of_action: dict[Action, int] = {}  # or the choice of places that stands for it
        self._actions: list[Action] = []  # by number; of thrifty ones, the first of several
        self._of_id: dict[int, int] = {}  # of the actions that the engine shares
        self._shared: list[Action] = []  # these, so that their ids stay theirs
        blocks: dict[str, range] = {}
        for kind, actions in listed.items():
            start = len(self._actions)
            self._number(actions)
            blocks[kind.__name__] = range(start, len(self._actions))
        self._of_places = {
            (choice.places, choice.share): number
            for choice, number in self._of_action.items()
            if type(choice) is KeepPlaces
        }
        self._first_unnumbered = len(self._actions)
        if not self.is_exact:
            blocks[UNNUMBERED] = range(
                self._first_unnumbered, self._first_unnumbered + MOST_UNNUMBERED
            )
        self.blocks: Mapping[str, range] = MappingProxyType(blocks)
        """By the name of a kind of action, its numbers."""
        self.n = max((numbers.stop for numbers in blocks.values()), default=0)
        """The number of numbers: they are 0 to `n` - 1."""

    def _number(self, actions: Iterable[Action]) -> None:
        """Give numbers to actions of one kind."""
        of_target: dict[object, int] = {}
        for action in actions:
            number = self._of_action.get(action)
            if number is None:
                target = _target(action) if self._is_thrifty else action
                number = of_target.setdefault(target, len(self._actions))
                self._of_action[action] = number
                if number == len(self._actions):
                    self._actions.append(action)
            self._of_id[id(action)] = number
            self._shared.append(action)

    # What the numbers are ----------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By number: the action in words."""
        numbered = [str(action) for action in self._actions]
        if self._is_thrifty:
            numbered = [
                name if _purses(action) is None else f"{name}, or as few wilds as possible"
                for name, action in zip(numbered, self._actions, strict=True)
            ]
        left = range(self._first_unnumbered, self.n)
        return (*numbered, *(f"unnumbered action {place}" for place, _ in enumerate(left, 1)))

    @cached_property
    def digest(self) -> str:
        """A digest of all numbers and what they stand for, to be kept with a trained model."""
        lines = [f"{name} {numbers.start} {numbers.stop}" for name, numbers in self.blocks.items()]
        if not self.is_exact:  # what the unnumbered actions are, only the variant can tell
            lines.append(self.variant.fingerprint)
        text = "\n".join([self.payments, *lines, *self.names])
        return digest_of(text)

    def check_digest(self, digest: str) -> None:
        """Refuse the digest of another index: ValueError says what it means."""
        if type(digest) is not str or digest != self.digest:
            raise ValueError(
                f"{quoted(digest)} is the digest of another index than this one, {self.digest} of "
                f'{self.variant.name} with payments="{self.payments}": the numbers stand for '
                "other actions; make the index of the variant and payments that the model was "
                "trained with"
            )

    # From actions to numbers -------------------------------------------------------------------

    def numbers(self, where: Any) -> list[int]:
        """The numbers of all legal actions, in their order.

        They are given as a game, as the observation of the seat that decides, or as a list; all of
        them, because choices of tickets are numbered by their places among all that were drawn. An
        action without a number has -1: a dearer payment if the index is thrifty, or an unnumbered
        action if very many of them are legal.
        """
        actions = where if type(where) is list else self._legal_actions(where)
        if actions and type(actions[0]) is KeepTickets:  # the engine makes these when asked for
            numbers = self._completed(actions)
        else:
            try:
                numbers = [*map(self._of_id.__getitem__, map(id, actions))]
            except KeyError:  # not all are shared by the engine
                numbers = self._completed(actions)
        return self._thriftiest(actions, numbers) if self._is_thrifty else numbers

    def mask(self, where: Any) -> bytes:
        """By number: 1 if the action is legal, else 0; `where` as for `numbers`."""
        mask = bytearray(self.n + 1)  # the last place is for NO_NUMBER
        for number in self.numbers(where):
            mask[number] = 1
        mask.pop()
        return bytes(mask)

    def number(self, action: Action, where: Any) -> int:
        """The number of an action that is legal there, or -1; IllegalAction if it is not legal."""
        actions = self._legal_actions(where)
        for other, number in zip(actions, self.numbers(actions), strict=True):
            if other is action or (type(other) is type(action) and other == action):
                return number
        raise IllegalAction(f"{short(action)} is not legal there, so it has no number", action)

    def _completed(self, actions: Sequence[Action]) -> list[int]:
        """The numbers, where some are not found by the identity of the action."""
        place_of = _places(actions)
        unnumbered = self._first_unnumbered
        numbers = []
        for action in actions:
            number = self._of_id.get(id(action))
            if number is None:
                number = self._by_value(action, place_of)
            if number is None:
                number = NO_NUMBER
                if unnumbered < self.n:
                    number = unnumbered
                    unnumbered += 1
                elif self.is_exact:
                    raise self._unlisted(action)
            numbers.append(number)
        return numbers

    def _legal_actions(self, where: Any) -> Sequence[Action]:
        """The legal actions of a game or an observation of this variant, or of a list."""
        if type(where) is tuple or type(where) is list:
            return where
        variant = getattr(where, "variant", None)
        if variant is not None and variant is not self.variant and variant != self.variant:
            name = getattr(variant, "name", variant)
            raise ValueError(f"a game of {name} is given to the index of {self.variant.name}")
        legal = getattr(where, "legal_actions", None)
        if type(legal) is tuple:
            return legal
        if not callable(legal):
            what = "a game, an observation or a list of legal actions is wanted"
            raise TypeError(f"{what}, not {short(where)}")
        found: Sequence[Action] = legal()
        return found

    def _by_value(self, action: Action, place_of: Mapping[str, int]) -> int | None:
        """The number of an action that the engine does not share; None if it has none."""
        if type(action) is KeepTickets:
            share = None if action.share is None else place_of[action.share.id]
            places = tuple([place_of[ticket.id] for ticket in action.tickets])
            return self._of_places.get((places, share))
        return None if _is_unhashable(action) else self._of_action.get(action)

    def _unlisted(self, action: Action) -> Exception:
        """The error about an action that has no number."""
        if not issubclass(type(action), Action):
            return TypeError(f"{short(action)} is no action")
        for part in self.variant.engine.parts:
            if type(action) in _kinds_of(part):
                what = f"{kind_of(part)}.every_action leaves out {action}, which is legal"
                return RuleError(f"{what}; right would be to list all that can ever be legal")
        return ValueError(f"{action} is no action of {self.variant.name}")

    def _thriftiest(self, actions: Sequence[Action], numbers: list[int]) -> list[int]:
        """The numbers, with NO_NUMBER in the place of all but the thriftiest of one number."""
        best: dict[int, tuple[int, int]] = {}
        for place, number in enumerate(numbers):
            offer = (_wilds(actions[place]), place)
            if number not in best or offer < best[number]:
                best[number] = offer
        return [
            number if best[number][1] == place else NO_NUMBER
            for place, number in enumerate(numbers)
        ]

    # From numbers to actions -------------------------------------------------------------------

    def action(self, number: int, where: Any) -> Action:
        """The action with this number; `where` as for `numbers`.

        IllegalAction if no such choice of tickets, payment or unnumbered action is legal there. Of
        other actions it is not asked whether they are legal: `game.apply` does that.
        """
        whole = as_whole(number)
        if whole is None or not 0 <= whole < self.n:
            kind = TypeError if whole is None else ValueError
            raise kind(
                f"{short(number)} is no number of an action: those of {self.variant.name} are "
                f"0 to {self.n - 1}"
            )
        if not self._is_thrifty and whole < self._first_unnumbered:
            action = self._actions[whole]
            if type(action) is not KeepPlaces:
                return action
        actions = self._legal_actions(where)
        numbers = self.numbers(actions)
        if whole not in numbers:
            raise IllegalAction(f"{whole} ({self.names[whole]}) is not legal there")
        return actions[numbers.index(whole)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ActionIndex):
            return NotImplemented
        return self is other or (self.n, self.digest) == (other.n, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Callable[..., ActionIndex], tuple[Any, ...]]:
        return (_index_of, (self.variant, self.payments))

    def __repr__(self) -> str:
        return f"<ActionIndex of {self.variant.name}, {self.n} numbers, payments={self.payments}>"


def _index_of(variant: Variant, payments: Payments) -> ActionIndex:
    return variant.action_index if payments == "all" else ActionIndex(variant, payments)


# What is numbered --------------------------------------------------------------------------------


def _listed(engine: Engine) -> dict[type[Action], list[Action]]:
    """Every action that the parts list, by kind, in the order of the blocks."""
    listed: dict[type[Action], list[Action]] = {kind: [] for kind in FIRST_KINDS}
    listed[Pass].append(Pass())
    choices: list[Action] = []
    for part in engine.parts:
        answer = answer_of(part, "every_action")
        for action in () if answer is None else answer():
            if not issubclass(type(action), Action) or _is_unhashable(action):
                what = f"{kind_of(part)}.every_action lists {short(action)}"
                raise RuleError(f"{what}, where a hashable action is wanted")
            if type(action) is KeepPlaces:
                choices.append(action)
            else:
                listed.setdefault(type(action), []).append(action)
    return {**listed, KeepTickets: choices}


def _is_unhashable(action: object) -> bool:
    try:
        hash(action)
    except Exception:  # whatever a home-made class does
        return True
    return False


def _is_exact(engine: Engine) -> bool:
    """Whether every part that has actions, or changes what claims cost, lists its actions."""
    for part in engine.parts:
        is_asked = _kinds_of(part) or answer_of(part, "current_cost") is not None
        if is_asked and answer_of(part, "every_action") is None:
            return False
    return True


def _kinds_of(part: Part) -> set[type[Action]]:
    """The kinds of action that a part adds to turns and to decisions."""
    decided = [kind for decision in part.decisions() for kind in decision.actions]
    joined = [kind for kinds in part.joins.values() for kind in kinds]
    return {*part.actions, *decided, *joined}


# Choices of tickets ------------------------------------------------------------------------------


def _places(actions: Sequence[Action]) -> dict[str, int]:
    """The places of all tickets that may be kept, sorted by id; by id."""
    drawn = {
        ticket.id for action in actions if type(action) is KeepTickets for ticket in action.tickets
    }
    return {ticket: place for place, ticket in enumerate(sorted(drawn))}


# Thrift ------------------------------------------------------------------------------------------


def _purses(action: Any) -> tuple[Cards, Cards] | None:
    """The cards that an action pays, from the hand and from the holder; None if it pays none."""
    cards, shared = getattr(action, "cards", None), getattr(action, "shared", NO_CARDS)
    return (cards, shared) if type(cards) is Cards and type(shared) is Cards else None


def _target(action: Action) -> object:
    """All of an action but how it is paid, and the colour that it is paid in."""
    purses = _purses(action)
    if purses is None or not attrs.has(type(action)):
        return action
    kind: Any = type(action)
    names = [field.name for field in attrs.fields(kind) if field.eq]
    others = [getattr(action, name) for name in names if name not in ("cards", "shared")]
    return (kind, *others, Payment(*purses).colour)


def _wilds(action: Action) -> int:
    purses = _purses(action)
    return 0 if purses is None else sum(cards.counts[WILD_CARD] for cards in purses)
