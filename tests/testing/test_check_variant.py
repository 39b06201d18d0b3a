"""`check_variant` passes the editions, and catches parts that break the contract, by name."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit.colours import CARD_COLOURS, Colour
from ttrkit.engine.state import State
from ttrkit.events.actions import Action
from ttrkit.parts import Decision, Feature, Part
from ttrkit.payment.costs import Payment
from ttrkit.scoring.tally import Tally
from ttrkit.testing import VariantError, check_variant, snapshot
from ttrkit.testing.invariants import state_of

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
    said = report(HangsTheTurn())
    assert 'HangsTheTurn, decision "for ever", enter: the turn does not end' in said


class Stuck(Decision):
    """A question without an answer."""

    name = "stuck"

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        """None."""
        return []

    def check(self, state: State, seat: int, data: Any, action: Action) -> str:
        """Never."""
        return "never"

    def resolve(self, state: State, seat: int, data: Any, action: Action, found: Any) -> None:
        """Never."""


class AsksTheUnanswerable(HangsTheTurn):
    """Asks what nobody can answer."""

    def prepare(self, engine: Any) -> None:
        """Make the decision."""
        self.for_ever = Stuck()  # type: ignore[assignment]


def test_a_part_that_asks_what_nobody_can_answer() -> None:
    """The part and the decision are named."""
    said = report(AsksTheUnanswerable())
    assert 'AsksTheUnanswerable, decision "stuck": the decision "stuck" has no legal action' in said


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


@attrs.define
class TupleSlot:
    """A slot with a list in a tuple, which copies share."""

    counts: tuple[list[int], ...] = ([0], [0])


class SharesATuple(Part):
    """Counts claims in lists that copies share."""

    slot = TupleSlot

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Count."""
        self.slot_of(state).counts[0][0] += 1


def test_a_part_that_shares_its_slot_between_copies() -> None:
    """The part whose slot it is, the field and what is in it, before anything has gone wrong."""
    said = report(SharesATuple())
    share = 'copies and new games would share what its slot holds as "counts": list [0]'
    assert f"SharesATuple: {share}" in said
    assert "belongs into the slot, in plain lists, dicts" in said
    assert "nothing more: it shows at once" in said


@attrs.define
class DequeSlot:
    """A slot of containers that are copied, however deep."""

    lately: deque[list[int]] = attrs.field(factory=lambda: deque([[0]], maxlen=3))
    by_seat: defaultdict[int, list[int]] = attrs.field(factory=lambda: defaultdict(list))
    rows: list[list[int]] = attrs.field(factory=lambda: [[0], [0]])


class RemembersLately(Part):
    """Keeps the last claims, and those of every seat."""

    slot = DequeSlot

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Append."""
        slot = self.slot_of(state)
        slot.lately[0][0] += 1
        slot.lately.append([seat])
        slot.by_seat[seat].append(route.length)
        slot.rows[0][0] += 1


def test_a_slot_may_hold_deques_and_the_like() -> None:
    """A copy has its own, and so has every new game."""
    variant = PARIS.adding(RemembersLately())
    check_variant(attrs.evolve(variant, players=(2,)), games=2)
    game = ttrkit.position(variant, players=2, hands=[{"wild": 6}])
    before, copy = snapshot(game), game.copy()
    claim = next(a for a in game.legal_actions() if isinstance(a, ttrkit.ClaimRoute))
    game.apply(claim)
    assert snapshot(copy) == before
    assert snapshot(game)["slots"] != before["slots"]
    (slot,) = [slot for slot in state_of(copy).slots if isinstance(slot, DequeSlot)]
    assert (slot.lately, slot.by_seat, slot.rows) == (deque([[0]]), {}, [[0], [0]])


class Crashes(Part):
    """Has a bug."""

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Divide by zero."""
        state.award(seat, 1 // 0, "nothing")


def test_a_part_that_crashes() -> None:
    """The exception is told with the hook that raised it."""
    assert "Crashes.after_claim: raised ZeroDivisionError" in report(Crashes())


class Doubts(Part):
    """Has an assertion that does not hold."""

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """Claim the impossible."""
        assert route.length > 9, "routes are long"


def test_a_part_whose_assertion_fails() -> None:
    """It is no invariant of the game that fails: the hook is named."""
    assert "Doubts.after_claim: raised AssertionError: routes are long" in report(Doubts())


@attrs.frozen
class Nod(Action):
    """An action for the decisions below."""


@attrs.frozen(repr=False)
class Shrug(Action):
    """An action that nobody can write down."""


class Faulty(Decision):
    """A question of which one method is at fault; it is asked at the end of every turn."""

    name = "faulty"
    actions = (Nod, Shrug)

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def enter(self, state: State, seat: int, data: Any) -> bool:
        """Ask."""
        if self.fault == "forgets to answer":
            return None  # type: ignore[return-value]
        assert self.fault != "enter", "no"
        return True

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        """Just a nod."""
        if self.fault == "options":
            raise KeyError(seat)
        if self.fault == "options change the game":
            state.passes += 1
        if self.fault == "has no repr":
            return [Shrug()]
        return [Nod(), Nod()] if self.fault == "lists twice" else [Nod()]

    def check(self, state: State, seat: int, data: Any, action: Action) -> Any:
        """It is fine."""
        if self.fault == "check":
            raise ZeroDivisionError("division by zero")
        return "never" if self.fault == "refuses" else None

    def resolve(self, state: State, seat: int, data: Any, action: Action, found: Any) -> None:
        """Nothing happens."""
        if self.fault == "resolve":
            raise TypeError("no number")
        if self.fault == "makes a card":
            state.hands[seat][7] += 1
        if self.fault == "awards":
            state.award(seat, 1, "flags")


class AsksFaulty(Part):
    """Asks it; the decision is made with the part, so that all engines share it."""

    def __init__(self, fault: str) -> None:
        self.faulty = Faulty(fault)

    def decisions(self) -> Iterable[Decision]:
        """The one."""
        return (self.faulty,)

    def end_turn(self, state: State, seat: int) -> None:
        """Once a turn."""
        if state.history is None or not isinstance(state.history[2], Nod):
            state.push(self.faulty, seat)


@pytest.mark.parametrize(
    ("fault", "method", "said"),
    [
        ("enter", "enter", "raised AssertionError: no"),
        (
            "forgets to answer",
            "enter",
            "it returned None; right would be True to ask the seat, False if",
        ),
        ("options", "options", "raised KeyError: "),
        ("options change the game", "options", "it is only asked, but changed the game: passes"),
        ("check", "check", "raised ZeroDivisionError: division by zero"),
        ("refuses", "check", 'it refuses Nod(), which is listed, with "never"; options and check'),
        ("resolve", "resolve", "raised TypeError: no number"),
        ("makes a card", "resolve", "cards are not conserved: it made a red card"),
        ("awards", "resolve", "points outside its own labels"),
    ],
)
def test_what_goes_wrong_in_a_decision(fault: str, method: str, said: str) -> None:
    """The part, the decision and its method are named."""
    assert f'AsksFaulty, decision "faulty", {method}: {said}' in report(AsksFaulty(fault))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("lists twice", "an action is listed twice"),
        ("has no repr", "the repr <"),
    ],
)
def test_a_decision_whose_actions_are_at_fault(fault: str, said: str) -> None:
    """The part and the decision are named."""
    assert f'AsksFaulty, decision "faulty": {said}' in report(AsksFaulty(fault))


def test_a_decision_is_left_as_it_was() -> None:
    """Games after the check are not watched, even if they share the decision with it."""
    part = AsksFaulty("none")
    before = dict(vars(part.faulty))
    check_variant(attrs.evolve(PARIS.adding(part), players=(2,)), games=1)
    assert vars(part.faulty) == before


class ShowsAList(Part):
    """Shows a list, which may change after it was seen."""

    def public_facts(self, state: State, viewer: int) -> Mapping[str, object]:
        """The trains, as they lie there."""
        return {"left": (state.trains,)}


def test_a_part_that_shows_what_can_change() -> None:
    """An observation is a picture: the fact and what can change in it are named."""
    said = report(ShowsAList())
    assert 'ShowsAList.public_facts: "left" can change after it is shown: list [' in said
    assert "show a tuple" in said


class ShufflesTooEarly(Part):
    """Shuffles where no game has begun yet."""

    def init_slot(self, state: State) -> None:
        """Something."""
        state.shuffled([1, 2, 3], "lots")


def test_a_part_that_shuffles_in_init_slot() -> None:
    """A new game says so, and so does the check: all games would have the same order."""
    variant = PARIS.adding(ShufflesTooEarly())
    words = "ShufflesTooEarly.init_slot shuffles, .*: shuffle in set_up"
    with pytest.raises(ttrkit.RuleError, match=words):
        ttrkit.new_game(variant, players=2, seed=1)
    with pytest.raises(VariantError, match=f"^paris: {words}"):
        check_variant(variant)


class NightTrain(Part):
    """The smallest home-made part."""

    labels = ("night train",)

    def after_claim(self, state: State, seat: int, route: ttrkit.Route, payment: Payment) -> None:
        """A point for a claim with wilds alone."""
        if payment.is_all_wild:
            state.award(seat, 1, "night train")


def test_a_sound_part_passes() -> None:
    """No false alarm."""
    check_variant(PARIS.adding(NightTrain()), games=5)


class Remembers(Part):
    """Keeps what it has seen among its settings, which the engine's copy of the part shares."""

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}

    def end_turn(self, state: State, seat: int) -> None:
        """Remember who had a turn."""
        self.seen[seat] = 1


def test_a_part_that_changes_its_settings_in_play() -> None:
    """Its records would be refused: they name the settings that it was made with."""
    assert "Remembers (home-made): its settings change in play" in report(Remembers())


@attrs.frozen
class Hum(Action):
    """Hum a tune."""

    is_public = True

    tune: int


class Humming(Part):
    """A turn may be spent to hum one of three tunes; one is left out of the list of all actions."""

    actions = (Hum,)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        """Three tunes."""
        out += [Hum(0), Hum(1), Hum(2)]

    def check(self, state: State, seat: int, action: Hum) -> str | None:
        """One of them."""
        return None if action.tune in range(3) else "nobody knows this tune"

    def perform(self, state: State, seat: int, action: Hum, found: None) -> None:
        """Nothing comes of it."""

    def every_action(self) -> Iterable[Action]:
        """Two of the three."""
        return [Hum(0), Hum(1)]


def test_an_action_that_is_left_out_of_all_actions() -> None:
    """The part and the hook are named."""
    said = report(Humming())
    assert "Humming.every_action leaves out Hum(tune=2), which is legal; right would be" in said


class Shapeless(Part):
    """Promises two numbers and gives one."""

    def features(self, seats: int) -> Iterable[Feature]:
        """Two numbers."""
        return [Feature("one", 0, 1), Feature("two", 0, 2)]

    def feature_values(self, observation: ttrkit.Observation, seats: Sequence[int]) -> Any:
        """One number."""
        return [1]


def test_features_that_are_not_given() -> None:
    """The part and the hook are named."""
    said = report(Shapeless())
    assert "Shapeless.feature_values gives 1 numbers, where its features are 2" in said
