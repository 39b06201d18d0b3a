"""Tickets: the rule that deals, draws and scores them, and the hidden tickets."""

from ttrkit.parts.tickets.rule import Tickets

__all__ = ["Tickets"]
