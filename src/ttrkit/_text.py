"""Text helpers for ids and messages: slugs, spelling hints, lists, checked numbers."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

_ENOUGH: Final = 100  # characters to compare: the comparison takes quadratic time


def slug(name: str) -> str:
    """Reduce a name to lower-case letters and digits joined by hyphens: "St. Louis" → "st-louis".

    Accents are dropped. A name without any ASCII letter ("東京") keeps its letters. The slug is
    empty if the name has neither letter nor digit.
    """
    plain = unicodedata.normalize("NFKD", name)
    ascii_only = plain.encode("ascii", "ignore").decode().lower()
    if not re.search("[a-z]", ascii_only) and any(map(str.isalpha, plain)):
        bare = "".join(c for c in plain if not unicodedata.combining(c))
        return re.sub(r"[\W_]+", "-", bare.casefold()).strip("-")
    return re.sub("[^a-z0-9]+", "-", ascii_only).strip("-")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that was most likely meant, or None if no word is similar."""
    from difflib import get_close_matches

    by_slug: dict[str, str] = {}
    for each in known:
        by_slug.setdefault(slug(each[:_ENOUGH]), each)
    near = get_close_matches(slug(word[:_ENOUGH]), by_slug, n=1)
    return by_slug[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint such as ` (did you mean "Danzig"?)`, or nothing if no word is similar."""
    near = nearest(word, known)
    return f' (did you mean "{near}"?)' if near is not None else ""


def listed(words: Iterable[object]) -> str:
    """Join the words with commas, each once, in the order given."""
    return ", ".join(dict.fromkeys(map(str, words)))


def is_whole(number: object) -> bool:
    """Whether this is a whole number (True and False are not)."""
    return isinstance(number, int) and not isinstance(number, bool)


def checked_seat(seat: int, seats: int, what: str) -> int:
    """Return the seat; ValueError if it is not a number from 0 to `seats` - 1."""
    if not is_whole(seat) or seat not in range(seats):
        raise ValueError(f"{what}: the seats are 0 to {seats - 1}, not {seat!r}")
    return seat


def whole(number: Any) -> int:
    """Return a whole number; digits as text are accepted, because JSON keys are text."""
    if isinstance(number, str) and number.isascii() and number.isdigit() and len(number) < 10:
        return int(number)
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"a whole number is wanted, not {short(number)}")
    return number


def short(value: Any) -> str:
    """The `repr` of a value for a message, cut off if it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number too long to print, a structure too deep
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"
