"""Tracks of piles: cards that are certain are counted as seen."""

from ttrkit.knowledge.tracks import Track
from ttrkit.payment import CARD_KINDS

R, B = 0, 1


def counts(red: int, blue: int) -> list[int]:
    """So many cards of two kinds."""
    return [red, blue] + [0] * (CARD_KINDS - 2)


def paid(*needs: tuple[int, int, int], decks: list[int]) -> Track:
    """A track of cards that came unseen from these decks, of which some were paid."""
    track = Track()
    track.unseen = decks
    for need in needs:
        track.add_need(need)
    return track


def test_cards_are_settled_where_all_were_needed() -> None:
    """The card there from the start and the first drawn are red; of those after it one is not."""
    track = paid((R, 1, 2), (B, 3, 1), decks=[0, 0, 0])
    track.begin_with(1)
    assert (track.unseen, track.needs) == ([0, 0, 0, 0], [(R, 2, 2), (B, 4, 1)])
    assert track.settle() == [(0, counts(2, 0))]
    assert track.balance == counts(2, 0)
    assert (track.unseen, track.needs, track.surplus) == ([0, 0], [(B, 2, 1)], [-1])
    assert track.at_least == counts(2, 1)


def test_a_need_replaces_a_lesser_one_of_the_same_cards() -> None:
    """Two red cards, and a third before another card came; the blue one between them stays."""
    track = paid((R, 3, 2), (B, 3, 1), (R, 3, 3), (R, 4, 4), decks=[0, 0, 0, 0])
    assert track.needs == [(B, 3, 1), (R, 3, 3), (R, 4, 4)]
    assert track.surplus == [0, 1, 1]


def test_cards_of_two_decks_are_not_settled_together() -> None:
    """Which deck the red one is from, and which the blue one, stays open."""
    track = paid((R, 2, 1), (B, 2, 1), decks=[0, 1])
    assert track.settle() == []
    assert (track.unseen, track.needs) == ([0, 1], [(R, 2, 1), (B, 2, 1)])


def test_cards_are_settled_deck_by_deck() -> None:
    """After all of the first deck are certain, those of the second may be."""
    track = paid((R, 1, 1), (B, 2, 1), decks=[0, 1])
    assert track.settle() == [(0, counts(1, 0)), (1, counts(0, 1))]
    assert (track.unseen, track.needs, track.balance) == ([], [], counts(1, 1))
