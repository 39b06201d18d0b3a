"""Who takes part in a simulation."""

from functools import partial
from typing import Any

import pytest

import ttrkit
from tests.simulation import sim_bots
from ttrkit import simulate
from ttrkit.simulation.entrants import derived, entrants_of


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


def test_bots_of_one_name_are_numbered() -> None:
    """The second and third get a number; whoever comes again keeps theirs."""
    one, two, three = (partial(sim_bots.First) for _ in range(3))
    found = entrants_of([one, two, one, three, two, "random"])
    names = [entrant.name for entrant in found]
    assert names == ["First", "First 2", "First", "First 3", "First 2", "random"]


def test_a_name_that_ends_in_a_number_is_left_alone() -> None:
    """As long as nobody else has it."""

    class Numbered(sim_bots.First):
        name = "Bot 7"

    class Also(sim_bots.First):
        name = "7"

    class Long(sim_bots.First):
        name = "my bot"

    class Short(sim_bots.First):
        name = "my"

    names = [entrant.name for entrant in entrants_of([Numbered, Also, Numbered, Long, Short])]
    assert names == ["Bot 7", "7", "Bot 7", "my bot", "my"]


class Seedless:
    """A factory without a name."""

    def __call__(self) -> sim_bots.First:
        """Make one."""
        return sim_bots.First()


def by_position(seed: int, /) -> ttrkit.RandomPlayer:
    """Take a seed that cannot be named."""
    return ttrkit.RandomPlayer(seed)


def by_another_name(number: int) -> ttrkit.RandomPlayer:
    """Take whatever it must be given."""
    return ttrkit.RandomPlayer(number)


def by_keyword(*, level: int = 1, seed: int = 0) -> ttrkit.RandomPlayer:
    """Take a seed by its name alone."""
    assert level == 1
    return ttrkit.RandomPlayer(seed)


@pytest.mark.parametrize(
    ("maker", "name", "seeding"),
    [
        (by_position, "by_position", "position"),
        (by_another_name, "by_another_name", "position"),
        (by_keyword, "by_keyword", "keyword"),
        (Seedless(), "Seedless", "none"),
        (partial(partial(by_keyword), level=1), "by_keyword", "keyword"),
    ],
)
def test_a_factory_is_given_a_seed_as_it_takes_it(maker: Any, name: str, seeding: str) -> None:
    """By its name, as the argument that it needs, or not at all; the bot plays by that seed."""
    (entrant,) = entrants_of([maker])
    assert (entrant.name, entrant.seeding) == (name, seeding)
    made = entrant.make(41)
    if isinstance(made, ttrkit.RandomPlayer):
        observation = ttrkit.new_game("usa", players=2, seed=1).observe(0)
        wanted = ttrkit.RandomPlayer(41)
        choices = [(made.choose(observation), wanted.choose(observation)) for _ in range(9)]
        assert all(mine == theirs for mine, theirs in choices)


def test_seeds_are_derived_alike_everywhere() -> None:
    """Now and on any machine: recorded simulations can be played again."""
    assert derived(1, 0) == 1789866162891828655
    assert derived(1, "bot", 2) != derived(1, "bot", 3) != derived(2, "bot", 3)
    assert derived(0) < 2**64


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
