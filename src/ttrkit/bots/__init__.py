"""Bots: players that decide by themselves, from observations alone."""

from ttrkit.bots.greedy import GreedyPlayer

__all__ = ["GreedyPlayer"]
