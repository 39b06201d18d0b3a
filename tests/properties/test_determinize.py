"""Games made up from what a seat knows: consistent with it, and otherwise by chance."""

import pickle
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from itertools import chain
from math import sqrt

import pytest

import ttrkit
from tests.properties.games import TABLES, VARIANTS, finish, sampled, state_of, steps
from tests.properties.hidden import own_refused
from tests.properties.home_made import DEPOTS, FOG
from ttrkit import DrawFaceUp, DrawTickets, Game, KeepTickets, Observation, Ticket, Variant
from ttrkit.engine.piles import all_piles
from ttrkit.game.game import determinize
from ttrkit.knowledge.deduction import deduced
from ttrkit.parts.tickets.secrets import TicketSlot
from ttrkit.testing import check_actions, check_conservation, check_scores

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def draws(game: Game, viewer: int, times: int, seed: int = 1) -> Iterable[Game]:
    """Several games made up from what this seat knows."""
    rng = random.Random(seed)
    seen = game.observe(viewer)
    return [determinize(seen, rng) for _ in range(times)]


def known_cards(game: Game, viewer: int) -> dict[tuple[str, int], list[int]]:
    """What the seat knows to be in hidden piles of cards."""
    knowledge = deduced(game.observe(viewer))
    return {name: track.at_least for name, track in knowledge.piles.items()}


def check_known(game: Game, known: Mapping[tuple[str, int], list[int]], message: str) -> None:
    """Every pile holds at least what is known of it."""
    there = {
        (p.spec.name, p.owner): p.content for p in all_piles(state_of(game)) if p.owner is not None
    }
    for name, counts in known.items():
        assert all(map(int.__le__, counts, there[name])), f"{name}: {message}"


def stored(seen: Observation) -> Observation:
    """The observation as it comes back from its pickle."""
    again: Observation = pickle.loads(pickle.dumps(seen))
    return again


def test_an_observation_of_a_home_made_variant_can_be_sent_elsewhere() -> None:
    """Its pickle brings the variant along, parts and all."""
    game = sampled(DEPOTS, 4, seed=1, each=1)[1]
    sent = stored(game.observe(1))
    made_up = determinize(sent, random.Random(1))
    assert made_up.observe(1) == sent
    assert repr(sent) == repr(game.observe(1))
    check_conservation(made_up)


@every_table
def test_made_up_games_are_consistent_and_go_on(name: str, players: int) -> None:
    """What the seat saw is as it was, nothing is lost, and the game can be played to its end."""
    rng = random.Random(players)
    for game in sampled(VARIANTS[name], players, seed=players + 30, each=1):
        viewer = rng.randrange(players)
        seen = game.observe(viewer)
        for observation in (seen, *([stored(seen)] if name in ttrkit.variant_names() else ())):
            made_up = determinize(observation, rng)
            assert made_up.observe(viewer) == observation == seen
            assert made_up.legal_actions() == game.legal_actions() or viewer != game.to_move
            check_conservation(made_up)
            check_known(made_up, known_cards(game, viewer), "less than the seat knows")
        if not made_up.is_over:
            check_actions(made_up)
        finish(made_up, rng)
        check_conservation(made_up)
        check_scores(made_up)


@every_table
def test_made_up_games_can_be_made_up_again(name: str, players: int) -> None:
    """From any seat's view of a game that is made up itself."""
    rng = random.Random(players)
    for game in sampled(VARIANTS[name], players, seed=players + 40, each=1):
        made_up = game
        for viewer in rng.sample(range(players), 2):
            seen = made_up.observe(viewer)
            made_up = determinize(seen, rng)
            assert made_up.observe(viewer) == seen
            check_conservation(made_up)


@every_table
def test_tickets_can_be_followed(name: str, players: int) -> None:
    """By every seat, at any time: dealing by sizes alone is for rules that nobody follows."""
    for game in sampled(VARIANTS[name], players, seed=players + 45, each=2):
        for viewer in range(players):
            seen = game.observe(viewer)
            knowledge = deduced(seen)
            assert game.variant.engine.answers.deal_tickets(seen, knowledge) is not None


@pytest.mark.parametrize(("name", "players"), [("asia", 4), ("paris", 3), ("usa", 2)])
def test_games_are_made_up_again_and_again(name: str, players: int) -> None:
    """From one seat's view and another's in turn: each time, something that looks the same."""
    for seed in range(12):
        rng = random.Random(seed)
        game = ttrkit.new_game(name, players=players, seed=seed)
        for _ in range(rng.randrange(20, 120)):
            if not game.is_over:
                game.apply(rng.choice(game.legal_actions()))
        made_up = game
        for hop in range(8):
            seen = made_up.observe(hop % 2)
            made_up = determinize(seen, rng)
            assert made_up.observe(hop % 2) == seen
            check_conservation(made_up)


@every_table
def test_the_same_generator_gives_the_same_game(name: str, players: int) -> None:
    """Chance comes from the generator handed in, and from nowhere else."""
    for game in sampled(VARIANTS[name], players, seed=players + 50, each=1):
        one, other = (determinize(game.observe(0), random.Random(5)) for _ in range(2))
        assert one.to_record() == other.to_record()


@every_table
def test_what_is_known_is_true(name: str, players: int) -> None:
    """In the game itself, no pile ever holds less than what seats believe to know of it."""
    for step, game in enumerate(steps(VARIANTS[name], players, seed=players + 60)):
        known = known_cards(game, step % players)
        check_known(game, known, f"less than seat {step % players} believes, at step {step}")


@pytest.mark.thorough
@every_table
def test_what_is_known_is_true_in_many_games(name: str, players: int) -> None:
    """The same for ten games, by every seat."""
    for seed in range(100, 110):
        for game in steps(VARIANTS[name], players, seed):
            for viewer in range(players):
                check_known(game, known_cards(game, viewer), f"seat {viewer}, seed {seed}")


def test_cards_taken_openly_are_known_until_they_are_spent() -> None:
    """And come up in every game that is made up."""
    game = ttrkit.position("usa", players=2, market=["red", "red", "blue", "green", "black"])
    game.apply(DrawFaceUp("red"))
    game.apply(DrawFaceUp("red"))
    assert known_cards(game, 1)["hand", 0] == list(ttrkit.cards(red=2).counts)
    assert all(made_up.seats[0].hand["red"] == 2 for made_up in draws(game, 1, 20))
    assert {made_up.seats[0].hand["red"] for made_up in draws(game, 0, 5)} == {2}
    game = ttrkit.position(
        "usa", players=2, hands=[{"red": 1}], market=["red", "red", "blue", "green", "black"]
    )
    game.apply(DrawFaceUp("red"))
    game.apply(DrawFaceUp("red"))
    game.apply(ttrkit.DrawBlind())
    game.apply(ttrkit.DrawBlind())
    route = next(r for r in game.board.routes if r.length == 2 and r.colour == "red")
    game.apply(ttrkit.ClaimRoute(route, {"red": 2}))
    assert known_cards(game, 1)["hand", 0] == [0] * 9
    assert {made_up.seats[0].hand["red"] for made_up in draws(game, 1, 200)} == {0, 1}


def test_cards_taken_back_from_a_tunnel_are_known() -> None:
    """They were laid open before everyone."""
    europe = VARIANTS["europe"]
    for game in chain.from_iterable(steps(europe, 2, seed) for seed in range(20)):
        last = game.history[-1] if game.history else None
        if last is not None and isinstance(last.action, ttrkit.LeaveTunnel):
            claim = game.history[-2].action
            assert isinstance(claim, ttrkit.ClaimRoute)
            for made_up in draws(game, 1 - last.seat, 5):
                assert claim.cards <= made_up.seats[last.seat].hand
            return
    raise AssertionError("no tunnel was left")


def test_piles_of_unknown_size_hold_what_is_left() -> None:
    """Made-up games are consistent even where a part keeps the size of its piles secret."""
    for game in sampled(FOG, 3, seed=1, each=2):
        for viewer in range(3):
            seen = game.observe(viewer)
            for made_up in draws(game, viewer, 3):
                assert made_up.observe(viewer) == seen
                check_conservation(made_up)


# By chance, and evenly ------------------------------------------------------------------------


def assert_even(counts: Mapping[Hashable, int], shares: Mapping[Hashable, float]) -> None:
    """Every outcome comes up about as often as it should, by a chi-square test."""
    assert set(counts) == set(shares)
    whole, parts = sum(counts.values()), sum(shares.values())
    expected = {outcome: whole * share / parts for outcome, share in shares.items()}
    assert min(expected.values()) > 20, "too few to tell"
    chi_square = sum((counts[key] - n) ** 2 / n for key, n in expected.items())
    freedom = len(shares) - 1
    assert chi_square < freedom + 4 * sqrt(2 * freedom), f"uneven: {dict(counts)}"


def test_unseen_cards_are_dealt_evenly() -> None:
    """Four unseen cards, two of them in a hand: counted over all hands and orders of the deck."""
    market = ["green", "white", "yellow", "black", "orange"]
    rest: Counter[str] = Counter(dict(ttrkit.get_variant("usa").deck))
    rest.subtract([*market, "red", "red", "blue", "wild"])
    game = ttrkit.position(
        "usa",
        players=2,
        to_move=1,
        hands=[dict(+rest), {"red": 1, "blue": 1}],
        market=market,
        deck=["wild", "red"],
    )
    found: Counter[Hashable] = Counter()
    for made_up in draws(game, 0, 3000):
        found[made_up.seats[1].hand, bytes(state_of(made_up).deck)] += 1
    assert len(found) == 7  # rr: bw wb, rb: rw wr, rw: rb br, bw: rr; but that one twice as often
    both_red = ttrkit.cards(blue=1, wild=1)
    pairs = {ttrkit.cards(red=2): 1, both_red: 2}
    assert_even(found, {key: pairs.get(key[0], 2) for key in found if isinstance(key, tuple)})


def test_known_cards_do_not_spoil_the_rest() -> None:
    """Of two cards, one taken openly, the other is any of those unseen."""
    market = ["red", "white", "yellow", "black", "orange"]
    rest: Counter[str] = Counter(dict(ttrkit.get_variant("usa").deck))
    rest.subtract([*market, "green", "red", "blue", "wild"])
    game = ttrkit.position(
        "usa",
        players=2,
        to_move=1,
        hands=[dict(+rest)],
        market=market,
        deck=["green", "wild", "red", "blue"],
    )
    game.apply(DrawFaceUp("red"))
    game.apply(ttrkit.DrawBlind())
    found: Counter[Hashable] = Counter()
    for made_up in draws(game, 0, 2000):
        assert made_up.seats[1].hand["red"] >= 1
        found[made_up.seats[1].hand, bytes(state_of(made_up).deck)] += 1
    assert_even(found, dict.fromkeys(found, 1))
    assert len(found) == 6


def test_long_tickets_are_dealt_evenly_where_they_can_be() -> None:
    """Five long and three other tickets, in hands of two and one and out of the game.

    A hand has one long ticket at most. With one in both there are 2 x 1 x (3 of 5) ways, and so on.
    """
    tickets = ttrkit.get_variant("europe").board.tickets
    long = [ticket for ticket in tickets if ticket.kind == "long"]
    others = [ticket for ticket in tickets if ticket.kind != "long"]
    game = ttrkit.position(
        "europe",
        players=3,
        to_move=0,
        tickets={0: [long[0], *others[3:]], 1: [long[1], others[0]], 2: [others[1]]},
        ticket_deck=[],
    )
    found: Counter[Hashable] = Counter()
    for made_up in draws(game, 0, 3000):
        held = [{ticket.kind for ticket in seat.tickets} for seat in made_up.seats[1:]]
        found["long" in held[0], "long" in held[1]] += 1
    assert_even(found, {(True, True): 20, (True, False): 10, (False, True): 5, (False, False): 1})


def test_unseen_tickets_are_dealt_evenly() -> None:
    """One in a hand, three in the deck: all 24 ways come up as often."""
    tickets = ttrkit.get_variant("paris").board.tickets
    game = ttrkit.position(
        "paris",
        players=2,
        to_move=1,
        tickets={0: tickets[4:], 1: tickets[:1]},
        ticket_deck=tickets[1:4],
    )
    found: Counter[Hashable] = Counter()
    for made_up in draws(game, 0, 3000):
        found[made_up.seats[1].tickets, tuple(state_of(made_up).ticket_deck)] += 1
    assert len(found) == 24
    assert_even(found, dict.fromkeys(found, 1))


def test_unseen_long_tickets_are_dealt_evenly() -> None:
    """Two in a hand, one of them long at most; two in the deck, none of them long; four gone."""
    tickets = ttrkit.get_variant("europe").board.tickets
    long = [ticket for ticket in tickets if ticket.kind == "long"]
    short = [ticket for ticket in tickets if ticket.kind != "long"]
    game = ttrkit.position(
        "europe",
        players=2,
        to_move=1,
        tickets={0: [long[0], *short[3:]], 1: [long[1], short[0]]},
        ticket_deck=short[1:3],
    )
    found: Counter[Hashable] = Counter()
    for made_up in draws(game, 0, 3000):
        held = frozenset(made_up.seats[1].tickets)
        found[held, tuple(state_of(made_up).ticket_deck)] += 1
    assert len(found) == 30
    assert_even(found, dict.fromkeys(found, 1))


# Tickets --------------------------------------------------------------------------------------


@every_table
def test_own_refused_tickets_keep_their_place(name: str, players: int) -> None:
    """In the deck or out of the game: where the seat knows them to be."""
    met = 0
    for game in sampled(VARIANTS[name], players, seed=players + 70, each=2):
        for viewer in range(players):
            known = own_refused(state_of(game), viewer)
            met += len(known)
            for made_up in draws(game, viewer, 2):
                assert own_refused(state_of(made_up), viewer) == known
                assert tickets_at(made_up, known) == tickets_at(game, known)
    assert met


def tickets_at(game: Game, numbers: set[int]) -> dict[int, int]:
    """Where in the ticket deck these tickets lie; -1 for those that are out of the game."""
    deck = state_of(game).ticket_deck
    return {number: deck.index(number) if number in deck else -1 for number in numbers}


def test_others_do_not_know_refused_tickets() -> None:
    """They come up anywhere among what is unseen."""
    game = ttrkit.position("paris", players=2, seed=1)
    game.apply(DrawTickets())
    keep = next(a for a in game.legal_actions() if isinstance(a, KeepTickets))
    assert len(keep.tickets) == 1
    game.apply(keep)
    bottom = {state_of(made_up).ticket_deck[0] for made_up in draws(game, 1, 60)}
    assert len(bottom) > 10
    assert {state_of(made_up).ticket_deck[0] for made_up in draws(game, 0, 20)} == {
        state_of(game).ticket_deck[0]
    }


def is_long(game: Game, number: int) -> bool:
    """Whether this is a long ticket."""
    ticket: Ticket = game.board.tickets[number]
    return ticket.kind == "long"


def check_long_tickets(game: Game) -> None:
    """EU-03: never in the deck, nor drawn from it, and a seat holds no more than was dealt."""
    state = state_of(game)
    assert not [number for number in state.ticket_deck if is_long(game, number)], "in the deck"
    slot = next(slot for slot in state.slots if isinstance(slot, TicketSlot))
    for seat, drawn in enumerate(slot.drawn):
        held = sum(is_long(game, number) for number in (*state.tickets[seat], *drawn))
        assert held <= 1, "two long ones in a hand"
        if slot.choosing:
            assert held == 1, "not one long ticket each, while they are chosen from"
        else:
            assert not any(is_long(game, number) for number in drawn), "drawn from the deck"


@pytest.mark.parametrize("players", range(2, 6))
def test_long_tickets_are_where_they_can_be(players: int) -> None:
    """In any made-up game of Europe, and in whatever it leads to."""
    rng = random.Random(players)
    variant: Variant = VARIANTS["europe"]
    for seed in range(2):
        for game in sampled(variant, players, seed=players + 10 * seed, each=2):
            check_long_tickets(game)
            for viewer in range(players):
                for made_up in draws(game, viewer, 3, seed=viewer):
                    check_long_tickets(made_up)
                    if not made_up.is_over:
                        made_up.apply(rng.choice(made_up.legal_actions()))
                        check_long_tickets(made_up)


def test_a_hand_full_of_tickets_holds_one_long_one_at_most() -> None:
    """However unlikely that is by chance alone, when nearly all of the unseen ones are in it."""
    tickets = ttrkit.get_variant("europe").board.tickets
    long = [ticket for ticket in tickets if ticket.kind == "long"]
    short = [ticket for ticket in tickets if ticket.kind != "long"]
    game = ttrkit.position(
        "europe", players=2, tickets={0: [long[0], *short[:4]], 1: short[4:]}, ticket_deck=[]
    )
    for made_up in draws(game, 0, 10):
        check_long_tickets(made_up)
