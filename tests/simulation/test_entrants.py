"""Who takes part in a simulation."""

import re
from functools import partial
from typing import Any

import pytest

import ttrkit
from tests.simulation import sim_bots
from ttrkit import simulate
from ttrkit.simulation.entrants import derived, entrants_of, is_named, named_bots


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


# Names ---------------------------------------------------------------------------------------


class Searcher(ttrkit.RandomPlayer):
    """A bot whose name may carry a number."""

    def __init__(self, seconds: str = "1", *, seed: int | None = None) -> None:
        super().__init__(seed)
        self.seconds = float(seconds)


class Persona(ttrkit.RandomPlayer):
    """A bot whose name must carry another one."""

    def __init__(self, mood: str, seed: int | None = None) -> None:
        super().__init__(seed)
        self.mood = mood


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two more bots that are known by name."""
    known = {"search": Searcher, "persona": Persona}
    monkeypatch.setattr("ttrkit.bots.BOTS", known, raising=False)


@pytest.mark.usefixtures("named")
def test_a_name_may_carry_an_argument() -> None:
    """The text behind the colon is the first argument; the whole is the name of the bot."""
    plain, quick, shy, again = entrants_of(["search", "search:0.5", "persona:shy", "search:0.5"])
    made: Any = [entrant.make(3) for entrant in (plain, quick, shy)]
    assert [made[0].seconds, made[1].seconds, made[2].mood] == [1.0, 0.5, "shy"]
    assert [e.name for e in (plain, quick, shy)] == ["search", "search:0.5", "persona:shy"]
    assert again == quick
    assert again.name == "search:0.5"
    observation = ttrkit.new_game("usa", players=2, seed=1).observe(0)
    assert made[1].choose(observation) == ttrkit.RandomPlayer(3).choose(observation)
    assert list(named_bots()) == ["greedy", "random", "search", "persona"]
    assert [is_named(name) for name in ("search:", "greedy:3", "a.b:C", "persona", "x")] == [
        True,
        False,
        False,
        True,
        False,
    ]


@pytest.mark.usefixtures("named")
def test_names_are_sent_to_workers() -> None:
    """With what they carry."""
    bots = ["search:0.5", "persona:shy"]
    report = simulate("paris", bots, 4, 1, workers=2)
    assert report == simulate("paris", bots, 4, 1, workers=1)
    assert [bot.name for bot in report.bots] == bots


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("search:soon", TypeError, "search:soon cannot be made for a game: ValueError: could not"),
        ("search:", TypeError, "search: cannot be made for a game: ValueError: could not convert"),
        ("persona", LookupError, 'the bot "persona" needs its mood, as in "persona:…"'),
        ("greedy:3", LookupError, 'no bot "greedy:3": "greedy" takes nothing behind a colon'),
        ("serch:3", LookupError, 'no bot "serch:3" (did you mean "search"?): No module named'),
        (":", LookupError, 'no bot ":": Empty module name'),
        (
            "serch",
            LookupError,
            "there are greedy, random, search, persona, or package.module:Class",
        ),
    ],
)
def test_names_that_carry_what_they_should_not(
    name: str, error: type[Exception], message: str
) -> None:
    """It is said what would be right."""
    with pytest.raises(error, match=re.escape(message)):
        entrants_of([name])


def test_a_module_of_the_name_of_a_bot() -> None:
    """`random:Class` is a class in a module, as the bot of that name takes nothing."""
    with pytest.raises(TypeError, match="no method choose"):
        entrants_of(["random:Random"])


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
