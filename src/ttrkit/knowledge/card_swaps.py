"""Swaps of hidden cards, by which every possible deal comes up as often as any other.

A deal is possible if it meets all needs. Two places of a deck are picked blindly, and their cards
swapped. Picking the same two places would undo that, and is just as likely: so if possible deals
are equally likely before, they are afterwards; and if they are not, they get closer to it.

With one deck, swaps that leave the deal possible lead from any possible deal to any other. With
several decks they do not, or take long to: if a red card of the first deck that was needed shall go
elsewhere, a red card of the second deck must come at the same time. So a swap that breaks needs is
the beginning of a *walk*: more swaps follow, most of them aimed at a need that is broken, until the
deal is possible again. Such a walk may be likelier than the same walk backwards; it is then taken
less often in the ratio of the two chances, and otherwise undone (Metropolis and Hastings). A walk
ends in vain when it breaks a need that is about places of one deck, since all deals can be reached
without; and every now and then, which is as likely backwards.

How many cards there are to spare for every need is kept in the digits of one number, so that a swap
takes one addition, whatever it changes. The top bit of a digit is set if the need is met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ttrkit.errors import RuleError
from ttrkit.payment import CARD_KINDS

SWEEPS = 2  # swaps for every place that a need is about, times the number of decks
MIN_SWAPS = 40  # swaps in all, at least
AIMED = 0.9  # the part of the swaps of a walk that are aimed at a broken need
GIVE_UP = 0.25  # how likely a walk ends in vain after every swap but the first
MAX_MENDING = 50_000  # swaps to meet all needs; a hundred are hardly ever needed
WILFUL = 0.05  # the part of these swaps that are random
STAY = 4  # how many of these swaps a card that was moved shall stay, at least

Random = Callable[[], float]
Counts = list[int]
Swapped = tuple[int, int, int, int, int, int]
"""A swap of a walk: two places, the cards in them before, and the needs broken before and after."""
NOTHING = [0] * CARD_KINDS  # what the cards in a place count that no need is about


class Window(NamedTuple):
    """A need: at least so many of the cards in these places are of this kind."""

    card: int
    places: list[int]
    digit: int  # a one in the digit of the need


class CardSwaps:
    """Swaps between the places of each deck, which are numbered on from deck to deck."""

    def __init__(
        self, needs: Sequence[tuple[int, list[int], int]], pools: Sequence[Counts]
    ) -> None:
        self._pools = pools
        self._starts = [0]  # by deck: its first place
        for pool in pools:
            self._starts.append(self._starts[-1] + sum(pool))
        self._deck_of = [deck for deck, pool in enumerate(pools) for _ in range(sum(pool))]
        most = max(*map(sum, zip(*pools, strict=True)), *(least for _, _, least in needs))
        self._top = most.bit_length()  # the number of the bit of a digit that says it is met
        self._met = 0  # this bit of all digits
        self._met_within = 0  # the same for the needs that are about places of one deck
        self._none = 0  # all digits as if no card were in any place
        self._windows: dict[int, Window] = {}  # by the bit that says it is met
        self._counts = [NOTHING] * self._starts[-1]  # by place: what each card counts there
        for number, (card, places, least) in enumerate(needs):
            digit = 1 << number * (self._top + 1)
            bit = digit << self._top
            self._windows[bit] = Window(card, places, digit)
            self._met += bit
            if self._deck_of[min(places)] == self._deck_of[max(places)]:
                self._met_within += bit
            self._none += bit - least * digit
            for place in places:
                if self._counts[place] is NOTHING:
                    self._counts[place] = NOTHING[:]
                self._counts[place][card] += digit
        self._chosen = [  # a place that a need is about; the first place and the size of its deck
            (place, self._starts[deck], self._starts[deck + 1] - self._starts[deck])
            for place, deck in enumerate(self._deck_of)
            if self._counts[place] is not NOTHING
        ]
        at_least = -(-MIN_SWAPS // len(self._chosen))
        self._sweeps = max(SWEEPS * len(pools), at_least)
        self._blind = [1 / (len(self._chosen) * (sum(pool) or 1)) for pool in pools]
        """By deck: how likely two of its places are picked blindly, in this order."""

    def mix(self, cards: list[int], random: Random) -> None:
        """Make any deal one that meets all needs, each as likely as any other."""
        counts = self._counts
        spare = self._none
        for place, _, _ in self._chosen:
            spare += counts[place][cards[place]]
        if ~spare & self._met:
            spare = self._mend(cards, spare, random)
        if len(self._pools) == 1:
            self._swap(cards, spare, random)
        else:
            self._swap_or_walk(cards, spare, random)

    def _mend(self, cards: list[int], spare: int, random: Random) -> int:
        """Swap cards until all needs are met; returns what is to spare then.

        Each swap brings a card that is needed, and is the one by which most needs are met (tabu
        search): but what has just been moved shall stay for a while, and some swaps are random.
        """
        counts = self._counts
        stay: dict[tuple[int, int], int] = {}  # by place and card: until when it shall not return
        for now in range(MAX_MENDING):
            broken = ~spare & self._met
            if not broken:
                return spare
            window = self._windows[_any_bit(broken, random)]
            card = window.card
            pairs = self._pairs_for(window, cards)
            if pairs and random() >= WILFUL:
                losses = [
                    self._loss(spare, cards, pair)
                    + (now < stay.get((pair[0], card), 0))
                    + (now < stay.get((pair[1], cards[pair[0]]), 0))
                    for pair in pairs
                ]
                least = min(losses)
                pairs = [p for p, loss in zip(pairs, losses, strict=True) if loss == least]
            if pairs:
                place, other = pairs[int(random() * len(pairs))]
                here, there, its = counts[place], counts[other], cards[place]
                spare += there[its] - here[its] + here[card] - there[card]
                cards[place], cards[other] = card, its
                stay[place, its] = stay[other, card] = now + STAY + int(random() * STAY)
        raise RuleError("cards were paid that cannot have been there: see the hook `learn`")

    def _pairs_for(self, window: Window, cards: list[int]) -> list[tuple[int, int]]:
        """All places that the need is about, each with all others that have the card for it."""
        card, places, digit = window
        found = []
        for place in places:
            if cards[place] != card:
                deck = self._deck_of[place]
                for other in range(self._starts[deck], self._starts[deck + 1]):
                    if cards[other] == card and not self._counts[other][card] & digit:
                        found.append((place, other))
        return found

    def _loss(self, spare: int, cards: list[int], pair: tuple[int, int]) -> int:
        """How many more cards are lacking after a swap."""
        card, its = cards[pair[0]], cards[pair[1]]
        here, there = self._counts[pair[0]], self._counts[pair[1]]
        lacking = (~spare & self._met) >> self._top
        tight = (~(spare - (self._met >> self._top)) & self._met) >> self._top  # none to spare
        lost = (here[card] & ~there[card]) | (there[its] & ~here[its])
        gained = (there[card] & ~here[card]) | (here[its] & ~there[its])
        return (lost & tight).bit_count() - (gained & lacking).bit_count()

    def _swap(self, cards: list[int], spare: int, random: Random) -> None:
        """Swap as far as all needs stay met: enough for one deck."""
        met, counts = self._met, self._counts
        for place, first, size in self._chosen * self._sweeps:
            other = first + int(random() * size)
            card, its = cards[place], cards[other]
            if card != its:
                here, there = counts[place], counts[other]
                new = spare + there[card] - here[card] + here[its] - there[its]
                if new & met == met:
                    cards[place], cards[other] = its, card
                    spare = new

    def _swap_or_walk(self, cards: list[int], spare: int, random: Random) -> None:
        """Swap, and walk on from swaps that break needs.

        Places are picked at random, not in turn: a walk backwards begins elsewhere.
        """
        met, met_within, counts, chosen = self._met, self._met_within, self._counts, self._chosen
        choices = len(chosen)
        for _ in range(self._sweeps * choices):
            place, first, size = chosen[int(random() * choices)]
            other = first + int(random() * size)
            card, its = cards[place], cards[other]
            if card != its:
                here, there = counts[place], counts[other]
                new = spare + there[card] - here[card] + here[its] - there[its]
                if new & met == met:
                    cards[place], cards[other] = its, card
                    spare = new
                elif new & met_within == met_within:
                    spare = self._walk(cards, spare, new, (place, other), random)

    def _walk(
        self, cards: list[int], spare: int, new: int, pair: tuple[int, int], random: Random
    ) -> int:
        """Swap in these two places and go on until all needs are met, or leave all as it was.

        `new` is what is to spare after the swap. Returns what is to spare in the end.
        """
        met, counts = self._met, self._counts
        place, other = pair
        walk: list[Swapped] = []
        broken, card, its = 0, cards[place], cards[other]
        while True:
            cards[place], cards[other] = its, card
            after = ~new & met
            walk.append((place, other, card, its, broken, after))
            if not after:
                if random() < self._odds(walk):
                    return new
                break
            broken = after
            if broken & self._met_within or (len(walk) > 1 and random() < GIVE_UP):
                break
            if random() < AIMED:
                its, places, _ = self._windows[_any_bit(broken, random)]
                place = places[int(random() * len(places))]
                card = cards[place]
                deck = self._deck_of[place]
                count = self._pools[deck][its]
                if card == its or not count:
                    break
                other = cards.index(its, self._starts[deck])
                for _ in range(int(random() * count)):
                    other = cards.index(its, other + 1)
            else:
                place, first, size = self._chosen[int(random() * len(self._chosen))]
                other = first + int(random() * size)
                card, its = cards[place], cards[other]
                if card == its:
                    break
            here, there = counts[place], counts[other]
            new += there[card] - here[card] + here[its] - there[its]
        for place, other, card, its, _, _ in reversed(walk):
            cards[place], cards[other] = card, its
        return spare

    def _odds(self, walk: Sequence[Swapped]) -> float:
        """The chance of the walk backwards, divided by the chance of the walk."""
        odds = 1.0
        for place, other, card, its, before, after in walk:
            odds *= self._chance(place, other, its, card, after)
            odds /= self._chance(place, other, card, its, before)
        return odds

    def _chance(self, place: int, other: int, card: int, its: int, broken: int) -> float:
        """How likely these two places are chosen, in whichever order, while needs are broken."""
        here, there = self._counts[place], self._counts[other]
        deck = self._deck_of[place]
        blind = self._blind[deck] * ((here is not NOTHING) + (there is not NOTHING))
        if not broken:
            return blind
        aimed = 0.0
        for bit in _bits(broken):
            needed, places, digit = self._windows[bit]
            if (needed == its and here[its] & digit) or (needed == card and there[card] & digit):
                aimed += 1 / (len(places) * self._pools[deck][needed])
        return (1 - AIMED) * blind + AIMED * aimed / broken.bit_count()


def _bits(number: int) -> list[int]:
    """The bits that are set, each as a number."""
    found = []
    while number:
        found.append(number & -number)
        number &= number - 1
    return found


def _any_bit(number: int, random: Random) -> int:
    """One of the bits that are set, at random."""
    if number & (number - 1):
        for _ in range(int(random() * number.bit_count())):
            number &= number - 1
    return number & -number
