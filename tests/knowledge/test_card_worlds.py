"""Deals of hidden cards, compared with all that there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

import pytest

from tests.knowledge.exact import assert_as_likely
from ttrkit import RuleError
from ttrkit.knowledge.card_follower import HiddenPile
from ttrkit.knowledge.card_worlds import CardWorlds
from ttrkit.knowledge.tracks import Need
from ttrkit.payment import CARD_KINDS

DEALS = 4000
R, B, G, W = range(4)

Deal = Hashable  # by pile: the cards in its places


class Case(NamedTuple):
    """Hidden piles, and the unseen cards of each deck."""

    piles: list[HiddenPile]
    pools: list[list[int]]


def pile(decks: list[int], *needs: tuple[int, int, int]) -> HiddenPile:
    """A pile with cards of these decks, which meets these needs."""
    return HiddenPile([0] * CARD_KINDS, decks, [Need(*need) for need in needs])


def pool(*cards: int) -> list[int]:
    """The number of each card."""
    return [cards.count(card) for card in range(CARD_KINDS)]


def add_up(pools: list[list[int]]) -> list[int]:
    """The number of each card in all of these."""
    return list(map(sum, zip(*pools, strict=True)))


def all_deals(case: Case) -> dict[Deal, Fraction]:
    """Every possible deal, with its chance: tries every card in every place."""
    places = [(number, deck) for number, each in enumerate(case.piles) for deck in each.decks]
    left = [list(cards) for cards in case.pools]
    dealt: list[list[int]] = [[] for _ in case.piles]
    found: Counter[Deal] = Counter()

    def fill(at: int, weight: int) -> None:
        if at == len(places):
            if meets_needs(case, dealt):
                found[as_deal(dealt)] += weight
            return
        number, deck = places[at]
        for card, n in enumerate(left[deck]):
            if n:
                left[deck][card] -= 1
                dealt[number].append(card)
                fill(at + 1, weight * n)
                dealt[number].pop()
                left[deck][card] += 1

    fill(0, 1)
    return {deal: Fraction(n, found.total()) for deal, n in found.items()}


def as_deal(dealt: list[list[int]]) -> Deal:
    """The cards in the places of each pile, as a value."""
    return tuple(map(tuple, dealt))


def meets_needs(case: Case, dealt: list[list[int]]) -> bool:
    """Whether these cards in the places of each pile meet all needs."""
    return all(
        cards[:among].count(card) >= least
        for each, cards in zip(case.piles, dealt, strict=True)
        for card, among, least in each.needs
    )


def dealt_by(worlds: CardWorlds, case: Case, times: int) -> list[list[list[int]]]:
    """The cards in the places of each pile, in so many deals."""
    rng = random.Random(7)
    deals: list[list[list[int]]] = []

    def note(cards: list[list[int]]) -> bool:
        deals.append(cards)
        return True

    for _ in range(times):
        contents, rest = worlds.deal(rng, note)
        assert contents == [pool(*cards) for cards in deals[-1]]
        everywhere = [*contents, pool(*rest)]
        assert add_up(everywhere) == add_up(case.pools)
    return deals


def assert_even(case: Case, worlds: CardWorlds | None = None) -> None:
    """Every possible deal comes up, about as often as it should, and no other does."""
    worlds = worlds or CardWorlds(case.piles, case.pools)
    exact = all_deals(case)
    found: Counter[Deal] = Counter(as_deal(cards) for cards in dealt_by(worlds, case, DEALS))
    if len(exact) == 1:
        assert set(found) == set(exact)
    else:
        assert_as_likely(exact, found)


CASES = {
    "one deck, no need": Case([pile([0, 0]), pile([0])], [pool(R, R, B, B, G)]),
    "one deck, a need": Case([pile([0, 0, 0], (R, 3, 2)), pile([0])], [pool(R, R, R, B, B, G)]),
    "one deck, every red is needed": Case(
        [pile([0, 0, 0], (R, 2, 1)), pile([0, 0], (R, 2, 1))], [pool(R, R, B, B, G, G)]
    ),
    "one deck, needs that grow": Case(
        [pile([0, 0, 0, 0], (R, 2, 1), (R, 4, 2), (B, 4, 1)), pile([0], (B, 1, 1))],
        [pool(R, R, R, B, B, G, G)],
    ),
    "a red of either deck": Case(
        [pile([0, 1], (R, 2, 1)), pile([0, 1])], [pool(R, B), pool(R, B, B)]
    ),
    "a red for each of two, of two decks": Case(
        [pile([0, 1], (R, 2, 1)), pile([0, 1], (R, 2, 1))], [pool(R, B), pool(R, G)]
    ),
    "red and blue change decks together": Case(
        [pile([0, 1], (R, 2, 1), (B, 2, 1)), pile([0, 1], (R, 2, 1), (B, 2, 1))],
        [pool(R, B), pool(R, B)],
    ),
    "red and blue, and a third pile": Case(
        [pile([1, 1]), pile([0, 1], (R, 2, 1), (B, 2, 1)), pile([0, 1], (B, 2, 1))],
        [pool(R, B), pool(R, R, B, B)],
    ),
    "three decks turn at once": Case(
        [pile([0, 1, 2], (R, 3, 1), (B, 3, 1), (G, 3, 1)) for _ in range(2)],
        [pool(R, B), pool(B, G), pool(G, R)],
    ),
    "reds of three decks for three": Case(
        [pile([0, 1, 2], (R, 3, 1)) for _ in range(3)],
        [pool(R, B, B), pool(R, B, B), pool(R, G, G)],
    ),
    "a need of one deck within a need of two": Case(
        [pile([0, 0, 1, 1], (R, 2, 1), (R, 4, 2), (B, 4, 1)), pile([0, 1], (B, 2, 1))],
        [pool(R, R, B), pool(R, B, G, G)],
    ),
    "more cards in one deck than in the other": Case(
        [pile([0, 1, 1], (R, 3, 1)), pile([0, 0, 1], (R, 3, 1))],
        [pool(R, B, G), pool(R, B, B, B, G, G)],
    ),
    "decks out of order": Case(
        [pile([1, 0, 1], (R, 2, 1), (B, 3, 1)), pile([0, 1], (R, 2, 1))],
        [pool(R, B), pool(R, B, G, W)],
    ),
    "just one deal": Case(
        [pile([0, 1], (R, 1, 1), (B, 2, 1)), pile([0], (G, 1, 1))], [pool(R, G), pool(B)]
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_deal_is_as_likely_as_it_is(name: str) -> None:
    """All possible deals come up, as often as all ways to lay the cards say."""
    assert_even(CASES[name])


@pytest.mark.parametrize("name", [name for name in CASES if name != "one deck, no need"])
def test_swaps_lead_from_one_deal_to_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a deal begins, enough swaps make all possible ones as likely as they are."""
    monkeypatch.setattr("ttrkit.knowledge.card_swaps.MIN_SWAPS", 120)
    case = CASES[name]
    worlds = CardWorlds(case.piles, case.pools)
    same = worlds._begun(random.Random(1).random)
    monkeypatch.setattr(worlds, "_begun", lambda _: same[:])
    assert_even(case, worlds)


def true_case(decks: int, rng: random.Random, *, piles: int, places: int, kinds: int) -> Case:
    """Random piles, with needs that hold for cards that are then forgotten."""
    sizes = [rng.randint(1, places) for _ in range(piles)]
    came_from = [sorted(rng.randrange(decks) for _ in range(size)) for size in sizes]
    rest = rng.randint(0, 2)
    pools = [pool() for _ in range(decks)]
    hidden = []
    for its_decks in came_from:
        cards: list[int] = []
        needs = []
        paid = [0] * kinds
        for deck in its_decks:
            cards.append(rng.randrange(kinds))
            pools[deck][cards[-1]] += 1
            for card in range(kinds):
                if cards.count(card) > paid[card] and rng.random() < 0.4:
                    paid[card] = rng.randint(paid[card] + 1, cards.count(card))
                    needs.append((card, len(cards), paid[card]))
        hidden.append(pile(its_decks, *needs))
    for _ in range(rest):
        pools[-1][rng.randrange(kinds)] += 1
    return Case(hidden, pools)


@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_random_piles_are_dealt_evenly(decks: int, seed: int) -> None:
    """The same for small piles with needs that were made up at random."""
    rng = random.Random(100 * decks + seed)
    case = true_case(decks, rng, piles=3, places=3, kinds=3)
    assert_even(case)


@pytest.mark.parametrize("decks", [1, 2, 4, 8])
@pytest.mark.parametrize("seed", range(6))
def test_a_deal_is_found_wherever_there_is_one(decks: int, seed: int) -> None:
    """Five large piles that have spent most of their cards can still be dealt, rightly."""
    rng = random.Random(100 * decks + seed)
    case = true_case(decks, rng, piles=5, places=40, kinds=9)
    deals = dealt_by(CardWorlds(case.piles, case.pools), case, 5)
    assert all(meets_needs(case, deal) for deal in deals)


@pytest.mark.parametrize(
    "case",
    [
        Case([pile([0, 0], (R, 1, 2))], [pool(R, R, B)]),
        Case([pile([0, 1], (R, 2, 2))], [pool(B), pool(R, R)]),
        Case([pile([0, 1], (R, 2, 1)), pile([0], (R, 1, 1))], [pool(R, B), pool(G)]),
    ],
    ids=["too few places", "too few red cards", "one red card for two"],
)
def test_needs_that_cannot_be_met_are_an_error(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contradictory needs are never left out silently."""
    monkeypatch.setattr("ttrkit.knowledge.card_swaps.MAX_MENDING", 500)
    with pytest.raises(RuleError, match="cannot have been there"):
        CardWorlds(case.piles, case.pools).deal(random.Random(1))
