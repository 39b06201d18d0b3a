"""How the search tries candidates: its reckoning, its order, the time, the blocking of rivals."""

import random
from collections.abc import Callable, Sequence
from itertools import count
from math import sqrt

import pytest

import ttrkit
from tests.bots.test_search import half_played, seen_now
from ttrkit.bots import PlannerPlayer, SearchPlayer, search
from ttrkit.bots.chart import chart_of
from ttrkit.bots.outlook import MOST_AT_STAKE, turns_left, turns_to_go
from ttrkit.bots.search import (
    CLEAR_LEAD,
    FEWEST_WORLDS,
    NOISE_TRUST,
    SEARCHED_TURNS,
    USUAL_GAIN,
    USUAL_NOISE,
    USUAL_SPREAD,
    Candidate,
    World,
    Worlds,
)
from ttrkit.bots.sight import Sight
from ttrkit.events import Action
from ttrkit.knowledge import observe

ENDLESS = 10_000  # values that are given, if nothing stops it before


def never() -> bool:
    """There is time."""
    return False


# Reckoning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("gaps", [[3.0], [3.0, 5.0], [-9.0, 0.5, 2.5, 11.0], [1.5] * 40])
def test_gains_lie_between_what_is_usual_and_what_was_seen(gaps: Sequence[float]) -> None:
    """By their variances, as a normal distribution that is seen through noise has it."""
    candidate = Candidate(ttrkit.DrawBlind())
    for gap in gaps:
        candidate.note(gap)
    mean = sum(gaps) / len(gaps)
    squares = sum((gap - mean) ** 2 for gap in gaps)
    each = (NOISE_TRUST * USUAL_NOISE**2 + squares) / (NOISE_TRUST + len(gaps) - 1)
    precision = 1 / USUAL_SPREAD**2 + len(gaps) / each
    expected = (USUAL_GAIN / USUAL_SPREAD**2 + mean * len(gaps) / each) / precision
    gain, doubt = candidate.gain()
    assert gain == pytest.approx(expected)
    assert doubt == pytest.approx(sqrt(1 / precision))
    assert gain < candidate.promise() <= gain + 2 * doubt


def test_hope_is_lost_with_bad_gaps() -> None:
    """After some that are good, it is there."""
    good, bad = Candidate(ttrkit.DrawBlind()), Candidate(ttrkit.DrawBlind())
    for _ in range(6):
        good.note(2.0)
        bad.note(-4.0)
    assert good.has_hope
    assert not bad.has_hope


# Trying ----------------------------------------------------------------------------------------


class Stub:
    """A value for every action and world, instead of a playout, and a note of what was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, worth: dict[Action, float]) -> None:
        self.worth = worth
        self.asked: list[Action] = []
        self.left = ENDLESS
        self._numbers: dict[int, int] = {}
        monkeypatch.setattr(search, "value_in", self._value)

    def _value(
        self, world: World, seat: int, action: Action, is_over: Callable[[], bool]
    ) -> float | None:
        if not self.left:
            return None
        self.left -= 1
        self.asked.append(action)
        number = self._numbers.setdefault(id(world.state), len(self._numbers))
        return 100.0 * number**2 + self.worth[action]  # much depends on the world


@pytest.fixture
def seen() -> ttrkit.Observation:
    """A decision with many choices."""
    return seen_now(half_played("paris", seed=3, turns=9))


def tried(seen: ttrkit.Observation, actions: Sequence[Action], worlds: int) -> list[Candidate]:
    """Candidates for these actions, tried in so many worlds at the most."""
    candidates = [Candidate(action) for action in actions]
    made_up = Worlds(seen, PlannerPlayer(1), random.Random(1), worlds)
    search._try_all(seen.seat, candidates, made_up, never)
    return candidates


def test_candidates_are_compared_in_the_same_worlds(
    seen: ttrkit.Observation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So what depends on the world alone makes no difference to the gain."""
    actions = seen.legal_actions[:4]
    stub = Stub(monkeypatch, dict(zip(actions, (0.0, 1.0, 2.5, -0.5), strict=True)))
    _, *others = tried(seen, actions, 12)
    for each in others:
        sure = Candidate(each.action)
        for _ in range(each.count):
            sure.note(stub.worth[each.action])
        assert each.gain() == pytest.approx(sure.gain())
    assert search._best([Candidate(actions[0]), *others]).action == actions[2]


def test_what_has_no_hope_is_tried_no_more(
    seen: ttrkit.Observation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is tried once in every world, the hopeless in a few, the best in all."""
    actions = seen.legal_actions[:4]
    stub = Stub(monkeypatch, dict(zip(actions, (0.0, -20.0, 3.0, -25.0), strict=True)))
    tried(seen, actions, 12)
    assert [stub.asked.count(action) for action in actions] == [
        12,
        FEWEST_WORLDS,
        12,
        FEWEST_WORLDS,
    ]


def test_if_nothing_has_hope_it_stops(
    seen: ttrkit.Observation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the planner's choice is the best."""
    actions = seen.legal_actions[:3]
    stub = Stub(monkeypatch, dict(zip(actions, (0.0, -20.0, -30.0), strict=True)))
    candidates = tried(seen, actions, 12)
    assert len(stub.asked) == 3 * FEWEST_WORLDS
    assert search._best(candidates).action == actions[0]


def test_a_playout_that_is_cut_short_counts_for_nothing(
    seen: ttrkit.Observation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does one of the first, nor of another candidate."""
    actions = seen.legal_actions[:3]
    for left in range(9):
        stub = Stub(monkeypatch, dict(zip(actions, (0.0, 2.0, 3.0), strict=True)))
        stub.left = left
        _, *others = tried(seen, actions, 12)
        assert sum(each.count for each in others) == sum(
            action != actions[0] for action in stub.asked
        )


# One playout -----------------------------------------------------------------------------------


def first_world(seen: ttrkit.Observation) -> World:
    """A game that fits what is seen."""
    world = Worlds(seen, PlannerPlayer(1), random.Random(1), 1).get(0)
    assert world is not None
    return world


def test_a_clear_lead_is_flattened() -> None:
    """A few points more are worth themselves; with 300 points ahead, they are worth nothing."""
    values = []
    for lead in (-5, 0, 100, 300):
        game = ttrkit.position("usa", players=2, trains=[2, 40], scores=[lead, 0], seed=1)
        turn = chart_of(game.variant.engine).usual.turn
        seen = seen_now(game)
        value = search.value_in(first_world(seen), 0, ttrkit.DrawBlind(), never)
        assert value is not None
        values.append(value)
    assert values == sorted(values)
    assert 0.7 * 5 < (values[1] - values[0]) * turn < 5
    assert 0 < values[3] - values[2] < 0.1 * CLEAR_LEAD
    assert CLEAR_LEAD > values[3] > 0.99 * CLEAR_LEAD


def test_a_playout_stops_when_time_is_over(seen: ttrkit.Observation) -> None:
    """Before the next decision in it."""
    looks = count()
    value = search.value_in(
        first_world(seen), seen.seat, seen.legal_actions[0], lambda: next(looks) > 4
    )
    assert value is None
    assert next(looks) == 6


def test_it_keeps_to_its_seconds() -> None:
    """It looks at the clock until the time is over, and then no more than once again."""
    seen = seen_now(half_played("paris", seed=3, turns=6))
    looks: list[float] = []

    def ticking() -> float:
        looks.append(0.1 * len(looks))
        return looks[-1]

    SearchPlayer(2.0, seed=1, clock=ticking).choose(seen)
    assert 2.0 <= looks[-1] < 2.2


def test_a_playout_leaves_its_world_alone(seen: ttrkit.Observation) -> None:
    """The state, and what the planners remember: the next candidate begins as this one did."""
    world = first_world(seen)
    for planner, seat in zip(world.planners, range(2), strict=True):
        planner.planned_links(observe(world.state, seat))
    plans = [planner.copy() for planner in world.planners]
    before = world.state.copy()
    for action in seen.legal_actions[:3]:
        search.value_in(world, seen.seat, action, never)
    assert [observe(world.state, seat) for seat in range(2)] == [
        observe(before, seat) for seat in range(2)
    ]
    for planner, plan in zip(world.planners, plans, strict=True):
        assert planner._memory._plan == plan._memory._plan


# When ------------------------------------------------------------------------------------------


def test_whoever_is_about_to_end_the_game_searches() -> None:
    """However many trains its rivals have; and the other way round."""
    for trains in ([4, 40], [40, 4]):
        game = ttrkit.position("usa", players=2, trains=trains, seed=1)
        assert turns_to_go(Sight(game.observe(0))) < SEARCHED_TURNS
    early = Sight(ttrkit.new_game("usa", players=2, seed=1).observe(0))
    assert turns_to_go(early) == turns_left(early) > SEARCHED_TURNS


def test_partners_end_the_game_together() -> None:
    """Few trains of one of them are not few trains of the team."""
    game = ttrkit.position("asia", players=4, trains=[3, 27, 27, 27], seed=1)
    mates = game.teams[game.seats[0].team].seats
    few = {seat: 3 if seat in mates else 27 for seat in range(4)}
    both = ttrkit.position("asia", players=4, trains=few, seed=1)
    turns = [turns_to_go(Sight(each.observe(0))) for each in (both, game)]
    assert turns[0] < turns[1]


def test_what_was_tried_can_be_looked_at() -> None:
    """The planner's choice alone as long as nothing is tried; then all candidates, and gains."""
    early = seen_now(ttrkit.new_game("usa", players=2, seed=1))
    (only,) = SearchPlayer(iterations=9, seed=1).tried(early)
    assert (only.action, only.count) == (PlannerPlayer(1).choose(early), 0)
    late = seen_now(half_played("usa", seed=4, turns=55))
    first, *others = SearchPlayer(iterations=9, seed=1).tried(late)
    assert first.action == PlannerPlayer(1).choose(late)
    assert all(each.count >= FEWEST_WORLDS and each.action in late.legal_actions for each in others)
    best = max(others, key=lambda each: each.gain())
    chosen = best if best.gain()[0] > 0 else first
    assert SearchPlayer(iterations=9, seed=1).choose(late) == chosen.action


# Blocking --------------------------------------------------------------------------------------


def blocked(
    game: ttrkit.Game, planned: dict[int, list[int]], known: Sequence[Action] = ()
) -> list[str]:
    """The routes that would block rivals, whose links are planned as given by seat."""
    seen = seen_now(game)
    worlds = Worlds(seen, PlannerPlayer(1), random.Random(1), 5)

    class Told(PlannerPlayer):
        def __init__(self, seat: int) -> None:
            super().__init__(1)
            self.seat = seat

        def planned_links(self, observation: ttrkit.Observation) -> list[int]:
            assert observation.seat == self.seat
            return planned.get(self.seat, [])

    for world in worlds.first(5, never):
        world.planners[:] = [Told(seat) for seat in range(len(seen.seats))]  # type: ignore[index]
    found = search._blocking(seen, PlannerPlayer(1), worlds, known, never)
    return [claim.route.id for claim in found]


def test_rivals_are_blocked_and_partners_are_not() -> None:
    """Those links first whose ways round are longest; what is tried already is not tried twice."""
    hands = [dict.fromkeys(("red", "blue", "green", "white", "wild"), 8)] * 4
    game = ttrkit.position("asia", players=4, hands=hands[:1], seed=1)
    seat = game.to_move
    assert seat is not None
    chart = chart_of(game.variant.engine)
    claims = PlannerPlayer(1).claims(seen_now(game))
    links = sorted(claims, key=lambda link: (-chart.detours[link], link))
    most = [link for link in links if chart.detours[link] < MOST_AT_STAKE][:2]
    mate = next(each for each in game.teams[game.seats[seat].team].seats if each != seat)
    rival = next(each for each in range(4) if each not in (seat, mate))
    routes = [claims[link].route.id for link in most]
    assert blocked(game, {mate: most}) == []
    assert blocked(game, {seat: most}) == []
    assert blocked(game, {rival: most[::-1]}) == routes
    assert blocked(game, {rival: most}, known=[claims[most[0]]]) == routes[1:]


def test_links_with_easy_ways_round_are_left_alone() -> None:
    """On average over the worlds: a link that hardly matters is not worth a claim."""
    game = ttrkit.position("usa", players=2, hands=[{"wild": 8, "red": 8}], seed=1)
    chart = chart_of(game.variant.engine)
    claims = PlannerPlayer(1).claims(seen_now(game))
    least = search.LEAST_AT_STAKE * chart.usual.turn
    easy = [link for link in claims if chart.detours[link] < least]
    hard = [link for link in claims if chart.detours[link] >= least]
    assert easy
    assert blocked(game, {1: easy}) == []
    assert len(blocked(game, {1: hard})) == search.MAX_BLOCKING


def test_without_time_nobody_is_blocked() -> None:
    """No rival's plan is looked at when the time is over."""
    seen = seen_now(half_played("usa", seed=4, turns=55))
    worlds = Worlds(seen, PlannerPlayer(1), random.Random(1), 3)
    assert worlds.first(3, lambda: True) == []
    worlds.first(3, never)
    assert search._at_stake(seen, worlds.first(3, never), lambda: True) == {}
