"""Actions in words: whoever reads the list of legal actions can tell them apart."""

import benelux
import mixed
import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, steps
from tests.properties.home_made import FOG
from ttrkit import Board, Route, Variant
from ttrkit.narrate import narrate


def told_apart(game: ttrkit.Game) -> None:
    """Fail if two legal actions read alike, in the imperative or as an event."""
    legal = game.legal_actions()
    assert len({str(action) for action in legal}) == len(legal)
    told = {narrate(ttrkit.Event(0, action, ()), "Ada") for action in legal}
    assert len(told) == len(legal)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_two_legal_actions_read_alike(name: str, players: int) -> None:
    """At every decision of a random game."""
    for game in steps(VARIANTS[name], players, seed=players):
        told_apart(game)


@pytest.mark.parametrize("variant", [FOG, benelux.VARIANT, mixed.VARIANT], ids=lambda v: v.name)
def test_nor_do_those_of_home_made_variants(variant: Variant) -> None:
    """With parts and boards of one's own."""
    for game in steps(variant, variant.players[0], seed=3):
        told_apart(game)


def with_parallels(*ids: str) -> Variant:
    """A board whose two cities are joined by routes with these ids, all of them grey."""
    routes = [Route(each, "Aix", "Bern", "grey", 2, group="aix--bern") for each in ids]
    cities = [ttrkit.City(name, 0, 0) for name in ("Aix", "Bern")]
    board = Board("Twins", cities, routes, [], {2: 2})
    usa = ttrkit.get_variant("usa")
    return Variant.from_classic("twins", board, players=(2,), trains=20, deck=usa.deck)


MADE = ("aix--bern--grey", "aix--bern--grey-2", "aix--bern--grey-3")


@pytest.mark.parametrize(
    "ids", [MADE, ("north", "south"), (*MADE, "aix--bern--grey-02", "2", "second")]
)
def test_parallel_routes_of_one_colour(ids: tuple[str, ...]) -> None:
    """Whether their ids were made or given."""
    hand = [{"red": 2, "wild": 2}]
    told_apart(ttrkit.position(with_parallels(*ids), players=2, hands=hand, seed=1))
