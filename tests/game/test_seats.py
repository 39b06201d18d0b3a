"""Seats and teams of a game: live views that hide no fault."""

import copy
from collections.abc import Sequence

import pytest

import ttrkit
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
