"""Hidden piles of cards, put together from what a seat has followed."""

from __future__ import annotations

from operator import add, sub
from typing import TYPE_CHECKING, NamedTuple

from ttrkit.knowledge.deduction import Need, Track
from ttrkit.payment import CARD_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ttrkit.knowledge.deduction import Knowledge

Counts = list[int]


class HiddenPile(NamedTuple):
    """A pile of cards that the seat does not see."""

    base: Counts  # the cards that it holds besides those in its places; below 0 if they were paid
    decks: list[int]  # for each of its places, in order: the deck that the card came from
    needs: list[Need]


class CardFollower:
    """The hidden piles of an observation, put together from what a seat has followed."""

    def __init__(
        self, unseen: Counts, deck_size: int, sizes: Sequence[int | None], tracks: Sequence[Track]
    ) -> None:
        self._unseen = unseen
        self._deck_size = deck_size
        self._sizes = sizes
        self._tracks = list(tracks)
        self._is_followed = None not in sizes
        for number, (size, track) in enumerate(zip(sizes, tracks, strict=True)):
            if size is not None and size < len(track.unseen) + sum(track.balance):
                self._tracks[number] = Track()  # cards have left it unseen
                self._is_followed = False
        if min(self._left()) < 0:  # what was followed cannot be
            self._tracks = [Track() for _ in tracks]
            self._is_followed = False

    def _left(self) -> Counts:
        """The unseen cards besides the balances of the piles."""
        left = self._unseen
        for track in self._tracks:
            left = list(map(sub, left, track.balance))
        return left

    def piles_and_pools(
        self, knowledge: Knowledge, own: Sequence[tuple[Track, Sequence[int]]]
    ) -> tuple[list[HiddenPile], list[Counts]]:
        """The hidden piles and, for every deck, the cards of it that the seat has not seen."""
        piles = [self._pile(*each) for each in zip(self._sizes, self._tracks, strict=True)]
        pools = None
        if knowledge.ends and knowledge.is_followed and self._is_followed:
            pools = self._pools(piles, knowledge.ends, own)
        if pools is None:
            piles = [HiddenPile(pile.base, [0] * len(pile.decks), pile.needs) for pile in piles]
            pools = [self._left()]
        if not knowledge.passes:  # otherwise the cards of every place are asked for
            piles = [_without_settled(pile, pools) for pile in piles]
        return piles, pools

    def _pile(self, size: int | None, track: Track) -> HiddenPile:
        """A hidden pile: the cards that nobody has followed were in it from the start."""
        if size is None:
            return HiddenPile(track.balance, [], [])
        at_first = size - len(track.unseen) - sum(track.balance)
        decks = [0] * at_first + track.unseen
        needs = [Need(card, among + at_first, count) for card, among, count in track.needs]
        return HiddenPile(track.balance, decks, needs)

    def _pools(
        self,
        piles: Sequence[HiddenPile],
        ends: Sequence[Counts],
        own: Sequence[tuple[Track, Sequence[int]]],
    ) -> list[Counts] | None:
        """The unseen cards of every deck; None if they do not add up."""
        if any(track.unseen for track, _ in own):
            return None
        at_first = [0] * CARD_KINDS  # the seat's own cards that it did not see come
        for track, content in own:
            at_first = list(map(add, at_first, map(sub, content, track.balance)))
        pools = []
        before = [0] * CARD_KINDS
        places = 0
        for deck, end in enumerate([*ends, None]):
            places += sum(pile.decks.count(deck) for pile in piles)
            if end is None:
                total, size = self._left(), places + self._deck_size
            else:
                total, size = list(map(sub, end, at_first)), places
            pool = list(map(sub, total, before))
            if min(pool) < 0 or sum(total) != size:
                return None
            pools.append(pool)
            before = total
        return pools


def _without_settled(pile: HiddenPile, pools: Sequence[Counts]) -> HiddenPile:
    """The pile without the first places in which needs leave no choice; takes their cards away.

    Only places of one deck are left out at a time: so it is certain which deck each card is from.
    """
    first = pile.decks[0] if pile.decks else 0
    of_first = next((at for at, deck in enumerate(pile.decks) if deck != first), len(pile.decks))
    settled, taken = 0, [0] * CARD_KINDS
    most = [0] * CARD_KINDS
    for card, among, least in pile.needs:
        most[card] = least
        if sum(most) == among <= of_first:
            settled, taken = among, most[:]
    pools[first][:] = map(sub, pools[first], taken)
    needs: dict[tuple[int, int], Need] = {}  # of those among the same places, the last is enough
    for card, among, least in pile.needs:
        if least > taken[card]:
            needs[card, among] = Need(card, among - settled, least - taken[card])
    base = list(map(add, pile.base, taken))
    rest = HiddenPile(base, pile.decks[settled:], list(needs.values()))
    return _without_settled(rest, pools) if settled else rest
