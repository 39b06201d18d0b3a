"""All games that agree with what a seat has seen, each with its chance: by brute force.

A small game is set up with every order that its decks could have been shuffled into, and played on
with the same public actions. Where a seat acted in secret, every legal action is tried, each as
likely as the others. A game is dropped as soon as the seat would have seen something else. What is
left are all the worlds that could be, each with its chance: the reference for `determinize`. It
uses nothing of the code that it is a reference for.
"""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import sqrt

import attrs

from ttrkit import Action, Game, Observation, Variant
from ttrkit.engine import State
from ttrkit.events import Chance
from ttrkit.testing.invariants import state_of

World = Hashable
Summary = Callable[[Game], World]


class NotYet(Exception):
    """A shuffle that no order was given for."""

    def __init__(self, items: Sequence[int]) -> None:
        super().__init__(items)
        self.items = items


class Given(Chance):
    """Shuffles that come out as given, one after another."""

    __slots__ = ("next", "orders")

    def __init__(self, orders: Sequence[tuple[int, ...]]) -> None:
        super().__init__(0)
        self.orders = orders
        self.next = 0

    def shuffled(self, items: Sequence[int], name: str | int) -> list[int]:
        """The next order that was given."""
        if self.next == len(self.orders):
            raise NotYet(items)
        self.next += 1
        return list(self.orders[self.next - 1])


def orders_of(items: Sequence[int]) -> list[tuple[int, ...]]:
    """Every order of these items that can be told from the others."""
    found: dict[tuple[int, ...], None] = {}
    stack: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), tuple(sorted(items)))]
    while stack:
        done, left = stack.pop()
        if not left:
            found[done] = None
        for item in set(left):
            at = left.index(item)
            stack.append(((*done, item), left[:at] + left[at + 1 :]))
    return list(found)


@attrs.define
class Played:
    """A game that was played for real: every action, and what the seat saw before and after."""

    variant: Variant
    players: int
    first: int
    viewer: int
    actions: list[tuple[int, Action]]
    sights: list[Observation]

    @classmethod
    def by(cls, game: Game, viewer: int, actions: Sequence[Action], variant: Variant) -> "Played":
        """Play these actions, one after another."""
        done = []
        sights = [game.observe(viewer)]
        for action in actions:
            seat = game.to_move
            assert seat is not None
            game.apply(action)
            done.append((seat, action))
            sights.append(game.observe(viewer))
        first = state_of(game).first
        return cls(variant, len(game.seats), first, viewer, done, sights)

    def worlds(self, summary: Summary) -> dict[World, Fraction]:
        """Every world that could be, with its chance."""
        weights: Counter[World] = Counter()
        for game, weight in self._all():
            weights[summary(game)] += weight  # type: ignore[assignment]
        whole = sum(weights.values())
        return {world: Fraction(weight) / whole for world, weight in weights.items()}

    def _all(self) -> Iterator[tuple[Game, Fraction]]:
        todo: list[tuple[tuple[tuple[int, ...], ...], Fraction, tuple[Action, ...]]] = [
            ((), Fraction(1), ())
        ]
        while todo:
            orders, weight, secret = todo.pop()
            try:
                game, choices = self._replayed(orders, secret)
            except NotYet as missing:
                every = orders_of(missing.items)
                todo += [((*orders, order), weight / len(every), secret) for order in every]
                continue
            if game is None:
                continue
            if choices:
                todo += [(orders, weight / len(choices), (*secret, each)) for each in choices]
            else:
                yield game, weight

    def _replayed(
        self, orders: tuple[tuple[int, ...], ...], secret: Sequence[Action]
    ) -> tuple[Game | None, list[Action]]:
        """The game as far as orders and secret actions are given; None if it looks different."""
        state: State = self.variant.engine.start(self.players, Given(orders), self.first)
        game = Game(state)
        if game.observe(self.viewer) != self.sights[0]:
            return None, []
        left = list(secret)
        for (seat, action), seen in zip(self.actions, self.sights[1:], strict=True):
            if game.to_move != seat:
                return None, []
            if not action.is_public and seat != self.viewer:
                if not left:
                    return game, game.legal_actions()
                action = left.pop(0)  # noqa: PLW2901 (another world, another action)
            if not game.is_legal(action):
                return None, []
            game.apply(action)
            if game.observe(self.viewer) != seen:
                return None, []
        return game, []


def measured(seen: Observation, summary: Summary, times: int, seed: int = 1) -> Counter[World]:
    """How often each world comes up."""
    from ttrkit import determinize

    rng = random.Random(seed)
    return Counter(summary(determinize(seen, rng)) for _ in range(times))


def distance(exact: dict[World, Fraction], found: Counter[World]) -> float:
    """Half the sum of all differences of frequency and chance."""
    times = found.total()
    return float(sum(abs(chance - Fraction(found[w], times)) for w, chance in exact.items()) / 2)


def assert_as_likely(exact: dict[World, Fraction], found: Counter[World]) -> None:
    """No world comes up that cannot be, and each about as often as it should (chi-square)."""
    impossible = {world: n for world, n in found.items() if world not in exact}
    assert not impossible, f"{len(impossible)} impossible worlds, such as {next(iter(impossible))}"
    times = found.total()
    common = {world: float(chance) * times for world, chance in exact.items() if chance * times > 8}
    rare = times - sum(common.values())
    seldom = times - sum(found[world] for world in common)
    chi_square = sum((found[world] - n) ** 2 / n for world, n in common.items())
    freedom = len(common) - 1
    if rare > 8:
        chi_square += (seldom - rare) ** 2 / rare
        freedom += 1
    assert freedom > 0, "there is nothing to choose from"
    assert chi_square < freedom + 4.5 * sqrt(2 * freedom), f"{chi_square:.0f}, {freedom} free"


__all__ = ["Played", "assert_as_likely", "distance", "measured", "orders_of", "permutations"]
