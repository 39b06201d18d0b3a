"""The market: three wilds, refilling, and the order of things at the end of a turn."""

import math
import time
from collections import Counter

import attrs
import pytest

import ttrkit
from tests.conformance.helpers import (
    all_but,
    allow,
    draw_two,
    fewest,
    pay,
    refuse,
    some_route,
    undrawn,
)
from ttrkit import DrawBlind, DrawFaceUp, DrawTickets
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.events import MarketReplaced, Shuffled
from ttrkit.parts.drawing import MAX_REPLACED

TWO_WILDS = ["wild", "wild", "red", "blue", "green"]


@pytest.mark.clause("US-14", "EU-14", "PA-14")
def test_a_third_wild_replaces_all_five_before_the_second_card(edition: str) -> None:
    """All five are discarded at once, five new ones laid out, then the second card is chosen."""
    deck = ["wild", "yellow", "yellow", "white", "white", "purple", "red"]
    game = ttrkit.position(edition, players=2, market=TWO_WILDS, deck=deck)
    game.apply(DrawFaceUp("red"))
    assert game.market == ("yellow", "yellow", "white", "white", "purple")
    assert game.discards == {"wild": 3, "blue": 1, "green": 1}
    assert game.to_move == 0
    refuse(game, DrawFaceUp("blue"), DrawFaceUp("wild"))
    allow(game, DrawFaceUp("purple"), DrawBlind())
    game.apply(DrawFaceUp("purple"))
    assert game.seats[0].hand == {"red": 1, "purple": 1}
    assert game.to_move == 1


@pytest.mark.clause("US-14", "EU-14", "PA-14")
def test_a_third_wild_after_the_second_card_is_replaced_before_the_next_turn(edition: str) -> None:
    """The next player finds the new market."""
    deck = ["white", "wild", "yellow", "yellow", "white", "white", "purple", "red"]
    game = ttrkit.position(edition, players=2, market=TWO_WILDS, deck=deck)
    game.apply(DrawBlind())
    assert game.market == tuple(TWO_WILDS)
    game.apply(DrawFaceUp("red"))
    assert game.to_move == 1
    assert game.market == ("yellow", "yellow", "white", "white", "purple")
    assert game.discards == {"wild": 3, "blue": 1, "green": 1}


@pytest.mark.clause("US-14", "EU-14", "PA-14")
def test_a_new_market_with_three_wilds_is_replaced_again(edition: str) -> None:
    """As often as it happens."""
    again = ["wild", "yellow", "wild", "yellow", "wild"]
    deck = ["wild", *again, "white", "white", "purple", "red", "blue"]
    game = ttrkit.position(edition, players=2, market=TWO_WILDS, deck=deck)
    left = game.deck_size
    game.apply(DrawFaceUp("red"))
    assert game.market == ("white", "white", "purple", "red", "blue")
    assert game.discards == {"wild": 6, "blue": 1, "green": 1, "yellow": 2}
    assert game.deck_size == left - 11


@pytest.mark.clause("US-14", "EU-14", "PA-14")
def test_more_than_three_wilds_are_replaced_and_two_are_not(edition: str) -> None:
    """Four face-up wilds, after a refill, are replaced; two stay."""
    route = some_route(edition)
    for deck, market in (
        (["wild", "wild", "red", "red", "blue", "blue", "green"], None),
        (["red", "white"], ["wild", "wild", "red", "red", "white"]),
    ):
        game = ttrkit.position(
            edition,
            players=2,
            hands=[{route.colour: route.length}],
            market=["wild", "wild", "red"],
            deck=deck,
        )
        assert game.market == ("wild", "wild", "red")
        game.apply(pay(route))
        assert list(game.market) == (market or ["red", "red", "blue", "blue", "green"])
        paid = Counter({route.colour: route.length})
        assert game.discards == (paid if market else paid + Counter(wild=4, red=1))


@pytest.mark.clause("US-14", "EU-14", "PA-14")
def test_a_market_with_three_wilds_is_replaced_at_set_up_too(edition: str) -> None:
    """No game begins with three wilds face up; where they came, they were discarded."""
    replaced = 0
    for seed in range(400):
        game = ttrkit.new_game(edition, players=2, seed=seed, first=0)
        assert len(game.market) == 5
        assert game.market.count(ttrkit.Colour.WILD) < 3
        if game.discards:
            replaced += 1
            assert game.discards.total % 5 == 0
            assert game.discards["wild"] >= 3 * game.discards.total // 5
            shuffle = game.opening[0]
            assert isinstance(shuffle, Shuffled)
            at = 2 * ttrkit.get_variant(edition).cards_dealt
            first = [CARD_COLOURS[card] for card in reversed(shuffle.order)][at : at + 5]
            assert first.count(ttrkit.Colour.WILD) >= 3
            assert ttrkit.cards(Counter(first)) <= game.discards
    assert replaced > 0


@pytest.mark.clause("US-14", "EU-14", "PA-14")
def test_a_position_with_a_market_to_be_replaced_is_refused(edition: str) -> None:
    """Three wilds cannot lie there while better cards exist."""
    with pytest.raises(ValueError, match="market: with 3 wilds the rules would have replaced it"):
        ttrkit.position(edition, players=2, market=["wild", "wild", "wild", "blue", "green"])


@pytest.mark.clause("GAP-01")
def test_with_two_plain_cards_left_three_wilds_stay() -> None:
    """No better market exists: blue and green are all there is beside wilds."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{}, all_but("usa", TWO_WILDS, ["wild"] * 3)],
        market=TWO_WILDS,
        deck=["wild"] * 3,
    )
    game.apply(DrawFaceUp("red"))
    assert game.market == ("wild", "wild", "wild", "blue", "green")
    assert undrawn(game) == (2, {})
    refuse(game, DrawFaceUp("wild"))
    game.apply(DrawFaceUp("blue"))
    assert game.market == ("wild", "wild", "wild", "wild", "green")
    assert game.to_move == 1
    game.apply(DrawFaceUp("wild"))
    assert game.market == ("wild", "wild", "wild", "wild", "green")
    assert undrawn(game) == (0, {})


@pytest.mark.parametrize("pile", ["deck", "discards"])
@pytest.mark.clause("GAP-01")
def test_with_three_plain_cards_left_the_market_is_replaced(pile: str) -> None:
    """Wherever the third lies: the only market with two wilds is laid out, after some tries."""
    for seed in range(10):
        game = ttrkit.position(
            "usa",
            players=2,
            hands=[{}, all_but("usa", TWO_WILDS, ["wild", "yellow"])],
            market=TWO_WILDS,
            deck=["wild", "yellow"] if pile == "deck" else ["wild"],
            discards={"yellow": 1} if pile == "discards" else {},
            seed=seed,
        )
        game.apply(DrawFaceUp("red"))
        assert sorted(game.market) == ["blue", "green", "wild", "wild", "yellow"]
        assert game.deck_size + game.discards["wild"] == 1
        assert game.discards.total == game.discards["wild"]
        assert game.to_move == 0


@pytest.mark.clause("GAP-01")
def test_the_five_are_discarded_first_and_may_return() -> None:
    """A reshuffle in the middle of laying out takes them in."""
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{}, all_but("usa", TWO_WILDS, ["wild", "yellow", "white"])],
        market=TWO_WILDS,
        deck=["wild", "yellow", "white"],
        seed=1,
    )
    game.apply(DrawFaceUp("red"))
    replaced, first, *_ = game.history[-1].outcome
    assert isinstance(replaced, MarketReplaced)
    assert isinstance(first, Shuffled)
    old = Counter(CARD_COLOURS[card] for card in first.order)
    assert old == Counter(wild=3, blue=1, green=1)


@pytest.mark.clause("GAP-01")
def test_in_a_deck_full_of_wilds_replacing_comes_to_an_end() -> None:
    """Three plain cards of 253 make a good market, once in 260,000 times: nobody waits for it."""
    variant = attrs.evolve(ttrkit.get_variant("usa"), deck={"wild": 250, "red": 3})
    start = time.perf_counter()
    game = ttrkit.new_game(variant, players=2, seed=1)
    for _ in range(6):
        game.apply(game.legal_actions()[0])
    assert time.perf_counter() - start < 5
    assert game.market.count(Colour.WILD) >= 3
    again = ttrkit.from_record(game.to_record(), variant=variant)
    assert again.observe(0) == game.observe(0)


@pytest.mark.clause("GAP-01")
def test_no_edition_comes_near_the_bound(edition: str) -> None:
    """With all wilds and the fewest plain cards that allow a good market, it comes up in time."""
    variant = ttrkit.get_variant(edition)
    size, wilds = variant.market_size, variant.deck["wild"]
    plain = size - variant.market_wilds + 1
    good = math.comb(plain, plain) * math.comb(wilds, size - plain)
    chance = good / math.comb(plain + wilds, size)
    assert (1 - chance) ** MAX_REPLACED < 1e-12


@pytest.mark.clause("GAP-01")
def test_a_market_of_wilds_is_looked_at_again_when_cards_are_discarded(edition: str) -> None:
    """Three wilds that had to stay are replaced as soon as a payment brings better cards."""
    market = ["wild", "wild", "wild", "red", "blue"]
    route = some_route(edition)
    hand = {route.colour: route.length}
    players = fewest(edition)
    for seed in range(5):
        game = ttrkit.position(
            edition,
            players=players,
            hands={0: hand, players - 1: all_but(edition, market, hand)},
            market=market,
            seed=seed,
        )
        assert list(game.market) == market
        game.apply(pay(route))
        assert len(game.market) == 5
        assert game.market.count(ttrkit.Colour.WILD) < 3
        assert game.deck_size + game.discards.total == route.length
        assert game.to_move == 1


@pytest.mark.clause("GAP-02")
def test_empty_places_are_filled_as_soon_as_cards_are_discarded(edition: str) -> None:
    """The payment of a claim comes into the short market before the next decision."""
    route = some_route(edition)
    hand = {route.colour: route.length}
    players = fewest(edition)
    for market in ([], ["red"], ["red", "blue", "white", "white"]):
        game = ttrkit.position(
            edition,
            players=players,
            hands={0: hand, players - 1: all_but(edition, market, hand)},
            market=market,
        )
        assert list(game.market) == market
        game.apply(pay(route))
        filled = min(5, len(market) + route.length)
        assert len(game.market) == filled
        assert list(game.market[: len(market)]) == market
        assert {*game.market[len(market) :]} == {route.colour}
        assert game.deck_size + game.discards.total == len(market) + route.length - filled
        assert game.to_move == 1


@pytest.mark.clause("GAP-02")
def test_a_short_market_is_filled_before_the_next_decision_inside_a_turn() -> None:
    """A set-up market stays short until the next action, then five lie open again."""
    deck = ["green", "white", "yellow", "purple", "orange"]
    game = ttrkit.position("usa", players=2, market=["red", "blue"], deck=deck)
    tickets = game.copy()
    assert list(game.market) == ["red", "blue"]
    game.apply(DrawFaceUp("red"))
    assert game.market == ("green", "blue", "white", "yellow", "purple")
    assert game.to_move == 0
    tickets.apply(DrawTickets())
    assert tickets.market == ("red", "blue", "green", "white", "yellow")


@pytest.mark.clause("GAP-15")
def test_a_claim_discards_before_the_market_is_refilled(edition: str) -> None:
    """One shuffle of old discards and payment together fills the market; then the next seat."""
    route = some_route(edition)
    hand = {route.colour: route.length, "wild": 1}
    players = fewest(edition)
    old = {"red": 1, "blue": 1}
    game = ttrkit.position(
        edition,
        players=players,
        hands={0: hand, players - 1: all_but(edition, hand, old)},
        market=[],
        discards=old,
    )
    trains = game.seats[0].trains
    game.apply(pay(route))
    shuffled = [out for out in game.history[-1].outcome if isinstance(out, Shuffled)]
    everything = Counter({**old, route.colour: route.length})
    assert [Counter(CARD_COLOURS[card] for card in out.order) for out in shuffled] == [everything]
    assert len(game.market) == min(5, everything.total())
    assert game.seats[0].hand == {"wild": 1}
    assert game.seats[0].trains == trains - route.length
    assert game.seats[0].score == game.board.points(route.length)
    assert game.to_move == 1


@pytest.mark.clause("GAP-15")
def test_market_then_end_trigger_then_next_seat() -> None:
    """The turn that brings on the last round also refills and replaces the market."""
    route = some_route("usa")
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{route.colour: route.length}],
        trains=[route.length],
        market=["wild", "wild", "red"],
        deck=["wild", "red", "white", "white", "blue", "blue", "green"],
    )
    game.apply(pay(route))
    assert game.market == ("white", "white", "blue", "blue", "green")
    assert game.turns_left == 2
    assert game.to_move == 1
    draw_two(game)
    draw_two(game)
    assert game.is_over
    assert len(game.market) == 5
