"""The home-made facts of a board: what the parts of a variant declare, and what does not fit it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from ttrkit._text import did_you_mean, listed, quoted, short

if TYPE_CHECKING:
    from ttrkit.board import Board, City, Route, Ticket
    from ttrkit.hooks.part import Part

SCOPES = ("board", "city", "route", "ticket")
"""What may have facts of its own."""

_WORDS = {
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    bool: ("true or false", "true or false"),
    str: ("text", "texts"),
}

Declared = Mapping[str, Mapping[str, Any]]
"""By scope and key: the type of a fact."""


def declared_facts(parts: "Iterable[Part]") -> Declared:
    """The facts that the parts declare in `board_facts`.

    Raises:
        TypeError: a declaration is not of that form.
        ValueError: two parts declare the same fact differently.
    """
    found: dict[str, dict[str, Any]] = {scope: {} for scope in SCOPES}
    by_whom: dict[tuple[str, str], str] = {}
    for part in parts:
        who = type(part).__name__
        for scope, key, kind in _checked(who, part.board_facts):
            known = found[scope].setdefault(key, kind)
            other = by_whom.setdefault((scope, key), who)
            if known != kind:
                raise ValueError(
                    f'{other} and {who} both declare "{key}" of a {scope}, '
                    f"as {in_words(known)} and as {in_words(kind)}"
                )
    return found


def _checked(who: str, declared: Any) -> Iterator[tuple[str, str, Any]]:
    """What a part declares, as scope, key and type; TypeError says what would be right."""
    what = f"{who}.board_facts"
    if not isinstance(declared, Mapping):
        raise TypeError(f'{what}: {{"route": {{"mountain": int}}}} or the like, not {declared!r}')
    for scope, kinds in declared.items():
        if scope not in SCOPES or not isinstance(kinds, Mapping):
            hint = did_you_mean(scope, SCOPES) if isinstance(scope, str) else ""
            wanted = f"facts, by name, of a {' or '.join(SCOPES)} are wanted"
            raise TypeError(f"{what}: {wanted}, not {short(scope)}: {short(kinds)}{hint}")
        for key, kind in kinds.items():
            if not isinstance(key, str) or not key.strip() or not _is_kind(kind):
                wanted = "int, float, bool, str, Literal[…] or tuple[int, ...] is wanted"
                raise TypeError(f"{what}: {short(key)} of a {scope}: {wanted}, not {short(kind)}")
            yield scope, key, kind


def _is_kind(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return all(type(each) in _WORDS for each in get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        return len(inner) == 2 and inner[1] is Ellipsis and _is_kind(inner[0])
    return any(kind is plain for plain in _WORDS)


def in_words(kind: Any, *, many: bool = False) -> str:
    """The type of a fact in a user's words: `a whole number`, `a list of texts`."""
    if get_origin(kind) is Literal:
        return " or ".join(map(_shown, get_args(kind)))
    if get_origin(kind) is tuple:
        return f"{'lists' if many else 'a list'} of {in_words(get_args(kind)[0], many=True)}"
    return _WORDS[kind][many]


def fits(value: object, kind: Any) -> bool:
    """Whether a fact is of a type."""
    if get_origin(kind) is Literal:
        return any(type(value) is type(each) and value == each for each in get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return isinstance(value, tuple) and all(fits(item, inner) for item in value)
    return type(value) is kind or (kind is float and type(value) is int)


def fact_faults(board: "Board", declared: Declared) -> Iterator[str]:
    """The facts of a board that no part declares, or that are of another type, in words."""
    unknown: set[tuple[str, str]] = set()
    for scope, thing in _things(board):
        for key, value in thing.extra.items():
            kind = declared[scope].get(key)
            if kind is None:
                if (scope, key) not in unknown:  # the others would be told alike
                    yield f"{_named(scope, thing)}: {_undeclared(scope, key, declared)}"
                unknown.add((scope, key))
            elif not fits(value, kind):
                must = f"{key} must be {in_words(kind)}, not {_shown(value)}"
                yield f"{_named(scope, thing)}: {must}"


def _things(board: "Board") -> "Iterator[tuple[str, Board | City | Route | Ticket]]":
    yield "board", board
    for scope, things in (
        ("city", board.cities),
        ("route", board.routes),
        ("ticket", board.tickets),
    ):
        for thing in things:
            yield scope, thing


def _named(scope: str, thing: Any) -> str:
    if scope == "board":
        return "the board"
    if scope == "route":
        which = f" ({thing.id})" if thing.group is not None else ""
        return f"route {thing.a}–{thing.b}{which}"
    return f"{scope} {thing}"


def _undeclared(scope: str, key: str, declared: Declared) -> str:
    elsewhere = [other for other in SCOPES if key in declared[other]]
    if elsewhere:
        return f"{quoted(key)} is a fact of a {' or '.join(elsewhere)}, not of a {scope}"
    known = declared[scope]
    there = f"of a {scope} they declare {listed(known)}"
    if not any(declared.values()):
        there = "board.without_extra() leaves such facts out"
    elif not known:
        there = f"of a {scope} they declare nothing"
    return f"no part declares {quoted(key)}{did_you_mean(key, known)}; {there}"


def _shown(value: Any) -> str:
    """A fact as a board file has it."""
    if type(value) is bool:
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return quoted(value)
