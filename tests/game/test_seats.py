"""Seats and teams of a game: live views that hide no fault."""

import copy
from collections.abc import Sequence
from typing import assert_type

import pytest

import ttrkit
from ttrkit import Cards, Ticket
from ttrkit.parts import State, Tickets


class Broken(Tickets):
    """Answers a hook with a slip of the pen."""

    def chosen_tickets(self, state: State, seat: int) -> Sequence[int]:
        """No state has that."""
        numbers: Sequence[int] = state.chosen  # type: ignore[attr-defined]
        return numbers


def test_a_fault_in_a_part_is_not_hidden() -> None:
    """What is missing is named, not the seat's own field."""
    game = ttrkit.position(ttrkit.get_variant("usa").replacing(Tickets, Broken()), players=2)
    with pytest.raises(AttributeError, match="chosen"):
        assert game.seats[0].tickets


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_views_can_be_copied_and_asked_for_anything(name: str) -> None:
    """A copy looks at the same game; what there is not is said in words."""
    game = ttrkit.new_game(name, players=4, seed=1)
    for view in (game.seats[0], game.teams[0]):
        assert copy.copy(view).score == view.score
        with pytest.raises(AttributeError, match=f'of {name} has no "moustache"'):
            assert view.moustache


@pytest.mark.parametrize(
    ("name", "of_seats", "of_teams"),
    [
        ("usa", set(), set()),
        ("europe", {"stations"}, set()),
        ("paris", {"flags"}, set()),
        ("asia", set(), {"holder", "tickets"}),
    ],
)
def test_dir_knows_what_the_parts_add(name: str, of_seats: set[str], of_teams: set[str]) -> None:
    """The fields of this variant's parts and no others, beside those of every seat and team."""
    game = ttrkit.new_game(name, players=4, seed=1)
    every = {"stations", "flags", "holder"}
    assert {*dir(game.seats[0])} & every == of_seats
    assert {*dir(game.teams[0])} & {*every, "tickets"} == of_teams
    assert {"hand", "tickets", "score", "index"} <= {*dir(game.seats[0])}
    for view in (*game.seats, *game.teams):
        assert all(getattr(view, field) is not None for field in dir(view) if field[0] != "_")


def test_type_checkers_know_what_our_parts_add() -> None:
    """The type of each field is what mypy takes it for."""
    europe = ttrkit.new_game("europe", players=2, seed=1)
    assert_type(europe.seats[0].stations, int)
    paris = ttrkit.new_game("paris", players=2, seed=1)
    assert_type(paris.seats[0].flags, Cards)
    asia = ttrkit.new_game("asia", players=4, seed=1)
    assert_type(asia.teams[0].holder, Cards)
    assert_type(asia.teams[0].tickets, tuple[Ticket, ...])
    hand = asia.seats[0].hand
    assert_type(hand.get("red"), int | None)
    assert_type(hand.get("red", 0), int)
    assert_type(hand.get("grey", "none"), int | str)
    assert (hand.get("grey"), hand.get("grey", "none")) == (None, "none")
    assert europe.seats[0].stations == 3
