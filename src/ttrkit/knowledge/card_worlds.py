"""Hidden cards dealt anew: every deal that could be, each as likely as it is.

The cards that a seat has not seen lie in *places*: one for every card that went into a hidden pile
unseen, in order, and one for every card of the deck. Each deck was shuffled evenly, so all ways to
lay the unseen cards of a deck into its places are equally likely, except that some are impossible:
whoever paid two red cards had them by then (`Need`). A deal begins with cards that meet the needs,
in places chosen at random, and all other cards in random order. That favours piles with many cards
of a colour that was needed. So cards then change places until all possible deals are equally
likely: see `ttrkit.knowledge.card_swaps`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ttrkit.knowledge.card_swaps import CardSwaps
from ttrkit.payment import list_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from ttrkit.knowledge.card_follower import HiddenPile
    from ttrkit.knowledge.deduction import Need

MAX_TRIES = 1_000  # deals that disagree with a pass, before one of them is taken all the same
EMPTY = -1  # what lies in a place that is not filled yet

Counts = list[int]


class Step(NamedTuple):
    """Cards to be laid so that a need is met, if those for all needs before it are laid."""

    pile: int
    card: int
    number: int
    places: list[int]  # those that the need before it was not about


class CardWorlds:
    """All deals of the unseen cards of one observation.

    `pools` are the unseen cards of each deck; those of the last one that lie in no pile are in the
    deck still.
    """

    def __init__(self, piles: Sequence[HiddenPile], pools: Sequence[Counts]) -> None:
        self._bases = [pile.base for pile in piles]
        self._pools = pools
        self._owner: list[int] = []  # by place that is not in the deck: the pile
        ranks: list[int] = []  # by place that is not in the deck: the number of places before it
        for deck in range(len(pools)):
            for number, pile in enumerate(piles):
                its = [rank for rank, came_from in enumerate(pile.decks) if came_from == deck]
                self._owner += [number] * len(its)
                ranks += its
        self._deck_of = [deck for deck, pool in enumerate(pools) for _ in range(sum(pool))]
        self._places: list[list[int]] = [[] for _ in piles]  # by pile, in order
        for place in sorted(range(len(ranks)), key=ranks.__getitem__):
            self._places[self._owner[place]].append(place)
        needs = [(number, need) for number, pile in enumerate(piles) for need in pile.needs]
        if len(pools) > 1:  # those that only early decks can meet come first
            needs.sort(key=lambda each: (piles[each[0]].decks[each[1].among - 1], each[1].among))
        self._steps = list(self._steps_to_meet(needs))
        self._swaps: CardSwaps | None = None
        if needs:
            windows = [
                (need.card, self._places[number][: need.among], need.least)
                for number, need in needs
            ]
            self._swaps = CardSwaps(windows, pools)

    def _steps_to_meet(self, needs: Sequence[tuple[int, Need]]) -> list[Step]:
        steps = []
        laid: dict[tuple[int, int], int] = {}
        reached = [0] * len(self._places)
        for number, (card, among, least) in needs:
            before = laid.get((number, card), 0)
            if least > before:
                laid[number, card] = least
                new = self._places[number][reached[number] : among]
                steps.append(Step(number, card, least - before, new))
                reached[number] += len(new)
        return steps

    def deal(
        self, rng: Random, agrees: Callable[[list[list[int]]], bool] | None = None
    ) -> tuple[list[Counts], list[int]]:
        """A random deal: the content of every pile, and the cards that lie in none, in order.

        `agrees` is asked whether the cards in the places of each pile can be.
        """
        cards = self._dealt(rng.random)
        if agrees is not None:
            for _ in range(MAX_TRIES):
                if agrees([[cards[place] for place in places] for places in self._places]):
                    break
                cards = self._dealt(rng.random)
        contents = [base[:] for base in self._bases]
        for owner, card in zip(self._owner, cards, strict=False):
            contents[owner][card] += 1
        return contents, cards[len(self._owner) :]

    def _dealt(self, random: Callable[[], float]) -> list[int]:
        """The card in every place."""
        if self._swaps is None:
            cards = []
            for pool in self._pools:
                cards += in_random_order(list_cards(pool), random)
            return cards
        cards = self._begun(random)
        self._swaps.mix(cards, random)
        return cards

    def _begun(self, random: Callable[[], float]) -> list[int]:
        """A deal that meets all needs if there is one deck, and nearly all if there are several."""
        deck_of = self._deck_of
        cards = [EMPTY] * len(deck_of)
        left = [pool[:] for pool in self._pools]
        free: list[list[int]] = [[] for _ in self._places]  # by pile: places for what is needed
        for pile, card, count, new in self._steps:
            places = free[pile]
            places += new
            for _ in range(count):
                if not places:
                    break
                place = places[int(random() * len(places))]
                if not left[deck_of[place]][card]:
                    fit = [place for place in places if left[deck_of[place]][card]]
                    if not fit:
                        break
                    place = fit[int(random() * len(fit))]
                places.remove(place)
                cards[place] = card
                left[deck_of[place]][card] -= 1
        others = [in_random_order(list_cards(pool), random) for pool in left]
        return [
            others[deck].pop() if card == EMPTY else card
            for card, deck in zip(cards, deck_of, strict=True)
        ]


def in_random_order(items: list[int], random: Callable[[], float]) -> list[int]:
    """The items in random order; faster than `Random.shuffle`."""
    keys = [random() for _ in items]
    return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]
