"""Wrong parts as beginners write them, each with the sentence that must come out.

They are written as beginners write: without types, and with a mistake that is easily made.
"""
# mypy: ignore-errors
# ruff: noqa: D101, D103, D106, N805, RET503, RUF008, RUF012

import random
import time
from collections.abc import Callable
from typing import NamedTuple

import attrs

import ttrkit
from ttrkit import Variant, cards, parts
from ttrkit.parts import Action, Closing, Decision, Part, open_field

BENELUX = Variant.from_classic(
    "benelux", ttrkit.load_board("examples/home_made/benelux.toml"), players=(2,), trains=20
)


class Mistake(NamedTuple):
    """A wrong part or variant, and what must be said of it."""

    make: Callable[[], object]
    said: str
    shown: str = ""
    """The last action of the shortest sequence; empty if the variant cannot even be built."""


MISTAKES: dict[str, Mistake] = {}
"""All of them, by name."""


def mistake(said: str, shown: str = "", *, name: str = ""):
    """Add the class, or the function that makes a part or a variant, to the list."""

    def add(make):
        MISTAKES[name or make.__name__] = Mistake(make, said, shown)
        return make

    return add


AT_ONCE = "nothing more: it shows at once"
IN_TURN = "keep "  # the first tickets: then the first turn begins


@attrs.frozen
class Sweep(Action):
    """A turn spent on nothing."""

    is_public = True


class Sweeping(Part):
    """A sound part with an action, for the mistakes below."""

    actions = (Sweep,)

    def list_actions(self, state, seat, out):
        if len(state.market) > 2:
            out.append(Sweep())

    def check(self, state, seat, action):
        return None if len(state.market) > 2 else "the market is too small"

    def perform(self, state, seat, action, found):
        pass


class Choose(Decision):
    """A sound decision, for the mistakes below."""

    name = "choose"
    actions = (Sweep,)

    def options(self, state, seat, data):
        return [Sweep()]

    def check(self, state, seat, data, action):
        return None if type(action) is Sweep else "sweep"

    def resolve(self, state, seat, data, action, found):
        pass


class Asking(Part):
    """A sound part with a decision."""

    decision = Choose

    def prepare(self, engine):
        self.choose = self.decision()

    def decisions(self):
        return (self.choose,)

    def after_claim(self, state, seat, route, payment):
        state.push(self.choose, seat)


# The list of the commonest -----------------------------------------------------------------------


@mistake(
    'Disagrees.check: it refuses Sweep(), which is listed, with "no"; '
    "list_actions and check must agree",
    IN_TURN,
)
class Disagrees(Sweeping):
    def list_actions(self, state, seat, out):
        out.append(Sweep())

    def check(self, state, seat, action):
        return "no"


@mistake(
    'DisagreesInADecision, decision "choose", check: it refuses Sweep(), which is listed, with '
    '"no"; options and check must agree',
    "claim ",
)
class DisagreesInADecision(Asking):
    class Refusing(Choose):
        def check(self, state, seat, data, action):
            return "no"

    decision = Refusing


@mistake(
    "ForgetsTheLimit.draw_limit: it returned None; "
    "right would be a whole number from 0 (`limit`, if nothing changes)",
    IN_TURN,
)
class ForgetsTheLimit(Part):
    def draw_limit(self, state, seat, limit):
        if state.trains[seat] < 5:
            return limit + 1


@mistake(
    "ForgetsTheCost.route_cost: it returned None; "
    "right would be a Cost (`cost`, if nothing changes)"
)
class ForgetsTheCost(Part):
    def route_cost(self, route, cost):
        attrs.evolve(cost, wilds=1)


@mistake(
    "ForgetsTheCurrentCost.current_cost: it returned None; "
    "right would be a Cost (`cost`, if nothing changes)",
    IN_TURN,
)
class ForgetsTheCurrentCost(Part):
    def current_cost(self, state, seat, route, cost):
        if route.length > 3:
            return cost


@mistake(
    "ForgetsThePoints.final_points: it returned None; "
    'right would be a dict of points by team, such as {"label": [5, 0]}',
    AT_ONCE,
)
class ForgetsThePoints(Part):
    labels = ("hermit",)

    def final_points(self, tally):
        {"hermit": [0 for team in tally.teams]}


@mistake(
    "PointsAsANumber.final_points: it returned 5; "
    'right would be a dict of points by team, such as {"label": [5, 0]}',
    AT_ONCE,
)
class PointsAsANumber(Part):
    labels = ("hermit",)

    def final_points(self, tally):
        return 5


@mistake(
    'TooFewPoints.final_points: it returned [5] for "hermit"; '
    "right would be 2 whole numbers, one for each team",
    AT_ONCE,
)
class TooFewPoints(Part):
    labels = ("hermit",)

    def final_points(self, tally):
        return {"hermit": [5]}


@mistake(
    'OnePointForAll.final_points: it returned 5 for "hermit"; '
    "right would be 2 whole numbers, one for each team",
    AT_ONCE,
)
class OnePointForAll(Part):
    labels = ("hermit",)

    def final_points(self, tally):
        return {"hermit": 5}


@mistake(
    'PointsWithoutALabel.final_points: it gives points under "hermit", which no part declares; '
    'right would be labels = ("hermit",)',
    AT_ONCE,
)
class PointsWithoutALabel(Part):
    def final_points(self, tally):
        return {"hermit": [0 for team in tally.teams]}


@mistake(
    'AwardsUndeclared.after_claim: it gives points under "night train", which no part declares; '
    'right would be labels = ("night train",)',
    "claim ",
)
class AwardsUndeclared(Part):
    def after_claim(self, state, seat, route, payment):
        state.award(seat, 1, "night train")


@mistake(
    'AwardsMisspelt.after_claim: it gives points under "nigth train", which no part declares '
    '(did you mean "night train"?); right would be labels = ("night train", "nigth train")',
    "claim ",
)
class AwardsMisspelt(Part):
    labels = ("night train",)

    def after_claim(self, state, seat, route, payment):
        state.award(seat, 1, "nigth train")


@mistake(
    "Undeclared: its attribute choose is a decision that no part declares; "
    "right would be: def decisions(self): return (self.choose,)"
)
class Undeclared(Part):
    def prepare(self, engine):
        self.choose = Choose()

    def after_claim(self, state, seat, route, payment):
        state.push(self.choose, seat)


@mistake(
    'MadeOnTheWay.after_claim: it pushed the decision "choose", which no part declares; right '
    "would be one that is made in prepare and named in decisions: "
    "def decisions(self): return (self.choose,)",
    "claim ",
)
class MadeOnTheWay(Part):
    def after_claim(self, state, seat, route, payment):
        state.push(Choose(), seat)


@mistake(
    'MadeAgain.after_claim: it pushed another decision "choose" than the declared one; right '
    "would be one that is made in prepare and named in decisions: "
    "def decisions(self): return (self.choose,)",
    "claim ",
)
class MadeAgain(Asking):
    def after_claim(self, state, seat, route, payment):
        state.push(Choose(), seat)


class Bare(Action):
    """An action without attrs."""


@mistake(
    "WithoutAttrs: its action Bare is not an attrs class; "
    "right would be @attrs.frozen above its class"
)
class WithoutAttrs(Sweeping):
    actions = (Bare,)


@attrs.define
class Changeable(Action):
    """An action that can change, and so has no hash."""


@mistake(
    "NotFrozen: its action Changeable is not frozen; right would be @attrs.frozen above its class"
)
class NotFrozen(Sweeping):
    actions = (Changeable,)


@mistake(
    "WithoutPerform declares actions, but has no perform; "
    "right would be: def perform(self, state, seat, action, found)"
)
class WithoutPerform(Part):
    actions = (Sweep,)

    def list_actions(self, state, seat, out):
        out.append(Sweep())

    def check(self, state, seat, action):
        return None


@mistake(
    "UndeclaredAction.list_actions: it lists Sweep(), which no part declares; "
    "right would be actions = (Sweep,)",
    IN_TURN,
)
class UndeclaredAction(Part):
    def list_actions(self, state, seat, out):
        out.append(Sweep())


@mistake(
    "PerformsNothing answers perform, but declares no actions; right would be actions = (…,)",
)
class PerformsNothing(Part):
    def perform(self, state, seat, action, found):
        pass


@mistake("Misspelt.after_clam is no hook; did you mean after_claim?")
class Misspelt(Part):
    labels = ("night train",)

    def after_clam(self, state, seat, route, payment):
        state.award(seat, 1, "night train")


@mistake(
    "TooFewParameters.after_claim takes (self, state, seat, route), "
    "but it is called with (self, state, seat, route, payment)"
)
class TooFewParameters(Part):
    def after_claim(self, state, seat, route):
        pass


@mistake(
    "WithoutSelf.after_claim takes (state, seat, route, payment), "
    "but it is called with (self, state, seat, route, payment)"
)
class WithoutSelf(Part):
    def after_claim(state, seat, route, payment):
        pass


@mistake(
    "OtherOrder.after_claim takes (self, seat, state, route, payment), "
    "but it is called with (self, state, seat, route, payment)"
)
class OtherOrder(Part):
    def after_claim(self, seat, state, route, payment):
        pass


@mistake(
    "AllowsEverything.check: it allows Sweep(), which is not listed; "
    "right would be a sentence that says why it is not legal now",
    "take a face-up ",
)
class AllowsEverything(Sweeping):
    def list_actions(self, state, seat, out):
        if not state.routes[seat]:
            out.append(Sweep())

    def check(self, state, seat, action):
        return None


@attrs.frozen
class Visit(Action):
    """Visit a city."""

    city: str


@mistake(
    "AllowsAnyCity.check: it allows Visit(city='no such thing'), which is not listed; "
    "right would be a sentence that says why it is not legal now",
    IN_TURN,
)
class AllowsAnyCity(Sweeping):
    actions = (Visit,)

    def list_actions(self, state, seat, out):
        out.append(Visit("Gent"))

    def check(self, state, seat, action):
        return None


@mistake(
    "EndsInWords.end_trigger: it returned 'last round'; "
    "right would be the number of turns still to come, or None",
    "claim ",
)
class EndsInWords(Part):
    def end_trigger(self, state, seat):
        return "last round" if state.routes[seat] else None


@mistake(
    "EndsInThePast.end_trigger: it returned -1; "
    "right would be the number of turns still to come, or None",
    "claim ",
)
class EndsInThePast(Part):
    def end_trigger(self, state, seat):
        return -1 if state.routes[seat] else None


@mistake(
    "EndsWithTrue.end_trigger: it returned True; "
    "right would be the number of turns still to come, or None",
    "claim ",
)
class EndsWithTrue(Part):
    def end_trigger(self, state, seat):
        return True if state.routes[seat] else None


@mistake(
    'PushesForEver.end_turn: the turn does not end: it pushes the decision "choose" again and '
    "again",
    "Sweep()",
)
class PushesForEver(Asking):
    def end_turn(self, state, seat):
        state.push(self.choose, seat)


@mistake(
    'PushesInVain.end_turn: the turn does not end: it pushes the decision "in vain" again and '
    "again",
    "claim ",
)
class PushesInVain(Asking):
    class InVain(Choose):
        name = "in vain"

        def enter(self, state, seat, data):
            return False

    decision = InVain

    def after_claim(self, state, seat, route, payment):
        pass

    def end_turn(self, state, seat):
        if state.routes[seat]:
            state.push(self.choose, seat)


@mistake(
    "UsesRandom.after_claim: it takes chance from the module random, so that no record can repeat "
    'it; right would be state.shuffled(items, "name") or state.draw_card()',
    "claim ",
)
class UsesRandom(Part):
    labels = ("luck",)

    def after_claim(self, state, seat, route, payment):
        state.award(seat, random.randint(0, 3), "luck")


@mistake(
    "HasItsOwnChance.after_claim: from the same state it does something else the second time "
    '(points); right would be chance from state.shuffled(items, "name") and state.draw_card(), '
    "and whatever changes in the slot",
    "claim ",
)
class HasItsOwnChance(Part):
    labels = ("luck",)

    def after_claim(self, state, seat, route, payment):
        state.award(seat, time.perf_counter_ns() % 1_000_003, "luck")


@mistake(
    "KeepsItself.after_claim: it keeps state on the part: self.claims was … and is …; "
    "right would be a field of its slot, self.slot_of(state)",
    "claim ",
)
class KeepsItself(Part):
    labels = ("thirds",)
    claims = 0

    def after_claim(self, state, seat, route, payment):
        self.claims += 1
        if self.claims % 3 == 0:
            state.award(seat, 1, "thirds")


@mistake(
    "KeepsAList.after_claim: it keeps state on the part: self.log was … and is …; "
    "right would be a field of its slot, self.slot_of(state)",
    "claim ",
)
class KeepsAList(Part):
    def __init__(self):
        self.log = []

    def after_claim(self, state, seat, route, payment):
        self.log.append(0)


@attrs.define
class MutableSlot:
    """A slot with a default that all games share."""

    rows: list[int] = []


@mistake(
    'MutableDefault: its slot MutableSlot has "rows" with the default [], which all games would '
    "share; right would be attrs.field(factory=list)"
)
class MutableDefault(Part):
    slot = MutableSlot


@mistake(
    "Crashes.after_claim: raised LookupError: no such key "
    "(mistakes.py, line LINE: raise LookupError(key))",
    "claim ",
)
class Crashes(Part):
    def after_claim(self, state, seat, route, payment):
        self._fail(route)

    def _fail(self, route):
        key = "no such key"
        raise LookupError(key)


@mistake(
    "the variant: the deck has 7 cards; 2 players are dealt 4 each, which takes 8 "
    "(cards_dealt, deck)"
)
def small_deck():
    return attrs.evolve(BENELUX, deck=cards(red=5, wild=2))


@mistake(
    "the variant: there are 16 tickets to deal; 3 players are dealt 9 each, which takes 27 "
    "(tickets_dealt, board.tickets)"
)
def many_tickets():
    return attrs.evolve(BENELUX, tickets_dealt=9, players=(2, 3))


# More of the kind --------------------------------------------------------------------------------


@mistake(
    "LabelAsText.labels is 'night train', which is text; right would be labels = ('night train',)"
)
class LabelAsText(Part):
    labels = "night train"


@mistake("LabelMisspelt.label is nothing that a part declares; did you mean labels?")
class LabelMisspelt(Part):
    label = ("night train",)

    def end_turn(self, state, seat):
        pass


@mistake("ActionsAsAClass.actions is the class Sweep; right would be actions = (Sweep,)")
class ActionsAsAClass(Sweeping):
    actions = Sweep


@mistake(
    "ActionsAsInstances.actions holds Sweep(), which is no kind of action; "
    "right would be the class: actions = (Sweep,)"
)
class ActionsAsInstances(Sweeping):
    actions = (Sweep(),)


@mistake(
    "ReturnsActions.list_actions: it returned [Sweep()], which nobody reads; "
    "right would be out.append(…) for each action",
    IN_TURN,
)
class ReturnsActions(Sweeping):
    def list_actions(self, state, seat, out):
        return [Sweep()]


@mistake(
    "ChecksWithFalse.check: it returned False; "
    "right would be a sentence that says why not, or None if the action is legal",
    IN_TURN,
)
class ChecksWithFalse(Sweeping):
    def check(self, state, seat, action):
        return False


@mistake(
    "ClosesWithTrue.why_closed: it returned True; "
    "right would be a sentence that says why, or None if the route is open",
    IN_TURN,
)
class ClosesWithTrue(Part):
    def why_closed(self, state, seat, route):
        return route.length > 3


@mistake(
    "ForgetsToClose.closes: it returned None; right would be a list of Closing, or () for none",
    "claim ",
)
class ForgetsToClose(Part):
    def closes(self, state, seat, route):
        if route.length > 9:
            return [Closing(route, "too long")]


@mistake(
    "NumberAsAHook.draw_limit is 3, not a method; "
    "right would be: def draw_limit(self, state, seat, limit)"
)
class NumberAsAHook(Part):
    draw_limit = 3


@mistake(
    "WithoutASlot asks slot_of(state), but names no slot; "
    "right would be slot = …, an attrs class with its fields"
)
class WithoutASlot(Part):
    def after_claim(self, state, seat, route, payment):
        self.slot_of(state).claims += 1


class PlainSlot:
    """A slot without attrs."""

    claims = 0


@mistake(
    "SlotWithoutAttrs: its slot PlainSlot is not an attrs class; "
    "right would be @attrs.define above its class"
)
class SlotWithoutAttrs(Part):
    slot = PlainSlot


@attrs.define
class UntypedSlot:
    """A slot with a value that is no field."""

    claims = 0


@mistake(
    'UntypedField: its slot UntypedSlot has "claims" without a type, so it is no field; '
    "right would be claims: int = 0"
)
class UntypedField(Part):
    slot = UntypedSlot


@attrs.define
class BareSlot:
    """A slot whose field has no default."""

    claims: int


@mistake('NoDefault: its slot BareSlot has "claims" without a default; right would be one')
class NoDefault(Part):
    slot = BareSlot


@attrs.define
class OpenListSlot:
    """A list that all would see change."""

    claims: list[int] = open_field(())


@mistake(
    'OpenList: its slot OpenListSlot has "claims" open to all, so it must not change: '
    "list[int] can; right would be tuple[int, ...]"
)
class OpenList(Part):
    slot = OpenListSlot


@attrs.frozen
class FrozenSlot:
    """A slot that nobody can write to."""

    claims: int = 0


@mistake(
    "SlotFrozen: its slot FrozenSlot is frozen, and nothing can change in it; "
    "right would be @attrs.define"
)
class SlotFrozen(Part):
    slot = FrozenSlot


@mistake(
    "NoHookAtAll answers no hook, so it does nothing; score is none (see ttrkit.hooks)",
)
class NoHookAtAll(Part):
    def score(self, state, seat):
        return 3


@mistake(
    "HalfATicket.in_ticket_deck: it returned None; right would be True or False",
)
class HalfATicket(Part):
    def in_ticket_deck(self, ticket):
        if ticket.points > 8:
            return True


@mistake(
    "HalfPoints.after_claim: it awards 0.5 points; right would be a whole number",
    "claim ",
)
class HalfPoints(Part):
    labels = ("halves",)

    def after_claim(self, state, seat, route, payment):
        state.award(seat, 0.5, "halves")


@mistake(
    'AsksNobody.after_claim: it pushed the decision "choose" for seat 2; right would be 0 to 1',
    "claim ",
)
class AsksNobody(Asking):
    def after_claim(self, state, seat, route, payment):
        state.push(self.choose, state.seats)


@mistake(
    'PushesAList.after_claim: it pushed the decision "choose" with the data [1], which can '
    "change; right would be a tuple or another value that cannot",
    "claim ",
)
class PushesAList(Asking):
    class Listed(Choose):
        data_type = list[int]

    decision = Listed

    def after_claim(self, state, seat, route, payment):
        state.push(self.choose, seat, [1])


@mistake(
    'PushesUntyped.after_claim: it pushed the decision "choose" with the data 3, but its '
    "data_type is None; right would be data_type = int",
    "claim ",
)
class PushesUntyped(Asking):
    def after_claim(self, state, seat, route, payment):
        state.push(self.choose, seat, 3)


@mistake(
    'WrongData: the data of its decision "choose": list does not say what it holds; '
    "right would be list[int] or the like"
)
class WrongData(Asking):
    class Loose(Choose):
        data_type = list

    decision = Loose


@mistake(
    'Unresolved: its decision "choose" has no resolve; '
    "right would be: def resolve(self, state, seat, data, action, found)"
)
class Unresolved(Asking):
    class Half(Decision):
        name = "choose"
        actions = (Sweep,)

        def options(self, state, seat, data):
            return [Sweep()]

        def check(self, state, seat, data, action):
            return None

    decision = Half


@mistake(
    "Nameless: its decision Half has no name; right would be name = …, text that no other "
    "decision has"
)
class Nameless(Asking):
    class Half(Decision):
        def options(self, state, seat, data):
            return [Sweep()]

        def check(self, state, seat, data, action):
            return None

        def resolve(self, state, seat, data, action, found):
            pass

    decision = Half


@mistake(
    'OtherKind, decision "choose", options: it lists Sweep(), which its actions do not name; '
    "right would be actions = (Sweep,)",
    "claim ",
)
class OtherKind(Asking):
    class Silent(Choose):
        actions = ()

    decision = Silent


@mistake(
    "DeclaresNothing.decisions: it returned None; right would be a tuple of decisions",
)
class DeclaresNothing(Asking):
    def decisions(self):
        (self.choose,)  # noqa: B018


@mistake(
    "ShadowsAnAction: its action DrawTickets has the name of another kind of action, "
    "and a record could not tell them apart; right would be another name"
)
class ShadowsAnAction(Sweeping):
    actions = (attrs.make_class("DrawTickets", [], bases=(Action,), frozen=True),)


@mistake(
    "LosesItsWay.check: raised KeyError: 'no such thing' "
    '(mistakes.py, line LINE: {"Gent": 1}[action.city]), asked about '
    "Visit(city='no such thing')",
    IN_TURN,
)
class LosesItsWay(AllowsAnyCity):
    def check(self, state, seat, action):
        {"Gent": 1}[action.city]


class Clock:
    """Something that no record can hold."""


@attrs.define
class ClockSlot:
    """A slot with a field of an odd type."""

    clock: Clock | None = None


@mistake(
    'KeepsAClock: its slot ClockSlot has "clock", but JSON has no word for a Clock; '
    "right would be numbers, text, tuples, lists, dicts or frozen attrs classes of them"
)
class KeepsAClock(Part):
    slot = ClockSlot


@attrs.define
class TupleSlot:
    """A slot with a tuple of anything."""

    claims: tuple = ()


@mistake(
    'KeepsATuple: its slot TupleSlot has "claims", but tuple does not say what it holds; '
    "right would be tuple[int, ...] or the like"
)
class KeepsATuple(Part):
    slot = TupleSlot


@attrs.frozen
class Carry(Action):
    """An action with a field of an odd type."""

    what: object = None


@mistake(
    'ActsOddly: its action Carry has "what", but object does not say what it holds; '
    "right would be numbers, text, tuples, lists, dicts or frozen attrs classes of them"
)
class ActsOddly(Sweeping):
    actions = (Carry,)


@attrs.define
class LyingSlot:
    """A slot whose type says one thing, and whose value is another."""

    claims: tuple[int, ...] = ()


@mistake(
    'Lies: a saved game comes back otherwise: its slot has "claims" as {} and then as (); '
    "its type tuple[int, ...] must be true",
    AT_ONCE,
)
class Lies(Part):
    slot = LyingSlot

    def init_slot(self, state):
        self.slot_of(state).claims = {}


@mistake(
    "TeamsOfNobody.form_teams: it returned [[0]] for 2 seats; "
    "right would be a tuple of the seats of each team, every seat once",
    AT_ONCE,
)
class TeamsOfNobody(Part):
    def form_teams(self, seats):
        return [[0]]


@mistake(
    "TiesWithNone.tie_break: it returned None; right would be a number",
    AT_ONCE,
)
class TiesWithNone(Part):
    def tie_break(self, tally, team):
        tally.state.trains[team]


@mistake(
    "Waits.after_claim is async, and would never be run; right would be a plain def",
)
class Waits(Part):
    async def after_claim(self, state, seat, route, payment):
        pass


@mistake(
    'TakesFromNothing.after_claim: it took what is not there: the pile "hand" of seat 0 '
    "holds -1 wild cards",
    "claim ",
)
class TakesFromNothing(Part):
    def after_claim(self, state, seat, route, payment):
        wilds = state.hands[seat][8] + 1
        state.hands[seat][8] -= wilds
        state.discards[8] += wilds


class Joining(Part):
    """A sound part that adds an answer to the choice of the next card."""

    joins = {"next card": (Sweep,)}

    def list_answers(self, state, seat, asked, out):
        out.append(Sweep())

    def check_answer(self, state, seat, asked, action):
        return None

    def perform_answer(self, state, seat, asked, action, found):
        pass


@mistake(
    "JoinsInSilence declares joins, but has no perform_answer; "
    "right would be: def perform_answer(self, state, seat, asked, action, found)"
)
class JoinsInSilence(Part):
    joins = {"next card": (Sweep,)}

    def list_answers(self, state, seat, asked, out):
        out.append(Sweep())

    def check_answer(self, state, seat, asked, action):
        return None


@mistake(
    'JoinsAndRefuses.check_answer: it refuses Sweep(), which is listed, with "no"; '
    "list_answers and check_answer must agree",
    "take a face-up ",
)
class JoinsAndRefuses(Joining):
    def check_answer(self, state, seat, asked, action):
        return "no"


@mistake(
    "JoinsWithAnother.list_answers: it lists Sweep(), which its joins do not name; "
    'right would be joins = {"next card": (Sweep,)}',
    "take a face-up ",
)
class JoinsWithAnother(Joining):
    joins = {"next card": (Visit,)}


# No mistakes -------------------------------------------------------------------------------------


class Remembers(Part):
    """Remembers what it has worked out, which is no state of a game."""

    def prepare(self, engine):
        self.lengths = {}
        self.by_seat = [None] * 9
        self.longest = None
        self.table = list(range(10_000))

    def end_turn(self, state, seat):
        self.by_seat[seat] = seat
        self.lengths[seat, len(state.routes[seat])] = True
        self.longest = self.longest or max(route.length for route in state.board.routes)
        self.later = 3


class Helps(Part):
    """Has methods of its own, one of them with a name like a hook's."""

    labels = ("help",)
    limits = (2, 3)

    def draw_limits(self, seat):
        return self.limits

    def worth(self):
        return 1

    def draw_limit(self, _state, seat, limit):
        return max(limit, self.draw_limits(seat)[0])

    def after_claim(self, state, seat, *claimed):
        state.award(seat, self.worth(), "help")


class Counts(Part):
    """Is handed more than it is asked for."""

    def check_state(self, state, strict=False):
        pass


SOUND = (Sweeping, Asking, Joining, Remembers, Helps, Counts, parts.Globetrotter)
"""Parts in which no mistake must be found."""
