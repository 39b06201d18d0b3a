"""Who takes part in a simulation, and where they sit."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

import ttrkit
from tests.simulation import sim_bots
from ttrkit import simulate
from ttrkit.simulation.entrants import entrants_of, seating, seatings


@pytest.mark.parametrize("seats", range(1, 7))
def test_seats_are_shared_out_fairly(seats: int) -> None:
    """Each sits everywhere in as many games as there are seats; in the end beside everybody."""
    ways = seatings(seats)
    assert len(set(ways)) == len(ways)
    for start in range(0, len(ways), seats):
        for column in zip(*ways[start : start + seats], strict=True):
            assert sorted(column) == list(range(seats))
    if seats > 1:
        after = Counter((way[n - 1], way[n]) for way in ways for n in range(seats))
        assert len(after) == seats * (seats - 1)
        assert len(set(after.values())) == 1


def test_many_seats_are_shared_out_too() -> None:
    """More than can be listed in every order."""
    assert {seating(9, number)[4] for number in range(9)} == set(range(9))


def test_bots_are_given_in_many_ways() -> None:
    """By name, class, function or as they are; the same one twice has one name."""
    weak = partial(ttrkit.RandomPlayer)
    given = ["random", ttrkit.RandomPlayer, sim_bots.make_first, sim_bots.Forgetful(), "random"]
    found = entrants_of([*given, weak, "tests.simulation.sim_bots:First"])
    names = [entrant.name for entrant in found]
    assert names[:5] == ["random", "RandomPlayer", "make_first", "Forgetful", "random"]
    assert names[5:] == ["RandomPlayer 2", "tests.simulation.sim_bots:First"]
    named = entrants_of({"a": weak, "b": "greedy"})
    assert [entrant.name for entrant in named] == ["a", "b"]
    assert [entrant.seeding for entrant in found[:3]] == ["keyword", "keyword", "none"]


@pytest.mark.parametrize(
    ("players", "error", "message"),
    [
        ("greedy", TypeError, "a list of bots"),
        (["gredy", "random"], LookupError, 'did you mean "greedy"?'),
        (["no.such.module:Bot", "random"], LookupError, "no.such.module:Bot"),
        ([3, "random"], TypeError, "3 is no bot"),
        ([dict, "random"], TypeError, "no method choose"),
        (["random"], ValueError, "2, 3 or 4 players"),
        ([sim_bots.Forgetful(3), partial(sim_bots.Forgetful, 4)], TypeError, "cannot be made"),
    ],
)
def test_what_is_no_bot(players: Any, error: type[Exception], message: str) -> None:
    """It is said what would be right."""
    with pytest.raises(error, match=message.replace("?", r"\?")):
        simulate("paris", players, 2, 1)
