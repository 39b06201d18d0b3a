"""Drawing cards."""

import pytest

import ttrkit


@pytest.mark.clause("US-12", "EU-12", "PA-12")
def test_a_face_up_wild_taken_first_is_the_only_card(edition: str) -> None:
    """After a face-up wild the turn is over."""
    game = ttrkit.position(
        edition, players=2, market=["wild", "red", "blue", "green", "white"], deck=["yellow"]
    )
    game.apply(ttrkit.DrawFaceUp("wild"))
    assert game.seats[0].hand == {"wild": 1}
    assert game.to_move == 1
