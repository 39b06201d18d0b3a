"""An observation as numbers: of fixed length, within their ranges, nothing but what is seen."""

import os
import pickle
import random
import subprocess
import sys
from array import array
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest

import ttrkit
from tests.numbering.tables import ALL, TABLES, games
from ttrkit import Observation, RuleError, Variant
from ttrkit.numbering import reader
from ttrkit.numbering.reader import MOST_POINTS
from ttrkit.numbering.seating import seat_order, team_order
from ttrkit.parts import Feature, Part

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@every_table
def test_numbers_are_in_their_ranges(name: str, players: int) -> None:
    """Of every seat in every decision and at the end; known cards only add to them."""
    features = ALL[name].features(players, distances=True)
    more = ALL[name].features(players, distances=True, known_cards=True)
    for step, game in enumerate(games(ALL[name], players, seed=players)):
        seat = step % players if game.to_move is None else game.to_move
        seen = game.observe(seat)
        numbers = seen.numbers(distances=True)
        assert type(numbers) is array
        assert len(numbers) == features.n == len(features.names)
        for at, (low, n, high) in enumerate(
            zip(features.lows, numbers, features.highs, strict=True)
        ):
            assert low <= n <= high, features.names[at]
        if step % 10 == 0:
            known = seen.numbers(distances=True, known_cards=True)
            assert len(known) == more.n
            by_name = dict(zip(more.names, known, strict=True))
            assert [by_name[each] for each in features.names] == numbers.tolist()


@every_table
def test_the_layout_is_whole(name: str, players: int) -> None:
    """The blocks lie one after another, and every number has a name of its own."""
    for features in (
        ALL[name].features(players),
        ALL[name].features(players, distances=True, known_cards=True),
    ):
        places = [place for block in features.blocks.values() for place in block.places]
        assert places == [*range(features.n)]
        assert len(set(features.names)) == features.n
        assert all(block.name == key for key, block in features.blocks.items())
        assert ("trains needed" in features.blocks) is features.has_distances


def covered(seen: Observation) -> object:
    """The fields of an observation that the numbers cover, counted from the observing seat."""
    seats = len(seen.seats)
    teams = seen.variant.engine.seating(seats).teams
    order = seat_order(teams, seen.seat)
    orders = {"seat": order, "team": team_order(teams, seen.seat), "game": (None,)}
    owners: dict[str, list[int]] = {}
    for place, seat in enumerate(order):
        for route in seen.seats[seat].routes:
            owners.setdefault(route.id, []).append(place)
    piles = [
        (
            each.name,
            orders[each.per].index(each.owner),
            each.size,
            each.cards,
            None if each.tickets is None else frozenset(each.tickets),
            each.things,
        )
        for each in seen.piles
    ]
    return (
        seen.hand,
        sorted(seen.market),
        seen.discards,
        None if seen.claim is None else (seen.claim.route, seen.claim.payment.total),
        owners,
        frozenset(seen.seats[seen.seat].closed),
        frozenset(seen.tickets),
        seen.decision,
        seen.deck_size,
        seen.ticket_deck_size,
        seen.turns_left,
        seen.passes,
        [
            None if seat is None or seat < 0 else order.index(seat)
            for seat in (seen.to_move, seen.turn, seen.first)
        ],
        [seen.seats[seat].trains for seat in order],
        [seen.seats[seat].score for seat in order],
        [seen.seats[seat].hand_size for seat in order],
        sorted(piles, key=lambda pile: (pile[0], str(pile[1]))) if seen.pending else None,
    )


@every_table
def test_numbers_differ_where_observations_do(name: str, players: int) -> None:
    """Observations with equal numbers agree in everything that the numbers cover."""
    told: dict[bytes, object] = {}
    for seed in range(2):
        for game in games(ALL[name], players, seed=seed, most=250):
            for seat in range(players):
                seen = game.observe(seat)
                facts = covered(seen)
                assert told.setdefault(seen.numbers().tobytes(), facts) == facts
    assert len(told) > 50


@every_table
def test_hidden_things_do_not_count(name: str, players: int) -> None:
    """In any game that the seat cannot tell from the true one, it has the same numbers."""
    rng = random.Random(3)
    for step, game in enumerate(games(ALL[name], players, seed=players + 5, most=120)):
        if step % 12 == 0:
            seen = game.observe(step % players)
            other = ttrkit.determinize(seen, rng).observe(step % players)
            for known in (False, True):
                assert other.numbers(distances=True, known_cards=known) == seen.numbers(
                    distances=True, known_cards=known
                )


@pytest.mark.parametrize("name", ["asia", "europe", "harbours"])
def test_an_unpickled_observation_has_the_same_numbers(name: str) -> None:
    """All of them are worked out from its fields."""
    players = ALL[name].players[-1]
    for step, game in enumerate(games(ALL[name], players, seed=2, most=100)):
        if step % 9 == 0:
            seen = game.observe(step % players)
            again = pickle.loads(pickle.dumps(seen))
            assert again.numbers(distances=True, known_cards=True) == seen.numbers(
                distances=True, known_cards=True
            )


@every_table
def test_a_game_tells_the_same_numbers(name: str, players: int) -> None:
    """Without an observation: to every seat, with and without distances and known cards."""
    for step, game in enumerate(games(ALL[name], players, seed=players + 1, most=80)):
        seat = step % players
        for known in (False, True) if step % 10 == 0 else (False,):
            for far in (False, True):
                numbers = game.numbers(seat, distances=far, known_cards=known)
                seen = game.observe(seat)
                assert numbers == seen.numbers(distances=far, known_cards=known)


def test_a_seat_that_is_not_there_has_no_numbers() -> None:
    """It is refused as by `observe`."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    with pytest.raises(ValueError, match="numbers"):
        game.numbers(2)


def test_numbers_do_not_change_later() -> None:
    """Who keeps them has them as they were, and may write over them."""
    game = ttrkit.new_game("usa", players=2, seed=1)
    kept = game.numbers(0)
    copy = kept[:]
    rng = random.Random(1)
    for _ in range(30):
        game.apply(rng.choice(game.legal_actions()))
        game.numbers(0)[0] = 99
    assert kept == copy
    assert game.numbers(0) == pickle.loads(pickle.dumps(game)).numbers(0)


def test_more_games_side_by_side_than_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All have the numbers that they have alone; copies of a game, too, which go other ways."""
    monkeypatch.setattr(reader, "MOST_TABLES", 3)
    rng = random.Random(1)
    first = ttrkit.new_game("europe", players=3, seed=1)
    side_by_side = [first, first.copy()]
    side_by_side += [ttrkit.new_game("europe", players=3, seed=seed) for seed in range(2, 6)]
    for step in range(120):
        for game in side_by_side:
            seat = step % 3
            alone = attrs.evolve(game.variant)  # one that remembers nothing
            if step % 40 == 39:
                again = ttrkit.from_record(game.to_record(), variant=alone)
                assert game.numbers(seat) == again.numbers(seat)
            game.numbers(seat)
            game.apply(rng.choice(game.legal_actions()))


def block(seen: Observation, name: str) -> list[int]:
    """The numbers of one block."""
    places = seen.variant.features(len(seen.seats)).blocks[name].places
    return seen.numbers()[places.start : places.stop].tolist()


def test_seats_are_counted_from_the_observing_one() -> None:
    """Owners, trains and scores begin with it and go on in turn order; 0 is nobody."""
    game = ttrkit.position(
        "usa",
        players=3,
        to_move=1,
        claimed={0: [("Boston", "Montréal")], 2: [("Duluth", "Helena")]},
        trains=[40, 41, 42],
        scores=[1, 2, 3],
        seed=1,
    )
    board = game.board
    boston = board.routes.index(board.route("Boston", "Montréal"))
    duluth = board.routes.index(board.route("Duluth", "Helena"))
    seen = [game.observe(seat) for seat in range(3)]
    assert [block(each, "owners")[boston] for each in seen] == [1, 3, 2]
    assert [block(each, "owners")[duluth] for each in seen] == [3, 2, 1]
    assert [block(each, "trains") for each in seen] == [[40, 41, 42], [41, 42, 40], [42, 40, 41]]
    assert [block(each, "scores") for each in seen] == [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    decides = game.variant.features(3).names.index("seat that decides")
    assert [each.numbers()[decides] for each in seen] == [1, 0, 2]


def test_partners_come_first() -> None:
    """In team play a seat counts itself, its partner, then the others in turn order."""
    assert [seat_order(((0, 1), (2, 3)), seat) for seat in range(4)] == [
        (0, 1, 2, 3),
        (1, 0, 2, 3),
        (2, 3, 0, 1),
        (3, 2, 0, 1),
    ]
    assert [team_order(((0, 1), (2, 3), (4, 5)), seat) for seat in (0, 3, 5)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
    ]


def test_a_closed_route_is_no_free_one() -> None:
    """The other route of a double is closed to its owner with four, to all with two (US-25)."""
    for players, closed_to_others in ((2, 1), (4, 0)):
        game = ttrkit.position(
            "usa", players=players, claimed={0: [("Boston", "Montréal")]}, seed=1
        )
        board = game.board
        twins = [n for n, r in enumerate(board.routes) if {r.a, r.b} == {"Boston", "Montréal"}]
        own, other = [block(game.observe(seat), "closed") for seat in (0, 1)]
        assert [own[n] for n in twins] == [0, 1]
        assert [other[n] for n in twins] == [0, closed_to_others]


def test_great_scores_are_put_at_the_end_of_the_range() -> None:
    """Whatever a home-made rule awards."""
    game = ttrkit.position("usa", players=2, scores=[5_000, -5_000], seed=1)
    assert block(game.observe(0), "scores") == [MOST_POINTS, -MOST_POINTS]


def test_known_cards_are_those_seen() -> None:
    """What another took face up is known until it is spent."""
    game = ttrkit.position("usa", players=2, market=["red", "red", "blue", "blue", "blue"], seed=1)
    game.apply(ttrkit.DrawFaceUp("red"))
    seen = game.observe(1)
    names = seen.variant.features(2, known_cards=True).names
    known = dict(zip(names, seen.numbers(known_cards=True), strict=True))
    assert known["known of seat +1: red"] == 1
    assert known["known of seat +1: blue"] == 0


def test_the_digest_is_the_same_everywhere() -> None:
    """It depends on names and ranges alone."""
    features = ttrkit.get_variant("paris").features(2)
    assert features.digest != ttrkit.get_variant("paris").features(3).digest
    code = "import ttrkit; print(ttrkit.get_variant('paris').features(2).digest)"
    for seed in ("1", "2"):  # of hashes, which order sets
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == features.digest
    assert repr(features) == f"<Features of paris, 2 players, {features.n} numbers>"


def test_numbers_of_players_that_are_not_allowed() -> None:
    """Are refused as everywhere."""
    with pytest.raises(ValueError, match=r"^usa is for 2, 3, 4 or 5 players, not 7$"):
        ttrkit.get_variant("usa").features(7)


# What parts add --------------------------------------------------------------------------------


class Counting(Part):
    """Adds numbers of its own."""

    given: Any = (1, -7, 99)

    def features(self, seats: int) -> Iterable[Feature]:
        return [Feature("a", 0, 5), Feature("b", -5, 5), Feature("c", 0, 5)]

    def feature_values(self, observation: Observation, seats: Sequence[int]) -> Sequence[int]:
        values: Sequence[int] = self.given
        return values


def with_values(values: Any, part: type[Counting] = Counting) -> Variant:
    """Paris with a part that gives these values."""
    counting = part()
    counting.given = values
    return attrs.evolve(ttrkit.get_variant("paris"), name="counts").adding(counting)


def test_values_out_of_range_are_put_at_its_end() -> None:
    """The range is a promise, which the numbers keep."""
    game = ttrkit.new_game(with_values((1, -7, 99)), players=2, seed=1)
    assert block(game.observe(0), "Counting") == [1, -5, 5]


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ((1, 2), "^Counting.feature_values gives 2 numbers, where its features are 3$"),
        ((1, 2, "x"), "^Counting.feature_values gives 'x' for c, where a whole number is wanted$"),
        ((1, 2, 2.5), "^Counting.feature_values gives 2.5 for c, where a whole number is wanted$"),
    ],
)
def test_wrong_values_are_named(values: Any, wanted: str) -> None:
    """With the part and the hook."""
    game = ttrkit.new_game(with_values(values), players=2, seed=1)
    with pytest.raises(RuleError, match=wanted):
        game.observe(0).numbers()


@pytest.mark.parametrize("feature", [("a", 0, 1), Feature("a", 2, 1), Feature("a", 0, 10**6), 1])
def test_wrong_features_are_named(feature: Any) -> None:
    """With the part and the hook."""

    class Wrong(Counting):
        def features(self, seats: int) -> Iterable[Feature]:
            return [feature]

    with pytest.raises(RuleError, match=r'where Feature\("name", low, high\) is wanted$'):
        with_values((), Wrong).features(2)


# Every field counts ----------------------------------------------------------------------------


def altered(seen: Observation) -> dict[str, Observation]:
    """The observation with one covered field changed at a time."""
    own = seen.seats[seen.seat]
    other = (seen.seat + 1) % len(seen.seats)
    free = seen.open_routes[0]

    def seat_with(seat: int, **changed: Any) -> Observation:
        seats = list(seen.seats)
        seats[seat] = attrs.evolve(seats[seat], **changed)
        return seen.__replace__(seats=tuple(seats))

    def pile_with(at: int, **changed: Any) -> Observation:
        piles = list(seen.piles)
        piles[at] = attrs.evolve(piles[at], **changed)
        return seen.__replace__(piles=tuple(piles))

    hidden = [n for n, each in enumerate(seen.piles) if each.size is not None and not each.cards]
    (decision,) = seen.pending[-1:]
    tickets = [t for t in seen.board.tickets if t not in seen.tickets]
    return {
        "hand": seen.__replace__(hand=seen.hand + ttrkit.cards(wild=1)),
        "market": seen.__replace__(market=seen.market[1:]),
        "discards": seen.__replace__(discards=seen.discards + ttrkit.cards(red=1)),
        "deck_size": seen.__replace__(deck_size=seen.deck_size + 1),
        "ticket_deck_size": seen.__replace__(ticket_deck_size=seen.ticket_deck_size + 1),
        "turns_left": seen.__replace__(turns_left=(seen.turns_left or 0) + 1),
        "passes": seen.__replace__(passes=seen.passes + 1),
        "first": seen.__replace__(first=(seen.first + 1) % len(seen.seats)),
        "turn": seen.__replace__(turn=((seen.turn or 0) + 1) % len(seen.seats)),
        "to move": seen.__replace__(
            pending=(attrs.evolve(decision, seat=(decision.seat + 1) % len(seen.seats)),)
        ),
        "tickets": seen.__replace__(tickets=(*seen.tickets, tickets[0])),
        "trains": seat_with(other, trains=seen.seats[other].trains - 1),
        "score": seat_with(seen.seat, sheet=(("routes", own.score + 1),)),
        "hand_size": seat_with(other, hand_size=seen.seats[other].hand_size + 1),
        "ticket_count": seat_with(other, ticket_count=seen.seats[other].ticket_count + 1),
        "routes": seat_with(other, routes=(*seen.seats[other].routes, free)),
        "own routes": seat_with(seen.seat, routes=(*own.routes, free)),
        **{
            f"size of {seen.piles[n].name} {seen.piles[n].owner}": pile_with(
                n, size=(seen.piles[n].size or 0) + 1
            )
            for n in hidden
            if seen.piles[n].tickets is None and seen.piles[n].things is None
        },
        **{
            f"cards of {pile.name} {pile.owner}": pile_with(
                n, cards=pile.cards + ttrkit.cards(white=1), size=pile.cards.total + 1
            )
            for n, pile in enumerate(seen.piles)
            if pile.cards is not None
        },
    }


@every_table
def test_every_covered_field_changes_the_numbers(name: str, players: int) -> None:
    """If one field alone is another, the numbers are others."""
    tried = 0
    for step, game in enumerate(games(ALL[name], players, seed=players + 3, most=90)):
        if game.is_over or step % 15 or not game.observe(0).open_routes:
            continue
        seen = game.observe(step % players)
        numbers = seen.numbers()
        for field, other in altered(seen).items():
            assert other.numbers() != numbers, field
            tried += 1
    assert tried > 30


def test_threads_do_not_disturb_each_other() -> None:
    """Every thread remembers for itself what it has read."""
    seeds = range(6)

    def read(seed: int) -> list[bytes]:
        players = 2
        return [
            game.observe(step % players).numbers(distances=True).tobytes()
            for step, game in enumerate(games(ALL["paris"], players, seed=seed))
        ]

    alone = [read(seed) for seed in seeds]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(len(seeds)) as pool:
            assert list(pool.map(read, seeds)) == alone
    finally:
        sys.setswitchinterval(before)


def test_a_part_without_a_list_of_features_is_named() -> None:
    """None is no list."""

    class Silent(Counting):
        def features(self, seats: int) -> Any:
            return None

    with pytest.raises(RuleError, match=r"^Silent.features gives None, where a list of Feature"):
        with_values((), Silent).features(2)


def test_more_trains_than_numbers_can_tell_are_refused() -> None:
    """In words, before a game."""
    with pytest.raises(ValueError, match="usa has 40000 trains for each player: numbers of an"):
        attrs.evolve(ttrkit.get_variant("usa"), trains=40_000).features(2)
