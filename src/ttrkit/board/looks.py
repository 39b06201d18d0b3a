"""How cities and routes look in pictures: the side of a name, and the bend of a route."""

from typing import Any, Final

import attrs

from ttrkit._text import kind_of, one_of, plain_text, short

LABEL_PLACES: Final = (
    "",
    "above",
    "below",
    "left",
    "right",
    "above left",
    "above right",
    "below left",
    "below right",
)
"""The sides of a city on which a picture may have its name; empty: wherever there is room."""

MAX_BEND: Final = 0.6
"""The most that a route may bulge in a picture, as a share of its straight length."""


def label_field() -> Any:
    """A field for the side of a city's name, which does not count for equality."""
    return attrs.field(
        default="", eq=False, converter=plain_text, validator=one_of(LABEL_PLACES), kw_only=True
    )


def bend_field() -> Any:
    """A field for the bend of a route, which does not count for equality."""
    return attrs.field(default=None, eq=False, validator=_is_bend, kw_only=True)


def _is_bend(instance: object, field: Any, value: Any) -> None:
    """A validator of bends: None, or a number that is not too large."""
    if value is None:
        return
    what = f"{kind_of(instance)}.{field.name}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{what}: a number is wanted, not {short(value)}")
    if not abs(value) <= MAX_BEND:
        raise ValueError(f"{what}: from -{MAX_BEND} to {MAX_BEND} is wanted, not {short(value)}")
