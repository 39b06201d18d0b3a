"""What `check_variant` plays, and how it reports what it has found."""

import re
from itertools import count
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Action, parts
from ttrkit.engine.state import State
from ttrkit.events import events
from ttrkit.parts import Part
from ttrkit.testing import VariantError, check_variant, steps
from ttrkit.testing import check as checking

PARIS = ttrkit.get_variant("paris")


def report(*extra: Part, variant: ttrkit.Variant = PARIS, **options: Any) -> str:
    """What it says of a variant with these parts."""
    with pytest.raises(VariantError) as caught:
        check_variant(variant.adding(*extra), **options)
    return str(caught.value)


class SetsUp(Part):
    """Spoils the set-up, where parts may bring cards and trains into play."""

    def __init__(self, what: str) -> None:
        self.what = what

    def set_up(self, state: State) -> None:
        """One thing too many, or too few."""
        if self.what == "train":
            state.trains[1] += 1
        elif self.what == "card":
            state.hands[0][0] += 1
        else:
            state.ticket_deck.pop()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("train", f"seat 1 has {PARIS.trains + 1} trains, left and placed"),
        ("card", r"\d+ purple cards in all piles; the box holds \d+"),
        ("ticket", "a ticket is lost or in two places"),
    ],
)
def test_a_set_up_that_is_not_conserved(what: str, said: str) -> None:
    """Trains, cards and tickets are counted after the set-up, whoever brought them in."""
    lines = report(SetsUp(what)).splitlines()
    assert re.fullmatch(f"paris: the variant: {said}", lines[0])
    assert lines[1:] == [
        "To see it: new_game(variant, players=2, seed=0, first=0), then",
        "  nothing more: it shows at once",
    ]


def test_every_number_of_players_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In turn, each with a seed of its own, from the one that was given on."""
    begun: list[tuple[int, int, int]] = []
    told: list[tuple[int, int]] = []

    def new_game(variant: Any, *, players: int, seed: int, first: int) -> Any:
        begun.append((players, seed, first))
        return ttrkit.new_game(variant, players=players, seed=seed, first=first)

    monkeypatch.setattr(steps, "new_game", new_game)
    variant = attrs.evolve(PARIS, trains=4, players=(2, 3))
    check_variant(variant, games=2, seed=7, progress=lambda *both: told.append(both))
    assert begun[::2] == [(2, 7, 0), (3, 8, 0), (2, 9, 0), (3, 10, 0)]
    assert begun[1::2] == begun[::2], "each is set up twice, to see whether it is the same"
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


class LoudAt(Part):
    """Fails at a claim of the seat, in a game of so many players."""

    def __init__(self, players: int) -> None:
        self.players = players

    def after_claim(self, state: State, seat: int, route: Any, payment: Any) -> None:
        """Only with so many."""
        if state.seats == self.players:
            raise LookupError("too many")


def test_a_report_names_the_game() -> None:
    """The number of players and the seed, with which it can be seen again; then the actions."""
    said = report(LoudAt(3), seed=5)
    lines = said.splitlines()
    fault = "paris: LoudAt.after_claim: raised LookupError: too many (test_reports.py, line "
    assert lines[0].startswith(fault)
    assert lines[0].endswith(': raise LookupError("too many"))')
    found = re.fullmatch(
        r"To see it: new_game\(variant, players=3, seed=(\d+), first=0\), then", lines[1]
    )
    assert found
    assert int(found[1]) >= 5
    assert len(lines) < 10, "a few actions are enough"
    assert lines[-1].startswith("  claim ")


class Tires(Part):
    """Fails late in the game."""

    def end_turn(self, state: State, seat: int) -> None:
        """After some thirty actions."""
        if len(events(state.history)) >= 27:
            raise LookupError("too many")


def test_a_long_way_to_a_fault_is_cut() -> None:
    """The last actions are shown, with the number of those before."""
    variant = attrs.evolve(PARIS, players=(2,))
    lines = report(Tires(), variant=variant).splitlines()
    assert lines[0].startswith("paris: Tires.end_turn: raised LookupError")
    assert lines[2] == "  … 3 actions before"
    assert len(lines[3:]) == 25


# Games without end -----------------------------------------------------------------------------


class NeverTriggers(parts.LastRound):
    """Is asked for the end, and never answers."""

    def end_trigger(self, state: State, seat: int) -> int | None:
        """Not yet."""
        state.passes = 0
        return None


class KeepsGoing(Part):
    """Lets nobody run out of moves."""

    def end_turn(self, state: State, seat: int) -> None:
        """A pass is forgotten."""
        state.passes = 0


@pytest.fixture
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games without end are given up early."""
    monkeypatch.setattr(checking, "MAX_TURNS", 150)


def test_a_game_that_one_part_keeps_from_its_end(few_turns: None) -> None:
    """The part without which it ends is named."""
    endless = attrs.evolve(PARIS.without(parts.LastRound), players=(2,))
    said = report(KeepsGoing(), variant=endless, games=1)
    words = "KeepsGoing: the game never ends (150 turns); without this part it does"
    assert said.splitlines()[0] == f"paris: {words}"


def test_a_game_that_no_single_part_keeps_from_its_end(few_turns: None) -> None:
    """Then it is said who would have to end it."""
    endless = PARIS.without(parts.LastRound).adding(KeepsGoing(), KeepsGoing())
    said = report(variant=attrs.evolve(endless, players=(2,)), games=1)
    assert said.splitlines()[0] == (
        "paris: the variant: the game never ends (150 turns): no part answers end_trigger"
    )
    other = endless.adding(NeverTriggers())
    said = report(variant=attrs.evolve(other, players=(2,)), games=1)
    assert said.splitlines()[0] == (
        "paris: the variant: the game never ends (150 turns): the end is up to NeverTriggers"
    )


# Hooks under watch -----------------------------------------------------------------------------


class Spends(Part):
    """Takes a card out of the game when a route is claimed."""

    def after_claim(self, state: State, seat: int, route: Any, payment: Any) -> None:
        """From the discards."""
        state.discards[payment.card] -= 1


def test_a_part_that_loses_a_card() -> None:
    """It is said that it was lost."""
    assert re.match(
        r"paris: Spends.after_claim: cards are not conserved: it lost a \w+ card", report(Spends())
    )


class Pockets(Part):
    """Takes a ticket when a route is claimed."""

    def after_claim(self, state: State, seat: int, route: Any, payment: Any) -> None:
        """From the deck."""
        state.ticket_deck.pop()


def test_a_part_that_loses_a_ticket() -> None:
    """The hook is named."""
    assert "Pockets.after_claim: tickets are not conserved" in report(Pockets())


class Restless(Part):
    """Asks a question before every decision and every turn's end, but not for ever."""

    def before_decision(self, state: State) -> None:
        """Nothing."""

    def end_turn(self, state: State, seat: int) -> None:
        """Nothing."""


def test_hooks_that_are_called_often_are_no_endless_turn() -> None:
    """What counts are calls during one action."""
    check_variant(attrs.evolve(PARIS.adding(Restless()), players=(2,)), games=2)


@attrs.frozen
class Shrug(Action):
    """An action that changes nothing."""

    is_public = True


CALLS = count(1)


class Shrugs(Part):
    """Draws on a source of its own."""

    actions = (Shrug,)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """Always."""
        out.append(Shrug())

    def check(self, state: State, seat: int, action: Shrug) -> str | None:
        """Never twice the same."""
        return "not now" if next(CALLS) % 50 == 0 else None

    def perform(self, state: State, seat: int, action: Shrug, found: None) -> None:
        """Nothing."""


def test_a_part_that_changes_its_mind() -> None:
    """What is listed must be legal each time that it is asked."""
    assert 'Shrugs.check: it refuses Shrug(), which is listed, with "not now"' in report(Shrugs())
