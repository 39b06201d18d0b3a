"""`check_variant` passes the editions, and catches parts that break the contract, by name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.engine.state import State
from ttrkit.events.actions import Action
from ttrkit.parts import Decision, Part
from ttrkit.payment.costs import Payment
from ttrkit.scoring.tally import Tally
from ttrkit.testing import VariantError, check_variant

PARIS = ttrkit.get_variant("paris")


def report(*parts: Part, without: tuple[type[Part], ...] = ()) -> str:
    """What `check_variant` says of Paris with these parts; it must find something."""
    variant = PARIS.without(*without) if without else PARIS
    with pytest.raises(VariantError) as caught:
        check_variant(variant.adding(*parts), games=4)
    return str(caught.value)


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_the_editions_pass(name: str) -> None:
    """Every edition keeps every invariant, and progress is told game by game."""
    told: list[tuple[int, int]] = []
    variant = attrs.evolve(ttrkit.get_variant(name), players=ttrkit.get_variant(name).players[:1])
    check_variant(variant, games=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 1)]


class MakesACard(Part):
    """Puts a red card into the hand of whoever claims a route."""

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Out of nowhere."""
        state.hands[seat][7] += 1


def test_a_part_that_makes_a_card() -> None:
    """The part, the hook, the card and a way to see it are named."""
    said = report(MakesACard())
    assert "MakesACard.after_claim: cards are not conserved: it made a red card" in said
    assert "new_game(variant, players=" in said
    assert said.count("claim ") == 1, "one claim is enough to show it"


class AskForEver(Decision):
    """A question with nothing to decide that asks itself again."""

    name = "for ever"

    def enter(self, state: State, seat: int, data: Any) -> bool:
        """Push itself."""
        state.push(self, seat)
        return False


class HangsTheTurn(Part):
    """Asks for ever at the end of a turn."""

    def prepare(self, engine: Any) -> None:
        """Make the decision."""
        self.for_ever = AskForEver()

    def decisions(self) -> Iterable[Decision]:
        """The one."""
        return (self.for_ever,)

    def end_turn(self, state: State, seat: int) -> None:
        """Ask."""
        state.push(self.for_ever, seat)


def test_a_part_that_hangs_the_turn() -> None:
    """It is stopped, and named."""
    assert "HangsTheTurn.for ever: the turn does not end" in report(HangsTheTurn())


class Stuck(Decision):
    """A question without an answer."""

    name = "stuck"

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        """None."""
        return []


class AsksTheUnanswerable(HangsTheTurn):
    """Asks what nobody can answer."""

    def prepare(self, engine: Any) -> None:
        """Make the decision."""
        self.for_ever = Stuck()  # type: ignore[assignment]


def test_a_part_that_asks_what_nobody_can_answer() -> None:
    """The decision is named."""
    assert 'the decision "stuck" has no legal action' in report(AsksTheUnanswerable())


class LeaksAHand(Part):
    """Shows everybody the hand of seat 0."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        """What it must not."""
        return {"first hand": bytes(state.hands[0])}


def test_a_part_that_leaks_a_hand() -> None:
    """What is shown, to whom and by which part."""
    said = report(LeaksAHand())
    assert "LeaksAHand.public_facts: it leaks: seat 1 is shown" in said
    assert '"first hand"' in said


class Whispers(Part):
    """Shows something only if the next card is a red one."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        """Whether it is shown tells what must not be told."""
        is_red = bool(state.deck) and CARD_COLOURS[state.deck[-1]] is Colour.RED
        return {"beware": True} if is_red else {}


def test_a_part_that_leaks_by_what_it_does_not_show() -> None:
    """Also what is shown now and then must not depend on what is hidden."""
    said = report(Whispers())
    assert "Whispers.public_facts: it leaks: seat" in said
    assert 'is shown, as "beware"' in said


class AwardsElsewhere(Part):
    """Writes its points under another part's label."""

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """As if they were route points."""
        state.award(seat, 3, "flags")


def test_a_part_that_awards_points_outside_its_labels() -> None:
    """The part and the hook."""
    assert "AwardsElsewhere.after_claim: points outside its own labels" in report(AwardsElsewhere())


class ScoresByChangingTheGame(Part):
    """Gives points while it is only asked for them."""

    labels = ("late",)

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        """A point more each time."""
        tally.state.award(0, 1, "late")
        return {}


def test_a_part_that_changes_the_game_while_it_is_scored() -> None:
    """A question must not change anything."""
    said = report(ScoresByChangingTheGame())
    assert "ScoresByChangingTheGame.final_points: it is only asked, but changed the game" in said


class GivesTrainsBack(Part):
    """Nobody ever runs out of trains."""

    def end_turn(self, state: State, seat: int) -> None:
        """A full supply again."""
        state.trains[seat] = state.variant.trains


def test_a_part_that_makes_trains() -> None:
    """Trains are conserved like cards."""
    assert "GivesTrainsBack.end_turn: trains are not conserved" in report(GivesTrainsBack())


class PutsOffTheEnd(Part):
    """The last round never comes."""

    def end_turn(self, state: State, seat: int) -> None:
        """Put it off, and let nobody run out of moves."""
        state.turns_left = -1
        state.passes = 0


def test_a_part_that_never_lets_the_game_end() -> None:
    """The part without which the game ends is named."""
    said = report(PutsOffTheEnd())
    assert "PutsOffTheEnd: the game never ends" in said


class Tally2:
    """A counter of one's own that no copy knows how to copy."""

    def __init__(self) -> None:
        self.claims = 0


@attrs.define
class SharedSlot:
    """A slot with a counter that copies share."""

    counter: Tally2 = attrs.field(factory=Tally2)


class SharesItsSlot(Part):
    """Counts claims in an object that copies share."""

    slot = SharedSlot

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Count."""
        self.slot_of(state).counter.claims += 1


def test_a_part_that_shares_its_slot_between_copies() -> None:
    """The part whose slot it is."""
    said = report(SharesItsSlot())
    assert "SharesItsSlot: a copy changed with the original" in said
    assert "belongs into the slot, in plain lists, dicts" in said


class RemembersOnItself(Part):
    """Keeps a counter on the part instead of in a slot, and scores by it."""

    labels = ("thirds",)
    claims = 0

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Every third claim, of whatever game."""
        self.claims += 1
        if self.claims % 3 == 0:
            state.award(seat, 1, "thirds")


def test_a_part_that_keeps_its_state_on_itself() -> None:
    """A copy then goes another way than the original."""
    assert "state.points: a copy goes on in another way" in report(RemembersOnItself())


class Crashes(Part):
    """Has a bug."""

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Divide by zero."""
        state.award(seat, 1 // 0, "nothing")


def test_a_part_that_crashes() -> None:
    """The exception is told with the hook that raised it."""
    assert "Crashes.after_claim: raised ZeroDivisionError" in report(Crashes())


class NightTrain(Part):
    """The smallest home-made part: a label that is not declared is fine."""

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """A point for a claim with wilds alone."""
        if payment.is_all_wild:
            state.award(seat, 1, "night train")


def test_a_sound_part_passes() -> None:
    """No false alarm."""
    check_variant(PARIS.adding(NightTrain()), games=5)
