"""A source to put faults into."""

TOY = b'''"""A toy."""

from __future__ import annotations


def toll(cards: int, wilds: int = 0) -> int:
    """What it costs."""
    if cards > 4 and not wilds:
        return cards - 1
    return max(cards, wilds)


def unheard() -> str:
    return "nothing"
'''
