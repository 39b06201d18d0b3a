"""The questions that lead to one action: for a kind of action, then a route, then cards.

The legal actions are split by their type, then by their fields, until one is left. So actions of
home-made parts can be played as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from rich.text import Text

from ttrkit._text import counted, listed
from ttrkit.board import Route, Ticket
from ttrkit.cli.looks import in_order, painted, typed
from ttrkit.cli.table import Price, plain_price, route_cells
from ttrkit.events import Action, ClaimRoute, DrawBlind, DrawFaceUp
from ttrkit.parts import BuildStation
from ttrkit.payment import NO_CARDS, Cards, in_words

if TYPE_CHECKING:
    from ttrkit.knowledge import Observation

Cells = tuple[Text, ...]

IN_WORDS: dict[type[Action], str] = {
    DrawFaceUp: "draw a card",
    DrawBlind: "draw a card",
    ClaimRoute: "claim a route",
    BuildStation: "build a station",
}
"""The words for kinds of action in a menu; kinds with the same words share a line."""

ASKED = {"share": "Which one do you share?", "place": "Where does it go?"}
"""Questions about fields whose names alone would be hard to understand."""

FLAT = 9  # the most actions of several kinds that are listed one by one


@attrs.frozen
class Option:
    """A line of a menu, and the actions that are left if it is chosen."""

    cells: Cells
    actions: tuple[Action, ...]

    @property
    def words(self) -> str:
        """The text in which typed words are looked for."""
        return " ".join(typed(cell.plain) for cell in self.cells)


@attrs.frozen
class Question:
    """The next thing to choose."""

    text: str
    options: tuple[Option, ...]
    has_default: bool = False  # whether Enter takes the first
    shown: int = 0  # the number of options shown of a long list


def next_question(
    now: Observation, actions: Sequence[Action], price: Price = plain_price
) -> Question:
    """The question that splits these actions, which are two or more."""
    kinds = grouped(actions, lambda action: IN_WORDS.get(type(action), type(action)))
    if len(kinds) > 1:
        if len(actions) <= FLAT and now.decision != "turn":
            return Question("What do you do?", tuple(map(_alone, actions)))
        lines = tuple(Option(_kind_cells(now, group), group) for group in kinds.values())
        return Question("What do you do?", lines)
    if len({type(action) for action in actions}) > 1:
        return Question("Which card?", tuple(_draw(now, action) for action in actions))
    return _by_field(now, actions, price)


def grouped(
    actions: Sequence[Action], key: Callable[[Action], Any]
) -> dict[Any, tuple[Action, ...]]:
    """The actions grouped by their key, in their order."""
    found: dict[Any, tuple[Action, ...]] = {}
    for action in actions:
        value = key(action)
        found[value] = (*found.get(value, ()), action)
    return found


def _alone(action: Action) -> Option:
    return Option((painted(str(action)),), (action,))


def _draw(now: Observation, action: Action) -> Option:
    if isinstance(action, DrawFaceUp):
        n = now.market.count(action.colour)
        cells = (painted(action.colour.value), Text(f"{n} face up", "dim"))
        return Option(cells, (action,))
    unseen = f"{counted(now.deck_size, 'card')}, unseen"
    return Option((Text("deck"), Text(unseen, "dim")), (action,))


def _kind_cells(now: Observation, actions: tuple[Action, ...]) -> Cells:
    """A kind of action in words, and the number of choices it offers."""
    if len(actions) == 1 and type(actions[0]) not in IN_WORDS:
        return (painted(str(actions[0])), Text())
    name = IN_WORDS.get(type(actions[0])) or spoken(type(actions[0]).__name__)
    question = None
    if len({type(a) for a in actions}) == 1:
        question = _by_field(now, actions, plain_price)
    n = len(actions) if question is None else len(question.options)
    return (Text(name), Text(f"{n} to choose from" if n > 1 else "", "dim"))


def spoken(name: str) -> str:
    """The name of a class or a field in words: `BuyCoal` as `buy coal`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower()


def _by_field(now: Observation, actions: Sequence[Action], price: Price) -> Question:
    """Split actions of one type by the first field in which they differ; payments come last."""
    kind = type(actions[0])
    names = [field.name for field in attrs.fields(kind)] if attrs.has(kind) else []
    payments = [name for name in names if isinstance(getattr(actions[0], name), Cards)]
    for name in names:
        if name not in payments:
            groups = grouped(actions, lambda action, name=name: getattr(action, name))  # type: ignore[misc]
            if len(groups) > 1:
                question = ASKED.get(name, f"Which {spoken(name)}?")
                return Question(question, tuple(_lines(now, groups, price)))
    if payments:
        return _payments(now, actions, payments)
    return Question("Which?", tuple(map(_alone, actions)))


def _lines(now: Observation, groups: dict[Any, tuple[Action, ...]], price: Price) -> list[Option]:
    """A line for each value of a field: routes by name, tickets as they stand on the table."""
    values = list(groups)
    if all(isinstance(value, Ticket) for value in values):
        values = in_order(values)
    lines = [Option(_cells(now, value, price), groups[value]) for value in values]
    if isinstance(values[0], Route):
        lines.sort(key=lambda line: line.words)
    return lines


def _cells(now: Observation, value: object, price: Price) -> Cells:
    """A field's value as cells of a menu's line."""
    if isinstance(value, Route):
        return route_cells(now, value, price)
    if isinstance(value, tuple):
        return (painted(listed(value) or "none"),)
    return (painted("none" if value is None else str(value)),)


def _payments(now: Observation, actions: Sequence[Action], names: list[str]) -> Question:
    """The ways to pay: fewest wilds first, then the colours of which the hand has most."""

    def dearness(action: Action) -> tuple[int, int]:
        laid: list[Cards] = [getattr(action, name) for name in names]
        plain = [colour for cards in laid for colour in cards if colour != "wild"]
        held = max((now.hand[colour] for colour in plain), default=0)
        return sum(cards["wild"] for cards in laid), -held

    def words(action: Action) -> str:
        if set(names) <= {"cards", "shared"}:
            return in_words(*(getattr(action, name, NO_CARDS) for name in ("cards", "shared")))
        return str(action)

    lines = [Option((painted(words(a)),), (a,)) for a in sorted(actions, key=dearness)]
    return Question("How do you pay?", tuple(lines), has_default=True, shown=FLAT)


# Several at once -----------------------------------------------------------------------------


@attrs.frozen
class Several:
    """Things of which some are chosen together, such as tickets to keep."""

    name: str
    items: tuple[Any, ...]
    groups: dict[frozenset[Any], tuple[Action, ...]]


def next_several(actions: Sequence[Action]) -> Several | None:
    """The choice of several things, if actions of one type differ first in such a field."""
    kind = type(actions[0])
    if any(type(action) is not kind for action in actions) or not attrs.has(kind):
        return None
    for field in attrs.fields(kind):
        values = [getattr(action, field.name) for action in actions]
        if len(set(values)) > 1:
            if not all(isinstance(value, tuple) for value in values):
                return None
            items = list(dict.fromkeys(item for value in values for item in value))
            if all(isinstance(item, Ticket) for item in items):
                items = in_order(items)
            groups = grouped(actions, lambda a, name=field.name: frozenset(getattr(a, name)))  # type: ignore[misc]
            distinct = len(groups) == len(set(values))  # else order or repetition matters
            return Several(spoken(field.name), tuple(items), groups) if distinct else None
    return None


# Answers in words ----------------------------------------------------------------------------


def matching(options: Sequence[Option], text: str) -> tuple[Option, ...]:
    """The options that contain every word of the text, or the only one that begins with it."""
    words = typed(text).split()
    fits = [o for o in options if all(word in o.words for word in words)]
    for is_meant in (_is, _begins_with):
        meant = [option for option in fits if is_meant(option, " ".join(words))]
        if len(meant) == 1:
            return tuple(meant)
    return tuple(fits)


def _is(option: Option, words: str) -> bool:
    return typed(option.cells[0].plain) == words


def _begins_with(option: Option, words: str) -> bool:
    return option.words.startswith(words)


def places(options: Sequence[Option]) -> str:
    """The cities in a long list, or the other words that stand first in its lines."""
    words = {word for option in options for word in option.cells[0].plain.split("–")}
    return ", ".join(sorted(words, key=typed))
