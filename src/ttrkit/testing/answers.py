"""The answers of hooks, checked: what came back, and what would be right, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isnan
from numbers import Real
from typing import Any

from ttrkit._text import as_whole, did_you_mean, short
from ttrkit.engine import Engine, State, Stock
from ttrkit.events import Action
from ttrkit.hooks import Closing, Part
from ttrkit.payment import CARD_KINDS, Cost
from ttrkit.testing.invariants import mutable_in

Fault = Callable[[Part, Sequence[Any], Any], str | None]
"""What is wrong with an answer, given the part, the arguments and the answer."""


def _wanted(is_right: Callable[[Any], bool], right: str) -> Fault:
    """The fault of an answer that is not of the right kind."""

    def fault(_part: Part, _args: Sequence[Any], answer: Any) -> str | None:
        return None if is_right(answer) else f"it returned {short(answer)}; right would be {right}"

    return fault


def _is_truth(answer: Any) -> bool:
    return isinstance(answer, bool)


def _is_count(answer: Any) -> bool:
    whole = as_whole(answer)
    return whole is not None and whole >= 0


def _is_reason(answer: Any) -> bool:
    return answer is None or answer is False or (isinstance(answer, str) and answer != "")


def _is_list_of(answer: Any, is_item: Callable[[Any], bool]) -> bool:
    is_list = isinstance(answer, Iterable) and not isinstance(answer, str | bytes | Mapping)
    return is_list and all(map(is_item, answer))


def _is_set_of_routes(answer: Any) -> bool:
    return isinstance(answer, tuple | list) and all(map(_is_count, answer))


def _fault_of_listing(_part: Part, _args: Sequence[Any], answer: Any) -> str | None:
    if answer is None:
        return None
    return (
        f"it returned {short(answer)}, which nobody reads; "
        "right would be out.append(…) for each action"
    )


def _fault_of_points(part: Part, args: Sequence[Any], answer: Any) -> str | None:
    if not isinstance(answer, Mapping):
        example = 'a dict of points by team, such as {"label": [5, 0]}'
        return f"it returned {short(answer)}; right would be {example}"
    teams = len(args[0].teams)
    for label, points in answer.items():
        is_list = isinstance(points, Sequence) and not isinstance(points, str)
        if not is_list or len(points) != teams or any(as_whole(n) is None for n in points):
            return (
                f'it returned {short(points)} for "{label}"; '
                f"right would be {teams} whole numbers, one for each team"
            )
        fault = fault_of_label(part, args[0].state.engine, label)
        if fault is not None:
            return fault
    return None


def fault_of_label(part: Part, engine: Engine, label: str) -> str | None:
    """What is wrong with points under this label."""
    if label in engine.labels:
        return None
    hint = did_you_mean(str(label), part.labels)
    right = ", ".join(f'"{each}"' for each in (*part.labels, label))
    return (
        f'it gives points under "{label}", which no part declares{hint}; '
        f"right would be labels = ({right}{'' if part.labels else ','})"
    )


def _fault_of_teams(_part: Part, args: Sequence[Any], answer: Any) -> str | None:
    seats = args[0]
    try:
        found = sorted(seat for team in answer for seat in team)
        if found == list(range(seats)) and isinstance(answer, tuple):
            return None
    except TypeError:
        pass
    right = "right would be a tuple of the seats of each team, every seat once"
    return f"it returned {short(answer)} for {seats} seats; {right}"


def _fault_of_purse(_part: Part, _args: Sequence[Any], answer: Any) -> str | None:
    if isinstance(answer, list) and len(answer) == CARD_KINDS:
        return None
    return f"it returned {short(answer)}; right would be a pile of its slot: see card_pile"


def _fault_of_facts(_part: Part, _args: Sequence[Any], answer: Any) -> str | None:
    if not isinstance(answer, Mapping):
        return f"it returned {short(answer)}; right would be a dict of facts by name"
    for name, value in answer.items():
        changeable = mutable_in(value)
        if changeable is not None:
            return f'"{name}" can change after it is shown: {changeable}; show a tuple or the like'
    return None


def _fault_of_options(_part: Part, _args: Sequence[Any], answer: Any) -> str | None:
    if isinstance(answer, list) and all(isinstance(each, Action) for each in answer):
        return None
    return f"it returned {short(answer)}; right would be a list of actions"


_NUMBERS = "a list of the numbers of tickets, or () for none"

FAULTS: Mapping[str, Fault] = {
    "route_cost": _wanted(
        lambda answer: isinstance(answer, Cost), "a Cost (`cost`, if nothing changes)"
    ),
    "current_cost": _wanted(
        lambda answer: isinstance(answer, Cost), "a Cost (`cost`, if nothing changes)"
    ),
    "draw_limit": _wanted(_is_count, "a whole number from 0 (`limit`, if nothing changes)"),
    "draw_weight": _wanted(_is_count, "a whole number from 0 (`weight`, if nothing changes)"),
    "end_trigger": _wanted(
        lambda answer: answer is None or _is_count(answer),
        "the number of turns still to come, or None",
    ),
    "final_points": _fault_of_points,
    "closes": _wanted(
        lambda answer: _is_list_of(answer, lambda each: isinstance(each, Closing)),
        "a list of Closing, or () for none",
    ),
    "why_closed": _wanted(_is_reason, "a sentence that says why, or None if the route is open"),
    "delays_claim_of": _wanted(_is_truth, "True or False"),
    "list_actions": _fault_of_listing,
    "check": _wanted(
        lambda answer: not _is_truth(answer) and answer != "",
        "a sentence that says why not, or None if the action is legal",
    ),
    "list_answers": _fault_of_listing,
    "check_answer": _wanted(
        lambda answer: not _is_truth(answer) and answer != "",
        "a sentence that says why not, or None if the action is legal",
    ),
    "hint": _wanted(
        lambda answer: answer is None or (isinstance(answer, Real) and not isnan(answer)),
        "a number of points, or None",
    ),
    "route_pieces": _wanted(
        lambda answer: answer is None or isinstance(answer, Stock), "a Stock, or None for trains"
    ),
    "in_ticket_deck": _wanted(_is_truth, "True or False"),
    "store_drawn_card": _wanted(
        lambda answer: answer is None or _is_truth(answer), "True if the card is stored, or False"
    ),
    "refill_market": _wanted(_is_truth, "True if the market is in order, or else False"),
    "team_tickets": _wanted(lambda answer: _is_list_of(answer, _is_count), _NUMBERS),
    "chosen_tickets": _wanted(lambda answer: _is_list_of(answer, _is_count), _NUMBERS),
    "borrowed_routes": _wanted(
        lambda answer: _is_list_of(answer, _is_set_of_routes),
        "a list of tuples of the numbers of routes, or () for none",
    ),
    "tie_break": _wanted(lambda answer: isinstance(answer, Real) and not isnan(answer), "a number"),
    "form_teams": _fault_of_teams,
    "shared_purse": _fault_of_purse,
    "public_facts": _fault_of_facts,
    "known_tickets": _wanted(
        lambda answer: isinstance(answer, Mapping), "a dict of places by ticket id"
    ),
    "deal_tickets": _wanted(lambda answer: answer is None or callable(answer), "a function"),
    "is_plausible": _wanted(_is_truth, "True or False"),
    "enter": _wanted(_is_truth, "True to ask the seat, False if there is nothing to decide"),
    "options": _fault_of_options,
}
"""By hook, or method of a decision: what is wrong with its answer, if it is easily wrong."""


def fault_of_push(state: State, frame: tuple[Any, int, Any]) -> str | None:
    """What is wrong with a decision that was pushed."""
    decision, seat, data = frame
    name = getattr(decision, "name", "")
    what = f'it pushed the decision "{name}"'
    declared = state.engine.decisions.get(name)
    if declared is None or declared is not decision:
        made = (
            "right would be one that is made in prepare and named in decisions: "
            "def decisions(self): return (self.choose,)"
        )
        if declared is None:
            return f"{what}, which no part declares; {made}"
        return f'it pushed another decision "{name}" than the declared one; {made}'
    if as_whole(seat) is None or not 0 <= seat < state.seats:
        return f"{what} for seat {short(seat)}; right would be 0 to {state.seats - 1}"
    if mutable_in(data) is not None:
        right = "right would be a tuple or another value that cannot"
        return f"{what} with the data {short(data)}, which can change; {right}"
    if data is not None and decision.data_type is None:
        kind = type(data).__name__
        right = f"right would be data_type = {kind}"
        return f"{what} with the data {short(data)}, but its data_type is None; {right}"
    return None


def fault_of_actions(
    actions: Iterable[Any], declared: Iterable[type], unknown: str, right: str = "actions = ({},)"
) -> str | None:
    """What is wrong with listed actions, if these kinds are declared; others are `unknown`."""
    kinds = set(declared)
    for action in actions:
        if not isinstance(action, Action):
            return f"it lists {short(action)}, which is no action; right would be an Action"
        if type(action) not in kinds:
            declaration = right.format(type(action).__name__)
            return f"it lists {short(action)}, {unknown}; right would be {declaration}"
    return None
