"""Flags: cards of certain routes are laid open until they form a flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit._text import checked_list, plain_int, whole_from
from ttrkit.colours import PLAIN_COLOURS, Colour, as_colour
from ttrkit.engine import card_pile
from ttrkit.hooks import Part, Piece, by_owner
from ttrkit.payment import CARD_NUMBER, Cards

if TYPE_CHECKING:
    from ttrkit.board import Board, Route
    from ttrkit.engine import Engine, State
    from ttrkit.payment import Payment


def _colours(names: Iterable[str]) -> tuple[Colour, ...]:
    return tuple(as_colour(name) for name in checked_list(names, "flags: a list of colours"))


def _flag(_part: object, _field: object, colours: tuple[Colour, ...]) -> None:
    if not colours or len(set(colours)) < len(colours) or not set(colours) <= set(PLAIN_COLOURS):
        named = ", ".join(colour.value for colour in colours) or "nothing"
        raise ValueError(f"a flag has plain colours, each once, not {named}")


@attrs.define
class FlagSlot:
    """The cards that each seat has laid open."""

    laid: list[list[int]] = card_pile(per="seat", seen="all")


@attrs.define(slots=False)
class Flags(Part):
    """Claiming a route of a flag's colour lays one card open (PA-50 to PA-52, GAP-26).

    Wilds are never laid open, and each colour only once. A flag that is complete at the end of a
    turn scores, and its cards are discarded. Then a new flag may be started.
    """

    labels = ("flags",)
    slot = FlagSlot
    keywords = ("flags",)
    seat_fields = ("flags",)

    colours: tuple[Colour, ...] = attrs.field(
        default=(Colour.BLUE, Colour.WHITE, Colour.RED), converter=_colours, validator=_flag
    )
    points: int = attrs.field(default=4, converter=plain_int, validator=whole_from(0))

    def prepare(self, engine: Engine) -> None:
        self._flag = tuple(CARD_NUMBER[colour] for colour in self.colours)
        self._card_of = {
            route.id: CARD_NUMBER[route.colour]
            for route in engine.board.routes
            if route.colour in self.colours
        }

    def after_claim(self, state: State, seat: int, route: Route, payment: Payment) -> None:
        card = self._card_of.get(route.id)
        if card is None or not payment.total.counts[card]:
            return
        laid = state.slots[self._slot_index].laid[seat]
        if not laid[card]:
            state.discards[card] -= 1  # the payment has just been put there
            laid[card] = 1

    def end_turn(self, state: State, seat: int) -> None:
        laid = state.slots[self._slot_index].laid[seat]
        for card in self._flag:
            if not laid[card]:
                return
        for card in self._flag:
            laid[card] = 0
            state.discards[card] += 1
        state.award(seat, self.points, "flags")

    def seat_field(self, state: State, seat: int, name: str) -> Cards:
        """The cards that the seat has laid open."""
        return Cards(bytes(self.slot_of(state).laid[seat]))

    def set_position(self, state: State, keyword: str, value: Any) -> None:
        """Lay cards open: `flags={0: ["blue", "white"]}`."""
        for seat, names in by_owner(value, state.seats, keyword):
            for colour in _colours(names):
                laid = self.slot_of(state).laid[seat]
                if colour not in self.colours or laid[CARD_NUMBER[colour]]:
                    flag = ", ".join(colour.value for colour in self.colours)
                    raise ValueError(f"flags[{seat}]: {colour.value}: a flag is one each of {flag}")
                laid[CARD_NUMBER[colour]] = 1
            if self._is_complete(self.slot_of(state).laid[seat]):
                raise ValueError(
                    f"flags[{seat}]: a complete flag scores at the end of the turn, "
                    "and its cards are discarded: name fewer colours"
                )

    def _is_complete(self, laid: list[int]) -> bool:
        return all(laid[card] for card in self._flag)

    def drawn_pieces(self, board: Board, shown: Mapping[str, Any]) -> Iterator[Piece]:
        """A flag on every route whose card can be laid open."""
        for route in board.routes:
            if route.colour in self.colours:
                yield Piece(
                    route, "flag", title="lays a card open for a flag", colours=self.colours
                )

    def check_state(self, state: State) -> None:
        """Cards of the flag alone, each once; a complete flag only in a turn that goes on."""
        goes_on = state.decision is not None and state.decision[0] is not self.engine.loop.turn
        for seat, laid in enumerate(self.slot_of(state).laid):
            if any(n > (card in self._flag) for card, n in enumerate(laid)):
                raise ValueError("other cards than those of a flag lie open, or one lies twice")
            if self._is_complete(laid) and not (goes_on and seat == state.seat):
                raise ValueError("a flag is complete that has not scored")
