"""Claiming routes: the rule, the prices of the routes, and the list of possible claims."""

from ttrkit.parts.claiming.rule import Claiming

__all__ = ["Claiming"]
