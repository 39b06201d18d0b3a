"""A player who is asked step by step: for a kind of action, then a route, then cards.

The legal actions are split by their type, then by their fields, until one is left. So actions of
home-made parts can be played as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from rich.console import Console
from rich.text import Text

from ttrkit._text import listed
from ttrkit.board import Route
from ttrkit.cli.looks import make_table, painted, put, say, typed
from ttrkit.cli.table import route_cells
from ttrkit.events import Action, ClaimRoute, DrawBlind, DrawFaceUp
from ttrkit.parts import BuildStation
from ttrkit.payment import Cards, Cost, in_words

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

SHORT = 20  # the most options that are listed without a request
FLAT = 9  # the most actions of several kinds that are listed one by one

HELP = """\
Answer with the number of a line, or with part of its text: "claim", "berl".
If a list is long, your words narrow it; "all" shows all of it.
Where the prompt is [1], Enter takes the first line.
  b          back to the question before
  t          the table again: market, hand, tickets
  look CITY  the routes at a city, and whose they are
  ?          this help
  q          quit the game"""


class Quit(Exception):
    """The player quits the game."""


class Back(Exception):
    """The player goes back to the previous question."""


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


# Splitting the legal actions -----------------------------------------------------------------


def next_question(now: Observation, actions: Sequence[Action]) -> Question:
    """The question that splits these actions, which are two or more."""
    kinds = grouped(actions, lambda action: IN_WORDS.get(type(action), type(action)))
    if len(kinds) > 1:
        if len(actions) <= FLAT and now.decision != "turn":
            return Question("What do you do?", tuple(map(_alone, actions)))
        lines = tuple(Option(_kind_cells(now, group), group) for group in kinds.values())
        return Question("What do you do?", lines)
    if len({type(action) for action in actions}) > 1:
        return Question("Which card?", tuple(_draw(now, action) for action in actions))
    return _by_field(now, actions)


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
    return Option((Text("deck"), Text(f"{now.deck_size} cards, unseen", "dim")), (action,))


def _kind_cells(now: Observation, actions: tuple[Action, ...]) -> Cells:
    """A kind of action in words, and the number of choices it offers."""
    if len(actions) == 1 and type(actions[0]) not in IN_WORDS:
        return (painted(str(actions[0])), Text())
    name = IN_WORDS.get(type(actions[0])) or spoken(type(actions[0]).__name__)
    question = _by_field(now, actions) if len({type(a) for a in actions}) == 1 else None
    n = len(actions) if question is None else len(question.options)
    return (Text(name), Text(f"{n} to choose from" if n > 1 else "", "dim"))


def spoken(name: str) -> str:
    """The name of a class or a field in words: `BuyCoal` as `buy coal`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower()


def _by_field(now: Observation, actions: Sequence[Action]) -> Question:
    """Split actions of one type by the first field in which they differ; payments come last."""
    kind = type(actions[0])
    names = [field.name for field in attrs.fields(kind)] if attrs.has(kind) else []
    payments = [name for name in names if isinstance(getattr(actions[0], name), Cards)]
    for name in names:
        if name not in payments:
            groups = grouped(actions, lambda action, name=name: getattr(action, name))  # type: ignore[misc]
            if len(groups) > 1:
                lines = [Option(_cells(now, v), group) for v, group in groups.items()]
                if isinstance(next(iter(groups)), Route):
                    lines.sort(key=lambda line: line.words)
                return Question(ASKED.get(name, f"Which {spoken(name)}?"), tuple(lines))
    if payments:
        return _payments(now, actions, payments)
    return Question("Which?", tuple(map(_alone, actions)))


def _cells(now: Observation, value: object) -> Cells:
    """A field's value as cells of a menu's line."""
    if isinstance(value, Route):
        return route_cells(now, value)
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
            return in_words(*(getattr(action, name) for name in names), *_none_shared(names))
        return str(action)

    lines = [Option((painted(words(a)),), (a,)) for a in sorted(actions, key=dearness)]
    return Question("How do you pay?", tuple(lines), has_default=True, shown=FLAT)


def _none_shared(names: list[str]) -> tuple[Cards, ...]:
    return () if len(names) == 2 else (Cards(bytes(9)),)


# Asking --------------------------------------------------------------------------------------


class Asker:
    """A player who is asked in a terminal."""

    def __init__(
        self,
        console: Console,
        read: Callable[[str], str],
        show: Callable[[], None],
        look: Callable[[str], None],
    ) -> None:
        self._console = console
        self._read = read
        self._show = show
        self._look = look

    def choose(self, observation: Observation) -> Action:
        """Ask until one action is left."""
        steps: list[Sequence[Action]] = [observation.legal_actions]
        if len(steps[-1]) == 1:
            say(self._console, f"There is one thing to do: {steps[-1][0]}.")
        else:
            self._explain(observation)
        while len(steps[-1]) > 1:
            try:
                steps.append(self._answer(observation, steps[-1]))
            except Back:
                if len(steps) > 1:
                    steps.pop()
        return steps[-1][0]

    def _explain(self, now: Observation) -> None:
        """Say what the question is about, if it is not an ordinary turn."""
        if now.claim is not None:
            say(self._console, painted(f"For {now.claim.route} lie {now.claim.payment}."))
        due = now.pending[-1].data
        if isinstance(due, Cost):
            say(self._console, painted(f"It takes {due} more."))

    def _answer(self, now: Observation, actions: Sequence[Action]) -> Sequence[Action]:
        several = next_several(actions)
        if several is not None:
            return self._choose_several(several)
        return self._choose_one(now, next_question(now, actions))

    def _choose_one(self, now: Observation, question: Question) -> Sequence[Action]:
        found = question.options
        wanted = question.shown if len(found) > SHORT else len(found)
        self._list(question, found, wanted)
        while True:
            default = (question.has_default and wanted > 0) or len(found) == 1
            answer = self._line("[1] > " if default else "> ")
            if not answer and default:
                return found[0].actions
            if answer.isdecimal():
                if 1 <= int(answer) <= wanted:
                    return found[int(answer) - 1].actions
                say(self._console, f"No line {answer} is shown.")
                continue
            if answer == "all":
                found, wanted = question.options, len(question.options)
            elif answer:
                fits = matching(found, answer) or matching(question.options, answer)
                if not fits:
                    say(
                        self._console, f'Nothing to choose is called "{answer}"{hint(now, answer)}.'
                    )
                    continue
                if len(fits) == 1 and len(fits[0].actions) > 1:
                    return fits[0].actions
                found, wanted = fits, min(len(fits), 2 * SHORT)
            self._list(question, found, wanted)

    def _list(self, question: Question, found: Sequence[Option], shown: int) -> None:
        say(self._console, Text(question.text, "bold"))
        table = make_table(header=False)
        for number, option in enumerate(found[:shown], 1):
            table.add_row(Text(f"{number:>4}", "bold"), *option.cells)
        if table.rows:
            put(self._console, table)
        left = len(found) - shown
        if left > 0:
            if not shown:
                say(self._console, Text(places(found), "dim"), indent=2)
            more = f"{left} more" if shown else f"{left} to choose from"
            say(self._console, f'{more}: type part of a name to narrow them, or "all".', indent=2)

    def _choose_several(self, several: Several) -> Sequence[Action]:
        sizes = sorted({len(chosen) for chosen in several.groups})
        least, most = sizes[0], sizes[-1]
        how_many = f"{least} to {most}" if least < most else str(most)
        say(self._console, Text(f"Which {several.name}? ({how_many} of them)", "bold"))
        table = make_table(header=False)
        for number, item in enumerate(several.items, 1):
            table.add_row(Text(f"{number:>4}", "bold"), painted(str(item)))
        put(self._console, table)
        while True:
            answer = self._line('numbers, such as 1 2, or "all" > ')
            numbers = re.findall(r"\d+", answer)
            if answer == "all":
                chosen = frozenset(several.items)
            elif not all(1 <= int(n) <= len(several.items) for n in numbers):
                say(self._console, f"The numbers are 1 to {len(several.items)}.")
                continue
            else:
                chosen = frozenset(several.items[int(n) - 1] for n in numbers)
            if chosen in several.groups and (numbers or answer in ("all", "none")):
                return several.groups[chosen]
            say(self._console, f"Choose {how_many}, by their numbers (? for help).")

    def _line(self, prompt: str) -> str:
        """A line that answers the question; requests such as help are dealt with here."""
        while True:
            answer = " ".join(self._read(prompt).split())
            word, _, rest = answer.lower().partition(" ")
            if word in ("q", "quit", "exit"):
                raise Quit
            if word in ("b", "back"):
                raise Back
            if word in ("?", "h", "help"):
                self._console.print(HELP)
            elif word in ("t", "table"):
                self._show()
            elif word in ("l", "look") and rest:
                self._look(rest)
            else:
                return answer.lower()


def places(options: Sequence[Option]) -> str:
    """The cities in a long list, or the other words that stand first in its lines."""
    words = {word for option in options for word in option.cells[0].plain.split("–")}
    return ", ".join(sorted(words, key=typed))


def hint(now: Observation, words: str) -> str:
    """Advice for words that match nothing."""
    if any(typed(words) in typed(city.name) for city in now.board.cities):
        return f" now; `look {words}` shows what is there"
    return " (? helps)"


def matching(options: Sequence[Option], text: str) -> tuple[Option, ...]:
    """The options that contain every word of the text, or the only one that begins with it."""
    words = typed(text).split()
    fits = [o for o in options if all(word in o.words for word in words)]
    begins = [o for o in fits if o.words.startswith(" ".join(words))]
    return tuple(begins if len(begins) == 1 and len(fits[0].actions) > 1 else fits)


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
            items = tuple(dict.fromkeys(item for value in values for item in value))
            groups = grouped(actions, lambda a, name=field.name: frozenset(getattr(a, name)))  # type: ignore[misc]
            distinct = len(groups) == len(set(values))  # else order or repetition matters
            return Several(spoken(field.name), items, groups) if distinct else None
    return None
