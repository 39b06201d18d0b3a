"""Secret choices of tickets, made at random so that they agree with what a seat has seen since.

All choices are even. Most of them are *free*: the seat has seen nothing that came of them, so they
are made one after the other. Of the others, those that have to do with each other, because one
chooses from what another refused or because the seat saw tickets of both, are made together: all
ways to make them that agree with what was seen are listed, and one is drawn by its weight. If there
are too many, ways are drawn until one agrees: then there is little that it could disagree with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from ttrkit.parts.tickets.paths import Choice, Misfit, Seen, Token

if TYPE_CHECKING:
    from random import Random

MAX_STEPS = 20_000  # in listing the ways to make choices

Results = dict[int, tuple[int, ...]]
"""By number of the choice: the tickets in the order kept, shared, refused."""


class Choices:
    """Choices, and what was seen of their results; Misfit if they cannot agree."""

    def __init__(self, choices: Sequence[Choice], seen: Sequence[Seen]) -> None:
        self._choices = choices
        bound = _bound(choices, seen) if seen else set()
        self._groups = [Group(choices, *group) for group in _groups(choices, bound, seen)]
        self._free = [number for number in range(len(choices)) if number not in bound]

    def draw(self, rng: Random) -> Results | None:
        """The results of all choices, made at random; None if they disagree with what was seen."""
        results: Results = {}
        for group in self._groups:
            if not group.draw(rng, results):
                return None
        for number in self._free:  # each chooses from results of those before it at most
            results[number] = _made(self._choices[number], results, rng)
        return results


class Group:
    """Choices that have to do with each other, by number, and what was seen of them."""

    def __init__(
        self, choices: Sequence[Choice], numbers: Sequence[int], seen: Sequence[Seen]
    ) -> None:
        self._choices = choices
        self._numbers = numbers
        self._seen: dict[int, list[Seen]] = {}  # by the choice after which it can be judged
        for each in seen:
            last = max(token[0] for token in each[0] if isinstance(token, tuple))
            self._seen.setdefault(last, []).append(each)
        self._steps = 0
        self._ways: list[Results] | None = []
        weights = []
        for way, weight in self._listed(0, {}, 1):
            self._ways.append(way)
            weights.append(weight)
        self._weights = list(accumulate(weights))
        if self._steps > MAX_STEPS:
            self._ways = None
        elif not self._ways:
            raise Misfit

    def _listed(self, at: int, results: Results, weight: int) -> Iterator[tuple[Results, int]]:
        """Every way to make the choices from this one on, with the number of times it comes up."""
        if at == len(self._numbers):
            yield results, weight
            return
        number = self._numbers[at]
        tickets, could_be = self._choices[number]
        known = [_resolved(token, results) for token in tickets]
        for outcome, times in Counter(
            [tuple([known[place] for place in order]) for order in could_be]
        ).items():
            self._steps += 1
            if self._steps > MAX_STEPS:
                return
            after = {**results, number: outcome}
            if self._agrees(number, after):
                yield from self._listed(at + 1, after, weight * times)

    def _agrees(self, number: int, results: Results) -> bool:
        return all(
            tuple(sorted([_resolved(token, results) for token in tokens])) == labels
            for tokens, labels in self._seen.get(number, ())
        )

    def draw(self, rng: Random, results: Results) -> bool:
        """Make the choices, and add their results; False if they disagree with what was seen."""
        if self._ways is not None:
            results.update(rng.choices(self._ways, cum_weights=self._weights)[0])
            return True
        for number in self._numbers:
            results[number] = _made(self._choices[number], results, rng)
            if not self._agrees(number, results):
                return False
        return True


def _made(choice: Choice, results: Results, rng: Random) -> tuple[int, ...]:
    """The result of a choice, made at random; `results` has those that it chooses from."""
    tickets, could_be = choice
    order = could_be[int(rng.random() * len(could_be))]
    known = [_resolved(token, results) for token in tickets]
    return tuple([known[place] for place in order])


def _resolved(token: Token, results: Results) -> int:
    return results[token[0]][token[1]] if isinstance(token, tuple) else token


def _sources(tokens: Sequence[Token]) -> set[int]:
    """The choices, by number, that these tickets are results of."""
    return {token[0] for token in tokens if isinstance(token, tuple)}


def _bound(choices: Sequence[Choice], seen: Sequence[Seen]) -> set[int]:
    """The choices, by number, that something seen came of, directly or by other choices."""
    found: set[int] = set()
    for tokens, _ in seen:
        found |= _sources(tokens)
    for number in reversed(range(len(choices))):  # a choice is from results of earlier ones
        if number in found:
            found |= _sources(choices[number].tickets)
    return found


def _groups(
    choices: Sequence[Choice], bound: set[int], seen: Sequence[Seen]
) -> list[tuple[list[int], list[Seen]]]:
    """The bound choices by number, with what was seen of them, in groups of nothing in common."""
    group_of = {number: number for number in sorted(bound)}
    joined = [{number, *_sources(choices[number].tickets)} for number in group_of]
    for numbers in [*joined, *(_sources(tokens) for tokens, _ in seen)]:
        groups = {group_of[number] for number in numbers}
        for number, group in group_of.items():
            if group in groups:
                group_of[number] = min(groups)
    return [
        (
            [number for number, its in group_of.items() if its == group],
            [each for each in seen if group_of[_first(each)] == group],
        )
        for group in sorted(set(group_of.values()))
    ]


def _first(seen: Seen) -> int:
    """The number of a choice that was seen something of."""
    return next(token[0] for token in seen[0] if isinstance(token, tuple))
