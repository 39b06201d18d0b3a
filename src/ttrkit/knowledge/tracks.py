"""Tracks: the cards of a pile, as far as a seat has followed them.

A track follows the cards that the seat saw go in and out, and counts those that went in unseen.
Cards that somebody paid and nobody saw go in must have been among the unseen ones: this is a
`Need`.
"""

from __future__ import annotations

from typing import NamedTuple

from ttrkit.payment import CARD_KINDS


class Need(NamedTuple):
    """At least `least` of the first `among` unseen cards of a pile were of this kind."""

    card: int
    among: int
    least: int


CardNeed = tuple[int, int, int]  # a `Need`, or as fast a tuple of the same numbers


class Track:
    """The cards of one pile, as far as a seat has followed them."""

    __slots__ = ("balance", "least", "needs", "surplus", "unseen")

    def __init__(self) -> None:
        self.balance = [0] * CARD_KINDS
        """By card: the number seen to go in, less the number seen to go out."""
        self.unseen: list[int] = []
        """Every card that went in unseen, in order: the number of the deck that it came from."""
        self.needs: list[CardNeed] = []
        """The needs, in the order in which they arose."""
        self.surplus: list[int] = []
        """After every need: the cards needed till then, less the cards that went in unseen."""
        self.least = [0] * CARD_KINDS
        """By card: the greatest need."""

    def add_need(self, need: CardNeed) -> None:
        """Take in a need that is greater than any before it.

        It replaces one of the same card among the same places.
        """
        card, among, least = need
        needs = self.needs
        if needs and needs[-1][1] == among:
            number = len(needs) - 1
            while number >= 0 and needs[number][1] == among:
                if needs[number][0] == card:
                    del needs[number], self.surplus[number]
                    break
                number -= 1
        self.least[card] = least
        needs.append(need)
        self.surplus.append(sum(self.least) - among)

    def begin_with(self, count: int) -> None:
        """Take in that there were so many more cards from the start, which are of deck 0."""
        self.unseen[:0] = [0] * count
        self.needs = [(card, among + count, least) for card, among, least in self.needs]
        self.surplus = [surplus - count for surplus in self.surplus]

    def settle(self) -> list[tuple[int, list[int]]]:
        """Count the first unseen cards as seen, where needs leave no choice what they are.

        Only cards of one deck are settled at a time: so it is certain which deck each card is from.
        Returns the cards, as counts, with the number of the deck that they are from.
        """
        settled = []
        while 0 in self.surplus:  # all cards till then were needed
            number = self.surplus.index(0)
            among = self.needs[number][1]
            deck = self.unseen[0]
            if self.unseen[:among].count(deck) < among:
                break
            taken = [0] * CARD_KINDS
            for card, _, least in self.needs[: number + 1]:
                taken[card] = least
            settled.append((deck, taken))
            needs, self.needs, self.surplus = self.needs[number + 1 :], [], []
            del self.unseen[:among]
            self.balance = list(map(int.__add__, self.balance, taken))
            self.least = [0] * CARD_KINDS
            for card, later, least in needs:
                self.add_need((card, later - among, least - taken[card]))
        return settled

    def merge_oldest(self) -> list[int]:
        """Count all cards of the oldest deck as there from the start; return those needed by then.

        The latter are counted as seen from now on.
        """
        old = self.unseen.count(0)
        needed = [0] * CARD_KINDS
        needs, self.needs, self.surplus = self.needs, [], []
        for card, among, least in needs:
            if among <= old:
                needed[card] = least
        self.unseen = [deck - 1 for deck in self.unseen[old:]]
        self.balance = list(map(int.__add__, self.balance, needed))
        self.least = [0] * CARD_KINDS
        for card, among, least in needs:
            if among > old and least > needed[card]:
                self.add_need((card, among - old, least - needed[card]))
        return needed

    @property
    def at_least(self) -> list[int]:
        """By card: the least number that the pile must contain now."""
        return list(map(int.__add__, self.balance, self.least))
