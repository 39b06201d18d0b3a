"""Bots and rules that they do not know: they go by the hints of the parts."""

from typing import Any

import attrs
import pytest

import ttrkit
from ttrkit import Variant, parts, simulate
from ttrkit.bots import GreedyPlayer
from ttrkit.bots.hints import price
from ttrkit.parts import Action, Decision, State, cards


@attrs.frozen
class Buy(Action):
    """Pay three cards of a colour for points."""

    is_public = True
    cards: parts.Cards = attrs.field(converter=parts.as_cards)


@attrs.frozen
class Answer(Action):
    """Say a number."""

    is_public = True
    number: int


class Quiz(Decision):
    """A question with one good answer."""

    name = "quiz"
    actions = (Answer,)

    def options(self, state: State, seat: int, data: Any) -> list[Action]:
        return [Answer(n) for n in range(5)]

    def check(self, state: State, seat: int, data: Any, action: Any) -> str | None:
        return None if action.number in range(5) else "0 to 4"

    def resolve(self, state: State, seat: int, data: Any, action: Any, found: None) -> None:
        state.award(seat, action.number, "shop")


QUIZ = Quiz()


@attrs.define(slots=False)
class Shop(parts.Part):
    """Three cards of a colour buy six points, and a question."""

    actions = (Buy,)
    labels = ("shop",)
    expected: float | None = 6.0

    def decisions(self) -> tuple[Decision, ...]:
        return (QUIZ,)

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        hand = state.hands[seat]
        out += [Buy({c: 3}) for c, n in zip(parts.PLAIN_COLOURS, hand, strict=False) if n >= 3]

    def check(self, state: State, seat: int, action: Buy) -> parts.Payment | str:
        payment = parts.Payment(action.cards)
        if action.cards.total != 3 or len(action.cards) != 1 or payment.is_all_wild:
            return "three cards of a colour are wanted"
        return payment if state.can_pay(seat, payment) else "you have not got them"

    def perform(self, state: State, seat: int, action: Buy, found: parts.Payment) -> None:
        state.spend(seat, found)
        state.award(seat, 6, "shop")
        state.push(QUIZ, seat)

    def hint(self, observation: parts.Observation, action: Any) -> float | None:
        if isinstance(action, Answer):
            return float(action.number)
        return self.expected


def shop(expected: float | None) -> Variant:
    """The board of Paris, with a shop."""
    board = ttrkit.get_variant("paris").board
    return Variant.from_classic(
        "shop", board, players=(2,), trains=15, parts=[Shop(expected=expected)]
    )


@pytest.mark.parametrize(("expected", "buys"), [(6.0, True), (4.0, False), (None, False)])
def test_greedy_weighs_gain_and_cards(expected: float | None, buys: bool) -> None:
    """Three cards are worth three points, and a turn two: six are enough, four are not."""
    game = ttrkit.position(shop(expected), players=2, hands=[{"red": 3}], seed=1)
    chosen = GreedyPlayer(1).choose(game.observe(0))
    assert isinstance(chosen, Buy) == buys


def test_greedy_answers_by_the_hint() -> None:
    """In a decision where all has a hint, the best is taken, whatever it is worth."""
    game = ttrkit.position(shop(6.0), players=2, hands=[{"red": 3}], seed=1)
    game.apply(Buy({"red": 3}))
    assert GreedyPlayer(1).choose(game.observe(0)) == Answer(4)


def test_hints_make_greedy_win() -> None:
    """Under a rule that it cannot know."""
    report = simulate(shop(6.0), {"greedy": "greedy", "random": "random"}, 60, 1, workers=1)
    greedy, rivals = (next(b for b in report.bots if b.name == n) for n in ("greedy", "random"))
    assert greedy.wins > 5 * rivals.wins


def test_the_price_of_cards() -> None:
    """Wilds are dearer; cards of the holder count; other fields of that name do not."""

    @attrs.frozen
    class Odd(Action):
        cards: object = 3

    assert price(Buy({"red": 2})) == 2.0
    assert price(ttrkit.PayTunnel(cards(red=1), cards(wild=1))) == pytest.approx(2.8)
    assert price(Odd()) == 0.0
