"""What a worker of a simulation does: games by their numbers, and what they came to.

All of this is imported by the workers. A batch never raises: what goes wrong is told in its answer.
"""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.errors import IllegalAction
from ttrkit.game.game import Game, new_game
from ttrkit.players import Player
from ttrkit.simulation.entrants import Entrant, derived, seating
from ttrkit.simulation.report import Report, RouteUse, Side, Sums, TicketUse
from ttrkit.variant import Variant

if TYPE_CHECKING:
    from ttrkit.game.seats import SeatView
    from ttrkit.scoring.tally import Result, Tally

HOW_TO_FIX = (
    "Define it at the top level of a module of its own, in a file that workers can import, "
    "or play in this process alone with workers=1"
)


@attrs.frozen
class Job:
    """What all games of a simulation have in common."""

    variant: Variant
    entrants: tuple[Entrant, ...]
    seed: int
    max_turns: int
    records: bool  # whether games are to be recorded


@attrs.frozen
class Batch:
    """Some games in a row, by number; and how often a worker has died of them."""

    start: int
    stop: int
    deaths: int = 0

    def __str__(self) -> str:
        last = self.stop - 1
        return f"game {last}" if last == self.start else f"games {self.start} to {last}"


@attrs.frozen
class Answer:
    """What became of a batch."""

    seconds: float
    report: Report | None = None  # None if it failed
    records: tuple[tuple[int, str], ...] = ()  # by the game's number, as JSON text
    refusal: str = ""  # why the job cannot even begin here
    failure: str = ""  # what went wrong in a game
    details: str = ""  # the traceback


# Sending -------------------------------------------------------------------------------------


class _Packer(pickle.Pickler):
    """Pickles what a worker can find again by its name."""

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, type | FunctionType):
            name = thing.__qualname__
            if "<lambda>" in name:
                raise pickle.PicklingError("a lambda has no name to find it by")
            if "<locals>" in name:
                raise pickle.PicklingError(f"{name.split('.')[-1]} is defined inside a function")
            if thing.__module__ in ("__main__", "__mp_main__"):
                raise pickle.PicklingError(f"{name} is defined in __main__")
        return NotImplemented


def _packed(thing: Any, what: str) -> bytes:
    """A thing as bytes, or a refusal that says how to fix it."""
    buffer = io.BytesIO()
    try:
        _Packer(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
    except Exception as error:
        why = str(error) or type(error).__name__
        raise TypeError(f"{what} cannot be sent to a worker: {why}. {HOW_TO_FIX}.") from error
    return buffer.getvalue()


def pack(job: Job) -> bytes:
    """The job as bytes; TypeError names what cannot be sent, and how to fix it."""
    _packed(job.variant, f'the variant "{job.variant.name}"')
    for entrant in job.entrants:
        maker = entrant.maker
        thing = pickle.loads(maker) if isinstance(maker, bytes) else maker
        _packed(thing, f'the bot "{entrant.name}"')
    return _packed(job, "the simulation")


_known: dict[bytes, Job] = {}  # the job that this process works on, so that it is unpacked once


def unpack(packed: Job | bytes) -> Job:
    """The job; it stays as it is within a process."""
    if isinstance(packed, Job):
        return packed
    key = hashlib.sha256(packed).digest()
    job = _known.get(key)
    if job is None:
        job = pickle.loads(packed)
        assert isinstance(job, Job)
        _known.clear()
        _known[key] = job
    return job


# Playing -------------------------------------------------------------------------------------


def play_batch(packed: Job | bytes, batch: Batch) -> Answer:
    """Play the games of a batch, in a worker."""
    try:
        job = unpack(packed)
        blank = blank_report(job)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return Answer(0.0, refusal=why, details=traceback.format_exc())
    began = time.perf_counter()
    count = Count(blank)
    records = []
    for number in range(batch.start, batch.stop):
        try:
            game, turns = play_game(job, number)
            if job.records:
                records.append((number, json.dumps(game.to_record())))
            count.add(game, turns, seating(len(job.entrants), number))
        except (Exception, SystemExit) as error:
            failure = f"game {number} (seed {derived(job.seed, number)}): {_told(error)}"
            return Answer(0.0, failure=failure, details=traceback.format_exc())
    return Answer(time.perf_counter() - began, count.report(), tuple(records))


def play_game(job: Job, number: int) -> tuple[Game, int]:
    """The game of this number, and how many turns it took."""
    seed = derived(job.seed, number)
    game = new_game(job.variant, players=len(job.entrants), seed=seed, first=0)
    players = [
        job.entrants[who].make(derived(seed, "bot", who))
        for who in seating(len(job.entrants), number)
    ]
    turns = 0
    while (seat := game.to_move) is not None:
        if game.decision == "turn":
            if turns >= job.max_turns:
                break
            turns += 1
        _decide(game, seat, players[seat])
    return game, turns


def _decide(game: Game, seat: int, player: Player) -> None:
    """Let a player decide; whatever goes wrong is told with its name."""
    observation = game.observe(seat)
    try:
        action = player.choose(observation)
    except (Exception, SystemExit) as error:
        error.add_note(f"{type(player).__name__} at seat {seat} failed to choose")
        raise
    try:
        game.apply(action)
    except IllegalAction as error:
        name = type(player).__name__
        raise IllegalAction(f"{name} at seat {seat}: {error.reason}", action) from error


def _told(error: BaseException) -> str:
    """An error in one line, with the line of the sources that it comes from."""
    message = " ".join(str(error).split())
    told = f"{type(error).__name__}: {message}" if message else type(error).__name__
    notes = getattr(error, "__notes__", ())
    if notes:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{notes[0]}: {told} ({Path(frame.filename).name}, line {frame.lineno})"
    return told


# Counting ------------------------------------------------------------------------------------


def blank_report(job: Job) -> Report:
    """A report on no game at all."""
    variant = job.variant
    board = variant.board
    names = tuple(entrant.name for entrant in job.entrants)
    nothing = dict.fromkeys(variant.engine.labels, 0)
    return Report(
        variant=variant.name,
        board=board.digest,
        rules=variant.rules_version,
        players=names,
        seeds=(),
        planned=0,
        games=0,
        unfinished=0,
        turns=Sums(),
        bots=tuple(Side(n, names.count(n), points=nothing) for n in dict.fromkeys(names)),
        seats=tuple(Side(f"seat {n}", 1, points=nothing) for n in range(len(names))),
        tickets=tuple(TicketUse(t.id, t.a, t.b, t.points, t.kind) for t in board.tickets),
        routes=tuple(RouteUse(r.id, r.a, r.b, str(r.colour), r.length) for r in board.routes),
    )


class Count:
    """A report in the making."""

    def __init__(self, blank: Report) -> None:
        self._blank = blank
        self._games = self._unfinished = 0
        self._turns = Sums()
        self._bots = {side.name: side for side in blank.bots}
        self._seats = list(blank.seats)
        self._tickets = {use.id: [0, 0, 0] for use in blank.tickets}  # kept, completed, won
        self._routes = {use.id: [0, 0] for use in blank.routes}  # claimed, won

    def add(self, game: Game, turns: int, seated: Sequence[int]) -> None:
        """Count a game that was played by players in these seats."""
        result = game.result()
        if not result.is_final:
            self._unfinished += 1
            return
        self._games += 1
        self._turns += Sums.of(turns)
        tally = game.tally()
        names = [self._blank.players[who] for who in seated]
        won_by = [{names[seat] for seat in game.teams[team].seats} for team in result.winners]
        for name in dict.fromkeys(names):
            wins = [name in team for team in won_by]
            won = Side(name, 1, 1, any(wins), any(wins) and not all(wins))
            self._bots[name] += won
        for seat, view in enumerate(game.seats):
            has_won = view.team in result.winners
            side = self._side(result, tally, view)
            self._bots[names[seat]] += side
            shared = has_won and len(won_by) > 1
            self._seats[seat] += attrs.evolve(side, games=1, wins=has_won, shared=shared)
            for route in view.routes:
                use = self._routes[route.id]
                use[0] += 1
                use[1] += has_won
        for team in tally.teams:
            self._count_tickets(tally, team, team in result.winners)

    @staticmethod
    def _side(result: Result, tally: Tally, seat: SeatView) -> Side:
        """What a seat has achieved, apart from winning."""
        team = seat.team
        return Side(
            "",
            1,
            score=Sums.of(result.totals[team]),
            points=result.sheets[team],
            kept=len(tally.ticket_numbers(team)),
            completed=len(tally.tickets(team).completed),
            routes=len(seat.routes),
        )

    def _count_tickets(self, tally: Tally, team: int, has_won: bool) -> None:
        tickets = tally.state.board.tickets
        for number in tally.ticket_numbers(team):
            use = self._tickets[tickets[number].id]
            use[0] += 1
            use[2] += has_won
        for ticket in tally.tickets(team).completed:
            self._tickets[ticket.id][1] += 1

    def report(self) -> Report:
        """The report on what was counted."""
        blank = self._blank
        return attrs.evolve(
            blank,
            games=self._games,
            unfinished=self._unfinished,
            turns=self._turns,
            bots=tuple(self._bots[side.name] for side in blank.bots),
            seats=tuple(self._seats),
            tickets=tuple(
                attrs.evolve(use, kept=n[0], completed=n[1], won=n[2])
                for use, n in zip(blank.tickets, self._tickets.values(), strict=True)
            ),
            routes=tuple(
                attrs.evolve(use, claimed=n[0], won=n[1])
                for use, n in zip(blank.routes, self._routes.values(), strict=True)
            ),
        )
