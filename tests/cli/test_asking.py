"""The questions: any action can be reached, whoever has made it."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

import ttrkit
from ttrkit import Colour, Cost
from ttrkit.cli.looks import make_console
from ttrkit.cli.questions import Option, Question, matching, next_question, next_several, spoken
from ttrkit.cli.table import Ways, cost_in_short, show_city, show_table
from ttrkit.events.actions import Action
from ttrkit.parts import Part, State
from ttrkit.payment.card_counts import Cards, cards


@attrs.frozen
class BuyCoal(Action):
    """An action with fields of all sorts."""

    sacks: int
    grade: str
    price: Cards
    note: str | None = None

    def __str__(self) -> str:
        return f"buy {self.sacks} sacks of {self.grade} coal for {self.price}"


class Whistle(Action):
    """An action that is no attrs class."""

    def __str__(self) -> str:
        return "whistle loudly"


@given(
    name=st.sampled_from(ttrkit.variant_names()),
    seed=st.integers(0, 10_000),
    steps=st.integers(0, 60),
)
def test_every_legal_action_can_be_reached(name: str, seed: int, steps: int) -> None:
    """By one way of answering just: the options of a question share the actions out."""
    variant = ttrkit.get_variant(name)
    game = ttrkit.new_game(variant, players=variant.players[0], seed=seed)
    player = ttrkit.RandomPlayer(seed)
    for _ in range(steps):
        if game.to_move is not None:
            game.apply(player.choose(game.observe(game.to_move)))
    if game.to_move is None:
        return
    now = game.observe(game.to_move)
    assert sorted(map(repr, reached(now, now.legal_actions))) == sorted(
        map(repr, now.legal_actions)
    )


def reached(now: ttrkit.Observation, actions: tuple[Action, ...]) -> list[Action]:
    """All actions that some answers lead to."""
    if len(actions) == 1:
        return list(actions)
    several = next_several(actions)
    if several is not None:
        groups = list(several.groups.values())
    else:
        question = next_question(now, actions)
        groups = [option.actions for option in question.options]
        assert len(groups) > 1, "a question with one answer"
        assert len(set(lines(question))) == len(groups), "two lines that read alike"
    return [action for group in groups for action in reached(now, group)]


def observed() -> ttrkit.Observation:
    """Some observation."""
    return ttrkit.position("usa", players=2, hands=[{"red": 3, "wild": 1}], seed=1).observe(0)


def lines(question: Question) -> list[str]:
    """The lines of a menu."""
    return [" ".join(cell.plain for cell in option.cells).strip() for option in question.options]


def test_home_made_actions() -> None:
    """They are split by their own fields, and called by the name of their class."""
    now = observed()
    coal = [
        BuyCoal(sacks, grade, price)
        for sacks in (1, 2)
        for grade in ("brown", "hard")
        for price in (cards(wild=1), cards(red=1))
    ]
    first = next_question(now, [*now.legal_actions, *coal, Whistle()])
    assert lines(first)[-2:] == ["buy coal 2 to choose from", "whistle loudly"]
    second = next_question(now, first.options[-2].actions)
    assert (second.text, lines(second)) == ("Which sacks?", ["1", "2"])
    third = next_question(now, second.options[1].actions)
    assert (third.text, lines(third)) == ("Which grade?", ["brown", "hard"])
    last = next_question(now, third.options[0].actions)
    assert last.text == "How do you pay?"
    assert lines(last)[0] == "buy 2 sacks of brown coal for 1 red"
    assert sorted(map(str, reached(now, tuple(coal)))) == sorted(map(str, coal))


def test_actions_without_fields() -> None:
    """Two that look alike in everything are listed by their words."""
    assert lines(next_question(observed(), [Whistle(), Whistle()])) == ["whistle loudly"] * 2


@pytest.mark.parametrize(
    ("name", "words"),
    [("BuyCoal", "buy coal"), ("share_tickets", "share tickets"), ("A1B", "a1 b")],
)
def test_names_in_words(name: str, words: str) -> None:
    """Of classes and of fields."""
    assert spoken(name) == words


def test_payments_with_the_fewest_wilds_come_first() -> None:
    """Then those of the colour that one has most of."""
    game = ttrkit.position("usa", players=2, hands=[{"red": 3, "blue": 4, "wild": 2}], seed=1)
    route = game.board.route("Nashville", "Atlanta")
    claims = [a for a in game.legal_actions() if getattr(a, "route", None) == route]
    assert lines(next_question(game.observe(0), claims)) == ["1 blue", "1 red", "1 wild"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hard", ["hard"]),
        ("HARD a", ["hard and dry"]),
        ("br", ["brown"]),
        ("rd", ["hard", "hard and dry"]),
        ("dry hard", ["hard and dry"]),
        ("wet", []),
    ],
)
def test_the_lines_that_words_fit(text: str, found: list[str]) -> None:
    """The whole of a line comes before its beginning, and that before any other part."""
    options = [
        Option((Text(grade),), (BuyCoal(1, grade, cards(red=1)),))
        for grade in ("hard", "hard and dry", "brown", "a brown one")
    ]
    assert [option.cells[0].plain for option in matching(options, text)] == found


# What is seen ----------------------------------------------------------------------------------


def test_the_way_of_a_ticket() -> None:
    """Over one's own routes, at no cost, and the open ones; or none at all."""
    ticket = ttrkit.get_variant("usa").board.ticket("Seattle", "New York")
    game = ttrkit.position(
        "usa", players=2, claimed={0: [("Seattle", "Helena")], 1: []}, tickets={0: [ticket.cities]}
    )
    words = Ways(game.observe(0)).in_words(ticket)
    assert "trains to go by Helena" in words
    taken = {route.cities for route in game.board.routes if "Seattle" in route.cities}
    shut = ttrkit.position("usa", players=2, claimed={1: taken})
    assert Ways(shut.observe(0)).in_words(ticket) == "no way is left"
    short = ttrkit.position("usa", players=2, trains=[3, 3])
    assert "more than you have" in Ways(short.observe(0)).in_words(ticket)


def test_the_table_shows_what_parts_add() -> None:
    """Stations, flags and holders; never another's cards, or what is meant for programs."""
    europe = ttrkit.position("europe", players=2, stations={1: ["Paris"]}, seed=1)
    assert "Stations" in shown(europe)
    assert "Ben: Paris" in shown(europe)
    paris = ttrkit.position("paris", players=2, flags={1: ["blue"]}, seed=1)
    assert "1 blue  (Ben)" in shown(paris)
    holders = [{"red": 2}, {"green": 3}]
    asia = ttrkit.position("asia", players=4, holders=holders, hands=[{}, {"black": 5}], seed=1)
    assert "2 red  (You & Ben)" in shown(asia)
    assert "3 unseen  (Cleo & Dan)" in shown(asia)
    assert "3 green" not in shown(asia)
    assert "5 black" not in shown(asia)
    assert "Ticket(" not in shown(asia)


class Weather(Part):
    """Shows facts of all sorts: for people, or for programs."""

    def public_facts(self, state: State, viewer: int) -> dict[str, object]:
        return {
            "sky": "clear",
            "wind": 3,
            "fog": "",
            "hats": ("straw", ""),
            "boots": ((1, 2), ()),
            "chart": ((1.5, 2), None),
        }


def test_the_table_shows_facts_for_people() -> None:
    """For all, or for each seat that has any; not what no words are made of."""
    game = ttrkit.position(ttrkit.get_variant("usa").adding(Weather()), players=2, seed=1)
    facts = [line.split(maxsplit=1) for line in shown(game).splitlines() if line.strip()]
    told = {words[0]: words[1] for words in facts if len(words) == 2}
    assert told["Sky"] == "clear"
    assert told["Wind"] == "3"
    assert told["Hats"] == "You: straw"
    assert told["Boots"] == "You: 1, 2"
    assert not {"Fog", "Chart"} & {words[0] for words in facts}


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (Cost(3, (Colour.RED,)), "3 red"),
        (Cost(3, (Colour.RED, Colour.BLUE)), "3 red or blue"),
        (Cost(3, (Colour.RED,), wilds=1), "3 red (1 wild)"),
        (Cost(3, (), wilds=3), "3 wild"),
        (Cost(4, (Colour.RED, Colour.BLUE)), "4 red or blue for 3 trains"),
    ],
)
def test_costs_in_short(cost: Cost, words: str) -> None:
    """The colours, wilds that must be among them, and the trains if these are others."""
    route = ttrkit.get_variant("usa").board.route("Montréal", "New York")
    assert cost_in_short(route, cost) == words


def shown(game: ttrkit.Game) -> str:
    """The table as seat 0 sees it."""
    console = make_console()
    with console.capture() as printed:
        show_table(console, game.observe(0), ("You", "Ben", "Cleo", "Dan")[: len(game.seats)], ())
    return printed.get()


def test_a_city_and_whose_its_routes_are() -> None:
    """Free, taken or closed; found without accents."""
    game = ttrkit.position("europe", players=2, claimed={1: [("Zürich", "München")]}, seed=1)
    console = make_console()
    with console.capture() as printed:
        show_city(console, game.observe(0), "zurich", ("You", "Ben"))
        show_city(console, game.observe(0), "kobenh", ("You", "Ben"))
        show_city(console, game.observe(0), "atlantis", ("You", "Ben"))
        show_city(console, game.observe(0), "?", ("You", "Ben"))
    text = printed.get()
    assert "taken: Ben" in text
    assert "free" in text
    assert "København–Stockholm" in text
    assert 'No city is called "atlantis".' in text
