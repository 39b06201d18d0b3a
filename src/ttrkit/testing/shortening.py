"""The shortest sequence of actions that shows a fault, and the report of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ttrkit.errors import IllegalAction
from ttrkit.events import Action
from ttrkit.testing.steps import Fault, Found, Start, check_standing, step_closely, watch_of
from ttrkit.testing.tracing import MAX_ACTIONS, Blame

MAX_REPLAYS = 400  # replays spent on shortening the sequence of actions
MAX_SHOWN = 25  # actions shown in a report
FEW_ACTIONS = 3  # of a turn that does not end, to be shown


def shortened(start: Start, fault: Fault, actions: list[Action]) -> list[Action]:
    """Leave out actions, many at once and then one by one, while the fault stays the same."""
    best = actions
    replays = 0
    most = FEW_ACTIONS if fault.is_endless else MAX_ACTIONS
    size = max(1, len(best) // 2)
    while replays < MAX_REPLAYS:
        for shorter in _without(best, size):
            replays += 1
            found = follow(start, shorter, most)
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


def follow(
    start: Start, actions: list[Action], most: int = MAX_ACTIONS
) -> tuple[Fault, list[Action]] | None:
    """Play those actions that are legal; return the fault found, and the actions played.

    The invariants are checked closely at the end: a fault before it is found by leaving out more.
    A turn of more than `most` actions is taken for an endless one.
    """
    done: list[Action] = []
    in_turn = 0
    rng = random.Random(1)
    try:
        game = start.set_up()
        check_standing(game, rng, closely=not actions, watched=True)
        for number, action in enumerate(actions, 1):
            if game.is_over:
                break
            if game.is_legal(action):
                in_turn = 0 if game.decision == "turn" else in_turn + 1
                done.append(action)
                step_closely(game, action)
                if in_turn > most:
                    raise watch_of(game).endless()
            check_standing(game, rng, closely=number == len(actions), watched=True)
    except Blame as blame:
        return Fault(blame.broken, blame.culprit), done
    except Found as found:
        return found.fault, done
    except IllegalAction:
        return None
    return None


def report(start: Start, fault: Fault, actions: list[Action]) -> str:
    """The fault in words, with the game and the actions that show it."""
    lines = [
        f"{start.variant.name}: {fault}",
        f"To see it: new_game(variant, players={start.players}, seed={start.seed}, first=0), then",
    ]
    shown = actions[-MAX_SHOWN:]
    if len(shown) < len(actions):
        lines.append(f"  … {len(actions) - len(shown)} actions before")
    lines += [f"  {action}" for action in shown] or ["  nothing more: it shows at once"]
    return "\n".join(lines)
