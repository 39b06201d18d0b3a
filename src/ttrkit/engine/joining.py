"""Answers of one part to the decisions of another: see `Part.joins`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ttrkit._text import did_you_mean
from ttrkit.errors import RuleError
from ttrkit.hooks import Asked

if TYPE_CHECKING:
    from ttrkit.engine.state import State
    from ttrkit.events import Action
    from ttrkit.hooks import Decision, Part


def join_decisions(parts: Sequence[Part], decisions: Mapping[str, Decision]) -> None:
    """Let parts answer the decisions that they join; RuleError for one that does not exist."""
    joining: dict[str, list[Part]] = {}
    for part in parts:
        for name in part.joins:
            if name not in decisions or name == "turn":
                others = [other for other in decisions if other != "turn"]
                hint = did_you_mean(name, others)
                if name == "turn":
                    hint = ", whose answers are the part's `actions`"
                may = f"it may join {', '.join(others)}"
                raise RuleError(f'{type(part).__name__} cannot join "{name}"{hint}: {may}')
            joining.setdefault(name, []).append(part)
    for name, joined_by in joining.items():
        _join(decisions[name], joined_by)


def _join(decision: Decision, parts: Sequence[Part]) -> None:
    """Let these parts add their answers to a decision, which belongs to one engine alone."""
    name = decision.name
    part_of = {kind: part for part in parts for kind in part.joins[name]}
    options, check, resolve = decision.options, decision.check, decision.resolve

    def all_options(state: State, seat: int, data: Any) -> list[Action]:
        out = options(state, seat, data)
        for part in parts:
            part.list_answers(state, seat, Asked(name, data), out)
        return out

    def check_any(state: State, seat: int, data: Any, action: Action) -> Any:
        part = part_of.get(type(action))
        if part is None:
            return check(state, seat, data, action)
        return part.check_answer(state, seat, Asked(name, data), action)

    def resolve_any(state: State, seat: int, data: Any, action: Action, found: Any) -> None:
        part = part_of.get(type(action))
        if part is None:
            resolve(state, seat, data, action, found)
        else:
            part.perform_answer(state, seat, Asked(name, data), action, found)

    own: Any = decision
    own.options, own.check, own.resolve = all_options, check_any, resolve_any
    own.actions = (*decision.actions, *part_of)
