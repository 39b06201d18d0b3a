"""`check_variant`: plays a variant, checks every invariant, and reports faults in words."""

from __future__ import annotations

import random
from collections.abc import Callable

import attrs

from ttrkit._text import counted
from ttrkit.errors import IllegalAction, RuleError, VariantError
from ttrkit.events import Action
from ttrkit.hooks import Part, answer_of
from ttrkit.parts import Drawing, Tickets
from ttrkit.testing.invariants import snapshot, state_of
from ttrkit.testing.shortening import FEW_ACTIONS, MAX_SHOWN, follow, report, shortened
from ttrkit.testing.steps import (
    Fault,
    Found,
    Start,
    check_record,
    check_standing,
    step,
    step_closely,
    watch_of,
    who_asks,
)
from ttrkit.testing.tracing import MAX_ACTIONS, Blame, TracingEngine
from ttrkit.variant import Variant

MAX_TURNS = 2_000  # a random game of any edition takes a few hundred
CLOSELY = 0.05  # the share of actions that are checked closely


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
        _check_numbers(traced)
        _check_games(traced, games, seed, progress)
    except VariantError:
        raise
    except RuleError as error:
        raise VariantError(f"{variant.name}: {error}") from None
    finally:
        engine.unwatch()
    _check_settings(traced, attrs.evolve(variant))


def _check_numbers(variant: Variant) -> None:
    """Check that there is enough to deal."""
    players = max(variant.players)
    kinds = [type(part) for part in variant.parts]
    there, dealt = sum(variant.deck.counts), variant.cards_dealt
    if players * dealt > there and any(issubclass(kind, Drawing) for kind in kinds):
        raise VariantError(
            f"{variant.name}: the variant: the deck has {counted(there, 'card')}; "
            f"{players} players are dealt {dealt} each, which takes "
            f"{players * dealt} (cards_dealt, deck)"
        )
    there, dealt = len(variant.engine.ticket_stock), variant.tickets_dealt
    if players * dealt > there and any(issubclass(kind, Tickets) for kind in kinds):
        are = f"there {'is' if there == 1 else 'are'} {counted(there, 'ticket')} to deal"
        raise VariantError(
            f"{variant.name}: the variant: {are}; {players} players are dealt {dealt} each, which "
            f"takes {players * dealt} (tickets_dealt, board.tickets)"
        )


def _check_games(
    variant: Variant, games: int, seed: int, progress: Callable[[int, int], None] | None
) -> None:
    total = games * len(variant.players)
    for number in range(total):
        players = variant.players[number % len(variant.players)]
        start = Start(variant, players, seed + number)
        found = _play(start, random.Random(seed + number))
        if found is not None:
            fault, actions = found
            raise VariantError(report(start, fault, shortened(start, fault, actions)))
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


def _play(start: Start, rng: random.Random) -> tuple[Fault, list[Action]] | None:
    """Play a random game; return the fault found, if any, and the actions that led to it."""
    done: list[Action] = []
    turns = in_turn = 0
    try:
        game = start.set_up()
        if snapshot(game) != snapshot(start.set_up()):
            return Fault("the same seed gives another game", "the variant"), done
        check_standing(game, rng, closely=rng.random() < CLOSELY)
        while not game.is_over:
            is_turn = game.decision == "turn"
            turns += is_turn
            in_turn = 0 if is_turn else in_turn + 1
            if turns > MAX_TURNS:
                return _never_ends(start), done[:MAX_SHOWN]
            if in_turn > MAX_ACTIONS:
                blame = watch_of(game).endless()
                del done[len(done) - in_turn + FEW_ACTIONS + 1 :]
                raise blame
            action = rng.choice(game.legal_actions())
            done.append(action)
            (step_closely if rng.random() < CLOSELY else step)(game, action)
            check_standing(game, rng, closely=rng.random() < CLOSELY or game.is_over)
        check_record(game)
    except Blame as blame:
        return Fault(blame.broken, blame.culprit), done
    except Found as found:
        closer = follow(start, done)
        return (found.fault, done) if closer is None else closer
    except IllegalAction as error:
        return Fault(f"{done[-1]} is listed, but: {error}", who_asks(state_of(game))), done
    return None


def _never_ends(start: Start) -> Fault:
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
        return Fault(f"the game never ends ({MAX_TURNS} turns); without this part it does", who)
    answer = [type(p).__name__ for p in start.variant.engine.parts if _answers_end(p)]
    asked = f"the end is up to {', '.join(answer)}" if answer else "no part answers end_trigger"
    return Fault(f"the game never ends ({MAX_TURNS} turns): {asked}", "the variant")


def _answers_end(part: object) -> bool:
    return isinstance(part, Part) and answer_of(part, "end_trigger") is not None


def _ends(start: Start) -> bool:
    rng = random.Random(0)
    game = start.set_up()
    for _ in range(4 * MAX_TURNS):
        if game.is_over:
            return True
        game.apply(rng.choice(game.legal_actions()))
    return False
