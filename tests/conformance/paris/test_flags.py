"""French flags: laid open one by one, scored when complete."""

from collections import Counter

import pytest

import ttrkit
from tests.conformance.helpers import all_but, claims, draw_two, is_over, plain_routes, refuse
from tests.conformance.paris.common import (
    BLUE,
    GREEN,
    MARKET,
    PARIS,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    claim,
    flags,
    position,
    wait,
)
from ttrkit import ClaimRoute, Route
from ttrkit.colours import CARD_COLOURS
from ttrkit.events.outcomes import Shuffled
from ttrkit.parts import Flags
from ttrkit.testing import check_conservation

FLAG = ("blue", "white", "red")
OF_FLAG = {"blue": BLUE, "white": WHITE, "red": RED}


@pytest.mark.clause("PA-50")
def test_claiming_a_route_of_the_flag_lays_one_card_open() -> None:
    """One card of its colour, the rest is discarded; for every such route of the board."""
    for route in PARIS.routes:
        other = "green" if route.colour == "purple" else "purple"
        game = position(hands=[{route.colour: 4}], market=[other] * 5)
        claim(game, route)
        on_flag = route.colour in FLAG
        assert flags(game) == ({route.colour: 1} if on_flag else {})
        assert game.discards == {route.colour: route.length - on_flag}
        assert game.seats[0].hand == {route.colour: 4 - route.length}
        assert flags(game, 1) == {}
        assert game.seats[0].score == PARIS.points(route.length)


@pytest.mark.parametrize("route", [YELLOW, GREEN, PURPLE])
@pytest.mark.clause("PA-50")
def test_other_colours_lay_nothing(route: Route) -> None:
    """Whatever lies open already."""
    for laid in ([], ["blue"], ["white", "red"]):
        game = position(hands=[{route.colour: 3}], flags={0: laid}, market=["white"] * 5)
        claim(game, route)
        assert flags(game) == Counter(laid)
        assert game.discards == {route.colour: route.length}
        assert game.result().sheets[0]["flags"] == 0


@pytest.mark.parametrize("colour", FLAG)
@pytest.mark.clause("PA-50")
def test_a_wild_is_never_laid_open(colour: str) -> None:
    """With a wild and a card of the colour, that card is; with wilds alone nothing is."""
    for route in [r for r in PARIS.routes if r.colour == colour]:
        for wild in range(route.length + 1):
            game = position(hands=[{colour: 2, "wild": 2}], market=MARKET)
            claim(game, route, wild)
            laid = {} if wild == route.length else {colour: 1}
            assert flags(game) == laid
            assert flags(game)["wild"] == 0
            paid = {colour: route.length - wild, "wild": wild}
            assert game.discards + flags(game) == paid


@pytest.mark.clause("PA-50")
def test_the_last_colour_paid_with_wilds_completes_nothing() -> None:
    """A flag wants a card of every colour."""
    game = position(hands=[{"wild": 1}], flags={0: ["blue", "white"]}, market=MARKET)
    claim(game, RED, wild=1)
    assert flags(game) == {"blue": 1, "white": 1}
    assert game.seats[0].score == 1
    assert game.discards == {"wild": 1}


@pytest.mark.parametrize("colour", FLAG)
@pytest.mark.clause("PA-50")
def test_a_colour_that_is_there_already_is_not_laid_again(colour: str) -> None:
    """All the cards are discarded; another's cards do not count."""
    route = OF_FLAG[colour]
    game = position(hands=[{colour: 2}], flags={0: [colour]}, market=MARKET)
    claim(game, route)
    assert flags(game) == {colour: 1}
    assert game.discards == {colour: route.length}
    other = position(hands=[{colour: 2}], flags={1: [colour]}, market=MARKET)
    claim(other, route)
    assert flags(other) == flags(other, 1) == {colour: 1}


@pytest.mark.clause("PA-50")
def test_laying_a_card_is_not_a_choice() -> None:
    """A claim is listed once for each way to pay, nothing is asked after it."""
    game = position(hands=[{"white": 2, "wild": 2}], market=MARKET)
    ways = [c.cards for c in claims(game) if c.route == WHITE]
    assert sorted(map(str, ways)) == ["1 white, 1 wild", "2 white", "2 wild"]
    claim(game, WHITE)
    assert flags(game) == {"white": 1}
    assert (game.to_move, game.decision) == (1, "turn")


@pytest.mark.parametrize("last", FLAG)
@pytest.mark.clause("PA-51")
def test_a_complete_flag_scores_four_and_is_discarded(last: str) -> None:
    """Whichever colour comes last, at the end of that turn; the claim scores too."""
    laid = [colour for colour in FLAG if colour != last]
    route = OF_FLAG[last]
    for seat in (0, 1):
        game = position(
            to_move=seat,
            hands={seat: {last: 2}},
            flags={seat: laid, 1 - seat: ["blue"]},
            market=MARKET,
            scores={seat: 10},
        )
        claim(game, route)
        points = PARIS.points(route.length)
        assert flags(game, seat) == {}
        assert flags(game, 1 - seat) == {"blue": 1}
        assert game.seats[seat].score == game.teams[seat].score == 10 + points + 4
        assert game.seats[1 - seat].score == 0
        assert game.discards == Counter(laid) + Counter({last: route.length})
        sheet = game.result().sheets[seat]
        assert (sheet["routes"], sheet["flags"]) == (10 + points, 4)


@pytest.mark.clause("PA-51")
def test_two_colours_are_no_flag() -> None:
    """Nothing is scored, the cards stay, whatever is done in between."""
    game = position(hands=[{"blue": 1, "white": 2}], market=MARKET)
    claim(game, BLUE)
    wait(game)
    claim(game, WHITE)
    wait(game)
    wait(game)
    wait(game)
    draw_two(game)
    assert flags(game) == {"blue": 1, "white": 1}
    assert game.result().sheets[0]["flags"] == 0
    assert game.seats[0].score == 1 + 2


@pytest.mark.clause("PA-51")
def test_any_number_of_flags_may_follow() -> None:
    """Each is begun anew on a later turn and scores four again."""
    routes = {
        colour: [
            r for r in PARIS.routes if r.colour == colour and r.length == OF_FLAG[colour].length
        ]
        for colour in FLAG
    }
    hand = {"blue": 3, "red": 3, "white": 6}
    game = position(hands=[hand], market=MARKET)
    claimed: list[Route] = []
    points = 0
    for number in range(3):
        for colour in FLAG:
            groups = {route.group for route in claimed}
            route = next(r for r in routes[colour] if r.group is None or r.group not in groups)
            routes[colour].remove(route)
            claimed.append(route)
            claim(game, route)
            points += PARIS.points(route.length)
            complete = number + (colour == "red")
            assert game.result().sheets[0]["flags"] == 4 * complete
            assert game.seats[0].score == points + 4 * complete
            assert flags(game).total == (FLAG.index(colour) + 1) % 3
            check_conservation(game)
            wait(game)
    assert game.seats[0].hand == {}
    assert game.discards == hand


@pytest.mark.clause("PA-51")
def test_a_flag_completed_by_one_card_takes_one_of_each_only() -> None:
    """The other cards of that payment are discarded at once, and begin no new flag."""
    game = position(hands=[{"white": 2}], flags={0: ["blue", "red"]}, market=MARKET)
    claim(game, WHITE)
    assert flags(game) == {}
    assert game.discards == {"white": 2, "blue": 1, "red": 1}
    assert game.result().sheets[0]["flags"] == 4


@pytest.mark.clause("PA-52")
def test_cards_laid_open_are_seen_by_all() -> None:
    """By every player, whoever they lie before."""
    game = position(4, flags={0: ["blue", "red"], 2: ["white"]})
    for viewer in range(4):
        seen = game.observe(viewer)
        laid = [seen.pile("laid", seat).cards for seat in range(4)]
        assert laid == [{"blue": 1, "red": 1}, {}, {"white": 1}, {}]


@pytest.mark.clause("PA-52")
def test_cards_laid_open_are_out_of_play() -> None:
    """They pay for nothing and are in neither hand nor discards."""
    game = position(hands=[{"blue": 1}], flags={0: ["red"]}, market=MARKET)
    refuse(game, ClaimRoute(RED, {"red": 1}))
    claim(game, BLUE)
    assert game.seats[0].hand == game.discards == {}
    assert game.observe(1).seats[0].hand_size == 0
    another = PARIS.route("Opéra", "Louvre", "blue")
    wait(game)
    refuse(game, ClaimRoute(another, {"blue": 1}))
    check_conservation(game)


@pytest.mark.clause("PA-52")
def test_cards_laid_open_are_not_shuffled_into_a_new_deck() -> None:
    """A new deck is made of the discards alone."""
    hand = {"white": 2}
    laid = {"blue": 1, "red": 1}
    rest = all_but("paris", hand, laid, {"purple": 4})
    game = position(
        hands=[hand, rest], flags={1: ["blue", "red"]}, market=[], discards={"purple": 4}
    )
    claim(game, WHITE)  # a new deck fills the market
    shuffled = [out for out in game.history[-1].outcome if isinstance(out, Shuffled)]
    cards = [Counter(CARD_COLOURS[card] for card in out.order) for out in shuffled]
    assert cards == [{"purple": 4, "white": 1}]
    assert flags(game) == {"white": 1}
    assert flags(game, 1) == laid
    assert game.deck_size + game.discards.total == 0
    check_conservation(game)


@pytest.mark.clause("PA-52")
def test_a_position_holds_flags_to_the_rules() -> None:
    """Each colour once, of the flag's colours only, and no more cards than the box holds."""
    for wrong in (["yellow"], ["wild"], ["blue", "blue"]):
        with pytest.raises(ValueError, match="a flag is one each of blue, white, red"):
            position(flags={0: wrong})
    with pytest.raises(ValueError, match="7 blue cards: the box holds 6"):
        position(hands=[{"blue": 6}], flags={1: ["blue"]})


@pytest.mark.clause("PA-51")
def test_no_position_has_a_complete_flag() -> None:
    """It would have scored at the end of the turn that completed it; two colours may lie open."""
    for seat in range(2):
        assert position(flags={seat: ["red", "blue"]}).seats[seat].flags.total == 2
        with pytest.raises(
            ValueError, match=rf"flags\[{seat}\]: a complete flag scores at the end"
        ):
            position(flags={seat: ["blue", "white", "red"]})


@pytest.mark.clause("GAP-15")
def test_a_flag_is_discarded_before_the_market_is_refilled() -> None:
    """With nothing else to be had, its three cards make the market."""
    hand = {"red": 1}
    laid = {"blue": 1, "white": 1}
    game = position(
        hands=[hand, all_but("paris", hand, laid)], flags={0: ["blue", "white"]}, market=[]
    )
    claim(game, RED)
    assert sorted(game.market) == ["blue", "red", "white"]
    assert game.seats[0].score == 1 + 4
    assert game.deck_size + game.discards.total == 0


@pytest.mark.clause("GAP-15")
def test_the_flag_card_is_out_before_the_market_is_refilled() -> None:
    """A single card paid and laid open leaves nothing to refill the market with."""
    hand = {"red": 1}
    game = position(hands=[hand, all_but("paris", hand)], market=[])
    claim(game, RED)
    assert game.market == ()
    assert flags(game) == {"red": 1}


@pytest.mark.clause("GAP-26")
def test_a_flag_completed_in_the_last_turn_scores_and_an_unfinished_one_does_not() -> None:
    """The very last turn of the game, by the last seat."""
    game = position(
        hands=[{}, {"red": 1}],
        trains=[15, 2],
        to_move=1,
        flags={0: ["blue", "white"], 1: ["blue", "white"]},
        market=MARKET,
    )
    draw_two(game)  # seat 1 brings on the last round
    assert game.turns_left == 2
    wait(game)
    claim(game, RED)
    assert is_over(game)
    assert [sheet["flags"] for sheet in game.result().sheets] == [0, 4]
    assert game.seats[1].score == 1 + 4
    assert flags(game, 0) == {"blue": 1, "white": 1}
    assert flags(game, 1) == {}


@pytest.mark.clause("PA-51")
def test_a_flag_of_other_colours_and_points() -> None:
    """Belgium in the base game: black, yellow and red for five points, every rule the same."""
    usa = ttrkit.get_variant("usa")
    belgian = usa.adding(Flags(colours=("black", "yellow", "red"), points=5))
    routes = {c: plain_routes(usa.board, colour=c)[0] for c in ("black", "yellow", "red", "blue")}
    hand = dict.fromkeys(routes, 6)
    game = ttrkit.position(belgian, players=2, hands=[hand], market=["green"] * 5)
    claim(game, routes["blue"])
    assert flags(game) == {}
    wait(game)
    for colour in ("black", "yellow"):
        claim(game, routes[colour])
        assert flags(game)[colour] == 1
        wait(game)
    assert game.result().sheets[0]["flags"] == 0
    claim(game, routes["red"])
    assert flags(game) == {}
    assert [sheet["flags"] for sheet in game.result().sheets] == [5, 0]
    paid = {colour: route.length for colour, route in routes.items()}
    assert game.discards == paid
    grey = plain_routes(usa.board, colour="grey")[0]
    game = ttrkit.position(belgian, players=2, hands=[{"red": 6}])
    game.apply(ClaimRoute(grey, {"red": grey.length}))
    assert flags(game) == {}  # a grey route is no red one


@pytest.mark.parametrize("colours", [(), ("red", "white", "red"), ("grey", "red"), ("red", "wild")])
@pytest.mark.clause("GAP-26")
def test_colours_that_make_no_flag_are_refused(colours: tuple[str, ...]) -> None:
    """None, one twice, grey and wild: they would score for nothing, or make cards, or never."""
    usa = ttrkit.get_variant("usa")
    with pytest.raises(ValueError, match="flag"):
        ttrkit.new_game(usa.adding(Flags(colours=colours)), players=2)
