"""Claiming routes: the rule."""

from ttrkit.parts.claiming.rule import Claiming

__all__ = ["Claiming"]
