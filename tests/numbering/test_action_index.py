"""Every action has a number, the same everywhere; whatever is no number is refused in words."""

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

import ttrkit
from tests.numbering.tables import ALL, TABLES, games
from ttrkit import Action, ActionIndex, IllegalAction, RuleError, Variant, cards
from ttrkit.events import KeepPlaces
from ttrkit.numbering.action_index import MOST_UNNUMBERED, NO_NUMBER, UNNUMBERED
from ttrkit.parts import Part

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
VARIED = ("usa", "europe", "asia", "paris", "mixed")


@every_table
def test_numbers_and_actions_are_one_to_one(name: str, players: int) -> None:
    """Of every legal action, given as a game, an observation or a list; the mask has them all."""
    index = ALL[name].action_index
    for game in games(ALL[name], players, seed=players):
        actions = game.legal_actions()
        numbers = index.numbers(game)
        assert len(set(numbers)) == len(numbers) == len(actions)
        assert [index.action(number, game) for number in numbers] == actions
        assert index.numbers(actions) == numbers
        mask = index.mask(game)
        assert type(mask) is bytes
        assert [number for number, is_legal in enumerate(mask) if is_legal] == sorted(numbers)
        assert len(mask) == index.n
        if not game.is_over:
            seen = game.observe(game.to_move or 0)
            assert index.mask(seen) == mask
            some = random.Random(players).randrange(len(actions))
            assert index.number(actions[some], seen) == numbers[some]


@every_table
def test_a_number_stands_for_its_name(name: str, players: int) -> None:
    """The action reads as its number is called, unless it is numbered by a place."""
    index = ALL[name].action_index
    places = {*index.blocks["KeepTickets"], *index.blocks.get(UNNUMBERED, ())}
    for game in games(ALL[name], players, seed=players + 50, most=80):
        for number in index.numbers(game):
            if number not in places:
                assert index.names[number] == str(index.action(number, game))


@every_table
def test_equal_actions_have_equal_numbers(name: str, players: int) -> None:
    """An action that a program makes itself has the number of the one that is listed."""
    index = ALL[name].action_index
    for game in games(ALL[name], players, seed=players + 90, most=60):
        actions = game.legal_actions()
        copies: list[Any] = [attrs.evolve(action) for action in actions]  # type: ignore[misc]
        assert all(copy is not action for copy, action in zip(copies, actions, strict=True))
        assert index.numbers(copies) == index.numbers(actions)


@pytest.mark.parametrize(
    ("name", "size", "first"),
    [
        ("usa", 1080, "take a face-up purple card"),
        ("europe", 3596, "take a face-up purple card"),
        ("paris", 174, "take a face-up purple card"),
        ("asia", 8382, "take a face-up purple card"),
    ],
)
def test_the_editions_have_these_numbers(name: str, size: int, first: str) -> None:
    """Every edition is exact; a block for each kind of action, in the documented order."""
    index = ttrkit.get_variant(name).action_index
    assert (index.n, index.names[0], index.is_exact) == (size, first, True)
    assert len(set(index.names)) == size
    kinds = [*index.blocks]
    assert kinds[:5] == ["DrawFaceUp", "DrawBlind", "DrawTickets", "Pass", "ClaimRoute"]
    assert kinds[-1] == "KeepTickets"
    starts = [block.start for block in index.blocks.values()]
    stops = [block.stop for block in index.blocks.values()]
    assert starts == [0, *stops[:-1]]
    assert stops[-1] == size


def test_the_digests_are_the_same_on_every_machine() -> None:
    """They are written down here: a model keeps them, so they change with the numbers alone."""
    digests = {
        name: ttrkit.get_variant(name).action_index.digest for name in ttrkit.variant_names()
    }
    assert digests == {
        "asia": "d8dd1445751824d0",
        "europe": "fc3792a4f6195d41",
        "paris": "13cf521fad93a03a",
        "usa": "ec02bae61338c608",
    }
    code = "import ttrkit; print(ttrkit.get_variant('europe').action_index.digest)"
    for seed in ("1", "2"):  # of hashes, which order sets
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == digests["europe"]


def test_a_choice_of_tickets_has_one_number_for_all_tickets() -> None:
    """By the places of the kept ones among those drawn, sorted by id, however many are drawn."""
    index = ttrkit.get_variant("usa").action_index
    tickets = sorted(ttrkit.get_variant("usa").board.tickets, key=lambda ticket: ticket.id)
    seen: dict[tuple[int, ...], int] = {}
    for drawn in ([tickets[3], tickets[9]], [tickets[40], tickets[1]], [tickets[0], tickets[68]]):
        game = ttrkit.position("usa", players=2, ticket_deck=[(t.a, t.b) for t in drawn], seed=1)
        game.apply(ttrkit.DrawTickets())
        low, high = sorted(drawn, key=lambda ticket: ticket.id)
        for kept in ((low,), (high,), (low, high)):
            number = index.number(ttrkit.KeepTickets(kept), game)
            places = tuple([(low, high).index(ticket) for ticket in kept])
            assert seen.setdefault(places, number) == number
            assert index.action(number, game) == ttrkit.KeepTickets(kept)
    assert len(set(seen.values())) == 3
    assert index.names[seen[0, 1]] == "keep the 1st and the 2nd of the drawn tickets"
    assert index.names[seen[1,]] == "keep the 2nd of the drawn tickets"


def test_an_index_is_pickled_with_its_variant() -> None:
    """And is the same object for a variant that has one."""
    index = ttrkit.get_variant("paris").action_index
    assert pickle.loads(pickle.dumps(index)) is index
    thrifty = ActionIndex(ttrkit.get_variant("paris"), "thrifty")
    again = pickle.loads(pickle.dumps(thrifty))
    assert again == thrifty
    assert hash(again) == hash(thrifty)
    assert again != index
    assert index != 1
    assert repr(thrifty) == "<ActionIndex of paris, 128 numbers, payments=thrifty>"


# Thrift ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [(n, p) for n, p in TABLES if n in VARIED])
def test_thrifty_numbers_are_the_fewest_wilds(name: str, players: int) -> None:
    """Of all payments for one thing in one colour, one with the fewest wilds has the number."""
    index = ActionIndex(ALL[name], payments="thrifty")
    assert index.n < ALL[name].action_index.n
    for game in games(ALL[name], players, seed=players + 7, most=150):
        actions = game.legal_actions()
        numbers = index.numbers(game)
        chosen = [number for number in numbers if number != NO_NUMBER]
        assert len(set(chosen)) == len(chosen)
        assert sum(index.mask(game)) == len(chosen)
        fewest: dict[object, int] = {}
        for action in actions:
            key = without_payment(action)
            fewest[key] = min(fewest.get(key, 99), wilds(action))
        assert len(chosen) == len(fewest)
        for action, number in zip(actions, numbers, strict=True):
            if number != NO_NUMBER:
                assert wilds(action) == fewest[without_payment(action)]
                assert index.action(number, game) == action


def wilds(action: Any) -> int:
    """The number of wilds that an action pays."""
    paid = (getattr(action, "cards", None), getattr(action, "shared", None))
    return sum(each["wild"] for each in paid if each is not None)


def without_payment(action: Any) -> object:
    """What an action is about, and the colour that it is paid in: all of it but how."""
    if getattr(action, "cards", None) is None:
        return action
    fields = {field.name: getattr(action, field.name) for field in attrs.fields(type(action))}
    paid = fields.pop("cards") + fields.pop("shared", cards())
    plain = [colour for colour in paid if colour != "wild"]
    return (type(action), *fields.values(), plain[0] if plain else "wild")


def test_thrift_needs_the_game_to_know_a_payment() -> None:
    """The same number is another payment with another hand."""
    variant = ttrkit.get_variant("usa")
    index = ActionIndex(variant, payments="thrifty")
    route = variant.board.route("Duluth", "Helena")  # six orange ones
    paid = []
    for hand in ({"orange": 6, "wild": 2}, {"orange": 4, "wild": 2}):
        game = ttrkit.position("usa", players=2, hands=[hand, {}], seed=1)
        (number,) = [
            n
            for n in index.numbers(game)
            if n in index.blocks["ClaimRoute"]
            and getattr(index.action(n, game), "route", None) == route
        ]
        paid.append((number, index.action(number, game).cards))  # type: ignore[attr-defined]
    assert paid[0][0] == paid[1][0]
    assert [cards_ for _, cards_ in paid] == [cards(orange=6), cards(orange=4, wild=2)]
    assert index.names[paid[0][0]].endswith("with 6 orange, or as few wilds as possible")


# Parts that do not list their actions ------------------------------------------------------------


@attrs.frozen
class Call(Action):
    """Call out a number."""

    is_public = True

    number: int

    def __str__(self) -> str:
        return f"call out {self.number}"


class Calling(Part):
    """A turn may be spent to call out a number; the part does not list its actions."""

    actions = (Call,)
    most = 3

    def list_actions(self, state: Any, seat: int, out: list[Action]) -> None:
        out += [Call(number) for number in range(self.most)]

    def check(self, state: Any, seat: int, action: Call) -> str | None:
        return None if action.number in range(self.most) else "such a number is not called out"

    def perform(self, state: Any, seat: int, action: Call, found: None) -> None:
        """Nothing comes of it."""


class Listing(Calling):
    """The same, and its actions are listed."""

    def every_action(self) -> Iterable[Action]:
        return [Call(number) for number in range(self.most)]


class Forgetting(Calling):
    """The same, but one action is left out."""

    def every_action(self) -> Iterable[Action]:
        return [Call(0), Call(1)]


class Babbling(Calling):
    """The same, with very many actions."""

    most = MOST_UNNUMBERED + 5


class Nonsense(Calling):
    """The same, but what it lists is no action."""

    def every_action(self) -> Any:
        return [1]


def with_part(part: Part) -> Variant:
    """Paris with another part."""
    return attrs.evolve(ttrkit.get_variant("paris"), name="calls").adding(part)


def test_unlisted_actions_are_numbered_by_their_place() -> None:
    """In a block of their own, and the index says that it is not exact."""
    index = with_part(Calling()).action_index
    assert not index.is_exact
    assert len(index.blocks[UNNUMBERED]) == MOST_UNNUMBERED
    game = ttrkit.position(with_part(Calling()), players=2, seed=1)
    first = index.blocks[UNNUMBERED].start
    assert [index.action(first + n, game) for n in range(3)] == [Call(0), Call(1), Call(2)]
    assert index.names[first] == "unnumbered action 1"
    with pytest.raises(IllegalAction, match=rf"^{first + 3} \(unnumbered action 4\) is not legal"):
        index.action(first + 3, game)


def test_listed_actions_make_it_exact() -> None:
    """One hook is enough."""
    index = with_part(Listing()).action_index
    assert index.is_exact
    assert UNNUMBERED not in index.blocks
    assert [index.names[n] for n in index.blocks["Call"]] == [f"call out {n}" for n in range(3)]


def test_more_than_can_be_numbered_have_no_number() -> None:
    """The first ones do; the rest is -1, and not in the mask."""
    variant = with_part(Babbling())
    game = ttrkit.position(variant, players=2, seed=1)
    numbers = variant.action_index.numbers(game)
    assert numbers.count(NO_NUMBER) == 5
    assert sum(variant.action_index.mask(game)) == len(numbers) - 5


def test_an_action_that_was_left_out_is_named() -> None:
    """A part that lists its actions must list all of them."""
    variant = with_part(Forgetting())
    game = ttrkit.position(variant, players=2, seed=1)
    with pytest.raises(
        RuleError, match=r"^Forgetting.every_action leaves out call out 2, which is"
    ):
        variant.action_index.numbers(game)


def test_what_is_no_action_is_not_listed() -> None:
    """The part and the hook are named."""
    wanted = "^Nonsense.every_action lists 1, where a hashable action is wanted$"
    with pytest.raises(RuleError, match=wanted):
        _ = with_part(Nonsense()).action_index


# Bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-1, 174, 10**30])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    """The message says which there are."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    with pytest.raises(
        ValueError, match=r"is no number of an action: those of paris are 0 to 173$"
    ):
        game.variant.action_index.action(number, game)


@pytest.mark.parametrize("number", [None, "3", 1.0, True, [1]])
def test_what_is_no_number_is_refused(number: Any) -> None:
    """Only whole numbers are."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    with pytest.raises(TypeError, match="is no number of an action"):
        game.variant.action_index.action(number, game)


def test_a_choice_that_is_not_legal_is_refused() -> None:
    """With its words."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    index = game.variant.action_index
    with pytest.raises(IllegalAction, match=r"^170 \(keep no ticket\) is not legal there$"):
        index.action(170, game)
    blind = index.blocks["DrawBlind"][0]
    with pytest.raises(IllegalAction, match="choose which tickets to keep, not DrawBlind"):
        game.apply(index.action(blind, game))
    with pytest.raises(IllegalAction, match=r"DrawBlind\(\) is not legal there, so it has no num"):
        index.number(ttrkit.DrawBlind(), game)


@pytest.mark.parametrize("where", [None, 3, "usa", {1: 2}])
def test_neither_game_nor_list(where: Any) -> None:
    """The message says what is wanted."""
    with pytest.raises(TypeError, match="a game, an observation or a list of legal actions is wa"):
        ttrkit.get_variant("usa").action_index.numbers(where)


def test_actions_of_another_variant_are_refused() -> None:
    """A game of Europe has actions that USA has no number for, and so has a list of them."""
    game = ttrkit.position("europe", players=2, hands=[{"red": 3}, {}], seed=1)
    index = ttrkit.get_variant("usa").action_index
    with pytest.raises(ValueError, match=r"^a game of europe is given to the index of usa$"):
        index.numbers(game)
    with pytest.raises(ValueError, match=r"^a game of europe is given to the index of usa$"):
        index.mask(game.observe(0))
    station = ttrkit.BuildStation("Paris", {"red": 1})
    with pytest.raises(ValueError, match=r"^build a station in Paris with 1 red is no action of u"):
        index.numbers([station])
    with pytest.raises(TypeError, match=r"^3 is no action$"):
        index.numbers([3])


def test_the_digest_of_another_index_is_refused() -> None:
    """The message says what it means."""
    index = ttrkit.get_variant("usa").action_index
    index.check_digest(index.digest)
    other = ActionIndex(ttrkit.get_variant("usa"), "thrifty").digest
    with pytest.raises(ValueError, match=f'^"{other}" is the digest of another index than this on'):
        index.check_digest(other)


def test_payments_are_all_or_thrifty() -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match=r"^payments: .all. or .thrifty. is wanted, not 'some'$"):
        ActionIndex(ttrkit.get_variant("usa"), "some")  # type: ignore[arg-type]


def test_a_choice_of_places_is_never_legal() -> None:
    """It only stands for one in a list of all actions."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    assert not game.is_legal(KeepPlaces((0,)))
    assert str(KeepPlaces((0, 1, 3), 1)) == (
        "keep the 1st, the 2nd and the 4th of the drawn tickets, sharing the 2nd"
    )


def test_variants_that_are_not_exact_have_digests_of_their_own() -> None:
    """Their unnumbered actions are others, though the numbers look alike."""
    terrain, technologies = ALL["terrain"].action_index, ALL["technologies"].action_index
    assert terrain.names == technologies.names
    with pytest.raises(ValueError, match="is the digest of another index"):
        terrain.check_digest(technologies.digest)


class Hostile:
    """Says that it is equal to everything, or dies of the question."""

    def __init__(self, dies: bool) -> None:
        self._dies = dies

    def __eq__(self, other: object) -> bool:
        if self._dies:
            raise RuntimeError("do not ask")
        return True

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("dies", [True, False])
def test_hostile_objects_are_neither_actions_nor_digests(dies: bool) -> None:
    """They are not asked whether they are equal."""
    game = ttrkit.new_game("paris", players=2, seed=1)
    index = game.variant.action_index
    junk: Any = Hostile(dies)
    with pytest.raises(IllegalAction, match="is not legal there, so it has no number"):
        index.number(junk, game)
    with pytest.raises(ValueError, match="is the digest of another index"):
        index.check_digest(junk)
    with pytest.raises(ValueError, match="payments: "):
        ActionIndex(game.variant, junk)


def test_an_index_is_made_of_a_variant() -> None:
    """Not of its name."""
    with pytest.raises(TypeError, match="ActionIndex: a Variant is wanted, such as"):
        ActionIndex("usa")  # type: ignore[arg-type]
