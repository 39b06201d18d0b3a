"""`SearchPlayer`: tries its candidate actions in many games that fit what its seat knows.

The planner names the candidates. In each made-up game (see `guesses`) every one of them is carried
out in a copy, which is played on by plans and rules of thumb (see `playouts`), for a few turns;
then the prospects of the seats are judged. All candidates meet the same cards, so that few games
suffice to tell them apart, and those that fall behind are tried no more. In the end, the gains over
the planner's choice are shrunk by what is in doubt about them, and the largest one counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import isfinite, sqrt, tanh
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from ttrkit._text import checked_whole, short
from ttrkit.bots.chart import chart_of
from ttrkit.bots.guesses import Guesses
from ttrkit.bots.minds import Drafts, Mind
from ttrkit.bots.outlook import MOST_AT_STAKE
from ttrkit.bots.planner import PlannerPlayer
from ttrkit.bots.playouts import MAX_STEPS, Playout
from ttrkit.errors import RuleError
from ttrkit.events import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    checked_seed,
)
from ttrkit.scoring import score

if TYPE_CHECKING:
    from ttrkit.engine import State
    from ttrkit.knowledge import Observation

SECONDS = 0.5  # a move, unless told otherwise

MOST = 9  # candidates for one decision,
MOST_CLAIMS = 4  # of which so many claim routes,
MOST_DRAWS = 4  # and so many draw cards

SCOUTS = 8  # made-up games in which the plans of rivals are looked at,
MOST_BLOCKING = 3  # claims of links there that are tried besides,
LEAST_AT_STAKE = 0.3  # usual turns, by which a rival must be set back on average
DRAWS = (DrawBlind, DrawFaceUp)
PLANNED = ("turn", "next card")  # decisions for which all seats have their plans already

CLEAR_LEAD = 10.0  # usual turns by which a lead is clear: the next point hardly matters
HORIZON = 4  # turns of each seat that are played, before its prospects are judged,
TICKET_HORIZON = 8  # and the same for tickets, which are not built in a few turns
FEWEST_WORLDS = 6  # before a candidate is dropped, or preferred to the planner's choice
MOST_WORLDS = 10_000  # for one decision, however much time there is
IN_DOUBT = 2.0  # standard errors: what is farther behind is dropped
USUAL_GAP = 1.0  # usual turns by which a candidate is better or worse, before anything is known
LEAST_GAIN = 1.2  # usual turns that another choice than the planner's must gain,
LEAST_CARD_GAIN = 0.5  # the same of another card, which changes less,
LEAST_KEPT_GAIN = 0.2  # of other tickets, which the planner judges, too,
LEAST_TICKET_GAIN = 2.0  # and of a draw of tickets, or instead of one: they pay late in the game
JUDGED_SHARE = 0.5  # of the worth of tickets, that is the planner's judgement
USUAL_SPREAD = 2.0  # squared, and added to all others: a few equal results prove little


class Candidate:
    """An action, and what came of it in every world, in usual turns."""

    __slots__ = ("action", "judged", "values")

    def __init__(self, action: Action, judged: float | None = None) -> None:
        self.action = action
        self.judged = judged
        """The planner's judgement in usual turns, where it counts, too: that of tickets to keep."""
        self.values: list[float] = []

    def note(self, value: float) -> None:
        """Note what came of it in a world."""
        judged = self.judged
        if judged is not None:
            value += JUDGED_SHARE * (judged - value)
        self.values.append(value)

    def ahead_of(self, other: Candidate) -> tuple[float, float]:
        """By how much it is better than another one in the same worlds, and its standard error."""
        gaps = [mine - its for mine, its in zip(self.values, other.values, strict=False)]
        mean = sum(gaps) / len(gaps)
        spread = USUAL_SPREAD + sum([(gap - mean) ** 2 for gap in gaps])
        return mean, sqrt(spread) / len(gaps)

    def gain_over(self, other: Candidate) -> float:
        """By how much it can be expected to be better: less, the less is known."""
        mean, error = self.ahead_of(other)
        return mean / (1 + (error / USUAL_GAP) ** 2)


class World(NamedTuple):
    """A made-up game, and what the seats have in mind there."""

    state: State
    minds: Sequence[Mind]


class Worlds:
    """The made-up games for one decision, in a fixed order."""

    def __init__(self, observation: Observation, rng: random.Random, most: int) -> None:
        self.drafts = Drafts()
        self._guesses, self._rng, self._most = Guesses(observation), rng, most
        self._has_minds = observation.decision in PLANNED
        self._known: list[World] = []

    def __iter__(self) -> Iterator[World]:
        for number in range(self._most):
            if number == len(self._known) and not self._add():
                return
            yield self._known[number]

    def first(self, count: int, is_over: Callable[[], bool]) -> Sequence[World]:
        """The first of them, as many as there is time for."""
        while len(self._known) < min(count, self._most) and not is_over() and self._add():
            pass
        return self._known

    def _add(self) -> bool:
        """Make one up; False if home-made rules find none plausible."""
        try:
            state = self._guesses.state(self._rng)
        except RuleError:
            return False
        minds = Playout(state, self.drafts).minds() if self._has_minds else ()
        self._known.append(World(state, minds))
        return True


class SearchPlayer:
    """Looks ahead, for so many seconds a move, or in so many made-up games (`iterations`) a move.

    The same seed and iterations give the same moves; seconds only limit the number of games. It
    decides from its observations alone, and a decision with one candidate costs nothing.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        iterations: int | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._seconds, self._worlds = _checked_budget(seconds, iterations)
        self._rng = random.Random(None if seed is None else checked_seed(seed))
        self._clock = clock
        self._planner = PlannerPlayer(self._rng.getrandbits(64))

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        end = self._clock() + self._seconds
        if len(observation.legal_actions) == 1:
            return observation.legal_actions[0]
        candidates = self._candidates(observation)
        worlds = Worlds(observation, random.Random(self._rng.getrandbits(64)), self._worlds)
        if _is_judged(observation) and observation.decision == "turn":
            first = worlds.first(SCOUTS, lambda: self._clock() >= end)
            candidates += map(Candidate, self._blocking(observation, first, candidates))
        if len(candidates) > 1:
            self._try_all(observation, candidates, worlds, end)
        return _best(candidates).action

    def _candidates(self, observation: Observation) -> list[Candidate]:
        """The planner's candidates that are to be tried; its choice is the first."""
        usual = chart_of(observation.variant.engine).usual.turn
        judgements = dict(self._planner.candidates(observation))
        found: list[Action] = []
        claims, draws = MOST_CLAIMS, MOST_DRAWS
        for action in judgements:
            if type(action) is ClaimRoute:
                claims -= 1
                if claims < 0:
                    continue
            elif type(action) is DrawFaceUp or type(action) is DrawBlind:
                draws -= 1
                if draws < 0:
                    continue
            found.append(action)
            if len(found) == MOST:
                break
        if observation.turns_left is None:
            tickets = [each for each in observation.legal_actions if type(each) is DrawTickets]
            found += [action for action in tickets if action not in found]
        return [
            Candidate(each, judgements[each] / usual if type(each) is KeepTickets else None)
            for each in found
        ]

    def _blocking(
        self, observation: Observation, worlds: Sequence[World], known: Sequence[Candidate]
    ) -> list[Action]:
        """Claims of the links that rivals are likely to plan, with the longest ways round."""
        chart = chart_of(observation.variant.engine)
        at_stake: dict[int, float] = {}
        for world in worlds:
            for seat, mind in enumerate(world.minds):
                for link, _ in mind.links if seat != observation.seat else ():
                    stake = min(chart.detours[link], MOST_AT_STAKE) / len(worlds)
                    at_stake[link] = at_stake.get(link, 0.0) + stake
        least = LEAST_AT_STAKE * chart.usual.turn
        tried = {each.action.route.id for each in known if type(each.action) is ClaimRoute}
        found: list[Action] = []
        claims = self._planner.claims(observation) if at_stake else {}
        for link in sorted(claims, key=lambda link: -at_stake.get(link, 0.0)):
            if len(found) == MOST_BLOCKING or at_stake.get(link, 0.0) < least:
                break
            if claims[link].route.id not in tried:
                found.append(claims[link])
        return found

    def _try_all(
        self, observation: Observation, candidates: Sequence[Candidate], worlds: Worlds, end: float
    ) -> None:
        """Try the candidates in one world after the other, until the time is over."""
        running, seat = [*candidates], observation.seat
        turns = _horizon(observation)
        for number, world in enumerate(worlds, 1):
            found: list[float] = []
            for candidate in running:
                playout = Playout(world.state.copy(), worlds.drafts, world.minds)
                found.append(_value(playout, seat, candidate.action, turns))
                if self._clock() >= end:
                    break
            if len(found) < len(running):
                return
            for candidate, value in zip(running, found, strict=True):
                candidate.note(value)
            if number >= FEWEST_WORLDS:
                running = _still_running(running)
            if len(running) == 1 or self._clock() >= end:
                return


def _is_judged(observation: Observation) -> bool:
    """Whether prospects can be judged: not those of teams, nor under home-made rules."""
    engine, seats = observation.variant.engine, len(observation.seats)
    return len(engine.seating(seats).teams) == seats and not engine.is_home_made


def _horizon(observation: Observation) -> int:
    """The turns that are played before prospects are judged."""
    if not _is_judged(observation):
        return MAX_STEPS
    is_turn = observation.decision in PLANNED
    return len(observation.seats) * (HORIZON if is_turn else TICKET_HORIZON)


def _value(playout: Playout, seat: int, action: Action, turns: int) -> float:
    """The lead that an action brings in one world, in usual turns; large leads are flattened."""
    state = playout.state
    state.engine.loop.apply(state, action)
    playout.finish(turns)
    if state.turns_left >= 0:  # the last round is soon played
        playout.finish()
    is_judged = turns < MAX_STEPS and not state.is_over
    standing: Sequence[float] = playout.prospects() if is_judged else score(state).totals
    team = state.team_of(seat)
    rivals = [points for each, points in enumerate(standing) if each != team]
    lead = standing[team] - max(rivals, default=0.0)
    return CLEAR_LEAD * tanh(lead / (CLEAR_LEAD * chart_of(state.engine).usual.turn))


def _least_gain(first: Candidate, other: Candidate) -> float:
    """The least gain with which another candidate replaces the planner's choice."""
    kinds = {type(first.action), type(other.action)}
    if DrawTickets in kinds:
        return LEAST_TICKET_GAIN
    if KeepTickets in kinds:
        return LEAST_KEPT_GAIN
    return LEAST_CARD_GAIN if kinds.issubset(DRAWS) else LEAST_GAIN


def _still_running(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The planner's choice, and those that may be better than it and than all others."""
    first, *others = candidates
    best = max(candidates, key=lambda each: sum(each.values))
    found = [first]
    for each in others:
        (behind, doubt), (gain, error) = best.ahead_of(each), each.ahead_of(first)
        if behind < IN_DOUBT * doubt and gain + IN_DOUBT * error > _least_gain(first, each):
            found.append(each)
    return found


def _best(candidates: Sequence[Candidate]) -> Candidate:
    """The one with the largest gain over the first, of those that were tried to the end."""
    first = candidates[0]
    best, most, worlds = first, 0.0, len(first.values)
    if worlds < FEWEST_WORLDS:
        return first
    for each in candidates[1:]:
        if len(each.values) == worlds:
            gain = each.gain_over(first)
            if gain > max(most, _least_gain(first, each)):
                best, most = each, gain
    return best


def _checked_budget(seconds: Any, iterations: Any) -> tuple[float, int]:
    """The seconds and the worlds for a move; ValueError or TypeError says what is wrong."""
    if iterations is not None:
        if seconds is not None:
            raise ValueError("a search takes seconds or iterations, not both")
        return float("inf"), checked_whole(iterations, "iterations", 1)
    seconds = SECONDS if seconds is None else seconds
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds: a number is wanted, such as 0.5, not {short(seconds)}")
    if not isfinite(seconds) or seconds < 0:
        raise ValueError(f"seconds: 0 or more are wanted, not {seconds}")
    return float(seconds), MOST_WORLDS
