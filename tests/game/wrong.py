"""Wrong arguments, and what is said about them."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from ttrkit import Variant, get_variant

Words = dict[str, tuple[Callable[[], object], str]]
"""By what is wrong: a call, and how the sentence about it begins."""

USA = get_variant("usa")


def wrong(thing: Any) -> Any:
    """The thing, of a type that mypy does not look at."""
    return thing


def usa(**changes: Any) -> Variant:
    """The edition with other numbers."""
    return attrs.evolve(USA, **changes)


def said_in_words(call: Callable[[], object], words: str) -> None:
    """It is refused in one sentence that begins so, and without tuples of attrs."""
    with pytest.raises((ValueError, TypeError, LookupError)) as caught:
        call()
    said = str(caught.value)
    assert said.startswith(words)
    assert len(said) < 300
    assert "Attribute(" not in said
    assert "\n" not in said
