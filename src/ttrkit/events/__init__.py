"""The events of a game: actions, their outcomes, chance (shuffles), and the history."""

from ttrkit.events.actions import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    Relation,
    Unseen,
    keep_sorted,
    sorted_tickets,
)
from ttrkit.events.chance import Chance, ScriptedChance, ScriptError
from ttrkit.events.history import Cell, Event, History, Private, events
from ttrkit.events.outcomes import Dealt, Drawn, Outcome, OutOfSight, Shuffled, TurnedUp

__all__ = [
    "Action",
    "Cell",
    "Chance",
    "ClaimRoute",
    "Dealt",
    "DrawBlind",
    "DrawFaceUp",
    "DrawTickets",
    "Drawn",
    "Event",
    "History",
    "KeepTickets",
    "OutOfSight",
    "Outcome",
    "Pass",
    "Private",
    "Relation",
    "ScriptError",
    "ScriptedChance",
    "Shuffled",
    "TurnedUp",
    "Unseen",
    "events",
    "keep_sorted",
    "sorted_tickets",
]
