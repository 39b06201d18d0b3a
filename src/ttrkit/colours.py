"""The colours of cards and routes."""

from enum import StrEnum
from typing import Final

from ttrkit._text import did_you_mean, listed, plain_text, quoted, short

__all__ = ["CARD_COLOURS", "PLAIN_COLOURS", "Colour", "as_colour"]


class Colour(StrEnum):
    """A colour of a card or a route; equal to its own name as a string.

    A card has one of the eight plain colours or is wild (a locomotive). A route has a plain colour
    or is grey.
    """

    PURPLE = "purple"
    BLUE = "blue"
    ORANGE = "orange"
    WHITE = "white"
    GREEN = "green"
    YELLOW = "yellow"
    BLACK = "black"
    RED = "red"
    WILD = "wild"
    GREY = "grey"

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


CARD_COLOURS: Final[tuple[Colour, ...]] = tuple(Colour)[:9]
"""The colours a card may have; the index of a colour is the card's number (wild is 8)."""

PLAIN_COLOURS: Final[tuple[Colour, ...]] = CARD_COLOURS[:8]
"""The card colours without wild."""

_BY_NAME = {colour.value: colour for colour in Colour}
_ALSO_CALLED = {"gray": Colour.GREY, "pink": Colour.PURPLE, "locomotive": Colour.WILD}


def as_colour(value: str) -> Colour:
    """Return the colour with this name.

    Raises:
        ValueError: no colour has this name; the message lists the colours.
        TypeError: it is no text at all.
    """
    if type(value) is Colour:
        return value
    name = plain_text(value)
    if type(name) is not str:
        raise TypeError(f'a colour is wanted, such as "red", not {short(value)}')
    if name in _BY_NAME:
        return _BY_NAME[name]
    also = _ALSO_CALLED.get(name.lower())
    hint = f' (did you mean "{also}"?)' if also else did_you_mean(name, Colour)
    raise ValueError(f"no colour {quoted(name)}{hint}; the colours are {listed(Colour)}")
