"""Home-made facts of a board, as parts declare them: what fits, and what is refused in words."""

from typing import Any, ClassVar, Literal

import attrs
import pytest

import ttrkit
from ttrkit import Board, ClaimRoute, Route, Variant, load_board
from ttrkit.parts import Part, State
from ttrkit.payment import Payment

BENELUX = load_board("examples/home_made/benelux.toml")
KINDS: dict[str, dict[str, Any]] = {
    "route": {
        "mountain": int,
        "slope": float,
        "gauge": Literal["broad", "narrow", 3],
        "heights": tuple[int, ...],
        "signs": tuple[tuple[str, ...], ...],
    },
    "city": {"coastal": bool},
    "ticket": {"kept by": str},
    "board": {"age": int},
}


class Crossings(Part):
    """Mountains score as many points more."""

    labels = ("crossings",)
    board_facts = KINDS

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        """Points for the mountains."""
        state.award(seat, route.extra.get("mountain", 0), "crossings")


def with_route(**extra: Any) -> Board:
    """The board with these facts on Luik–Namen."""
    namen = BENELUX.route("Luik", "Namen")
    routes = [attrs.evolve(r, extra=extra) if r is namen else r for r in BENELUX.routes]
    return attrs.evolve(BENELUX, routes=routes)


def variant(board: Board, *parts: Part) -> Variant:
    """The classic rules and these parts."""
    return Variant.from_classic("facts", board, players=[2], trains=20, parts=parts)


def refusal(board: Board, *parts: Part) -> str:
    """What is said of a variant that is refused."""
    with pytest.raises(ValueError, match=r"^facts: |both declare") as caught:
        variant(board, *parts)
    return str(caught.value)


def test_a_rule_reads_its_facts() -> None:
    """What the board says is what the rule does, in a game and in its record."""
    rules = variant(with_route(mountain=2, gauge="broad", heights=[3, 4]), Crossings())
    game = ttrkit.position(rules, players=2, hands=[{"purple": 2}])
    game.apply(ClaimRoute(rules.board.route("Luik", "Namen"), {"purple": 2}))
    assert game.result().sheets[0]["crossings"] == 2
    again = ttrkit.from_record(game.to_record(), variant=rules)
    assert again.result() == game.result()
    with pytest.raises(ttrkit.RecordError, match="another board"):
        ttrkit.from_record(game.to_record(), variant=variant(with_route(mountain=3), Crossings()))


@pytest.mark.parametrize(
    ("extra", "must"),
    [
        ({"mountain": "yes"}, 'mountain must be a whole number, not "yes"'),
        ({"mountain": True}, "mountain must be a whole number, not true"),
        ({"mountain": 1.5}, "mountain must be a whole number, not 1.5"),
        ({"slope": "7"}, 'slope must be a number, not "7"'),
        ({"slope": False}, "slope must be a number, not false"),
        ({"gauge": "braod"}, 'gauge must be "broad" or "narrow" or 3, not "braod"'),
        ({"gauge": 3.0}, 'gauge must be "broad" or "narrow" or 3, not 3.0'),
        ({"heights": 3}, "heights must be a list of whole numbers, not 3"),
        ({"heights": [3, "4"]}, 'heights must be a list of whole numbers, not [3, "4"]'),
        ({"signs": ["a"]}, 'signs must be a list of lists of texts, not ["a"]'),
    ],
)
def test_facts_of_another_type(extra: dict[str, Any], must: str) -> None:
    """Are refused when the variant is made, with the place and what would be right."""
    told = refusal(with_route(**extra), Crossings())
    assert told == f"facts: route Luik–Namen: {must}"


@pytest.mark.parametrize(
    "extra", [{"slope": 2}, {"slope": 2.5}, {"gauge": 3}, {"heights": []}, {"signs": [["a"], []]}]
)
def test_facts_that_fit(extra: dict[str, Any]) -> None:
    """A whole number is a number, too, and a list may be empty."""
    assert variant(with_route(**extra), Crossings()).board.route("Luik", "Namen").extra


def test_every_scope_is_checked() -> None:
    """On the board, a city, a parallel route and a ticket, and all faults are told together."""
    board = attrs.evolve(
        BENELUX,
        cities=[attrs.evolve(BENELUX.cities[0], extra={"coastal": 1}), *BENELUX.cities[1:]],
        routes=[attrs.evolve(r, extra={"mountain": ""}) if r.group else r for r in BENELUX.routes],
        tickets=[attrs.evolve(BENELUX.tickets[0], extra={"kept by": 3}), *BENELUX.tickets[1:]],
        extra={"age": "old"},
    )
    told = refusal(board, Crossings())
    city, ticket = BENELUX.cities[0], BENELUX.tickets[0]
    lines = told.splitlines()
    assert lines[:3] == [
        "facts: 7 facts do not fit",
        '  - the board: age must be a whole number, not "old"',
        f"  - city {city}: coastal must be true or false, not 1",
    ]
    assert "  - route Antwerpen–Brussel (antwerpen--brussel--red): mountain must be" in lines[5]
    assert lines[-1] == f"  - ticket {ticket}: kept by must be text, not 3"


def test_facts_that_nobody_declares() -> None:
    """A near miss is named; each key is told once; what belongs elsewhere is said to."""
    told = refusal(with_route(montain=2), Crossings())
    assert told == (
        'facts: route Luik–Namen: no part declares "montain" (did you mean "mountain"?); '
        "of a route they declare mountain, slope, gauge, heights, signs"
    )
    with pytest.raises(ValueError, match='"coastal" is a fact of a city, not of a route'):
        variant(with_route(coastal=True), Crossings())
    told = refusal(attrs.evolve(BENELUX, extra={"xyz": 1}), OnlyCities())
    assert told == ('facts: the board: no part declares "xyz"; of a board they declare nothing')
    both = attrs.evolve(BENELUX, routes=[attrs.evolve(r, extra={"y": 1}) for r in BENELUX.routes])
    told = refusal(both)
    assert told == (
        'facts: route Amsterdam–Groningen: no part declares "y"; '
        "board.without_extra() leaves such facts out"
    )
    assert variant(both.without_extra()).board == BENELUX


class OnlyCities(Part):
    """Declares facts of cities alone."""

    board_facts: ClassVar = {"city": {"coastal": bool}}


class Otherwise(Part):
    """Declares a fact as another part does not."""

    board_facts: ClassVar = {"city": {"coastal": int}}


def test_two_parts_declare_a_fact() -> None:
    """Alike, they share it; differently, the variant is refused."""
    coast = attrs.evolve(BENELUX.cities[0], extra={"coastal": True})
    board = attrs.evolve(BENELUX, cities=[coast, *BENELUX.cities[1:]])
    assert variant(board, Crossings(), OnlyCities()).board is board
    told = refusal(board, OnlyCities(), Otherwise())
    assert told == (
        'OnlyCities and Otherwise both declare "coastal" of a city, '
        "as true or false and as a whole number"
    )


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ([], r'Wrong.board_facts: \{"route": \{"mountain": int\}\} or the like, not \[\]'),
        ({"rout": {"x": int}}, r"Wrong.board_facts: .* not 'rout': .*did you mean \"route\""),
        ({"route": int}, "Wrong.board_facts: facts, by name, of a board or city or route or"),
        ({"route": {"x": list}}, r"'x' of a route: int, float, .* is wanted, not <class 'list'>"),
        ({"route": {"x": tuple[int, int]}}, "'x' of a route: int, float, bool, str, Literal"),
        ({"route": {"x": Literal[None]}}, "'x' of a route: int, float, bool, str, Literal"),
        ({"route": {3: int}}, "3 of a route: int, float, bool, str, Literal"),
    ],
)
def test_a_declaration_that_is_none(declared: Any, told: str) -> None:
    """Is refused, with the part that makes it."""

    class Wrong(Part):
        """Declares it."""

        board_facts = declared

    with pytest.raises(TypeError, match=told):
        variant(BENELUX, Wrong())
