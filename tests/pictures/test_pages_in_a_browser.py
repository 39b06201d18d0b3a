"""Replay pages in a real browser: every step, every view, keyboard, phone, and no secrets."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import ttrkit
from tests.pictures.browser import Browser
from ttrkit import Game
from ttrkit.bots import GreedyPlayer

Browse = Callable[..., Browser]

LEFT, RIGHT, DOWN, HOME, END = "\ue012", "\ue014", "\ue015", "\ue011", "\ue010"


@cache
def played(name: str, players: int) -> tuple[Game, ...]:
    """A whole game at its start and after every step."""
    game = ttrkit.new_game(name, players=players, seed=5)
    ttrkit.play(game, [GreedyPlayer(seat) for seat in range(players)])
    return tuple(ttrkit.replay(game.to_record()))


@cache
def page_of(name: str, players: int, seat: int | None = None) -> str:
    """The page of that game."""
    return str(ttrkit.replay_page(played(name, players)[-1], seat=seat))


def hand_of(game: Game, seat: int) -> list[str]:
    """A hand as the page writes it."""
    return [f"{n} {colour.value}" for colour, n in game.seats[seat].hand.items()]


def assert_shows(page: Browser, game: Game) -> None:
    """The page shows this game, with all of its cards."""
    for seat, shown in zip(game.seats, page.seats(), strict=True):
        points = "1 point" if seat.score == 1 else f"{seat.score} points"
        trains = "1 train" if seat.trains == 1 else f"{seat.trains} trains"
        assert shown["facts"] == f"{points}, {trains} left"
        assert shown["cards"] == hand_of(game, seat.index)
        assert shown["tickets"] == [str(ticket) for ticket in seat.tickets]
        completed = game.tally().tickets(seat.team).completed
        assert shown["done"] == [str(ticket) for ticket in seat.tickets if ticket in completed]
    owners = {route.id: [seat.index] for seat in game.seats for route in seat.routes}
    assert page.owners() == owners
    assert f"{game.deck_size} card" in page.text("#table")


@pytest.mark.parametrize(("name", "players"), [("europe", 4), ("asia", 4), ("paris", 2)])
def test_to_the_end_and_back(browse: Browse, name: str, players: int) -> None:
    """Some steps on the way, the last and the first one show what the game was then."""
    games = played(name, players)
    page = browse(page_of(name, players))
    assert page.step == 0
    assert_shows(page, games[0])
    for step in range(0, len(games), len(games) // 6):
        page.go(step)
        assert page.step == step
        assert_shows(page, games[step])
    page.press(END)
    assert page.step == len(games) - 1
    assert_shows(page, games[-1])
    result = games[-1].result()
    totals = page.run("return [...document.querySelectorAll('tfoot td')].map(e => e.textContent)")
    assert totals == [str(total) for total in result.totals]
    heads = page.run("return [...document.querySelectorAll('thead th')].map(e => e.textContent)")
    assert [n for n, head in enumerate(heads) if head.endswith("★")] == list(result.winners)
    page.press(HOME)
    assert_shows(page, games[0])


def test_a_step_takes_no_time(browse: Browse) -> None:
    """Forward and back, every step: as a rule, far less than 50 ms."""
    page = browse(page_of("europe", 4))
    times = page.run(
        """const times = [], next = document.getElementById('next');
           const back = document.getElementById('back');
           for (const button of [next, back]) while (!button.disabled) {
             const begun = performance.now();
             button.click();
             document.body.offsetHeight;  // so that the layout is counted
             times.push(performance.now() - begun);
           }
           return times"""
    )
    steps = len(played("europe", 4)) - 1
    assert len(times) == 2 * steps
    assert sorted(times)[steps] < 50
    assert page.step == 0


def test_the_log(browse: Browse) -> None:
    """A line for every step, in words; a click on one goes there."""
    games = played("europe", 4)
    page = browse(page_of("europe", 4))
    lines = page.run("return [...document.querySelectorAll('#log li')].map(e => e.textContent)")
    assert len(lines) == len(games) - 1
    assert any("claims" in line for line in lines)
    page.click("#log li:nth-child(40) button")
    assert page.step == 40
    assert page.text("#log [aria-current]") == lines[39]
    assert page.text("#now") in lines[39]
    assert page.run("return document.getElementById('now').getAttribute('aria-live')") == "polite"


def test_keys(browse: Browse) -> None:
    """Arrows, Home, End and space; the arrows up and down still scroll."""
    page = browse(page_of("europe", 4), width=375)
    page.press(RIGHT, RIGHT, RIGHT, LEFT)
    assert page.step == 2
    before = page.run("return scrollY")
    page.press(DOWN, DOWN, DOWN)
    page.wait(300)
    assert page.step == 2
    assert page.run("return scrollY") > before
    page.run("document.getElementById('speed').value = 100")
    page.press(" ")
    assert page.text("#play").endswith("Pause")
    page.wait(350)
    page.press(" ")
    assert page.text("#play").endswith("Play")
    stopped = page.step
    assert stopped > 2
    page.wait(250)
    assert page.step == stopped
    page.press(END)
    assert page.step == len(played("europe", 4)) - 1


def test_the_address(browse: Browse) -> None:
    """It holds the step and the view, and a page opens where its address says."""
    page = browse(page_of("europe", 4), "#40/2")
    assert page.step == 40
    assert page.run("return document.getElementById('view').value") == "2"
    page.press(RIGHT)
    page.wait(300)
    assert page.address == "#41/2"
    page.run("location.hash = '#7'")
    page.wait(50)
    assert page.step == 7
    assert page.run("return document.getElementById('view').value") == "all"


def test_a_phone(browse: Browse) -> None:
    """On a screen of 375 pixels nothing is wider than the screen."""
    page = browse(page_of("asia", 4), width=375)
    for step in (0, 60, len(played("asia", 4)) - 1):
        page.go(step)
        assert page.run("return document.documentElement.scrollWidth") <= 375


def test_in_the_dark(browse: Browse) -> None:
    """The page and the map follow the reader's choice of light or dark."""
    page = browse(page_of("paris", 2))
    look = """return ['body', '#map .sea', '#map .name'].map((each) => {
                const style = getComputedStyle(document.querySelector(each));
                return each === 'body' ? style.backgroundColor : style.fill;
              })"""
    light = page.run(look)
    page.prefer({"prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce"})
    dark = page.run(look)
    assert all(one != other for one, other in zip(light, dark, strict=True))
    seat = "return getComputedStyle(document.querySelector('.seat')).transitionDuration"
    assert page.run(seat) == "0s"


def secrets_of(games: tuple[Game, ...], step: int, seat: int) -> list[str]:
    """Words that would give away what a seat does not know at a step."""
    game = games[step]
    own = {str(ticket) for ticket in game.seats[seat].tickets}
    mates = {other.index for other in game.seats if other.team == game.seats[seat].team}
    others = [each for each in game.seats if each.index not in mates]
    found = [str(t) for each in others for t in each.tickets if str(t) not in own]
    names = ("Ada", "Ben", "Cleo", "Dan")
    return found + [f"{names[each.index]} draws a card from the deck:" for each in others]


@pytest.mark.parametrize("written_for", [None, 1])
def test_one_seat_never_sees_the_cards_of_another(browse: Browse, written_for: int | None) -> None:
    """Neither in a page that was written for it nor in its view of a page for all."""
    games = played("europe", 4)
    page = browse(page_of("europe", 4, written_for), "#0/1" if written_for is None else "")
    for step in (*range(0, len(games) - 1, 30), len(games) - 2):
        page.go(step)
        dom = page.dom()
        assert [secret for secret in secrets_of(games, step, 1) if secret in dom] == []
        for seat, shown in enumerate(page.seats()):
            assert shown["cards"] == (hand_of(games[step], 1) if seat == 1 else [])
            total = games[step].seats[seat].hand.total
            assert seat == 1 or shown["hand"] == f"Hand: {total} card{'s' * (total != 1)}"
    page.press(END)
    assert len(page.seats()[0]["tickets"]) == len(games[-1].seats[0].tickets)  # US-83


def test_partners_share_their_holder_and_others_do_not(browse: Browse) -> None:
    """In team play, the view of a seat has the holder of its own team alone."""
    games = played("asia", 4)
    step = max(range(len(games) - 1), key=lambda n: min(t.holder.total for t in games[n].teams))
    assert all(team.holder.total for team in games[step].teams)
    page = browse(page_of("asia", 4), f"#{step}/0")
    boxes = page.run(
        """return [...document.querySelectorAll('.seat')].map((box) =>
             [...box.children].filter((e) => e.textContent.startsWith('holders'))
               .map((e) => e.querySelectorAll('.card').length))"""
    )
    own, other = games[step].teams[0].seats[0], games[step].teams[1].seats[0]
    assert boxes[own] == [len(games[step].teams[0].holder)]
    assert boxes[other] == [0]


def test_copy_this_position(browse: Browse) -> None:
    """It gives a record that loads at that step; a page for one seat has no record at all."""
    games = played("europe", 4)
    page = browse(page_of("europe", 4))
    for step in (0, 1, 100, len(games) - 1):
        page.go(step)
        page.click("#copy")
        copied = page.run("return document.getElementById('text').value")
        assert ttrkit.from_record(json.loads(copied)).to_record() == games[step].to_record()
    page = browse(page_of("europe", 4, 1))
    assert page.run("return document.getElementById('position').hidden")


def test_tickets_and_the_longest_route_are_shown_on_the_map(browse: Browse) -> None:
    """When one points at them, or comes to them by keyboard."""
    games = played("europe", 4)
    page = browse(page_of("europe", 4))
    page.press(END)
    lit = "return [...document.querySelectorAll('.route.lit')].map((e) => e.dataset.route)"
    assert page.run(lit) == []
    tally = games[-1].tally()
    for team in tally.teams:
        page.run(
            "document.querySelectorAll('#score tbody td button[aria-label]')[arguments[0]].focus()",
            team,
        )
        assert sorted(page.run(lit)) == sorted(r.id for r in tally.longest_route_path(team))
    for seat, shown in zip(games[-1].seats, page.seats(), strict=True):
        for number in range(len(shown["done"])):
            page.run(
                "document.querySelectorAll('.seat')[arguments[0]]"
                ".querySelectorAll('.done button')[arguments[1]].focus()",
                seat.index,
                number,
            )
            way = [games[-1].board.route_by_id(each) for each in page.run(lit)]
            ticket = next(t for t in seat.tickets if str(t) == shown["done"][number])
            ends = [city for route in way for city in route.cities]
            assert {city for city in ends if ends.count(city) == 1} == set(ticket.cities)
            assert seat.stations < 3 or set(way) <= set(seat.routes)  # none is borrowed


HACK = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>&amp;\""


def hacked(board: ttrkit.Board) -> ttrkit.Board:
    """The board, with names that are HTML."""
    import attrs

    def renamed(name: str) -> str:
        return HACK if name == board.cities[0].name else name

    def moved(thing: Any) -> Any:
        return attrs.evolve(thing, a=renamed(thing.a), b=renamed(thing.b))

    return attrs.evolve(
        board,
        name=HACK,
        cities=[attrs.evolve(city, name=renamed(city.name)) for city in board.cities],
        routes=[attrs.evolve(moved(route), note=HACK) for route in board.routes],
        tickets=map(moved, board.tickets),
    )


def test_names_are_only_names(browse: Browse) -> None:
    """A player, a city or a variant that is called like a piece of HTML is shown as such."""
    board = hacked(ttrkit.load_board("examples/home_made/benelux.toml"))
    variant = ttrkit.Variant.from_classic(
        "hack", board, players=(2,), trains=20, title=HACK, parts=[ttrkit.parts.Stations(1)]
    )
    game = ttrkit.new_game(variant, players=2, seed=1)
    ttrkit.play(game, [GreedyPlayer(1), GreedyPlayer(2)])
    page = browse(ttrkit.replay_page(game, names=(HACK, "Ben")))
    for key in (END, HOME):
        page.press(key)
        assert page.run("return window.hacked") is None
        assert page.run("return document.querySelectorAll('img, main script').length") == 0
    assert page.text("h1") == f"{HACK}, 2 players"
    assert page.text(".seat h2").startswith(HACK)
    names = "return [...document.querySelectorAll('svg .city title')].map((e) => e.textContent)"
    assert HACK in page.run(names)


def test_labels_are_clear_of_each_other(browse: Browse) -> None:
    """As the browser measures them: on no board do two names meet, or leave the picture."""
    names = ttrkit.variant_names()
    boards = [ttrkit.get_variant(name).board for name in names]
    boards.append(ttrkit.load_board("examples/home_made/benelux.toml"))
    pictures = "".join(ttrkit.svg.board(board) for board in boards)
    page = browse(f"<!DOCTYPE html><meta charset='utf-8'><link rel=icon href='data:,'>{pictures}")
    found = page.run(
        """return [...document.querySelectorAll('svg')].map((svg) => {
             const view = svg.viewBox.baseVal, sheet = [...svg.querySelectorAll('text')];
             return {view: [view.x, view.y, view.width, view.height],
               boxes: sheet.filter((e) => e.matches('.name')).map((e) => {
                 const b = e.getBBox();
                 return [e.textContent, b.x, b.y + 3, b.x + b.width, b.y + b.height - 3];
               })};
           })"""
    )
    for picture in found:
        x, y, wide, high = picture["view"]
        for _, left, top, right, bottom in picture["boxes"]:
            assert x < left < right < x + wide
            assert y < top < bottom < y + high
        boxes = picture["boxes"]
        met = [
            (one[0], other[0])
            for number, one in enumerate(boxes)
            for other in boxes[number + 1 :]
            if one[1] < other[3] and other[1] < one[3] and one[2] < other[4] and other[2] < one[4]
        ]
        assert met == []
