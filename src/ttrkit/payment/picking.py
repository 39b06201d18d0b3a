"""Picking several items of a sequence at once, at C speed."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

Picker = Callable[[Sequence[Any]], tuple[Any, ...]]


def picker(places: Sequence[int]) -> Picker:
    """What picks the items at these places out of a tuple, as a tuple."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))
