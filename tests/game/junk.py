"""Whatever a careless or a spiteful program may hand to a game in place of an action."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import attrs

import ttrkit
from ttrkit import Action, Cards, ClaimRoute, Route, Ticket
from ttrkit.events import Unseen

put: Callable[[object, str, object], None] = object.__setattr__
"""Changes what is frozen."""


class Spite(Exception):
    """What spiteful objects raise."""


def _spite(*_: object, **__: object) -> NoReturn:
    raise Spite


NASTY = "repr str hash eq ne lt class getattribute getattr len iter bool index contains format"


def spiteful(*bases: type) -> list[type[Any]]:
    """Classes with these bases, each with a method that raises, and one in which all do."""
    methods = {f"__{n}__": property(_spite) if n == "class" else _spite for n in NASTY.split()}
    each = [type("Spiteful", bases, {name: method}) for name, method in methods.items()]
    return [*each, type("Spiteful", bases, methods)]


class Meta(type):
    """A type that will not be asked for anything, not even for its name."""

    __hash__ = _spite
    __eq__ = _spite
    __repr__ = _spite
    __getattribute__ = _spite


class Yes:
    """Agrees to everything: equal to all, with every attribute."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class LyingText(str):
    """Text that is equal to any other, with the hash of another."""

    as_if: str

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.as_if)


class LyingCards(Cards):
    """Cards that pretend to be others wherever they are compared, counted or looked up."""

    as_if: Cards

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(self.as_if)

    def __getattribute__(self, name: str) -> Any:
        if name in ("as_if", "__class__") or name.startswith("_"):
            return object.__getattribute__(self, name)
        return getattr(self.as_if, name)


class LyingTuple(tuple[Any, ...]):
    """A tuple that holds other things than it says."""

    as_if: tuple[Any, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.as_if)

    def __contains__(self, item: object) -> bool:
        return True


class LyingRoute(Route):
    """A route that is equal to any other."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Route.__hash__


class LyingTicket(Ticket):
    """A ticket that is equal to any other."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Ticket.__hash__


def liar(kind: type[Any], as_if: object, *args: object) -> Any:
    """Something that pretends to be another."""
    made = kind(*args)
    put(made, "as_if", as_if)
    return made


def nested(depth: int) -> list[Any]:
    """A list in a list in a list, and so on."""
    out: list[Any] = []
    for _ in range(depth):
        out = [out]
    return out


def changed(thing: Any, **fields: object) -> Any:
    """A copy with other values in some fields, whatever its class says to that."""
    made = copy.copy(thing)
    for name, value in fields.items():
        put(made, name, value)
    return made


def things() -> Iterator[Any]:
    """Things that are no actions at all."""
    yield from (None, True, 0, -1, 10**5000, -(10**5000), 1.5, float("nan"), 1j, "", "pass", b"x")
    yield from ("a" * 10**6, nested(100_000), [*range(10**4)], {1: 2}, {"kind": []}, (), [], {})
    yield from (set(), object(), object, type, Action, ClaimRoute, ttrkit.Pass, Ticket, Meta)
    yield from (NotImplemented, ..., lambda: None, _spite, range(9), Yes(), Yes, ttrkit)
    yield from (type.__call__(Meta("Hidden", (), {})), Meta("Hidden", (), {}))
    yield from (ttrkit.cards(red=1), ttrkit.get_variant("usa"), ttrkit.get_variant("usa").board)
    yield from (kind() for kind in spiteful())
    loop: list[Any] = []
    loop.append(loop)
    yield from (loop, [spiteful()[0]()], spiteful())


def odd_actions() -> Iterator[Any]:
    """Actions of kinds that no game asks for, and unfinished ones of all kinds."""
    yield from (Action(), Unseen("ClaimRoute", 1), Unseen("Pass"))
    yield from (kind() for kind in spiteful(Action))
    for kind in EVERY_KIND:
        if attrs.fields(kind):
            yield object.__new__(kind)  # without any field
        yield from (object.__new__(each) for each in [type("Sub", (kind,), {}), *spiteful(kind)])


EVERY_KIND: tuple[type[Any], ...] = (
    *(ttrkit.ClaimRoute, ttrkit.DrawFaceUp, ttrkit.DrawBlind, ttrkit.DrawTickets),
    *(ttrkit.KeepTickets, ttrkit.Pass, ttrkit.BuildStation, ttrkit.PayTunnel),
    *(ttrkit.LeaveTunnel, ttrkit.PlaceCard, ttrkit.ShareTickets),
)


def spoilt(action: Action) -> Iterator[Any]:
    """A legal action with one of its fields changed to something that cannot be right."""
    kind: Any = type(action)
    fields = attrs.fields(kind)
    yield from (_again(each, action) for each in [type("Sub", (kind,), {}), *spiteful(kind)])
    for field in fields:
        value = getattr(action, field.name)
        for junk in (*_anything(), *_like(value)):
            yield changed(action, **{field.name: junk})
        missing = copy.copy(action)
        object.__delattr__(missing, field.name)
        yield missing


def _again(kind: type[Any], action: Any) -> Any:
    """The same in another class."""
    made: Any = object.__new__(kind)
    for field in attrs.fields(type(action)):
        put(made, field.name, getattr(action, field.name))
    return made


def _anything() -> Iterator[Any]:
    yield from (10**5000, -1.5, [1], {}, nested(10_000), object(), Yes(), Yes, "x" * 10**5, b"")
    yield from (kind() for kind in spiteful())


def _like(value: Any) -> Iterator[Any]:
    """Things that look like a value, and are not."""
    if isinstance(value, str):
        yield liar(LyingText, value, "moustache")
        yield LyingText(value)
        yield f"{value} "
    if isinstance(value, Cards):
        yield liar(LyingCards, value, bytes(9))
        yield liar(LyingCards, value, bytes([9] * 9))
        yield changed(value, counts=b"")
        yield changed(value, counts=b"\xff" * 9)
        yield changed(value, counts=[*value.counts])
        yield dict(value)
    if isinstance(value, Route | Ticket):
        yield from (changed(value, id=junk) for junk in _anything())
        yield from (changed(value, a=junk) for junk in _anything())
        yield changed(value, b="moustache")
        other: Any = LyingRoute if isinstance(value, Route) else LyingTicket
        yield other(value.id, "a", "b", *([value.colour, 1] if isinstance(value, Route) else [1]))
        yield _again(other, value)
        yield value.id
    if isinstance(value, tuple):
        yield liar(LyingTuple, value, (1, 2))
        yield [*value]
        yield (*value, *value)
        for junk in (*_anything(), *(like for each in value[:1] for like in _like(each))):
            yield (*value[1:], junk)
