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

Walks take long, so most swaps begin none: all places are swapped in turn without them, then some
that are picked at random with them. If no need is about several decks, no walk is needed.

How many cards there are to spare for every need is kept in the digits of one number, so that a swap
takes one addition, whatever it changes. The top bit of a digit is set if the need is met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from ttrkit.errors import RuleError
from ttrkit.payment import CARD_KINDS

if TYPE_CHECKING:
    from ttrkit.knowledge.card_follower import HiddenPile
    from ttrkit.knowledge.tracks import CardNeed

SWEEPS = 2  # swaps for every place that a need is about; one for each deck if there are walks
MIN_SWAPS = 40  # swaps in all, at least; if there are walks, those that may begin one
WALKS = 2  # for so many such places, one swap for each deck that may begin a walk
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


Window = tuple[int, list[int], int, int]
"""A need: the card that is needed, places, how many of them it is about, and a one in its digit."""


class CardSwaps:
    """Swaps between the places of each deck, which are numbered on from deck to deck."""

    def __init__(
        self,
        piles: Sequence[HiddenPile],
        places_of: Sequence[list[int]],
        pools: Sequence[Counts],
    ) -> None:
        self._pools = pools
        sizes = list(map(sum, pools))
        most = max(pools[0] if len(pools) == 1 else map(sum, zip(*pools, strict=True)))
        for pile in piles:
            for _, _, least in pile.needs:
                if least > most:  # more than there are: it cannot be met
                    most = least
        self._top = most.bit_length()  # the bit of a digit that says it is met, by number
        self._windows: list[Window] = []
        self._counts = [NOTHING] * sum(sizes)  # by place: what each card counts there
        self._none = 0  # all digits as if no card were in any place
        self._met_within = 0  # the bits for the needs that are about places of one deck
        self._chosen: list[int] = []  # the places that a need is about
        for (_, decks, needs), places in zip(piles, places_of, strict=True):
            if needs:
                self._chosen += places[: needs[-1][1]]
                self._take_in(needs, places, decks)
        self._met = met_bits(len(self._windows), self._top)  # the bits that say that all are met
        self._starts = [0, *accumulate(sizes)]  # by deck: its first place
        if len(pools) == 1:
            self.deck_of = bytes(sizes[0])
            """By place: its deck."""
            size, counts = sizes[0], self._counts
            self._picks = [(place, counts[place], 0, size) for place in self._chosen]
            """The places that a need is about; what cards count there; the first place and the size
            of the deck."""
            return
        self.deck_of = b"".join([bytes([deck]) * size for deck, size in enumerate(sizes)])
        of_decks = [*zip(self._starts, sizes, strict=False)]
        self._picks = [
            (place, self._counts[place], *of_decks[self.deck_of[place]]) for place in self._chosen
        ]
        self._blind = [1 / (len(self._chosen) * (size or 1)) for size in sizes]
        """By deck: how likely two of its places are picked blindly, in this order."""

    def _take_in(self, needs: Sequence[CardNeed], places: list[int], decks: Sequence[int]) -> None:
        """Take in the needs of a pile, each of which is about the places of the one before it."""
        counts, windows, top = self._counts, self._windows, self._top
        digit, full = 1 << len(windows) * (top + 1), 1 << top
        none = within = 0
        row = NOTHING[:]
        end = needs[-1][1]
        alike = decks.count(decks[0])  # places of one deck, as a rule before all others
        if decks[:alike].count(decks[0]) < alike:
            alike = next(at for at, deck in enumerate(decks) if deck != decks[0])
        for card, among, least in reversed(needs):
            if among < end:
                for place in places[among:end]:
                    counts[place] = row
                row, end = row[:], among
            row[card] += digit
            none += digit * (full - least)
            if among <= alike:
                within += digit * full
            windows.append((card, places, among, digit))
            digit <<= top + 1
        for place in places[:end]:
            counts[place] = row
        self._none += none
        self._met_within += within

    def _window_of(self, bit: int) -> Window:
        """The need that this bit says is met."""
        return self._windows[bit.bit_length() // (self._top + 1) - 1]

    def mix(self, cards: list[int], random: Random) -> None:
        """Make any deal one that meets all needs, each as likely as any other."""
        counts = self._counts
        spare = self._none
        for place in self._chosen:
            spare += counts[place][cards[place]]
        if ~spare & self._met:
            spare = self._mend(cards, spare, random)
        decks, choices = len(self._pools), len(self._picks)
        if self._met == self._met_within:
            self._swap(cards, spare, max(SWEEPS, -(-MIN_SWAPS // choices)), random)
            return
        walks = max(choices // WALKS, MIN_SWAPS // decks)
        for _ in range(decks):
            spare = self._swap(cards, spare, 1, random)
            spare = self._swap_or_walk(cards, spare, walks, random)

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
            window = self._window_of(_any_bit(broken, random))
            card = window[0]
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
        card, places, among, digit = window
        found = []
        for place in places[:among]:
            if cards[place] != card:
                deck = self.deck_of[place]
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

    def _swap(self, cards: list[int], spare: int, sweeps: int, random: Random) -> int:
        """Swap in every place so many times, as far as all needs stay met.

        Returns what is to spare in the end, like the next two.
        """
        met, counts, nothing = self._met, self._counts, NOTHING
        for place, here, first, size in self._picks * sweeps:
            other = first + int(random() * size)
            card, its = cards[place], cards[other]
            if card != its:
                new = spare + here[its] - here[card]
                there = counts[other]
                if there is not nothing:
                    new += there[card] - there[its]
                if new & met == met:
                    cards[place], cards[other] = its, card
                    spare = new
        return spare

    def _swap_or_walk(self, cards: list[int], spare: int, times: int, random: Random) -> int:
        """Swap so many times, and walk on from swaps that break needs.

        Places are picked at random, not in turn: a walk backwards begins elsewhere.
        """
        met, met_within, counts, picks = self._met, self._met_within, self._counts, self._picks
        choices, nothing = len(picks), NOTHING
        for _ in range(times):
            place, here, first, size = picks[int(random() * choices)]
            other = first + int(random() * size)
            card, its = cards[place], cards[other]
            if card != its:
                new = spare + here[its] - here[card]
                there = counts[other]
                if there is not nothing:
                    new += there[card] - there[its]
                if new & met == met:
                    cards[place], cards[other] = its, card
                    spare = new
                elif new & met_within == met_within:
                    spare = self._walk(cards, spare, new, (place, other), random)
        return spare

    def _walk(
        self, cards: list[int], spare: int, new: int, pair: tuple[int, int], random: Random
    ) -> int:
        """Swap in these two places and go on until all needs are met, or leave all as it was.

        `new` is what is to spare after the swap. Returns what is to spare in the end.
        """
        met, met_within, counts, picks = self._met, self._met_within, self._counts, self._picks
        windows, width = self._windows, self._top + 1
        place, other = pair
        walk: list[Swapped] = []
        before, card, its = 0, cards[place], cards[other]
        broken = ~new & met
        while not broken & met_within:
            cards[place], cards[other] = its, card
            walk.append((place, other, card, its, before, broken))
            if not broken:
                if random() < self._odds(walk):
                    return new
                break
            if len(walk) > 1 and random() < GIVE_UP:
                break
            if random() < AIMED:
                bit = broken if not broken & (broken - 1) else _any_bit(broken, random)
                its, places, among, _ = windows[bit.bit_length() // width - 1]
                place = places[int(random() * among)]
                card = cards[place]
                deck = self.deck_of[place]
                count = self._pools[deck][its]
                if card == its or not count:
                    break
                other = cards.index(its, self._starts[deck])
                for _ in range(int(random() * count)):
                    other = cards.index(its, other + 1)
            else:
                place, _, first, size = picks[int(random() * len(picks))]
                other = first + int(random() * size)
                card, its = cards[place], cards[other]
                if card == its:
                    break
            here, there = counts[place], counts[other]
            new += there[card] - here[card] + here[its] - there[its]
            before, broken = broken, ~new & met
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
        deck = self.deck_of[place]
        blind = self._blind[deck] * ((here is not NOTHING) + (there is not NOTHING))
        if not broken:
            return blind
        aimed = 0.0
        for bit in _bits(broken):
            needed, _, among, digit = self._window_of(bit)
            if (needed == its and here[its] & digit) or (needed == card and there[card] & digit):
                aimed += 1 / (among * self._pools[deck][needed])
        return (1 - AIMED) * blind + AIMED * aimed / broken.bit_count()


@cache
def met_bits(needs: int, top: int) -> int:
    """The bit with this number in so many digits, each of which has one bit more."""
    return sum(1 << number * (top + 1) + top for number in range(needs))


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
