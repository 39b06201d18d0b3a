"""What came out by chance or out of sight in the course of an action, and who sees it."""

from __future__ import annotations

import attrs

from ttrkit.board import Ticket
from ttrkit.colours import Colour
from ttrkit.events.actions import Relation


class Outcome:
    """Something that came out by chance, or out of sight, in the course of an action."""

    __slots__ = ()

    def seen_by(self, who: Relation) -> Outcome | None:
        """What is seen of it by the seat itself, by its team, by others; None: nothing."""
        return None


@attrs.frozen
class Drawn(Outcome):
    """The card that was drawn blind: known to the seat that drew it alone."""

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
    """Tickets taken from the deck: known to the seat that took them alone."""

    tickets: tuple[Ticket, ...]

    def seen_by(self, who: Relation) -> Outcome | None:
        return self if who == "own" else OutOfSight("tickets dealt", len(self.tickets))


@attrs.frozen
class OutOfSight(Outcome):
    """That something came out, and how much of it, is known; what, is not."""

    what: str
    count: int

    def seen_by(self, who: Relation) -> Outcome | None:
        return self


@attrs.frozen
class Shuffled(Outcome):
    """A pile was shuffled; `order` lists its cards or tickets by number, the last on top."""

    pile: str
    order: tuple[int, ...] = attrs.field(repr=lambda order: f"<{len(order)}>")

    def seen_by(self, who: Relation) -> Outcome | None:
        return OutOfSight(f"{self.pile} shuffled", len(self.order))
