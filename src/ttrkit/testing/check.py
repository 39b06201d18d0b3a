"""`check_variant`: plays a variant, checks every invariant, and reports faults in words."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

import attrs

from ttrkit._text import counted
from ttrkit.engine import TRAINS, State, all_things
from ttrkit.errors import IllegalAction, RuleError
from ttrkit.events import Action
from ttrkit.game import Game, determinize, new_game
from ttrkit.hooks import Part, answer_of
from ttrkit.testing.invariants import (
    check_actions,
    check_conservation,
    check_scores,
    shared_in,
    snapshot,
    state_of,
)
from ttrkit.testing.tracing import MAX_CALLS, Blame, TracingEngine
from ttrkit.variant import Variant

MAX_TURNS = 2_000  # a random game of any edition takes a few hundred
CLOSELY = 0.05  # the share of actions that are checked closely
MAX_REPLAYS = 400  # replays spent on shortening the sequence of actions
MAX_SHOWN = 25  # actions shown in a report

_IN_SLOTS = "what changes during a game belongs into the slot, in plain lists, dicts and the like"


class VariantError(AssertionError):
    """A broken invariant; the message names it and the part that broke it, and how to see it."""


@attrs.frozen
class _Fault:
    """A broken invariant, and the part that broke it."""

    invariant: str
    culprit: str

    def __str__(self) -> str:
        return f"{self.culprit}: {self.invariant}"


@attrs.frozen
class _Start:
    """The settings of a game, to set it up again."""

    variant: Variant
    players: int
    seed: int

    def set_up(self) -> Game:
        """The game at its beginning, with the hooks of its set-up watched closely."""
        engine = self.variant.engine
        if isinstance(engine, TracingEngine):
            engine.watch.begin_action(closely=True)
        return new_game(self.variant, players=self.players, seed=self.seed, first=0)


def check_variant(
    variant: Variant,
    *,
    games: int = 20,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Play `games` random games at every number of players and check every invariant.

    VariantError names the part that broke one, with the seed and the shortest sequence of actions
    found that shows it. `progress` is called with the games played and the games in all.
    """
    traced = attrs.evolve(variant)
    _ = traced.definition  # taken down before the games
    try:
        engine = traced.__dict__["engine"] = TracingEngine(traced)
    except Blame as blame:
        raise VariantError(f"{variant.name}: {blame}") from None
    try:
        _check_games(traced, games, seed, progress)
    except RuleError as error:
        raise VariantError(f"{variant.name}: {error}") from None
    finally:
        engine.unwatch()
    _check_settings(traced, attrs.evolve(variant))


def _check_games(
    variant: Variant, games: int, seed: int, progress: Callable[[int, int], None] | None
) -> None:
    total = games * len(variant.players)
    for number in range(total):
        players = variant.players[number % len(variant.players)]
        start = _Start(variant, players, seed + number)
        found = _play(start, random.Random(seed + number))
        if found is not None:
            fault, actions = found
            raise VariantError(_report(start, fault, _shortened(start, fault, actions)))
        if progress is not None:
            progress(number + 1, total)


def _check_settings(before: Variant, after: Variant) -> None:
    """Name a part whose settings are no longer what they were before the games."""
    pairs = zip(before.definition.facts["parts"], after.definition.facts["parts"], strict=True)
    for (part, was), (_, now) in pairs:
        if was != now:
            raise VariantError(
                f"{before.name}: {part}: its settings change in play, so its records are refused: "
                "what changes belongs in its slot, or is made in `prepare`"
            )


def _play(start: _Start, rng: random.Random) -> tuple[_Fault, list[Action]] | None:
    """Play a random game; return the fault found, if any, and the actions that led to it."""
    done: list[Action] = []
    turns = 0
    try:
        game = start.set_up()
        _check(game, rng)
        while not game.is_over:
            turns += game.decision == "turn"
            if turns > MAX_TURNS:
                return _never_ends(start), done[:MAX_SHOWN]
            action = rng.choice(game.legal_actions())
            done.append(action)
            if rng.random() < CLOSELY:
                _step_closely(game, action)
            else:
                _watch(game, closely=False)
                game.apply(action)
            _check(game, rng)
    except Blame as blame:
        return _Fault(blame.broken, blame.culprit), done
    except _Found as found:
        closer = _follow(start, done)
        return (found.fault, done) if closer is None else closer
    except IllegalAction as error:
        return _Fault(f"{done[-1]} is listed, but: {error}", _who_asks(state_of(game))), done
    return None


class _Found(Exception):
    def __init__(self, fault: _Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _step_closely(game: Game, action: Action) -> None:
    """Apply an action to the game and to a copy, and check that both change in the same way."""
    _watch(game, closely=True)
    before = snapshot(game)
    copy = game.copy()
    game.apply(action)
    _same(game, before, snapshot(copy), "a copy changed with the original")
    after = snapshot(game)
    _watch(game, closely=True)
    copy.apply(action)
    _same(game, after, snapshot(game), "the original changed with a copy")
    _same(game, after, snapshot(copy), "a copy goes on in another way than the original")


def _watch(game: Game, *, closely: bool, limit: int = MAX_CALLS) -> None:
    engine = game.variant.engine
    assert isinstance(engine, TracingEngine)  # see check_variant
    engine.watch.begin_action(closely=closely, limit=limit)


def _same(game: Game, one: dict[str, object], other: dict[str, object], what: str) -> None:
    """Check that two snapshots are equal; if not, name the part whose slot differs."""
    differing = [name for name in one if one[name] != other[name]]
    if not differing:
        return
    culprit = "state." + ", state.".join(differing)
    if "slots" in differing:
        parts = [part for part in game.variant.engine.parts if part.slot is not None]
        pairs = zip(parts, one["slots"], other["slots"], strict=True)  # type: ignore[call-overload]
        culprit = ", ".join(type(part).__name__ for part, mine, its in pairs if mine != its)
    raise _Found(_Fault(f"{what} ({_IN_SLOTS})", culprit))


def _check(game: Game, rng: random.Random) -> None:
    """Check all invariants of the game as it stands."""
    closely = rng.random() < CLOSELY or game.is_over
    _watch(game, closely=closely)
    _check_slots(game)
    culprit = "the variant"
    try:
        check_conservation(game)
        _check_trains(game)
        culprit = _who_asks(state_of(game))
        asked = f'the decision "{game.decision}"'
        assert game.is_over or game.legal_actions(), f"{asked} has no legal action"
        if closely:
            check_actions(game)
            culprit = "the variant"
            before = snapshot(game)
            check_scores(game)
            _same(game, before, snapshot(game), "scoring changed the game")
    except AssertionError as error:
        raise _Found(_Fault(str(error).split("\n")[0], culprit)) from None
    if closely:
        _check_secrets(game, rng)


def _who_asks(state: State) -> str:
    """The part that asks what is to be decided now; the variant if it is a turn."""
    if state.decision is not None:
        for part in state.engine.parts:
            if state.decision[0] in part.decisions():
                return f'{type(part).__name__}, decision "{state.decision[0].name}"'
    return "the variant"


def _check_slots(game: Game) -> None:
    """Check that a copy shares nothing with the game that can change."""
    state = state_of(game)
    parts = [part for part in state.engine.parts if part.slot is not None]
    for part, slot in zip(parts, state.slots, strict=True):
        for field in attrs.fields(type(slot)):
            shared = shared_in(getattr(slot, field.name))
            if shared is not None:
                fault = (
                    f'copies and new games would share what its slot holds as "{field.name}": '
                    f"{shared} ({_IN_SLOTS})"
                )
                raise _Found(_Fault(fault, type(part).__name__))


def _check_trains(game: Game) -> None:
    for number, there in enumerate(all_things(state_of(game))[TRAINS.name]):
        assert there == game.variant.trains, (
            f"seat {number} has {counted(there, 'train')}, left and placed"
        )


def _check_secrets(game: Game, rng: random.Random) -> None:
    """Deal anew everything that a seat may not know, and check that it sees no difference."""
    viewer = rng.randrange(len(game.seats))
    seen = game.observe(viewer)
    _watch(game, closely=False, limit=sys.maxsize)  # a whole history is followed
    dealt = determinize(seen, rng)
    other = dealt.observe(viewer)
    shown, shown_again = dict(seen.shown), dict(other.shown)
    for name in (*shown, *shown_again):
        if name not in shown or name not in shown_again or shown[name] != shown_again[name]:
            culprit = _who_shows(state_of(game if name in shown else dealt), viewer, name)
            raise _Found(
                _Fault(
                    f'it leaks: seat {viewer} is shown, as "{name}", what it may not know', culprit
                )
            )
    for name in seen.FIELDS:
        if getattr(seen, name) != getattr(other, name):
            raise _Found(_Fault(f"seat {viewer} sees what it may not know: {name}", "the variant"))


def _who_shows(state: State, viewer: int, name: str) -> str:
    for part in state.engine.parts:
        if name in part.public_facts(state, viewer):
            return f"{type(part).__name__}.public_facts"
    return "the variant"


def _never_ends(start: _Start) -> _Fault:
    """The fault of a game without end, with the parts without which it does end."""
    suspects = []
    for part in start.variant.parts:
        left = tuple(other for other in start.variant.parts if other is not part)
        try:
            variant = attrs.evolve(start.variant, parts=left)
            if _ends(attrs.evolve(start, variant=variant)):
                suspects.append(type(part).__name__)
        except Exception:
            continue
    if suspects:
        who = ", ".join(suspects)
        return _Fault(f"the game never ends ({MAX_TURNS} turns); without this part it does", who)
    answer = [type(p).__name__ for p in start.variant.engine.parts if _answers_end(p)]
    asked = f"the end is up to {', '.join(answer)}" if answer else "no part answers end_trigger"
    return _Fault(f"the game never ends ({MAX_TURNS} turns): {asked}", "the variant")


def _answers_end(part: object) -> bool:
    return isinstance(part, Part) and answer_of(part, "end_trigger") is not None


def _ends(start: _Start) -> bool:
    rng = random.Random(0)
    game = start.set_up()
    for _ in range(4 * MAX_TURNS):
        if game.is_over:
            return True
        game.apply(rng.choice(game.legal_actions()))
    return False


# Shortening ----------------------------------------------------------------------------------


def _shortened(start: _Start, fault: _Fault, actions: list[Action]) -> list[Action]:
    """Leave out actions, many at once and then one by one, while the fault stays the same."""
    best = actions
    replays = 0
    size = max(1, len(best) // 2)
    while replays < MAX_REPLAYS:
        for shorter in _without(best, size):
            replays += 1
            found = _follow(start, shorter)
            if found is not None and found[0].culprit == fault.culprit:
                best = found[1]
                break
            if replays >= MAX_REPLAYS:
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
    return best


def _without(actions: list[Action], size: int) -> Iterator[list[Action]]:
    for start in range(0, len(actions), size):
        yield actions[:start] + actions[start + size :]


def _follow(start: _Start, actions: list[Action]) -> tuple[_Fault, list[Action]] | None:
    """Play those actions that are legal; return the fault found, and the actions played."""
    done: list[Action] = []
    rng = random.Random(1)
    try:
        game = start.set_up()
        for action in actions:
            if game.is_over or not game.is_legal(action):
                continue
            done.append(action)
            _step_closely(game, action)
            _check(game, rng)
    except Blame as blame:
        return _Fault(blame.broken, blame.culprit), done
    except _Found as found:
        return found.fault, done
    except IllegalAction:
        return None
    return None


def _report(start: _Start, fault: _Fault, actions: list[Action]) -> str:
    lines = [
        f"{start.variant.name}: {fault}",
        f"To see it: new_game(variant, players={start.players}, seed={start.seed}, first=0), then",
    ]
    shown = actions[-MAX_SHOWN:]
    if len(shown) < len(actions):
        lines.append(f"  … {len(actions) - len(shown)} actions before")
    lines += [f"  {action}" for action in shown] or ["  nothing more: it shows at once"]
    return "\n".join(lines)
