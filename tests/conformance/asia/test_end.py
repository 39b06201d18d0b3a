"""The end in Team Asia: by the trains of a team."""

import pytest

from tests.conformance.asia.common import ASIA, draw, position, turns_left
from tests.conformance.helpers import all_but, allow, is_over
from ttrkit import ClaimRoute, DrawBlind, DrawTickets, Pass, PlaceCard, ShareTickets

GREEN = ASIA.route("Sukkur", "Lahore")  # green, 3 spaces
CLAIM = ClaimRoute(GREEN, {"green": 3})


@pytest.mark.parametrize("trains", [(2, 2), (0, 4), (4, 0), (3, 1), (1, 2), (0, 0)])
@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.clause("AS-80")
def test_four_trains_of_a_team_bring_on_the_last_round(
    players: int, trains: tuple[int, int]
) -> None:
    """After a turn of either partner; then every player, both of them included, has one more."""
    for seat in range(players):
        team = seat // 2
        own = dict(zip((2 * team, 2 * team + 1), trains, strict=True))
        game = position(players, to_move=seat, trains=own)
        draw(game)
        assert turns_left(game) == players
        order = []
        while not is_over(game):
            order.append(game.to_move)
            draw(game)
        assert order == [(seat + n) % players for n in range(1, players + 1)]
        assert game.result().is_final


@pytest.mark.parametrize("trains", [(0, 5), (5, 0), (3, 2), (2, 3), (4, 1), (1, 27)])
@pytest.mark.clause("AS-80")
def test_five_trains_of_a_team_do_not(trains: tuple[int, int]) -> None:
    """However few one of the partners has."""
    for seat in range(4):
        team = seat // 2
        own = dict(zip((2 * team, 2 * team + 1), trains, strict=True))
        game = position(to_move=seat, trains=own)
        draw(game)
        assert turns_left(game) is None


@pytest.mark.clause("AS-80")
def test_the_claim_that_takes_a_team_to_four_brings_it_on() -> None:
    """The trains of both count, those just placed no more."""
    for mine, partners, last_round in ((3, 4, True), (4, 3, True), (3, 5, False), (6, 2, False)):
        game = position(hands=[{"green": 3}], trains=[mine, partners])
        game.apply(CLAIM)
        assert (turns_left(game) == 4) == last_round
        assert (turns_left(game) is None) != last_round


@pytest.mark.clause("AS-80", "GAP-19")
def test_only_the_team_whose_turn_has_ended_is_checked() -> None:
    """Another team's few trains bring nothing on until one of its own seats has played."""
    game = position(trains=[27, 27, 2, 2])
    draw(game)
    draw(game)
    assert turns_left(game) is None
    draw(game)  # seat 2
    assert turns_left(game) == 4
    own = position(to_move=1, trains=[2, 2, 27, 27])
    draw(own)
    assert turns_left(own) == 4


@pytest.mark.clause("AS-80", "GAP-19")
def test_the_last_round_comes_once_and_is_one_turn_each() -> None:
    """The partner's turn in it, with as few trains, and another team's fall change nothing."""
    game = position(hands={2: {"green": 3}}, trains=[2, 2, 4, 3])
    draw(game)
    assert turns_left(game) == 4
    draw(game)  # the partner
    assert turns_left(game) == 3
    game.apply(CLAIM)
    assert game.seats[2].trains + game.seats[3].trains == 4
    assert turns_left(game) == 2
    draw(game)
    assert game.to_move == 0
    assert not is_over(game)
    game.apply(DrawBlind())
    game.apply(PlaceCard("hand"))
    assert not is_over(game)
    game.apply(DrawBlind())
    assert is_over(game)


@pytest.mark.clause("AS-80", "GAP-19")
def test_every_action_is_legal_in_the_last_round_and_a_pass_is_a_turn() -> None:
    """Sharing too; decisions inside a turn are not turns."""
    tickets = ASIA.tickets[:2]
    game = position(hands={1: {"green": 3}}, trains=[0, 4], tickets={1: tickets})
    draw(game)
    allow(game, CLAIM, DrawBlind(), DrawTickets(), ShareTickets(tickets))
    game.apply(ShareTickets(tickets))
    assert turns_left(game) == 3
    game.apply(DrawTickets())
    assert turns_left(game) == 3
    game.apply(game.legal_actions()[0])
    assert turns_left(game) == 2
    passing = position(hands={3: all_but("asia")}, market=[], ticket_deck=[], trains=[2, 2, 27, 27])
    passing.apply(Pass())
    assert turns_left(passing) == 4
    passing.apply(Pass())
    assert turns_left(passing) == 3


@pytest.mark.clause("AS-80")
def test_in_the_middle_of_a_turn_nothing_is_checked() -> None:
    """Not after the first card, nor while it is being placed."""
    game = position(trains=[1, 3])
    game.apply(DrawBlind())
    assert turns_left(game) is None
    game.apply(PlaceCard("holder"))
    assert turns_left(game) is None
    game.apply(DrawBlind())
    assert turns_left(game) == 4
