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

from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING

from ttrkit.knowledge.card_swaps import CardSwaps
from ttrkit.payment import CARD_KINDS, list_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from ttrkit.knowledge.card_follower import HiddenPile

MAX_TRIES = 1_000  # deals that disagree with a pass, before one of them is taken all the same

Counts = list[int]


Step = tuple[tuple[int, int], int, int, int, list[int]]
"""Cards to be laid so that a need is met, if those for all needs before it are laid: when it is to
be met, the pile, the card, how many, and the places that the need before it was not about."""


class CardWorlds:
    """All deals of the unseen cards of one observation.

    `pools` are the unseen cards of each deck; those of the last one that lie in no pile are in the
    deck still. Places are numbered on from deck to deck, and in a deck from pile to pile.
    """

    def __init__(self, piles: Sequence[HiddenPile], pools: Sequence[Counts]) -> None:
        self._bases = [pile.base for pile in piles]
        self._pools = pools
        self._places, self._rest = _places_of(piles, pools)
        self._swaps: CardSwaps | None = None
        self._steps = self._steps_to_meet(piles)
        if self._steps:
            self._swaps = CardSwaps(piles, self._places, pools)
            self._deck_of = self._swaps.deck_of

    def _steps_to_meet(self, piles: Sequence[HiddenPile]) -> list[Step]:
        steps: list[Step] = []
        for number, (_, decks, needs) in enumerate(piles):
            if not needs:
                continue
            places = self._places[number]
            laid = [0] * CARD_KINDS
            reached = 0
            for card, among, least in needs:
                when = decks[among - 1], among
                steps.append((when, number, card, least - laid[card], places[reached:among]))
                laid[card], reached = least, among
        if len(self._pools) > 1:
            steps.sort(key=itemgetter(0))  # those that only early decks can meet come first
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
        contents = []
        for base, places in zip(self._bases, self._places, strict=True):
            content = base[:]
            for place in places:
                content[cards[place]] += 1
            contents.append(content)
        return contents, cards[self._rest :]

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
        left = [pool[:] for pool in self._pools]
        deck_of = self._deck_of
        laid: dict[int, int] = {}  # by place
        free: list[list[int]] = [[] for _ in self._places]  # by pile: places for what is needed
        for _, pile, card, count, new in self._steps:
            places = free[pile]
            places += new
            for _ in range(count):
                if not places:
                    break
                at = int(random() * len(places))
                pool = left[deck_of[places[at]]]
                if not pool[card]:
                    fit = [at for at, place in enumerate(places) if left[deck_of[place]][card]]
                    if not fit:
                        break
                    at = fit[int(random() * len(fit))]
                    pool = left[deck_of[places[at]]]
                laid[places.pop(at)] = card
                pool[card] -= 1
        others = []
        for pool in left:
            others += in_random_order(list_cards(pool), random)
        for place in sorted(laid):
            others.insert(place, laid[place])
        return others


def _places_of(piles: Sequence[HiddenPile], pools: Sequence[Counts]) -> tuple[list[list[int]], int]:
    """The places of each pile, in order, and the first place that is in none."""
    if len(pools) == 1:
        at, found = 0, []
        for pile in piles:
            start, at = at, at + len(pile.decks)
            found.append([*range(start, at)])
        return found, at
    free = [0, *accumulate(map(sum, pools))]  # by deck: the first place that is not in a pile yet
    found = []
    for pile in piles:
        places = []
        for deck in pile.decks:
            places.append(free[deck])
            free[deck] += 1
        found.append(places)
    return found, free[len(pools) - 1]


def in_random_order(items: list[int], random: Callable[[], float]) -> list[int]:
    """The items in random order; faster than `Random.shuffle`."""
    mixed = items[:]
    for last in range(len(mixed) - 1, 0, -1):
        chosen = int(random() * (last + 1))
        mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
    return mixed
