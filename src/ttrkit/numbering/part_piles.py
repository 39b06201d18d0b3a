"""The piles of the rule parts, as numbers: what is seen of each, and how many things lie in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ttrkit.colours import CARD_COLOURS
from ttrkit.hooks import Feature
from ttrkit.numbering.seating import seat_order, team_order

if TYPE_CHECKING:
    from ttrkit.engine import Engine, PileSpec

MOST = 255  # a number of things is stored in a byte; more are put there


def pile_blocks(engine: Engine, players: int) -> Iterator[PileBlock]:
    """A block for every pile that the parts declare."""
    seating = engine.seating(players)
    for number, view in enumerate(seating.views[0]):
        orders = [_order(view.spec, seating.teams, seat) for seat in range(players)]
        shown: set[int] = set()
        for seat, order in enumerate(orders):
            seen = seating.views[seat][number].seen
            shown.update(place for place, at in enumerate(order) if at in seen)
        all_seen = [
            [by_seat[number].seen for by_seat in views]
            for views in (seating.views, seating.final_views)
        ]
        yield PileBlock(
            engine, number, view.spec, orders=orders, shown=frozenset(shown), seen=all_seen
        )


def _order(spec: PileSpec, teams: Sequence[Sequence[int]], seat: int) -> tuple[int, ...]:
    """The places of a pile's owners among all, as the seat counts them."""
    if spec.per == "game":
        return (0,)
    return seat_order(teams, seat) if spec.per == "seat" else team_order(teams, seat)


class PileBlock:
    """The numbers of one kind of pile, owner by owner: the size, then the content if it is seen."""

    def __init__(
        self,
        engine: Engine,
        number: int,
        spec: PileSpec,
        *,
        orders: Sequence[tuple[int, ...]],
        shown: frozenset[int],
        seen: Sequence[Sequence[tuple[int, ...]]],
    ) -> None:
        self._number = number
        self._spec = spec
        self._shown = shown  # places, counted from the seat, whose content somebody there sees
        self._looks = [
            [_looks(order, owners, shown) for order, owners in zip(orders, by_seat, strict=True)]
            for by_seat in seen  # in the course of the game, and when it is over
        ]
        self._labels = _labels(engine, spec)
        self._most = MOST if spec.stock is not None else max(engine.variant.deck.counts)
        self._is_counted = spec.is_counted
        self._is_of_tickets = spec.kind == "tickets"
        self.is_of_own_tickets = self._is_of_tickets and spec.per != "game"
        """Whether a seat or a team has its own tickets in it."""
        self._empty = bytes(len(self._labels))
        self.name = f"pile: {spec.name}"
        self.features = tuple(self._features(len(orders[0])))
        self._nothing = bytes(len(self.features))

    def _features(self, owners: int) -> Iterator[Feature]:
        for place in range(owners):
            whose = "" if self._spec.per == "game" else f" of {self._spec.per} +{place}"
            what = f"{self._spec.name}{whose}"
            yield Feature(f"{what}: how many", 0, MOST)
            if place in self._shown:
                most = 1 if self._is_of_tickets else self._most
                for label in self._labels:
                    yield Feature(f"{what}: {label}", 0, most)

    def read(self, piles: Sequence[Any], seat: int, over: bool) -> bytes:
        """The numbers of the pile as this seat sees it; `over`: when the game is over."""
        sizes, contents = piles[self._number]
        if sizes is not None and not any(sizes):
            return self._nothing
        out = []
        for owner, at, is_shown in self._looks[over][seat]:
            content = () if at is None else contents[at]
            if sizes is not None:
                size = sizes[owner]
            else:
                size = sum(content) if self._is_counted else len(content)
            out.append(_BYTES[size] if size < MOST else _BYTES[MOST])
            if is_shown:
                out.append(self._content(content) if size and content else self._empty)
        return b"".join(out)

    def _content(self, content: Sequence[int]) -> bytes | bytearray:
        if self._is_counted:
            try:
                return bytes(content)
            except ValueError:  # a number of things is more than a byte holds
                return bytes([min(n, MOST) for n in content])
        counts = bytearray(len(self._labels))
        for number in content:
            counts[number] += 1
        return counts

    def own_tickets(self, piles: Sequence[Any], seat: int, over: bool) -> tuple[int, ...]:
        """The tickets in the pile of the seat, or of its team, as far as it sees them."""
        sizes, contents = piles[self._number]
        owner, at, _ = self._looks[over][seat][0]
        if at is None or (sizes is not None and not sizes[owner]):
            return ()
        own: tuple[int, ...] = contents[at]
        return own


def _looks(
    order: Sequence[int], seen: Sequence[int], shown: frozenset[int]
) -> list[tuple[int, int | None, bool]]:
    """By place: the owner, where its content is among those seen, and whether that is shown."""
    return [
        (owner, seen.index(owner) if owner in seen else None, place in shown)
        for place, owner in enumerate(order)
    ]


_BYTES = tuple([bytes([number]) for number in range(MOST + 1)])


def _labels(engine: Engine, spec: PileSpec) -> tuple[str, ...]:
    """What each number of a content counts."""
    if spec.stock is not None:
        return spec.stock.kinds
    if spec.kind == "cards":
        return tuple([colour.value for colour in CARD_COLOURS])
    return tuple(map(str, engine.board.tickets))
