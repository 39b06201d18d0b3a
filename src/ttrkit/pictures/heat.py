"""The scale of a picture that is coloured by figures."""

from __future__ import annotations

from collections.abc import Mapping

from ttrkit.board import Route
from ttrkit.pictures.palette import HEAT


class Scale:
    """Colours for figures, from the least to the greatest."""

    def __init__(self, values: Mapping[str | Route, float]) -> None:
        self.values = values
        self.low = min(values.values(), default=0.0)
        self.high = max(values.values(), default=1.0)

    def colour(self, value: float) -> str:
        """The colour of a figure, between those of the scale."""
        span = self.high - self.low
        share = (value - self.low) / span if span else 1.0
        place = share * (len(HEAT) - 1)
        at = min(int(place), len(HEAT) - 2)
        one, other = _parts(HEAT[at]), _parts(HEAT[at + 1])
        mixed = [round(a + (b - a) * (place - at)) for a, b in zip(one, other, strict=True)]
        return "#" + "".join(f"{each:02x}" for each in mixed)

    def words(self, value: float) -> str:
        """A figure in a few digits."""
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
