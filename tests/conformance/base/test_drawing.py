"""Drawing cards: two a turn, wilds, an empty deck."""

from collections import Counter

import pytest

import ttrkit
from tests.conformance.helpers import all_but, allow, draw_two, fewest, refuse, undrawn
from ttrkit import DrawBlind, DrawFaceUp, DrawTickets, Pass
from ttrkit.colours import CARD_COLOURS
from ttrkit.events.outcomes import Shuffled

MARKET = ["red", "blue", "green", "white", "yellow"]
WILD_MARKET = ["wild", "red", "blue", "green", "white"]


def shuffles(game: ttrkit.Game) -> list[dict[str, int]]:
    """What was shuffled in the course of the last action."""
    shuffled = [out for out in game.history[-1].outcome if isinstance(out, Shuffled)]
    return [dict(Counter(CARD_COLOURS[card] for card in out.order)) for out in shuffled]


@pytest.mark.parametrize("first", ["red", None])
@pytest.mark.parametrize("second", ["green", None])
@pytest.mark.clause("US-11", "EU-11", "PA-11")
def test_two_cards_each_face_up_or_blind(
    edition: str, first: str | None, second: str | None
) -> None:
    """Any mix of face up and blind gives exactly two cards."""
    deck = ["purple", "yellow", "blue"]
    game = ttrkit.position(edition, players=2, market=MARKET, deck=deck)
    left = game.deck_size
    expected = []
    for choice, top in ((first, "purple"), (second, "yellow")):
        allow(game, DrawBlind())
        if choice is None:
            game.apply(DrawBlind())
            expected.append(top)
        else:
            game.apply(DrawFaceUp(choice))
            expected.append(choice)
    assert game.seats[0].hand == Counter(expected)
    assert game.seats[1].hand.total == 0
    assert game.to_move == 1
    assert game.decision == "turn"
    assert game.deck_size == left - 2
    assert game.discards.total == 0


@pytest.mark.clause("US-11", "EU-11", "PA-11")
def test_a_face_up_card_is_replaced_before_the_second_is_chosen(edition: str) -> None:
    """The card that replaces the first may be taken as the second."""
    game = ttrkit.position(edition, players=2, market=MARKET, deck=["purple", "red"])
    refuse(game, DrawFaceUp("purple"))
    allow(game, *map(DrawFaceUp, MARKET))
    game.apply(DrawFaceUp("red"))
    assert game.market == ("purple", "blue", "green", "white", "yellow")
    allow(game, DrawFaceUp("purple"), DrawFaceUp("blue"), DrawBlind())
    assert "no red card is face up" in refuse(game, DrawFaceUp("red"))
    game.apply(DrawFaceUp("purple"))
    assert game.market == ("red", "blue", "green", "white", "yellow")
    assert game.seats[0].hand == {"red": 1, "purple": 1}


@pytest.mark.clause("US-11", "EU-11", "PA-11")
def test_equal_cards_are_one_action(edition: str) -> None:
    """Of several cards of a colour one is taken, and the action is listed once."""
    market = ["red", "blue", "red", "red", "white"]
    game = ttrkit.position(edition, players=2, market=market, deck=["green"])
    draws = [a for a in game.legal_actions() if isinstance(a, DrawFaceUp)]
    assert sorted(draw.colour for draw in draws) == ["blue", "red", "white"]
    game.apply(DrawFaceUp("red"))
    assert sorted(game.market) == ["blue", "green", "red", "red", "white"]


@pytest.mark.clause("US-11", "EU-11", "PA-11")
def test_no_card_is_grey(edition: str) -> None:
    """A colour that routes have but cards have not cannot even be asked for."""
    assert all(card != "grey" for card in ttrkit.get_variant(edition).deck)
    with pytest.raises(ValueError, match='no card is "grey": the colours of cards are purple'):
        DrawFaceUp("grey")


@pytest.mark.clause("US-11", "EU-11", "PA-11")
def test_a_kind_of_action_that_nobody_knows_is_refused(edition: str) -> None:
    """Neither the first nor the second card can be drawn by an action of one's own making."""

    class DrawTheBest(DrawBlind):
        pass

    game = ttrkit.position(edition, players=2, market=MARKET)
    refuse(game, DrawTheBest())
    game.apply(DrawBlind())
    refuse(game, DrawTheBest())


@pytest.mark.clause("US-12", "EU-12", "PA-12")
def test_a_face_up_wild_taken_first_is_the_only_card(edition: str) -> None:
    """After a face-up wild the turn is over."""
    game = ttrkit.position(edition, players=2, market=WILD_MARKET, deck=["yellow"])
    allow(game, DrawFaceUp("wild"))
    game.apply(DrawFaceUp("wild"))
    assert game.seats[0].hand == {"wild": 1}
    assert game.to_move == 1
    assert game.decision == "turn"
    assert sorted(game.market) == ["blue", "green", "red", "white", "yellow"]


@pytest.mark.parametrize("first", [DrawFaceUp("red"), DrawBlind()])
@pytest.mark.clause("US-12", "EU-12", "PA-12")
def test_a_face_up_wild_may_not_be_taken_second(edition: str, first: ttrkit.Action) -> None:
    """Neither after a face-up card nor after a blind one."""
    game = ttrkit.position(edition, players=2, market=WILD_MARKET, deck=["yellow", "purple"])
    game.apply(first)
    assert game.to_move == 0
    assert "whole turn" in refuse(game, DrawFaceUp("wild"))
    allow(game, DrawFaceUp("blue"), DrawBlind())
    game.apply(DrawFaceUp("blue"))
    assert game.to_move == 1
    allow(game, DrawFaceUp("wild"))


@pytest.mark.clause("US-12", "EU-12", "PA-12")
def test_a_wild_that_replaces_the_first_card_may_not_be_taken(edition: str) -> None:
    """The replacement is no exception."""
    game = ttrkit.position(edition, players=2, market=MARKET, deck=["wild", "purple"])
    game.apply(DrawFaceUp("red"))
    assert game.market == ("wild", "blue", "green", "white", "yellow")
    refuse(game, DrawFaceUp("wild"))
    allow(game, DrawBlind(), DrawFaceUp("blue"))
    game.apply(DrawBlind())
    assert game.seats[0].hand == {"red": 1, "purple": 1}


@pytest.mark.clause("US-13", "EU-13", "PA-13")
def test_a_blind_wild_counts_as_one_card(edition: str) -> None:
    """As the first it still allows a second, blind or face up, but not a face-up wild."""
    game = ttrkit.position(edition, players=2, market=WILD_MARKET, deck=["wild", "wild", "red"])
    game.apply(DrawBlind())
    assert game.seats[0].hand == {"wild": 1}
    assert game.to_move == 0
    refuse(game, DrawFaceUp("wild"))
    allow(game, DrawBlind(), *map(DrawFaceUp, WILD_MARKET[1:]))
    open_card = game.copy()
    open_card.apply(DrawFaceUp("green"))
    assert open_card.seats[0].hand == {"wild": 1, "green": 1}
    assert open_card.to_move == 1
    game.apply(DrawBlind())
    assert game.seats[0].hand == {"wild": 2}
    assert game.to_move == 1


@pytest.mark.clause("US-13", "EU-13", "PA-13")
def test_the_others_do_not_learn_of_a_blind_wild(edition: str) -> None:
    """Whichever card is drawn blind, the others observe the same."""
    views: dict[int, list[object]] = {0: [], 1: []}
    for deck in (["wild", "red", "blue"], ["red", "wild", "blue"]):
        game = ttrkit.position(edition, players=2, market=MARKET, deck=deck, seed=1)
        for seat, seen in views.items():
            seen.append([game.observe(seat)])
        for _ in range(2):
            game.apply(DrawBlind())
            for seat, seen in views.items():
                seen.append(game.observe(seat))
    half = len(views[0]) // 2
    assert views[1][:half] == views[1][half:]
    assert views[0][:half] != views[0][half:]


@pytest.mark.clause("US-15", "EU-15", "PA-15")
def test_the_discards_become_the_new_deck(edition: str) -> None:
    """All of them, shuffled; nothing is lost, nothing is left behind."""
    discards = {"red": 3, "blue": 3, "wild": 2}
    hand = all_but(edition, MARKET, discards)
    tops = set()
    for seed in range(20):
        game = ttrkit.position(
            edition, players=2, hands=[{}, hand], market=MARKET, discards=discards, seed=seed
        )
        assert game.deck_size == 0
        game.apply(DrawBlind())
        assert shuffles(game) == [discards]
        assert game.deck_size == 7
        assert game.discards.total == 0
        tops.add(next(iter(game.seats[0].hand)))
        while game.deck_size:
            game.apply(DrawBlind())
        drawn = Counter(dict(game.seats[0].hand)) + Counter(dict(game.seats[1].hand))
        assert dict(drawn) == all_but(edition, game.market)
    assert tops == {"red", "blue", "wild"}


@pytest.mark.clause("GAP-14")
def test_the_discards_are_shuffled_when_a_card_is_needed_and_not_before() -> None:
    """An empty deck stays empty, and the discards lie, until somebody draws."""
    discards = {"purple": 3}
    hand = all_but("usa", MARKET, discards, ["red"])
    game = ttrkit.position(
        "usa", players=2, hands=[{}, hand], market=MARKET, discards=discards, deck=["red"]
    )
    game.apply(DrawBlind())
    assert game.seats[0].hand == {"red": 1}
    assert shuffles(game) == []
    assert undrawn(game) == (0, discards)
    face_up = game.copy()
    game.apply(DrawBlind())
    assert shuffles(game) == [discards]
    assert undrawn(game) == (2, {})
    assert game.seats[0].hand == {"red": 1, "purple": 1}
    face_up.apply(DrawFaceUp("blue"))  # replaced at once: a card is needed
    assert shuffles(face_up) == [discards]
    assert "purple" in face_up.market


@pytest.mark.clause("GAP-14")
def test_an_empty_deck_is_not_renewed_by_a_turn_without_cards() -> None:
    """Tickets drawn, routes claimed: with a full market no card is needed."""
    route = ttrkit.get_variant("usa").board.route("Charleston", "Miami")
    hand = all_but("usa", MARKET, {"purple": 4})
    game = ttrkit.position("usa", players=2, hands=[{"purple": 4}, hand], market=MARKET)
    game.apply(ttrkit.ClaimRoute(route, {"purple": 4}))
    assert shuffles(game) == []
    assert undrawn(game) == (0, {"purple": 4})
    game.apply(DrawTickets())
    game.apply(game.legal_actions()[0])
    assert undrawn(game) == (0, {"purple": 4})


@pytest.mark.clause("US-16", "EU-16", "PA-16")
def test_without_any_card_the_action_cannot_be_chosen(edition: str) -> None:
    """Market, deck and discards empty: no drawing, neither blind nor of any colour."""
    game = ttrkit.position(edition, players=2, hands=[{}, all_but(edition)], market=[])
    assert (game.market, game.deck_size, game.discards.total) == ((), 0, 0)
    assert game.legal_actions() == [DrawTickets()]
    refuse(game, *map(DrawFaceUp, [*MARKET, "wild"]))
    assert "empty" in refuse(game, DrawBlind())


@pytest.mark.clause("US-17", "EU-17", "PA-17")
def test_there_is_no_limit_on_cards_in_hand(edition: str) -> None:
    """A player who holds all but seven cards of the box still draws two, and again."""
    hand = all_but(edition, MARKET, ["red", "wild"], ["purple"] * 2)
    deck = ["red", "wild", "purple", "purple"]
    game = ttrkit.position(edition, players=2, hands=[hand], market=MARKET, deck=deck)
    held = game.seats[0].hand.total
    draw_two(game)
    draw_two(game)
    assert game.seats[0].hand.total == held + 2
    assert game.seats[0].hand["red"] == hand["red"] + 1
    game.apply(DrawFaceUp("blue"))
    game.apply(DrawFaceUp("green"))
    assert game.seats[0].hand.total == held + 4


@pytest.mark.parametrize(
    ("market", "deck", "first"),
    [
        (["red"], [], DrawFaceUp("red")),
        (["red", "wild"], [], DrawFaceUp("red")),
        (["wild", "red", "wild"], [], DrawFaceUp("red")),
        (["wild"] * 5, ["green"], DrawBlind()),
        (["wild", "wild", "wild", "wild", "red"], ["wild"], DrawFaceUp("red")),
    ],
)
@pytest.mark.clause("GAP-03")
def test_without_a_second_card_the_turn_ends_with_one(
    market: list[str], deck: list[str], first: ttrkit.Action
) -> None:
    """Deck and discards empty, and nothing or only wilds face up: one card is all."""
    hands = [{}, all_but("usa", market, deck)]
    game = ttrkit.position("usa", players=2, hands=hands, market=market, deck=deck)
    game.apply(first)
    assert game.seats[0].hand == {"red" if isinstance(first, DrawFaceUp) else "green": 1}
    assert {*game.market} <= {"wild"}
    assert game.to_move == 1
    assert game.decision == "turn"


@pytest.mark.clause("GAP-03")
def test_a_second_card_that_can_be_taken_must_be() -> None:
    """With one card left that may be taken there is no way to stop."""
    market = ["red", "wild", "blue"]
    game = ttrkit.position("usa", players=2, hands=[{}, all_but("usa", market)], market=market)
    game.apply(DrawFaceUp("red"))
    assert game.legal_actions() == [DrawFaceUp("blue")]
    refuse(game, Pass(), DrawTickets(), DrawBlind(), DrawFaceUp("wild"))
    game.apply(DrawFaceUp("blue"))
    assert game.market == ("wild",)
    assert game.to_move == 1
    blind = ttrkit.position(
        "usa", players=2, hands=[{}, all_but("usa", ["red"] * 3)], market=["red"] * 2, deck=["red"]
    )
    blind.apply(DrawFaceUp("red"))
    assert blind.market == ("red", "red")
    assert blind.legal_actions() == [DrawFaceUp("red")]


@pytest.mark.clause("GAP-03")
def test_a_second_card_from_the_discards_is_to_be_had() -> None:
    """With only wilds face up and the deck empty, the discards still give a blind second card."""
    market, discards = ["wild"] * 5, {"purple": 1}
    game = ttrkit.position(
        "usa",
        players=2,
        hands=[{}, all_but("usa", market, discards, ["green"])],
        market=market,
        discards=discards,
        deck=["green"],
    )
    game.apply(DrawBlind())
    assert game.to_move == 0
    assert game.legal_actions() == [DrawBlind()]
    refuse(game, DrawFaceUp("wild"), Pass())
    game.apply(DrawBlind())
    assert game.seats[0].hand == {"green": 1, "purple": 1}
    assert game.to_move == 1


@pytest.mark.clause("GAP-25")
def test_face_up_cards_can_be_taken_when_deck_and_discards_are_empty(edition: str) -> None:
    """Their places stay empty; drawing blind is not legal."""
    players = fewest(edition)
    hands = {players - 1: all_but(edition, MARKET)}
    game = ttrkit.position(edition, players=players, hands=hands, market=MARKET)
    allow(game, *map(DrawFaceUp, MARKET))
    refuse(game, DrawBlind())
    game.apply(DrawFaceUp("green"))
    assert game.market == ("red", "blue", "white", "yellow")
    refuse(game, DrawBlind(), DrawFaceUp("green"))


@pytest.mark.parametrize("pile", ["deck", "discards"])
@pytest.mark.clause("GAP-25")
def test_drawing_blind_is_legal_while_deck_or_discards_hold_a_card(edition: str, pile: str) -> None:
    """One card in either will do."""
    players = fewest(edition)
    game = ttrkit.position(
        edition,
        players=players,
        hands={players - 1: all_but(edition, MARKET, ["purple"])},
        market=MARKET,
        deck=["purple"] if pile == "deck" else [],
        discards={"purple": 1} if pile == "discards" else {},
    )
    allow(game, DrawBlind())
    game.apply(DrawBlind())
    assert (game.deck_size, game.discards.total) == (0, 0)
    refuse(game, DrawBlind())
