"""Pictures as SVG: what is on them, for whom, in which colours, and in words."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

import ttrkit
from ttrkit import Board, City, Game, Route, Ticket, Variant, cards, parts, svg
from ttrkit.bots import GreedyPlayer
from ttrkit.parts import Part, Piece

NS = "{http://www.w3.org/2000/svg}"
EDITIONS = ttrkit.variant_names()


def tree(picture: str) -> ElementTree.Element:
    """The picture, parsed strictly."""
    return ElementTree.fromstring(picture)


def routes(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The groups of the routes, by id."""
    return {g.attrib["data-route"]: g for g in root.iter(f"{NS}g") if "data-route" in g.attrib}


def of_class(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """All elements of a class."""
    return [e for e in root.iter() if kind in e.attrib.get("class", "").split()]


def half_played(name: str = "europe", players: int = 3, steps: int = 120) -> Game:
    """A game in the middle."""
    game = ttrkit.new_game(name, players=players, seed=7)
    bots = [GreedyPlayer(seat) for seat in range(players)]
    for _ in range(steps):
        assert game.to_move is not None
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_board(edition: str) -> None:
    """Every route with its spaces, every city with its name; and the same again, word for word."""
    variant = ttrkit.get_variant(edition)
    picture = svg.board(variant)
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture == svg.board(variant)
    root = tree(picture)
    groups = routes(root)
    assert list(groups) == [route.id for route in variant.board.routes]
    for route in variant.board.routes:
        path = of_class(groups[route.id], "space")[0].attrib["d"]
        assert path.count("M") == route.length
        assert bool(of_class(groups[route.id], "wave")) == (route.ferry > 0)
        assert bool(of_class(groups[route.id], "rock")) == (route.tunnel > 0)
        assert len(of_class(groups[route.id], "loco")) == route.ferry
    names = " ".join("".join(e.itertext()) for e in of_class(root, "name"))
    assert all(word in names for c in variant.board.cities for word in re.split("[ -]", c.name))
    assert len(picture) < 110_000


def test_words() -> None:
    """A title and a description in words; it is one image to a screen reader."""
    root = tree(svg.board(half_played()))
    assert root.attrib["role"] == "img"
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{NS}title", f"{NS}desc")
    assert title.text == "Europe"
    assert "47 cities and 101 routes" in (description.text or "")
    assert "Seat 0: " in (description.text or "")
    assert "The last action: " in (description.text or "")


def test_every_colour_has_a_symbol_of_its_own() -> None:
    """So that nobody has to tell the colours apart; grey has none."""
    from ttrkit.pictures.shapes import SYMBOL_WORDS, SYMBOLS

    drawn = [repr(shapes) for shapes in SYMBOLS.values()]
    assert len(set(drawn)) == len(drawn) == 9
    assert len(set(SYMBOL_WORDS.values())) == len(SYMBOL_WORDS)
    assert SYMBOLS["grey"] == ()


def luminance(colour: str, kind: str) -> tuple[float, float, float]:
    """A colour as somebody sees it who does not tell red from green, in three numbers."""
    full = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in full]
    rows = {
        "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    }[kind]
    r, g, b = (sum(m * v for m, v in zip(row, linear, strict=True)) for row in rows)
    return max(r, 0.0) ** (1 / 2.2), max(g, 0.0) ** (1 / 2.2), max(b, 0.0) ** (1 / 2.2)


@pytest.mark.parametrize("kind", ["deuteranopia", "protanopia"])
@pytest.mark.parametrize("theme", ["LIGHT", "DARK"])
def test_seats_differ_for_the_colour_blind(kind: str, theme: str) -> None:
    """In colour, and in their patterns besides."""
    from ttrkit.pictures import palette, shapes

    colours = [luminance(getattr(palette, theme)[f"seat{n}"], kind) for n in range(palette.SEATS)]
    for n, one in enumerate(colours):
        for other in colours[n + 1 :]:
            apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
            assert apart > 0.2
    assert len(set(shapes.PATTERNS)) == palette.SEATS == len(set(shapes.PATTERN_WORDS))


def test_a_game() -> None:
    """Claimed routes have trains with the number of their owner; the last claim stands out."""
    last = ttrkit.get_variant("europe").board.route("Edinburgh", "London", "black")
    game = ttrkit.position(
        "europe",
        players=3,
        claimed={0: [("Paris", "Dieppe")], 2: [("Roma", "Palermo")]},
        stations={1: ["Wien"]},
        hands=[{"black": 4}],
    )
    game.apply(ttrkit.ClaimRoute(last, cards(black=4)))
    root = tree(svg.board(game))
    groups = routes(root)
    owned = {name: of_class(g, "number") for name, g in groups.items() if of_class(g, "train")}
    assert {name: badge[0].text for name, badge in owned.items()} == {
        game.board.route("Paris", "Dieppe").id: "0",
        game.board.route("Roma", "Palermo").id: "2",
        last.id: "0",
    }
    assert [name for name, g in groups.items() if "last" in g.attrib["class"].split()] == [last.id]
    station, _ = of_class(root, "station")  # and one in the legend
    assert "station of seat 1" in "".join(station.itertext())
    assert "seat 0: 7 points, 41 trains left" in "".join(root.itertext())
    for marked in (None, False):
        groups = routes(tree(svg.board(game, last=marked)))
        assert not any("last" in g.attrib["class"].split() for g in groups.values())
    groups = routes(tree(svg.board(game, last=("Paris", "Brest"))))
    marked_ids = [name for name, g in groups.items() if "last" in g.attrib["class"].split()]
    assert marked_ids == [game.board.route("Paris", "Brest").id]


def test_a_seat_sees_no_more_than_it_may() -> None:
    """Its picture is that of its observation, whatever the others hold."""
    hands: list[dict[str, int]] = [{"red": 2}, {"blue": 3}]
    one = ttrkit.position("usa", players=2, hands=hands, seed=1)
    two = ttrkit.position("usa", players=2, hands=[hands[0], {"green": 3}], seed=2)
    assert svg.board(one, seat=0, last=None) == svg.board(one.observe(0), last=None)
    assert svg.board(one, seat=0) == svg.board(two, seat=0)
    game = one.copy()
    game.apply(ttrkit.DrawBlind())
    assert "draws a card from the deck: " in svg.board(game)
    other = 1 - game.history[-1].seat
    assert "draws a card from the deck:" not in svg.board(game, seat=other)
    with pytest.raises(ValueError, match="what seat 0 sees, and no other"):
        svg.board(one.observe(0), seat=1)
    with pytest.raises(ValueError, match="the seats are 0 to 1"):
        svg.board(one, seat=2)
    with pytest.raises(ValueError, match="only a game has seats"):
        svg.board(one.board, seat=0)


def test_tickets_with_their_shortest_way() -> None:
    """Those of the seat, or those named; a completed one says so."""
    game = ttrkit.position(
        "europe",
        players=2,
        tickets={0: [("Berlin", "Roma"), ("Brest", "Venezia")]},
        claimed={
            0: [("Berlin", "Wien"), ("Wien", "Zágráb"), ("Zágráb", "Venezia"), ("Venezia", "Roma")]
        },
    )
    picture = svg.board(game, seat=0, tickets=True)
    assert "Berlin–Roma (9) ✓" in picture
    assert "Brest–Venezia (8)" in picture
    assert "Brest–Venezia (8) ✓" not in picture
    root = tree(picture)
    assert len(of_class(root, "done")) == 5  # four routes and the legend
    assert len(of_class(root, "ring")) == 4
    assert svg.board(game.board, tickets=[("Roma", "Berlin")]).count('class="glow way"') > 2
    with pytest.raises(ValueError, match="say whose"):
        svg.board(game, tickets=True)
    with pytest.raises(LookupError, match="no ticket"):
        svg.board(game.board, tickets=[("Roma", "Wien")])


def test_figures() -> None:
    """A board coloured by any figure, with a scale."""
    board = ttrkit.get_variant("usa").board
    picture = svg.board(board, heat={board.routes[0]: 3, board.routes[1].id: 12.5, "Miami": 7})
    groups = routes(tree(picture))
    assert [n for n, g in groups.items() if of_class(g, "space")] == [
        r.id for r in board.routes[:2]
    ]
    assert len([g for g in groups.values() if of_class(g, "cold")]) == len(groups) - 2
    assert "3 to 12.5" in picture
    for heat, error in (({"Miam": 1}, LookupError), ({"Miami": "x"}, TypeError), (7, TypeError)):
        with pytest.raises(error):
            svg.board(board, heat=heat)  # type: ignore[arg-type]


def test_highlights() -> None:
    """Cities by name, routes by id, by themselves or by their cities."""
    board = ttrkit.get_variant("usa").board
    wanted: list[Any] = [
        "Miami",
        board.routes[5],
        board.routes[6].id,
        ("Boston", "New York", "red"),
    ]
    root = tree(svg.board(board, highlight=wanted))
    assert len(of_class(root, "glow")) == 3
    assert len(of_class(root, "ring")) == 1
    assert svg.board(board, highlight="Miami") == svg.board(board, highlight=["Miami"])
    with pytest.raises(LookupError, match='no city "Miamy" on this board'):
        svg.board(board, highlight=["Miamy"])


def test_light_and_dark() -> None:
    """It follows the reader, or is as one wishes; single colours can be replaced."""
    board = ttrkit.get_variant("usa").board
    auto, light, dark = (svg.board(board, colours=theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in auto
    assert "prefers-color-scheme" not in light + dark
    assert light != dark
    mine = svg.board(board, colours={"theme": "light", "sea": "rgb(1, 2, 3)"})
    assert mine == light.replace("#d5e4ec", "rgb(1, 2, 3)")
    faults: list[Any] = ["blue", {"see": "red"}, {"sea": "red}</style><script>"}, {"sea": 3}, 7]
    for fault in faults:
        with pytest.raises((ValueError, TypeError), match="colours: "):
            svg.board(board, colours=fault)


def test_size_and_style() -> None:
    """A width in pixels, and rules of one's own; none of them can end the style sheet."""
    board = ttrkit.get_variant("usa").board
    root = tree(svg.board(board, size=500, style=".ttrkit .red .space{fill:#f00}</style><x/>"))
    assert root.attrib["width"] == "500"
    assert 250 < int(root.attrib["height"]) < 400
    assert not list(root.iter(f"{NS}x"))
    assert "width" not in tree(svg.board(board)).attrib
    assert "legend" not in svg.board(board, key=False)
    for size in (3, "500", 2.5):
        with pytest.raises((ValueError, TypeError), match="size: a whole number from 16"):
            svg.board(board, size=size)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a board, a variant, a game or an observation is wanted"):
        svg.board("usa")  # type: ignore[arg-type]


def test_names_are_escaped() -> None:
    """A city, a board and an id that are pieces of XML."""
    bad = "<script>alert(1)</script>&\"'"
    board = Board(
        bad,
        (City(bad, 0, 0), City("B", 100, 0)),
        (Route(bad, bad, "B", "red", 2),),
        (Ticket(bad, bad, "B", 3),),
        {2: 2},
    )
    picture = svg.board(board, tickets=[(bad, "B")], highlight=[bad])
    assert list(routes(tree(picture))) == [bad]
    assert "<script" not in picture


# What parts have on the map -------------------------------------------------------------------


@attrs.define
class DepotSlot:
    """Where the depots are."""

    depots: tuple[tuple[str, ...], ...] = parts.open_field(())


class Depots(Part):
    """A depot of each seat, shown as a plain token."""

    slot = DepotSlot

    def init_slot(self, state: Any) -> None:
        self.slot_of(state).depots = (("Gent",), ("Luik",))[: state.seats]

    def public_facts(self, state: Any, viewer: int) -> dict[str, object]:
        """The cities, by seat."""
        return {"depots": (("Brugge",), ("Luik",)), "closed": ("brugge--brussel--blue",), "n": 3}


class DrawnDepots(Depots):
    """The same, drawn by the part itself."""

    draws = ("depots", "closed")

    def drawn_pieces(self, board: Board, shown: Any) -> Any:
        """A letter in each city."""
        for seat, cities in enumerate(shown.get("depots", ())):
            for city in cities:
                yield Piece(city, seat=seat, text="Dp", title="a depot")


def with_part(part: Part) -> Variant:
    """The part on a small board."""
    board = ttrkit.load_board("examples/home_made/benelux.toml")
    return Variant.from_classic(type(part).__name__, board, players=(2,), trains=20, parts=[part])


def test_what_a_part_shows_is_drawn_plainly() -> None:
    """Cities and routes, by seat or not; anything else is left out."""
    game = ttrkit.new_game(with_part(Depots()), players=2, seed=1)
    pieces = ["".join(e.itertext()) for e in of_class(tree(svg.board(game)), "piece")]
    on_map = pieces[:3]
    assert on_map == ["depots of seat 0D", "depots of seat 1D", "closedC"]


def test_a_part_can_draw_its_pieces_itself() -> None:
    """By the hook; the plain default is then left out."""
    variant = with_part(DrawnDepots())
    game = ttrkit.new_game(variant, players=2, seed=1)
    pieces = ["".join(e.itertext()) for e in of_class(tree(svg.board(game)), "piece")]
    assert pieces[:2] == ["a depot of seat 0Dp", "a depot of seat 1Dp"]
    assert of_class(tree(svg.board(variant)), "piece") == []
    assert len(of_class(tree(svg.board(ttrkit.get_variant("paris"))), "flag")) > 20


class Shared(Part):
    """Every route may be claimed by several seats."""

    def stays_open(self, route: Route) -> bool:
        return True


def test_a_route_of_several_seats() -> None:
    """Their trains take turns on its spaces, and it has the number of each."""
    variant = with_part(Shared())
    route = variant.board.route("Brugge", "Rotterdam")
    game = ttrkit.position(variant, players=2, claimed={0: [route], 1: [route]})
    group = routes(tree(svg.board(game)))[route.id]
    assert [e.text for e in of_class(group, "number")] == ["0", "1"]
    spaces = [e.attrib["d"].count("M") for e in of_class(group, "train")]
    assert spaces == [2, 2]
    assert "of seat 0 and 1" in "".join(group.itertext())


def test_tickets_of_other_shapes() -> None:
    """Of three cities, with several ends, and to a region, of which every city has a ring."""
    board = ttrkit.load_board("examples/home_made/benelux.toml")
    many = Ticket("many", "Brugge", "Luik", 9, via=("Utrecht",))
    ends = Ticket("ends", "Brugge", "Luik", 9, other_ends=(("Gulden", 5),))
    board = attrs.evolve(
        board, tickets=(many, ends), regions={"Gulden": ("Antwerpen", "Namen", "Brussel")}
    )
    for ticket, rings, ways in ((many, 3, 3), (ends, 5, 1)):
        root = tree(svg.board(board, tickets=[ticket]))
        assert len(of_class(root, "ring")) == rings
        assert len(of_class(root, "way")) > ways


# Notebooks ------------------------------------------------------------------------------------


def test_notebooks() -> None:
    """Boards, variants, games and observations show a picture; results and reports a table."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    for shown in (game, game.board, game.variant, game.observe(0)):
        assert shown._repr_svg_() == svg.board(shown)
    ttrkit.play(game, [GreedyPlayer(1), GreedyPlayer(2)])
    result = game.result()
    table = tree(result._repr_html_())
    text = " ".join(table.itertext())
    assert "Final score" in text
    assert all(str(total) in text for total in result.totals)
    report = ttrkit.simulate("paris", {"a<b": GreedyPlayer, "c": GreedyPlayer}, games=2, seed=1)
    told = tree(report._repr_html_())
    assert "a<b" in " ".join(told.itertext())


def test_nothing_of_it_is_loaded_before_it_is_used() -> None:
    """`import ttrkit` loads no pictures."""
    code = (
        "import sys, ttrkit; ttrkit.get_variant('usa');"
        "assert not [m for m in sys.modules if m.startswith(('ttrkit.pictures', 'ttrkit.svg'))];"
        "ttrkit.svg.board; assert 'ttrkit.pictures' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
