"""Tickets: the rule."""

from ttrkit.parts.tickets.rule import Tickets

__all__ = ["Tickets"]
