"""What a hook declares of itself, what a part says that does not answer, how parts are copied."""

import copy
from typing import Any, get_args

import pytest

import ttrkit
from ttrkit import Cost
from ttrkit.hooks import HOOKS, Part
from ttrkit.hooks.hook import Effect, Manner
from ttrkit.scoring import Worth

USA = ttrkit.get_variant("usa")


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_a_nature_that_there_is(name: str) -> None:
    """One of the manners, and one of the effects."""
    assert HOOKS[name].manner in get_args(Manner)
    assert HOOKS[name].changes in get_args(Effect)


def test_what_may_change_what() -> None:
    """What is only asked changes nothing; the set-up brings cards; the rest changes the game."""
    set_up = {name for name, nature in HOOKS.items() if nature.changes == "the set-up"}
    assert set_up == {
        "prepare",
        "init_slot",
        "set_up",
        "store_drawn_card",
        "set_position",
        "fill_secrets",
    }
    game = {name for name, nature in HOOKS.items() if nature.changes == "the game"}
    assert {"perform", "after_claim", "before_claim", "end_turn", "share_ticket", "learn"} <= game
    asked = {name for name, nature in HOOKS.items() if nature.changes == "nothing"}
    assert {"list_actions", "check", "final_points", "public_facts", "route_cost"} <= asked


def test_a_part_that_leaves_a_hook_to_its_base_changes_nothing() -> None:
    """So `super()` is a fair answer: what was given, or nothing."""
    part: Any = Part()
    route = USA.board.routes[0]
    cost = Cost(3)
    assert part.route_cost(route, cost) is cost
    assert part.current_cost(None, 0, route, cost) is cost
    assert part.route_points(route, 7) == 7
    assert part.ticket_worth(USA.board.tickets[0], None, Worth(5, True)) == Worth(5, True)
    assert part.draw_limit(None, 0, 2) == 2
    assert part.draw_weight(ttrkit.Colour.WILD, True, 2) == 2
    assert part.end_trigger(None, 0) is None
    assert part.final_points(None) == {}
    assert tuple(part.closes(None, 0, route)) == ()
    assert part.why_closed(None, 0, route) is None
    assert part.stays_open(route) is False
    assert part.delays_claim_of(route) is True
    assert part.in_ticket_deck(USA.board.tickets[0]) is True
    assert part.store_drawn_card(None, 0, 1, face_up=True, is_last=False) is False
    assert part.refill_market(None) is False
    assert part.public_facts(None, 0) == {}
    assert part.known_tickets(None) == {}
    assert part.is_plausible(None) is True
    assert tuple(part.decisions()) == ()
    assert (tuple(part.team_tickets(None, 0)), tuple(part.chosen_tickets(None, 0))) == ((), ())
    assert tuple(part.borrowed_routes(None, 0)) == ()
    assert part.form_teams(3) == ((0,), (1,), (2,))


class Counted(Part):
    """A part that has its own way of being made and copied."""

    copies = 0

    def __copy__(self) -> "Counted":
        new = Counted()
        new.copies = self.copies + 1
        return new


class Slotted(Part):
    """A part that keeps its number where `vars` does not find it."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


class Handed(Part):
    """A part that has a hand in how it is made."""

    made = 0

    def __new__(cls) -> "Handed":
        cls.made += 1
        return super().__new__(cls)


def test_a_part_is_copied_in_its_own_way() -> None:
    """If it has one, the engine keeps to it; the part itself stays as it was."""
    counted, slotted = Counted(), Slotted(7)
    bound = {type(part): part for part in USA.adding(counted, slotted, Handed()).engine.parts}
    assert bound[Counted] is not counted
    assert bound[Counted].copies == 1  # type: ignore[attr-defined]
    assert counted.copies == 0
    assert bound[Slotted] is not slotted
    assert bound[Slotted].number == 7  # type: ignore[attr-defined]
    assert Handed.made == 2
    assert isinstance(bound[Handed], Handed)
    assert copy.copy(counted).copies == 1
