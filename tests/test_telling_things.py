"""Home-made things, and claims that others have a say in, are told as they are."""

from io import StringIO
from typing import Any

import attrs
from rich.console import Console

import ttrkit
from tests.engine.things import DrawTerrain, Terrain, variant
from ttrkit import parts
from ttrkit.cli.table import show_table
from ttrkit.narrate import Teller
from ttrkit.parts import Action, Decision, State


@attrs.frozen
class Nod(Action):
    """Let the claim go on."""

    is_public = True

    def __str__(self) -> str:
        return "nod"


class Ask(Decision):
    """Another seat is asked."""

    name = "ask"
    actions = (Nod,)

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        return [Nod()]

    def check(self, state: State, seat: int, data: Any, action: Any) -> None:
        return None

    def resolve(self, state: State, seat: int, data: Any, action: Any, found: None) -> None:
        state.award(seat, 1, "nods")


ASK = Ask()


class Asking(parts.Part):
    """Everybody else nods before a claim, for a point."""

    labels = ("nods",)

    def decisions(self) -> tuple[Decision, ...]:
        return (ASK,)

    def before_claim(self, state: State, seat: int, route: Any, payment: Any) -> None:
        state.push(ASK, 1 - seat)


def test_a_claim_that_another_seat_decides() -> None:
    """Its fate is that of whoever claimed, and the points of both are told."""
    asking = variant(Asking())
    route = next(route for route in asking.board.routes if route.length == 2)
    game = ttrkit.position(asking, players=2, hands=[{route.colour: 2}, {}])
    teller = Teller(game)
    game.apply(ttrkit.ClaimRoute(route, {route.colour: 2}))
    tried = teller.after(game, 1, game.history[-1])
    assert tried.told_of("Ada").startswith("Ada tries to claim")
    game.apply(Nod())
    told = teller.after(game, 1, game.history[-1])
    assert told.told_of("Ben") == f"Ben nods; {route} is claimed"
    assert (told.points, told.score) == ({"nods": 1}, 1)
    assert told.others == {0: ({"routes": 2}, 2)}


def test_things_that_are_drawn() -> None:
    """The seat is told which; others are not."""
    game = ttrkit.position(variant(Terrain()), players=2, terrain_deck=["forest"])
    teller = Teller(game)
    game.apply(DrawTerrain())
    own, others = (teller.after(game, 1, game.observe(seat).history[-1]) for seat in (0, 1))
    assert own.text.endswith(": forest")
    assert "forest" not in others.text


def test_things_on_the_table() -> None:
    """Open and own piles by kind, hidden ones by size, with their owners."""
    game = ttrkit.position(
        variant(Terrain()), players=2, terrain=[{"hill": 2}, {"forest": 1}], played={"hill": 1}
    )
    console = Console(width=100, record=True, file=StringIO())
    show_table(console, game.observe(0), ["Ada", "Ben"], ())
    lines = [" ".join(line.split()) for line in console.export_text().splitlines()]
    assert "Terrain 2 hill (Ada)" in lines
    assert "Terrain 1 unseen (Ben)" in lines
    assert "Played 1 hill" in lines
    assert "Terrain deck 3 unseen" in lines
