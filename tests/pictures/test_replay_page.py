"""Replay pages without a browser: from a record alone, small, and without secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ttrkit
from ttrkit import DrawBlind, DrawFaceUp, Game, RecordError
from ttrkit.bots import GreedyPlayer
from ttrkit.records import prefixes


def played(name: str = "europe", players: int = 4, seed: int = 5) -> Game:
    """A whole game."""
    game = ttrkit.new_game(name, players=players, seed=seed)
    ttrkit.play(game, [GreedyPlayer(seat) for seat in range(players)])
    return game


def data_of(page: str) -> dict[str, Any]:
    """What a page knows."""
    text = page.partition('<script id="data" type="application/json">')[2]
    found: dict[str, Any] = json.loads(text.partition("</script>")[0])
    return found


@pytest.mark.parametrize(
    ("name", "players"), [("europe", 4), ("asia", 6), ("usa", 4), ("paris", 4)]
)
def test_one_small_file(name: str, players: int) -> None:
    """Under 300 kB, with nothing from elsewhere; the same record gives the same page."""
    game = played(name, players)
    page = ttrkit.replay_page(game)
    assert len(page.encode()) < 300_000
    addresses = page.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in addresses.replace("http-equiv", "")
    assert "@@" not in page
    assert ttrkit.replay_page(json.loads(json.dumps(game.to_record()))) == page


def test_the_steps_lead_to_the_end() -> None:
    """What changed, put together, is the last frame."""
    game = played()
    data = data_of(ttrkit.replay_page(game))
    frame = dict(data["start"])
    for step in data["steps"]:
        frame |= step
    assert len(data["steps"]) == len(data["log"]) == len(game.history)
    for seat in game.seats:
        assert frame[f"hand {seat.index}"] == list(seat.hand.counts)
        assert frame[f"score {seat.index}"] == seat.score
    owned = {key: owner for key, owner in frame.items() if key.startswith("route ")}
    assert owned == {
        f"route {game.board.routes.index(route)}": [seat.index]
        for seat in game.seats
        for route in seat.routes
    }
    assert frame["turn"][0] is None
    assert data["end"]["totals"] == list(game.result().totals)


def test_altered_records_are_refused() -> None:
    """Before a page is written, with the step in words."""
    record = played("paris", 2).to_record()
    for change in (
        {"players": 3},
        {"checksum": "0" * 16},
        {"actions": [*record["actions"][:-1], ["Pass"]]},
    ):
        with pytest.raises(RecordError):
            ttrkit.replay_page({**record, **change})
    with pytest.raises(RecordError, match="not a recorded game"):
        ttrkit.replay_page({"a": 1})


def twins(first: dict[str, int], second: dict[str, int]) -> list[Game]:
    """Two games that look the same to seat 0, with other cards and tickets for seat 1."""
    tickets = ([("Boston", "Miami")], [("Dallas", "New York")])
    deck = (["red", "blue", "green", "red"], ["yellow", "black", "green", "red"])
    found = []
    for hand, held, top in zip((first, second), tickets, deck, strict=True):
        game = ttrkit.position(
            "usa",
            players=2,
            to_move=1,
            hands=[{"wild": 2}, hand],
            market=["red", "white", "white", "black", "yellow"],
            deck=[*top, "purple", "purple"],
            tickets={1: held},
            seed=1,
        )
        game.apply(DrawBlind())  # what it is differs
        game.apply(DrawBlind())
        game.apply(DrawBlind())
        game.apply(DrawFaceUp("white"))
        found.append(game)
    return found


def test_a_page_for_one_seat_has_nothing_that_the_seat_has_not_seen() -> None:
    """Whatever the others hold and draw, the page is the same, letter by letter."""
    one, two = twins({"red": 1, "blue": 4}, {"black": 5})
    assert one.observe(0) == two.observe(0)
    assert ttrkit.replay_page(one, seat=0) == ttrkit.replay_page(two, seat=0)
    assert ttrkit.replay_page(one) != ttrkit.replay_page(two)
    assert ttrkit.replay_page(one, seat=1) != ttrkit.replay_page(two, seat=1)


@pytest.mark.parametrize(("name", "players"), [("europe", 3), ("asia", 4)])
def test_a_page_for_one_seat_is_made_of_its_observations(name: str, players: int) -> None:
    """Hands and tickets of others are numbers until the end, and there is no record."""
    game = played(name, players)
    data = data_of(ttrkit.replay_page(game, seat=1))
    assert data["record"] is None
    frame = dict(data["start"])
    for after, step in zip(list(ttrkit.replay(game.to_record()))[1:], data["steps"], strict=True):
        frame |= step
        view = after.observe(1)
        for seat in range(players):
            if seat == 1:
                assert frame["hand 1"] == list(view.hand.counts)
            else:
                assert frame[f"hand {seat}"] == view.seats[seat].hand_size
                assert isinstance(frame[f"tickets {seat}"], int) != after.is_over
    for line, event in zip(data["log"], game.observe(1).history, strict=True):
        assert "seen" not in line
        if isinstance(event.action, DrawBlind):
            assert (": " in line["words"]) == (event.seat == 1)


def test_an_unfinished_game_keeps_its_score_from_a_seat() -> None:
    """Before the end, the score sheets would tell of tickets."""
    game = ttrkit.new_game("europe", players=2, seed=1)
    for _ in range(12):
        game.apply(game.legal_actions()[0])
    assert data_of(ttrkit.replay_page(game, seat=0))["end"] is None
    assert data_of(ttrkit.replay_page(game))["end"]["final"] is False


def test_names() -> None:
    """One a seat; none can leave its place in the page."""
    game = played("paris", 2)
    bad = "</script><script>alert(1)</script>"
    page = ttrkit.replay_page(game, names=(bad, "Ben"))
    assert data_of(page)["names"] == [bad, "Ben"]
    assert "alert(1)</script>" not in page
    with pytest.raises(ValueError, match="names: one a seat is wanted, 2 in all, not 1"):
        ttrkit.replay_page(game, names=["Ada"])
    with pytest.raises(ValueError, match="the seats are 0 to 1"):
        ttrkit.replay_page(game, seat=2)


def test_in_a_notebook() -> None:
    """The page is in a frame of its own."""
    page = ttrkit.replay_page(played("paris", 2))
    shown = page._repr_html_()
    assert shown.startswith("<iframe")
    assert "<script" not in shown


def test_a_game_from_a_position() -> None:
    """It has no set-up, and its record begins with a snapshot."""
    game = ttrkit.position(
        "europe", players=2, stations={0: ["Paris"]}, hands=[{"red": 5}], seed=2**70
    )
    game.apply(DrawBlind())
    data = data_of(ttrkit.replay_page(game))
    assert len(data["steps"]) == 1
    assert len(data["start"]["pieces"]) == 1
    begun = prefixes(game.to_record())
    assert ttrkit.from_record(json.loads(begun.after(0))).seed == 2**70


@pytest.mark.parametrize(("name", "players"), [("europe", 2), ("asia", 4), ("paris", 3)])
def test_the_record_of_every_step(name: str, players: int) -> None:
    """Put together from pieces, it is the one that the game would have written then."""
    game = played(name, players)
    pieces = prefixes(game.to_record())
    for step, then in enumerate(ttrkit.replay(game.to_record())):
        assert json.loads(pieces.after(step)) == then.to_record()
