"""The market, refilled by home-made rules."""

import pytest

import ttrkit
from ttrkit import DrawBlind, DrawFaceUp
from ttrkit.parts import CARD_NUMBER, Drawing, Part, State
from ttrkit.testing import VariantError, check_variant
from ttrkit.testing.invariants import state_of

USA = ttrkit.get_variant("usa")


class Wide(Drawing):
    """A market of any size is in order."""

    def refill_market(self, state: State) -> bool:
        """As it lies."""
        return True


def test_a_market_larger_than_the_variant_says_is_listed_as_it_is() -> None:
    """Whatever another game of the variant has shown before."""
    variant = USA.replacing(Drawing, Wide())
    for colours in (["purple", "blue"], ["purple"] * 7, ["blue"] * 6 + ["purple"], ["blue"] * 7):
        game = ttrkit.position(variant, players=2, market=[])
        state = state_of(game)
        game.apply(DrawBlind())
        for colour in colours:
            state.deck.remove(CARD_NUMBER[colour])
            state.market += (CARD_NUMBER[colour],)
        game.apply(DrawBlind())
        listed = {a.colour.value for a in game.legal_actions() if isinstance(a, DrawFaceUp)}
        assert listed == set(colours)
        assert all(game.is_legal(action) for action in game.legal_actions())


class Auditor(Part):
    """Counts how often it is asked to refill the market, in points that nobody sees."""

    labels = ("audits",)

    def refill_market(self, state: State) -> bool:
        """Never content."""
        state.award(0, 1, "audits")
        return False


def test_a_part_beside_drawing_is_asked_about_every_market() -> None:
    """Also about one in which a single card was replaced."""
    market = ["red", "blue", "green", "white", "black"]
    game = ttrkit.position(
        USA.adding(Auditor()), players=2, market=market, deck=["yellow"] * 9, seed=1
    )
    for audits, colour in enumerate(["red", "blue", "green"], 1):
        game.apply(DrawFaceUp(colour))
        assert game.result().sheets[0]["audits"] == audits


class Thief(Part):
    """Loses a card when the market is refilled."""

    def refill_market(self, state: State) -> bool:
        """One card less."""
        if len(state.deck) > 50:
            state.deck.pop()
        return False


def test_a_part_that_loses_cards_of_the_market_is_named() -> None:
    """Already in the set-up."""
    with pytest.raises(VariantError, match=r"Thief\.refill_market: cards are not conserved"):
        check_variant(USA.adding(Thief()), games=1)
