"""Texts of messages: cut where they are too long, counted, listed, and taken apart."""

import pytest

from ttrkit import _text


@pytest.mark.parametrize("length", [0, 60, 253, 499, 500])
def test_a_text_that_is_not_far_too_long_is_left(length: int) -> None:
    """Up to twice what is kept of longer ones."""
    text = "ab" * length
    assert _text.cut(text[:length]) == text[:length]


def test_of_a_text_that_is_beginning_and_end_are_kept() -> None:
    """Of either as much."""
    text = "a" * 300 + "b" * 300
    assert _text.cut(text) == "a" * 250 + " … " + "b" * 250


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a" * 58, "'" + "a" * 58 + "'"),
        ("a" * 59, "'" + "a" * 56 + "…"),
        ([1, 2], "[1, 2]"),
    ],
)
def test_a_value_in_short(value: object, words: str) -> None:
    """Sixty characters at most; its kind, if it cannot be written."""
    assert _text.short(value) == words
    assert _text.short(10**5000) == "an int"


@pytest.mark.parametrize(
    ("name", "words"), [("a" * 60, '"' + "a" * 60 + '"'), ("a" * 61, '"' + "a" * 57 + '…"')]
)
def test_a_name_in_quotes(name: str, words: str) -> None:
    """Cut off in the same way."""
    assert _text.quoted(name) == words
    assert _text.quoted(5) == "5"


def test_things_are_counted_and_listed() -> None:
    """One of them is no plural; what is listed stands there once."""
    assert [_text.counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert _text.counted(3, "city", "cities") == "3 cities"
    assert _text.listed(["b", "a", "b", 3]) == "b, a, 3"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("St. Louis", "st-louis"),
        ("Zürich (West)", "zurich-west"),
        ("東京 駅", "東京-駅"),
        ("Route 66", "route-66"),
        ("66", "66"),
        ("…", ""),
    ],
)
def test_slugs(name: str, slug: str) -> None:
    """Plain letters and digits, if there are any."""
    assert _text.slug(name) == slug


def test_what_was_meant() -> None:
    """The nearest word, whatever its accents; none if all are far."""
    assert _text.nearest("Munchen", ["Zürich", "München"]) == "München"
    assert _text.nearest("Oslo", ["Zürich", "München"]) is None


@pytest.mark.parametrize("number", ["7", 7])
def test_digits_are_a_whole_number(number: object) -> None:
    """Keys of JSON are text."""
    assert _text.whole(number) == 7


@pytest.mark.parametrize("number", ["-7", "7.0", "", "1" * 10, "٣", 7.0, True, None])
def test_all_else_is_none(number: object) -> None:
    """Nor are too many digits."""
    with pytest.raises(TypeError, match="a whole number is wanted, not "):
        _text.whole(number)
