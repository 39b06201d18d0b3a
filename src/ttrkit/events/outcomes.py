"""The outcomes of actions, by chance or out of sight, and who sees them."""

from __future__ import annotations

import attrs

from ttrkit.board import Ticket
from ttrkit.colours import Colour
from ttrkit.events.actions import Relation


class Outcome:
    """A result of an action that came about by chance or out of sight."""

    __slots__ = ()

    def seen_by(self, who: Relation) -> Outcome | None:
        """The outcome as this observer sees it; None if nothing of it is seen."""
        return None


@attrs.frozen
class Drawn(Outcome):
    """The card that was drawn blind: known only to the seat that drew it."""

    colour: Colour

    def seen_by(self, who: Relation) -> Outcome | None:
        return self if who == "own" else None


@attrs.frozen
class TurnedUp(Outcome):
    """Cards turned up from the deck, for all to see."""

    colours: tuple[Colour, ...]

    def seen_by(self, who: Relation) -> Outcome | None:
        return self


@attrs.frozen
class Dealt(Outcome):
    """Tickets taken from the deck: known only to the seat that took them."""

    tickets: tuple[Ticket, ...]

    def seen_by(self, who: Relation) -> Outcome | None:
        return self if who == "own" else OutOfSight("tickets dealt", len(self.tickets))


@attrs.frozen
class OutOfSight(Outcome):
    """A hidden outcome: only its kind and its count are known."""

    what: str
    count: int

    def seen_by(self, who: Relation) -> Outcome | None:
        return self


@attrs.frozen
class Shuffled(Outcome):
    """The shuffle of a pile; `order` lists its cards or tickets by number, the top one last."""

    pile: str
    order: tuple[int, ...] = attrs.field(repr=lambda order: f"<{len(order)}>")

    def seen_by(self, who: Relation) -> Outcome | None:
        return OutOfSight(f"{self.pile} shuffled", len(self.order))
