"""Drawing cards in Team Asia: one to the hand, one to the holder."""

import pytest

import ttrkit
from tests.conformance.asia.common import ASIA, MARKET, draw, holder, position
from tests.conformance.helpers import all_but, allow, refuse
from ttrkit import (
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    PlaceCard,
    ShareTickets,
)

OTHER = {"hand": "holder", "holder": "hand"}
TICKETS = ASIA.tickets[:6]


@pytest.mark.clause("AS-10")
def test_a_turn_is_one_of_four_actions() -> None:
    """Cards, a route, tickets or sharing: all four are offered, and nothing else."""
    route = ASIA.route("Sukkur", "Lahore")
    game = position(hands=[{"green": 3}], tickets={0: TICKETS[:2]}, market=MARKET)
    claim = ClaimRoute(route, {"green": 3})
    allow(game, DrawBlind(), *map(DrawFaceUp, MARKET), claim, DrawTickets())
    allow(game, ShareTickets(TICKETS[:1]), ShareTickets(TICKETS[:2]))
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds == {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets, ShareTickets}
    refuse(game, Pass(), PlaceCard("hand"), PlaceCard("holder"), KeepTickets(()))


@pytest.mark.clause("AS-10")
def test_each_of_them_is_the_whole_turn() -> None:
    """After whichever action, the partner or the next team plays."""
    route = ASIA.route("Sukkur", "Lahore")
    claim = ClaimRoute(route, {"green": 3})
    for seat in range(4):
        for action in (DrawFaceUp("red"), claim, DrawTickets(), ShareTickets(TICKETS[:1])):
            game = position(
                to_move=seat, hands={seat: {"green": 3}}, tickets={seat: TICKETS[:1]}, market=MARKET
            )
            game.apply(action)
            while game.decision != "turn":
                assert game.to_move == seat
                refuse(game, claim, DrawTickets(), ShareTickets(TICKETS[:1]), Pass())
                game.apply(game.legal_actions()[0])
            assert game.to_move == (seat + 1) % 4


@pytest.mark.parametrize("place", ["hand", "holder"])
@pytest.mark.parametrize("first", ["green", None])
@pytest.mark.parametrize("second", ["blue", None])
@pytest.mark.clause("AS-11")
def test_one_card_to_the_hand_and_one_to_the_holder(
    place: str, first: str | None, second: str | None
) -> None:
    """The first where the player says, as soon as it is seen; the second to the other place."""
    for seat in range(4):
        team = seat // 2
        game = position(to_move=seat, market=MARKET, deck=["purple", "orange", "black"])
        game.apply(DrawBlind() if first is None else DrawFaceUp(first))
        taken = first or "purple"
        assert game.to_move == seat
        assert game.legal_actions() == [PlaceCard("hand"), PlaceCard("holder")]
        assert game.observe(seat).pile("unplaced", seat).cards == {taken: 1}
        assert game.seats[seat].hand.total == holder(game, team).total == 0
        assert game.discards.total == 0
        refuse(game, DrawBlind(), DrawFaceUp("blue"), Pass(), DrawTickets())
        game.apply(PlaceCard(place))
        assert game.to_move == seat
        where = {"hand": game.seats[seat].hand, "holder": holder(game, team)}
        assert where[place] == {taken: 1}
        assert where[OTHER[place]] == {}
        allow(game, DrawBlind(), DrawFaceUp("blue"))
        refuse(game, PlaceCard("hand"), PlaceCard("holder"), Pass(), DrawTickets())
        game.apply(DrawBlind() if second is None else DrawFaceUp(second))
        then = second or ("purple" if first else "orange")
        if first and second is None:
            then = "orange"  # purple has replaced the green card
        where = {"hand": game.seats[seat].hand, "holder": holder(game, team)}
        assert where[place] == {taken: 1}
        assert where[OTHER[place]] == {then: 1}
        assert game.to_move == (seat + 1) % 4
        assert game.decision == "turn"
        assert holder(game, 1 - team).total == 0
        assert sum(s.hand.total for s in game.seats) == 1


@pytest.mark.clause("AS-11")
def test_a_wild_drawn_blind_is_placed_like_any_card() -> None:
    """As the first it is placed and a second follows; as the second it goes to the other place."""
    for place in OTHER:
        game = position(market=MARKET, deck=["wild", "wild"])
        game.apply(DrawBlind())
        allow(game, PlaceCard("hand"), PlaceCard("holder"))
        game.apply(PlaceCard(place))
        assert game.decision == "next card"
        game.apply(DrawBlind())
        assert game.seats[0].hand == holder(game, 0) == {"wild": 1}
        assert game.to_move == 1


@pytest.mark.clause("AS-11")
def test_a_second_card_must_be_taken() -> None:
    """One may not stop after the first, nor take a face-up wild second."""
    game = position(market=["wild", "red", "blue", "green", "white"], deck=["black"])
    game.apply(DrawFaceUp("red"))
    game.apply(PlaceCard("hand"))
    assert set(game.legal_actions()) == {
        DrawBlind(),
        *map(DrawFaceUp, ("blue", "green", "white", "black")),
    }
    assert "whole turn" in refuse(game, DrawFaceUp("wild"))
    refuse(game, Pass())


@pytest.mark.clause("AS-11")
def test_a_place_is_the_hand_or_the_holder() -> None:
    """There is no third place."""
    for place in ("deck", "", "Hand", "team"):
        with pytest.raises(ValueError, match="place"):
            PlaceCard(place)


@pytest.mark.clause("AS-12")
def test_a_face_up_wild_goes_to_the_holder() -> None:
    """Without a question; it is the only card of the turn, for either partner."""
    for seat in range(4):
        game = position(
            to_move=seat,
            hands={seat: {"red": 1}},
            market=["wild", "red", "blue", "green", "white"],
            deck=["black"],
        )
        game.apply(DrawFaceUp("wild"))
        assert holder(game, seat // 2) == {"wild": 1}
        assert holder(game, 1 - seat // 2) == {}
        assert game.seats[seat].hand == {"red": 1}
        assert game.to_move == (seat + 1) % 4
        assert game.decision == "turn"
        assert sorted(game.market) == ["black", "blue", "green", "red", "white"]


@pytest.mark.parametrize("place", ["hand", "holder"])
@pytest.mark.parametrize("wilds", [0, 2])
@pytest.mark.clause("GAP-12")
def test_without_a_second_card_the_first_stays_where_it_was_put(place: str, wilds: int) -> None:
    """The last card of deck and discards is taken, only face-up wilds or nothing being left."""
    market = ["wild"] * wilds
    rest = all_but("asia", market, {"red": 1})
    game = position(hands={3: rest}, market=market, deck=["red"])
    game.apply(DrawBlind())
    assert game.decision == "place card"
    allow(game, PlaceCard("hand"), PlaceCard("holder"))
    game.apply(PlaceCard(place))
    where = {"hand": game.seats[0].hand, "holder": holder(game, 0)}
    assert where[place] == {"red": 1}
    assert where[OTHER[place]] == {}
    assert game.to_move == 1
    assert game.decision == "turn"


@pytest.mark.clause("GAP-12")
def test_a_turn_cut_short_does_not_place_a_card_of_a_later_turn() -> None:
    """The next card that anyone draws first is placed by its player again."""
    route = ASIA.route("Sukkur", "Lahore")
    green = {"green": 3}
    game = position(
        hands={1: green, 3: all_but("asia", green, {"red": 1})}, market=[], deck=["red"]
    )
    game.apply(DrawBlind())
    game.apply(PlaceCard("hand"))
    game.apply(ClaimRoute(route, green))  # the market is three green cards now
    assert game.to_move == 2
    game.apply(DrawFaceUp("green"))
    assert game.decision == "place card"
    game.apply(PlaceCard("hand"))
    game.apply(DrawFaceUp("green"))
    assert game.seats[2].hand == {"green": 1}
    assert holder(game, 1) == {"green": 1}


@pytest.mark.clause("GAP-23")
def test_the_market_is_refilled_before_the_first_card_is_placed() -> None:
    """The player sees the replacement, and whoever looks on does."""
    game = position(market=MARKET, deck=["black", "orange"])
    game.apply(DrawFaceUp("red"))
    assert game.decision == "place card"
    assert game.market == ("black", "blue", "green", "white", "yellow")
    assert all(game.observe(seat).market == game.market for seat in range(4))


@pytest.mark.clause("GAP-23")
def test_a_market_with_three_wilds_is_replaced_before_the_first_card_is_placed() -> None:
    """All five are discarded at once, before the player decides."""
    game = position(
        market=["red", "wild", "wild", "blue", "green"],
        deck=["wild", "black", "black", "orange", "orange", "white", "purple"],
    )
    game.apply(DrawFaceUp("red"))
    assert game.decision == "place card"
    assert game.market == ("black", "black", "orange", "orange", "white")
    assert game.discards == {"wild": 3, "blue": 1, "green": 1}
    assert game.seats[0].hand.total == holder(game, 0).total == 0
    game.apply(PlaceCard("holder"))
    assert holder(game, 0) == {"red": 1}
    game.apply(DrawBlind())
    assert game.seats[0].hand == {"purple": 1}


@pytest.mark.clause("AS-11")
def test_partners_fill_one_holder() -> None:
    """What either of them puts there lies together; each team has its own."""
    game = position(market=MARKET, deck=["black", "red", "orange", "wild", "blue", "green"])
    for place in ("holder", "hand", "holder"):
        draw(game, place)
    assert holder(game, 0) == {"black": 1, "wild": 1}
    assert holder(game, 1) == {"blue": 1}
    assert [seat.hand for seat in game.seats] == [{"red": 1}, {"orange": 1}, {"green": 1}, {}]
    assert isinstance(game.teams[0].holder, ttrkit.Cards)
