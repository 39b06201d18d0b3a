"""Hidden piles of cards, put together from what a seat has followed."""

from __future__ import annotations

from operator import add, sub
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.knowledge.tracks import CardNeed, Track
from ttrkit.payment import CARD_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttrkit.knowledge.deduction import Knowledge

Counts = list[int]


class HiddenPile(NamedTuple):
    """A pile of cards that the seat does not see."""

    base: Counts  # the cards that it holds besides those in its places; below 0 if they were paid
    decks: Sequence[int]  # for each of its places, in order: the deck that the card came from
    needs: Sequence[CardNeed]


class CardFollower:
    """The hidden piles of an observation, put together from what a seat has followed."""

    def __init__(
        self, unseen: Counts, deck_size: int, sizes: Sequence[int | None], tracks: Sequence[Track]
    ) -> None:
        self._deck_size = deck_size
        self._is_followed = True
        self._tracks = []
        self._at_first = []  # by pile: how many more of its cards were in it from the start
        self._left = unseen  # the unseen cards besides the balances of the piles
        for size, track in zip(sizes, tracks, strict=True):
            at_first = -1 if size is None else size - len(track.unseen) - sum(track.balance)
            followed = track
            if at_first < 0:  # cards have left it unseen, or nobody knows how many
                self._is_followed = False
                at_first, followed = size or 0, Track()
                if size is None:
                    followed.balance = track.balance
            self._tracks.append(followed)
            self._at_first.append(at_first)
            self._left = list(map(sub, self._left, followed.balance))
        if min(self._left) < 0:  # what was followed cannot be
            self._left = unseen
            self._tracks = [Track() for _ in tracks]
            self._at_first = [size or 0 for size in sizes]
            self._is_followed = False

    def piles_and_pools(
        self, knowledge: Knowledge, own: Sequence[tuple[Track, Sequence[int]]]
    ) -> tuple[list[HiddenPile], list[Counts]]:
        """The hidden piles and, for every deck, the cards of it that the seat has not seen."""
        is_followed = self._is_followed and knowledge.is_followed
        if is_followed and not knowledge.passes:  # or else the cards of every place are asked for
            self._settle(knowledge)
        piles = list(map(_hidden, self._tracks, self._at_first))
        if not knowledge.ends:
            return piles, [self._left]
        pools = self._pools(piles, knowledge.ends, own) if is_followed else None
        if pools is None:
            piles = [HiddenPile(base, [0] * len(decks), needs) for base, decks, needs in piles]
            pools = [self._left]
        return piles, pools

    def _settle(self, knowledge: Knowledge) -> None:
        """Count cards as seen if it is certain by now what they are."""
        for number, track in enumerate(self._tracks):
            if self._at_first[number]:
                track.begin_with(self._at_first[number])
                self._at_first[number] = 0
            if 0 in track.surplus:
                for deck, cards in track.settle():
                    self._left = list(map(sub, self._left, cards))
                    for ended in range(deck, len(knowledge.ends)):
                        knowledge.ends[ended] = list(map(sub, knowledge.ends[ended], cards))

    def _pools(
        self,
        piles: Sequence[HiddenPile],
        ends: Sequence[Counts],
        own: Sequence[tuple[Track, Sequence[int]]],
    ) -> list[Counts] | None:
        """The unseen cards of every deck; None if they do not add up."""
        at_first = [0] * CARD_KINDS  # the seat's own cards that it did not see come
        for track, content in own:
            if track.unseen:
                return None
            at_first = list(map(add, at_first, map(sub, content, track.balance)))
        pools = []
        before = at_first
        for end in ends:
            pools.append(list(map(sub, end, before)))
            before = end
        pools.append(list(map(add, map(sub, self._left, before), at_first)))
        places: list[int] = []
        for pile in piles:
            places += pile.decks
        in_deck = 0
        for deck, pool in enumerate(pools):
            if deck == len(ends):
                in_deck = self._deck_size
            if min(pool) < 0 or sum(pool) != places.count(deck) + in_deck:
                return None
        return pools


def _hidden(track: Track, at_first: int) -> HiddenPile:
    """The pile of this track; so many more of its cards were in it from the start."""
    if not at_first:
        return HiddenPile(track.balance[:], track.unseen, track.needs)
    needs = [(card, among + at_first, least) for card, among, least in track.needs]
    return HiddenPile(track.balance[:], [0] * at_first + track.unseen, needs)
