"""Hooks for the course of a game: its set-up, the market, drawn cards, the end of a turn."""

from typing import TYPE_CHECKING

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.engine import Engine, State
    from ttrkit.variant import Variant


class TurnHooks:
    """The course of a game: preparation, set-up, and what happens in every turn."""

    @hook("all")
    def why_unfit(self, variant: "Variant") -> str | None:
        """The reason why the rule cannot be used with the numbers of this variant, or None.

        Asked when the variant is made, before the part is bound.
        Example: `return None if variant.draws > 1 else "draws: 2 or more are wanted"`.
        """
        return None

    @hook("all", changes="the set-up")
    def prepare(self, engine: "Engine") -> None:
        """Build lookup tables, once per variant, after all parts are bound."""

    @hook("all", changes="the set-up")
    def init_slot(self, state: "State") -> None:
        """Give the part's slot its starting values, in new games and set-up positions.

        It runs once for many games, so it must not shuffle: `set_up` may.

        Example: `self.slot_of(state).left = [self.count] * state.seats`.
        """

    @hook("all", changes="the set-up")
    def set_up(self, state: "State") -> None:
        """Prepare a new game: shuffle, deal, push first decisions."""

    @hook("all")
    def in_ticket_deck(self, ticket: "Ticket") -> bool:
        """Whether a ticket belongs in the ticket deck; all parts must agree.

        Example: `return ticket.kind != "long"`.
        """
        return True

    @hook("first", changes="the set-up")
    def store_drawn_card(
        self, state: "State", seat: int, card: int, *, face_up: bool, is_last: bool
    ) -> bool:
        """Store a drawn card elsewhere than in the hand; True if the part has done so.

        `is_last`: this turn gives no further card.
        """
        return False

    @hook("all", changes="the game")
    def refill_market(self, state: "State") -> bool:
        """Called before a decision, until a part answers True: the market is in order.

        It is called again after `state.market` is replaced by another tuple.
        """
        return False

    @hook("all", changes="the game")
    def before_decision(self, state: "State") -> None:
        """Called before every decision. Example: the discards are shuffled early."""

    @hook("all", changes="the game")
    def end_turn(self, state: "State", seat: int) -> None:
        """The turn is over; its decisions are all answered."""
