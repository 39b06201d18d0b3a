"""A player who is asked in the terminal, step by step, until one action is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from ttrkit.cli.looks import make_table, painted, put, say, typed
from ttrkit.cli.questions import (
    Option,
    Question,
    Several,
    matching,
    next_question,
    next_several,
    places,
)
from ttrkit.cli.table import Price, plain_price
from ttrkit.payment import Cost

if TYPE_CHECKING:
    from ttrkit.events import Action
    from ttrkit.knowledge import Observation

Requests = Mapping[str, Callable[[str], None]]
"""By word: what shows something and takes no decision; it is given the words that follow."""

SHORT = 20  # the most options that are listed without a request

HELP = """\
Answer with the number of a line, or with part of its text: "claim", "berl".
Words that fit one line alone take it. If they fit several, these are listed;
"all" shows all of a long list.
Where the prompt is [1], Enter takes the first line.
  b          back to the question before
  t          the table again: market, hand, tickets
  look CITY  the routes at a city, what they cost, and whose they are
  routes     everybody's routes
  log        what has happened lately; "log all": from the start
  ?          this help
  q          quit the game"""


class Quit(Exception):
    """The player quits the game."""


class Back(Exception):
    """The player goes back to the previous question."""


class Asker:
    """A player who is asked in a terminal."""

    def __init__(
        self,
        console: Console,
        read: Callable[[str], str],
        requests: Requests,
        price: Price = plain_price,
    ) -> None:
        self._console = console
        self._read = read
        self._requests = requests
        self._price = price

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
        return self._choose_one(now, next_question(now, actions, self._price))

    def _choose_one(self, now: Observation, question: Question) -> Sequence[Action]:
        found = question.options
        wanted = question.shown if len(found) > SHORT else len(found)
        self._list(question, found, wanted)
        while True:
            default = question.has_default and wanted > 0
            answer = self._line("[1] > " if default else "> ")
            if not answer and default:
                return found[0].actions
            if answer.isdecimal():
                if 1 <= line_number(answer) <= wanted:
                    return found[line_number(answer) - 1].actions
                say(self._console, f"No line {answer} is shown.")
                continue
            if answer == "all":
                found, wanted = question.options, len(question.options)
            elif answer:
                fits = matching(found, answer) or matching(question.options, answer)
                if not fits:
                    say(self._console, f'Nothing to choose is called "{answer}"{hint(now, answer)}')
                    continue
                if len(fits) == 1:
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
            elif not all(1 <= line_number(n) <= len(several.items) for n in numbers):
                say(self._console, f"The numbers are 1 to {len(several.items)}.")
                continue
            else:
                chosen = frozenset(several.items[line_number(n) - 1] for n in numbers)
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
            elif word in self._requests:
                self._requests[word](rest)
            else:
                return answer.lower()


def line_number(digits: str) -> int:
    """The number that was typed; of more digits than any list has lines, the first few will do."""
    return int(digits[:9])


def hint(now: Observation, words: str) -> str:
    """Advice for words that match nothing."""
    if any(typed(words) in typed(city.name) for city in now.board.cities):
        return f" now; `look {words}` shows what is there."
    return " (? helps)."
