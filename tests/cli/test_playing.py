"""`ttrkit play`: a game in words."""

import random
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import ttrkit
from tests.cli.helpers import complaint, run, squeezed
from ttrkit.bots import GreedyPlayer
from ttrkit.cli import playing
from ttrkit.cli.asking import Quit

ANSWERS = (
    *("1", "2", "3", "4", "7", "12", "1 2", "1 2 3", "all", "", "b", "t", "?", "look a", "look"),
    *("claim", "claim", "claim", "draw a", "red", "no such thing", "é", "0", "99", "none", "-1"),
)


def scribble(seed: int) -> Callable[[str], str]:
    """Somebody who types whatever comes to mind."""
    rng = random.Random(seed)
    return lambda _: rng.choice(ANSWERS)


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_whoever_types_anything_comes_to_the_end(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every edition can be played through, and no list is ever endless."""
    monkeypatch.setattr(playing, "read_line", scribble(5))
    variant = attrs.evolve(ttrkit.get_variant(name), trains=10)  # for a short game
    players = variant.players[0]
    game = ttrkit.new_game(variant, players=players, seed=2)
    playing.Match(game, 1, [GreedyPlayer(seat) for seat in range(players - 1)]).run()
    assert game.is_over
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "Seat " not in text
    for label in game.variant.engine.labels:
        assert f"\n{label} " in text
    assert "points." in text.splitlines()[-1]


def test_it_asks_step_by_step() -> None:
    """What, then which; the market, the hand and the tickets are shown; others' deeds are told."""
    typed = "1 2\ndraw a\ndeck\n\ndraw a\n1\nclaim\n1\n\nq\n"
    text = squeezed(run("play", "usa", "--seed", 3, "--seat", 1, typed=typed).stdout)
    for words in (
        "USA (10th Anniversary), 3 players, seed 3.",
        "Which tickets? (2 to 3 of them)",
        "You keep ",
        " keeps 2 tickets",
        "Market ",
        "Hand ",
        "trains to go",
        "What do you do?",
        "Which card?",
        "You draw a card from the deck: ",
        "You quit the game.",
    ):
        assert words in text, words


def test_a_route_is_found_by_its_city_and_paid_with_the_fewest_wilds() -> None:
    """Long lists are narrowed, never dumped; Enter pays in the cheapest way."""
    game = ttrkit.position("usa", players=2, hands=[{"orange": 6, "blue": 3, "wild": 4}], seed=1)
    answers = iter(["claim", "duluth", "look duluth", "helena", "1", ""])
    lines = play_turn(game, lambda _: next(answers))
    assert max(map(len, lines)) <= 80
    assert len(lines) < 80
    paid = game.history[-1].action
    assert isinstance(paid, ttrkit.ClaimRoute)
    assert set(paid.route.cities) == {"Duluth", "Helena"}
    assert paid.cards == {"orange": 6}


def play_turn(game: ttrkit.Game, read: Callable[[str], str]) -> list[str]:
    """One action of seat 0, asked for; what was printed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "read_line", read)
        match = playing.Match(game, 0, [GreedyPlayer(1)])
        with match.console.capture() as printed:
            game.apply(match.choose(game.observe(0)))
    return printed.get().splitlines()


def test_back_leads_to_the_question_before() -> None:
    """From the payment to the route, from the route to the kind; and no further."""
    game = ttrkit.position("usa", players=2, hands=[{"red": 6, "wild": 4}], seed=1)
    answers = iter(["claim", "duluth helena", "b", "b", "b", "draw a", "deck", ""])
    play_turn(game, lambda _: next(answers))
    assert game.history[-1].action == ttrkit.DrawBlind()


def test_words_that_fit_one_line_take_it() -> None:
    """Cards as well as cities."""
    game = ttrkit.position("usa", players=2, market=["red", "blue", "blue"], seed=1)
    answers = iter(["draw a", "red"])
    play_turn(game, lambda _: next(answers))
    assert game.history[-1].action == ttrkit.DrawFaceUp("red")
    game = ttrkit.position("usa", players=2, hands=[{"red": 2, "wild": 2}], seed=1)
    answers = iter(["claim", "boston new york red", "2 red"])
    play_turn(game, lambda _: next(answers))
    paid = game.history[-1].action
    assert isinstance(paid, ttrkit.ClaimRoute)
    assert paid.cards == {"red": 2}


def test_the_end_of_the_input_quits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Ctrl-C and `q` do."""
    assert "You quit the game." in run("play", "paris", "--players", 2, typed="").stdout
    monkeypatch.setattr("builtins.input", _interrupted)
    with pytest.raises(Quit):
        playing.read_line("> ")


def _interrupted(prompt: str) -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "9"], "usa is for 2, 3, 4 or 5 players, not 9"),
        (["--bots", "greedy,greedy,random,random,random,random"], "not 7"),
        (["--seat", "3"], "the seats are 0 to 2"),
        (["--seat", "-1"], "the seats are 0 to 2"),
        (["--bots", "gredy"], 'did you mean "greedy"?'),
        (["--players", "4", "--bots", "greedy,random"], "2 bots for 3 seats"),
        (["--save", "{here}"], "exists already"),
        (["--save", "{here}/none/game.json"], "there is no folder"),
        (["--seed", "9" * 400], "bits"),
    ],
)
def test_what_cannot_be_played(words: list[str], message: str, tmp_path: Path) -> None:
    """One line, before the game begins."""
    given = [word.format(here=tmp_path) for word in words]
    assert message in complaint("play", "usa", *given, fails=2)


BOTS = """
class Crash:
    def choose(self, observation):
        raise KeyError("lost")
class Cheat:
    def choose(self, observation):
        import ttrkit
        return ttrkit.Pass()
class Stop:
    def choose(self, observation):
        return next(iter(()))
class Inside:
    def choose(self, observation):
        import ttrkit
        raise ttrkit.IllegalAction("tried in vain")
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Crash", "KeyError"),
        ("Cheat", "not legal"),
        ("Stop", "StopIteration"),
        ("Inside", "failed to choose: IllegalAction: tried in vain (bad_bots.py"),
    ],
)
def test_a_bot_that_fails_is_named(name: str, message: str, tmp_path: Path) -> None:
    """And the game so far is saved."""
    bots, saved = tmp_path / "bad_bots.py", tmp_path / "game.json"
    bots.write_text(BOTS, "utf-8")
    words = ("--bots", f"{bots}:{name}", "--players", 2, "--save", saved, "--seed", 1)
    line = complaint("play", "usa", *words, fails=1, typed="1 2\n")
    assert f"{name} at seat 1" in line
    assert message in line
    assert saved.exists()
