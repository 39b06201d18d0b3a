"""Text helpers for ids and messages: slugs, spelling hints, lists; checked numbers and fields."""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index
from typing import Any, Final

_MOST: Final = 250  # characters of a message at either end
DIGITS: Final = 16  # of a digest
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


def digest(text: str) -> str:
    """A short digest of a text, the same on every machine."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str | None:
    """Return the known word that was most likely meant, or None if no word is similar."""
    from difflib import get_close_matches

    by_slug: dict[str, str] = {}
    for each in known:
        by_slug.setdefault(slug(each[:_ENOUGH]), each)
    near = get_close_matches(slug(word[:_ENOUGH]), by_slug, n=1, cutoff=alike)
    return by_slug[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint such as ` (did you mean "Danzig"?)`, or nothing if no word is similar."""
    near = nearest(word, known)
    return f' (did you mean "{near}"?)' if near is not None else ""


def listed(words: Iterable[object]) -> str:
    """Join the words with commas, each once, in the order given."""
    return ", ".join(dict.fromkeys(map(str, words)))


def counted(n: int, what: str, many: str | None = None) -> str:
    """A number of things: `1 card`, `2 cards`; `many` is a plural that is not made by an s."""
    return f"{n} {what}" if n == 1 else f"{n} {many or what + 's'}"


def as_whole(number: object) -> int | None:
    """A plain `int` of whatever `operator.index` takes; None for all else, True and False too."""
    try:
        return None if type(number) is bool else index(number)  # type: ignore[arg-type]
    except Exception:  # the number may be anything
        return None


def is_whole(number: object) -> bool:
    """Whether this is a whole number (True and False are not)."""
    return as_whole(number) is not None


def checked_whole(number: object, what: str, least: int, most: int | None = None) -> int:
    """Return a whole number; TypeError or ValueError if it is none, or out of these bounds."""
    whole = as_whole(number)
    if whole is not None and whole >= least and (most is None or whole <= most):
        return whole
    bounds = f"from {least}" if most is None else f"from {least} to {most}"
    kind = TypeError if whole is None else ValueError
    raise kind(f"{what}: a whole number {bounds} is wanted, not {short(number)}")


def checked_list(items: Any, what: str) -> list[Any]:
    """Return the items of anything but text; TypeError says `what` is wanted if there are none."""
    if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
        raise TypeError(f"{what} is wanted, not {short(items)}")
    return list(items)


def checked_seat(seat: object, seats: int, what: str) -> int:
    """Return the seat; ValueError if it is not a number from 0 to `seats` - 1."""
    number = as_whole(seat)
    if number is None or not 0 <= number < seats:
        raise ValueError(f"{what}: the seats are 0 to {seats - 1}, not {short(seat)}")
    return number


def whole(number: Any) -> int:
    """Return a whole number; digits as text are accepted, because JSON keys are text."""
    if isinstance(number, str) and number.isascii() and number.isdigit() and len(number) < 10:
        return int(number)
    found = as_whole(number)
    if found is None:
        raise TypeError(f"a whole number is wanted, not {short(number)}")
    return found


def short(value: Any) -> str:
    """The `repr` of a value for a message, cut off if it is long."""
    try:
        text = repr(value)
    except Exception:  # a number too long to print, a structure too deep, any fault of its own
        kind = kind_of(value)
        return f"{'an' if kind[:1] in 'aeiouAEIOU' else 'a'} {kind}"
    return text if len(text) <= 60 else f"{text[:57]}…"


def cut(text: str) -> str:
    """The text; if it is far too long for a message, its beginning and its end."""
    return text if len(text) <= 2 * _MOST else f"{text[:_MOST]} … {text[-_MOST:]}"


def quoted(name: object) -> str:
    """A name in quotes for a message, cut off if it is long; anything else as `short` has it."""
    text = plain_text(name)  # type: ignore[arg-type]
    if type(text) is not str:
        return short(name)
    return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}…"'


def kind_of(value: object) -> str:
    """The name of a value's type, which the value has no say in."""
    name: str = _type_name(type(value))
    return name


_type_name = type.__dict__["__name__"].__get__


# The fields of attrs classes: converters, and validators that say what would be right ----------


def plain_int(number: int) -> int:
    """A whole number as a plain `int`; a validator refuses all else."""
    found = as_whole(number)
    return number if found is None else found


def plain_text(text: str) -> str:
    """Text as a plain `str`; a validator refuses all else."""
    return str.__str__(text) if issubclass(type(text), str) else text


def whole_from(least: int, most: int | None = None) -> Callable[[Any, Any, Any], None]:
    """A validator of whole numbers within these bounds."""

    def check(instance: object, field: Any, value: object) -> None:
        checked_whole(value, f"{kind_of(instance)}.{field.name}", least, most)

    return check


def is_text(instance: object, field: Any, value: Any) -> None:
    """A validator of text."""
    if type(value) is not str:
        raise TypeError(f"{kind_of(instance)}.{field.name}: text is wanted, not {short(value)}")


def is_truth(instance: object, field: Any, value: Any) -> None:
    """A validator of True and False."""
    if type(value) is not bool:
        what = f"{kind_of(instance)}.{field.name}"
        raise TypeError(f"{what}: True or False is wanted, not {short(value)}")


def one_of(words: Sequence[str]) -> Callable[[Any, Any, Any], None]:
    """A validator of one of these words."""

    def check(instance: object, field: Any, value: object) -> None:
        if type(value) is not str or value not in words:
            wanted = " or ".join(f'"{word}"' for word in words)
            what = f"{kind_of(instance)}.{field.name}"
            raise ValueError(f"{what}: {wanted} is wanted, not {short(value)}")

    return check


def an(kind: type, *, optional: bool = False, hint: str = "") -> Callable[[Any, Any, Any], None]:
    """A validator of instances of a class, or None if that is allowed too."""

    def check(instance: object, field: Any, value: object) -> None:
        if not issubclass(type(value), kind) and not (optional and value is None):
            what = f"{kind_of(instance)}.{field.name}"
            raise TypeError(f"{what}: a {kind.__name__} is wanted{hint}, not {short(value)}")

    return check
