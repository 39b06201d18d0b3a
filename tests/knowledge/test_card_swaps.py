"""The steps by which hidden cards are mixed: how they are chosen, and how likely each is."""

import random
from collections import Counter

import pytest

from tests.knowledge.test_card_worlds import CASES
from ttrkit.knowledge import card_swaps
from ttrkit.knowledge.card_swaps import CardSwaps
from ttrkit.knowledge.card_worlds import CardWorlds


def swaps_of(name: str) -> CardSwaps:
    """The swaps of a case with several decks."""
    swaps = CardWorlds(CASES[name].piles, CASES[name].pools)._swaps
    assert swaps is not None
    return swaps


def test_every_broken_need_is_as_likely_to_be_mended() -> None:
    """Of the bits that are set, each comes up as often as any other."""
    rng = random.Random(1)
    for bits in ([4], [1, 8], [2, 4, 32, 64]):
        found = Counter(card_swaps._any_bit(sum(bits), rng.random) for _ in range(400 * len(bits)))
        assert sorted(found) == bits
        assert all(320 < times < 480 for times in found.values()) or len(bits) == 1


def test_without_aim_a_broken_need_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two places are as likely then as if they were picked blindly."""
    swaps = swaps_of("more cards in one deck than in the other")
    blindly = swaps._chance(0, 1, 0, 1, 0)
    broken = swaps._met & -swaps._met
    assert 0 < blindly < 1
    monkeypatch.setattr(card_swaps, "AIMED", 0)
    assert swaps._chance(0, 1, 0, 1, broken) == pytest.approx(blindly)
    monkeypatch.setattr(card_swaps, "AIMED", 1)
    assert swaps._chance(0, 1, 0, 1, broken) != pytest.approx(blindly)
