"""Blocks, and who sits where in each of their games."""

from collections import Counter
from itertools import pairwise

import pytest

import ttrkit
from ttrkit.simulation.seatings import MOST_TABLES, Match, Rounds, Tables, rings, rotations

ALONE = tuple((seat,) for seat in range(6))
PAIRS = ((0, 1), (2, 3), (4, 5))


@pytest.mark.parametrize("seats", range(1, 7))
def test_seats_are_shared_out_fairly(seats: int) -> None:
    """Each sits everywhere in each block; in the end beside everybody."""
    every = rings(tuple(range(seats)))
    ways = [way for ring in every for way in ring]
    assert len(set(ways)) == len(ways)
    for ring in every:
        assert len(ring) == seats
        for column in zip(*ring, strict=True):
            assert sorted(column) == list(range(seats))
    if seats > 1:
        after = Counter((way[n - 1], way[n]) for way in ways for n in range(seats))
        assert len(after) == seats * (seats - 1)
        assert len(set(after.values())) == 1


def test_seatings_that_look_the_same_are_played_once() -> None:
    """The same bot twice is the same bot; a block is as long as it has different seatings."""
    assert rotations((0, 0, 0)) == ((0, 0, 0),)
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert [len(ring) for ring in rings((0, 1, 0, 1))] == [2, 4]
    assert rings((0, 1, 1)) == (((0, 1, 1), (1, 1, 0), (1, 0, 1)),)
    assert [len(ring) for ring in rings((0, 0))] == [1]


def test_many_seats_are_shared_out_too() -> None:
    """More than can be listed in every order."""
    assert len(rings(tuple(range(7)))) == 720
    (ring,) = rings(tuple(range(9)))
    assert {way[4] for way in ring} == set(range(9))


@pytest.mark.parametrize("table", [(0,), (0, 1), (0, 0), (0, 1, 2), (0, 1, 0, 1), (0, 1, 2, 3)])
def test_a_round_goes_from_block_to_block(table: tuple[int, ...]) -> None:
    """Blocks follow each other; all rings have their turn, then it begins again."""
    plan = Rounds(table, is_paired=True)
    places = [plan.place(number) for number in range(60)]
    blocks = [block for block, _ in places]
    assert all(after - before in (0, 1) for before, after in pairwise(blocks))
    every = rings(table)
    for block in range(blocks[-1]):
        ways = tuple(way for number, way in places if number == block)
        assert ways == every[block % len(every)]
    for number in range(50):
        end = plan.ends_block(number)
        assert end >= number
        assert end == 0 or blocks[end] != blocks[end - 1]
        assert all(blocks[n] == blocks[n - 1] for n in range(max(1, number), end))


def test_games_that_are_not_paired_are_blocks_of_their_own() -> None:
    """With the same seatings in the same order."""
    paired, apart = (Rounds((0, 1, 2), is_paired=each) for each in (True, False))
    for number in range(12):
        assert apart.place(number) == (number, paired.place(number)[1])
        assert apart.ends_block(number) == number


@pytest.mark.parametrize("teams", [ALONE[:seats] for seats in range(2, 7)] + [PAIRS[:2], PAIRS])
def test_a_match_is_even(teams: tuple[tuple[int, ...], ...]) -> None:
    """In every block both take every seat equally often; teams are of one bot, neighbours not."""
    plan = Match(teams)
    size = len(plan.block)
    assert size == len(set(plan.block)) == (2 if len(teams) % 2 == 0 else 2 * len(teams))
    for column in zip(*plan.block, strict=True):
        assert column.count(0) == column.count(1)
    for way in plan.block:
        sides = [{way[seat] for seat in team} for team in teams]
        assert all(len(side) == 1 for side in sides)
        together = sum(one == two for one, two in pairwise([*sides, sides[0]]))
        assert together == len(teams) % 2
    assert [plan.place(number)[0] for number in range(2 * size)] == [0] * size + [1] * size
    assert [plan.ends_block(number) for number in (0, 1, size, size + 1)] == [
        0,
        size,
        size,
        2 * size,
    ]


@pytest.mark.parametrize("teams", [ALONE[:2], ALONE[:3], ALONE[:5], PAIRS[:2], PAIRS])
@pytest.mark.parametrize("bots", [2, 3, 4, 7])
def test_a_pool_is_even(bots: int, teams: tuple[tuple[int, ...], ...]) -> None:
    """All tables have their turn; in each block, whoever takes part takes every seat as often."""
    plan = Tables(bots, teams, seed=1)
    size = plan.block_size
    rivals: Counter[int] = Counter()
    tables = set()
    for block in range(420):
        places = [plan.place(block * size + step) for step in range(size)]
        assert {number for number, _ in places} == {block}
        ways = [way for _, way in places]
        assert len(set(ways)) == size
        for way in ways:
            assert all(len({way[seat] for seat in team}) == 1 for team in teams)
        table = plan.table(block)
        for column in zip(*ways, strict=True):
            for bot in table:
                assert column.count(bot) * len(teams) == table.count(bot) * size
        tables.add(tuple(sorted(plan.table(block))))
        rivals.update(plan.table(block))
    assert plan.ends_block(1) == size
    assert max(rivals.values()) - min(rivals.values()) <= 20
    if bots > len(teams):
        assert all(len(set(table)) == len(table) for table in tables)
    again = Tables(bots, teams, seed=1)
    assert [again.table(block) for block in range(9)] == [plan.table(block) for block in range(9)]


def test_a_large_pool_is_drawn() -> None:
    """If there are too many tables to list."""
    plan = Tables(60, ALONE[:5], seed=3)
    tables = [plan.table(block) for block in range(50)]
    assert all(len(set(table)) == 5 for table in tables)
    assert len({bot for table in tables for bot in table}) > 50
    assert MOST_TABLES < 5_461_512


def test_a_block_is_dealt_the_same_cards() -> None:
    """Two bots that play alike come out alike, to the point: only the names are exchanged."""
    report = ttrkit.simulate(
        "usa", {"one": ttrkit.RandomPlayer, "two": ttrkit.RandomPlayer}, 20, 1, workers=1
    )
    one, two = report.bots
    assert (one.wins, one.score) == (two.wins, two.score)
    assert (report.games, report.blocks) == (20, 10)
    apart = ttrkit.simulate(
        "usa",
        {"one": ttrkit.RandomPlayer, "two": ttrkit.RandomPlayer},
        20,
        1,
        workers=1,
        paired=False,
    )
    assert (apart.games, apart.blocks) == (20, 20)
    assert apart.bots[0].score != apart.bots[1].score


def test_the_same_bot_everywhere_plays_no_game_twice() -> None:
    """Its games are independent, and have Wilson's interval."""
    report = ttrkit.simulate("paris", ["random"] * 3, 6, 1, workers=1)
    assert (report.games, report.blocks) == (6, 6)
    assert report.turns.spread > 0
