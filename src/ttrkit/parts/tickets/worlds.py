"""Hidden tickets dealt anew: every deal that could be, each as likely as it is.

The way of the tickets is followed from the set-up on (`paths`). All decks were shuffled evenly, so
tickets that the seat cannot tell apart are dealt in any order. A game that began with a position
has no past to tell where its tickets came from: there, all deals that the rules allow are equally
likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, prod
from operator import sub
from typing import TYPE_CHECKING, Any

from ttrkit.events import DrawTickets
from ttrkit.knowledge import in_random_order, numbers_of
from ttrkit.parts.tickets.choices import Choices
from ttrkit.parts.tickets.paths import (
    ORDINARY,
    OUT,
    Misfit,
    Sharing,
    TicketPaths,
    Token,
    dealt_in,
    keeping_in,
)

if TYPE_CHECKING:
    from random import Random

    from ttrkit.engine import State
    from ttrkit.events import Cell
    from ttrkit.knowledge import Knowledge, Observation
    from ttrkit.parts.tickets.secrets import TicketSecrets

ANY = -1_000  # the kind of the tickets that were there at the start of a position


class TicketWorlds:
    """All deals of the hidden tickets of one observation; Misfit if they cannot be followed."""

    def __init__(self, rule: TicketSecrets, observation: Observation, knowledge: Knowledge) -> None:
        self._rule = rule
        self._engine = rule.engine
        self._numbers = numbers = numbers_of(observation)
        self._kinds = rule.kinds
        self._teams = rule.engine.seating(len(numbers.trains)).teams
        self._find_piles()
        self._start = ORDINARY  # the kind of the tickets at the start of a position
        noted: list[Any] = knowledge.noted.get("tickets", [])
        self._is_set_up = numbers.hidden_since >= 0 or any(map(_is_first, noted))
        if not self._is_set_up and len(self._engine.ticket_stock) < len(self._kinds):
            self._start = ANY
        self._paths = self._followed(noted, observation.history.memory)
        self._find_hidden()

    def _find_piles(self) -> None:
        """Find all piles of tickets besides deck and box, and what the seat sees of them.

        They come in the order of `_piles`: hands, tickets to choose from, and those of teams.
        """
        numbers = self._numbers
        seats = len(numbers.trains)
        own = numbers.tickets[: numbers.ticket_counts[numbers.seat]]
        self._sizes = list(numbers.ticket_counts)
        self._contents: dict[int, Sequence[int]] = {numbers.seat: own}  # by number of the pile
        if numbers.shown_tickets is not None:
            self._contents = dict(enumerate(numbers.shown_tickets))
        self._shared_pile = ""
        shared_sizes: Sequence[int] = ()
        for (_, spec, owners, seen), (sizes, contents) in zip(
            numbers.views, numbers.piles, strict=True
        ):
            if spec.kind != "tickets":
                continue
            first = seats
            if spec.per == "team" and not self._shared_pile:
                self._shared_pile = spec.name
                first += seats
                shared_sizes = sizes or [0] * len(owners)
            elif spec.name != "drawn" or sizes is None:
                raise Misfit
            else:
                self._sizes += sizes
            for at, content in zip(seen, contents, strict=True):
                self._contents[first + at] = content
        self._sizes += shared_sizes

    # The past ----------------------------------------------------------------------------------

    def _followed(self, noted: Sequence[Any], memory: dict[str, Any]) -> TicketPaths:
        """The way of the tickets, followed from where it is remembered."""
        if self._numbers.hidden_since >= 0:
            return self._at_the_start([])
        paths: TicketPaths | None
        done, last, paths = memory.get("tickets", (0, None, None))
        if paths is None or done > len(noted) or (done and noted[done - 1] is not last):
            done, paths = 0, self._at_the_start(noted)
        elif done == len(noted):
            return paths
        memory.pop("tickets", None)  # in case that it cannot be followed to the end
        for item in noted[done:]:
            if type(item) is Sharing:
                paths.share(*item)
                continue
            _, seat, action, outcome, _ = item
            if type(action) is DrawTickets:
                paths.draw(seat, *dealt_in(outcome))
            elif (keeping := keeping_in(seat, action, outcome)) is not None and not keeping.drawn:
                paths.deck += paths.keep(keeping)
        memory["tickets"] = (len(noted), noted[-1] if noted else None, paths)
        return paths

    def _at_the_start(self, noted: Sequence[Any]) -> TicketPaths:
        """The tickets after the set-up, with all first choices that were made; or of a position."""
        is_shared = self._engine.answers.share_ticket is not None
        number_of = self._engine.numbers.of_ticket
        paths = TicketPaths(self._teams, self._kinds, number_of, is_shared=is_shared)
        if not self._is_set_up:
            self._begin_position(paths, noted)
            return paths
        self._deal_first(paths)
        if self._numbers.hidden_since >= 0:
            tickets = self._engine.board.tickets
            own = self._contents.get(len(self._numbers.trains) + self._numbers.seat, ())
            paths.look_at_drawn(self._numbers.seat, [tickets[number] for number in own])
            return paths
        keepings = [keeping_in(*item[1:4]) for item in noted if _is_first(item)]
        firsts = [first for first in keepings if first is not None]
        for first in firsts:
            if first.drawn_tickets is not None:
                paths.look_at_drawn(first.seat, first.drawn_tickets)
        for first in firsts:
            refused = paths.keep(first)
            (paths.box if self._rule.first_refused_leave else paths.deck).extend(refused)
        return paths

    def _deal_first(self, paths: TicketPaths) -> None:
        """Deal the first tickets: special ones, then ordinary ones."""
        for kind, (name, count) in enumerate(self._rule.special.items(), 2):
            left = sum(ticket.kind == name for ticket in self._engine.board.tickets)
            for drawn in paths.drawn:
                dealt = min(count, left)
                drawn.extend([-kind] * dealt)
                left -= dealt
            paths.box += [-kind] * left
        paths.deck = [ORDINARY] * len(self._engine.ticket_stock)
        for seat in range(len(paths.hands)):
            paths.draw(seat, min(self._engine.variant.tickets_dealt, len(paths.deck)), None)

    def _begin_position(self, paths: TicketPaths, noted: Sequence[Any]) -> None:
        """Lay out deck, hands and shared tickets as they were at the start of a position.

        Where the deck holds all kinds of tickets, those of the start are like any others.
        """
        seats = len(paths.hands)
        sizes = self._sizes.copy()
        deck, drawn = self._numbers.ticket_deck_size, 0
        for item in noted:
            if type(item) is Sharing:
                sizes[item.seat] += item.size
                sizes[2 * seats + paths.team_of[item.seat]] -= item.size
                continue
            _, seat, action, outcome, _ = item
            if type(action) is DrawTickets:
                drawn, _ = dealt_in(outcome)
                deck += drawn
                sizes[seats + seat] -= drawn
            elif (keeping := keeping_in(seat, action, outcome)) is not None:
                deck -= drawn - keeping.kept
                sizes[seats + seat] += drawn
                sizes[seat] -= keeping.kept
                if self._shared_pile and keeping.kept:  # one of them went to the team
                    sizes[seat] += 1
                    sizes[2 * seats + paths.team_of[seat]] -= 1
        if min(sizes) < 0:
            raise Misfit
        paths.deck = [ORDINARY] * deck
        for tokens, size in zip(self._piles(paths), sizes, strict=True):
            tokens.extend([self._start] * size)

    # The present -------------------------------------------------------------------------------

    def _piles(self, paths: TicketPaths) -> list[list[Token]]:
        """All piles of tickets besides deck and box."""
        return [*paths.hands, *paths.drawn, *(paths.shared if self._shared_pile else ())]

    def _find_hidden(self) -> None:
        """Sort out what is hidden, and check all sizes."""
        paths = self._paths
        piles = self._piles(paths)
        if len(paths.deck) != self._numbers.ticket_deck_size:
            raise Misfit
        if list(map(len, piles)) != self._sizes:
            raise Misfit
        seen = paths.seen[:]
        for number, content in self._contents.items():
            tokens, sure = [], []
            for token in piles[number]:
                if isinstance(token, tuple):
                    tokens.append(token)
                elif token < 0 or token in content:
                    sure.append(token)
                else:
                    raise Misfit
            if tokens:
                seen.append((tuple(tokens), self._labels_of(content, sure)))
        self._choices = Choices(paths.choices[:], seen) if paths.choices else None
        self._seen = {number for content in self._contents.values() for number in content}
        self._hidden = [  # piles, by number, that are not empty
            number for number, tokens in enumerate(piles) if tokens and number not in self._contents
        ]
        self._tokens = [paths.deck[:], paths.box[:], *[piles[number][:] for number in self._hidden]]
        if not self._is_set_up:
            unseen = len(self._kinds) - len(self._seen)
            self._tokens[1] += [self._start] * (unseen - sum(map(len, self._tokens)))
        self._known = paths.known.copy()
        if self._is_set_up and (out := self._rule.of_kind.get(OUT)):
            self._tokens[1] += [number for number in out if number not in self._seen]
            self._known |= out
        self._pools = {  # by kind: the tickets that are hidden, and dealt by their kind
            kind: sorted(numbers.difference(self._seen, self._known))
            for kind, numbers in self._rule.of_kind.items()
        }

    # Dealing -----------------------------------------------------------------------------------

    def deal(self, state: State, known: Mapping[int, int | None], rng: Random) -> bool:
        """Deal the hidden tickets; False if the deal disagrees with what the seat has seen.

        `known` are tickets that the seat is shown: their places in the deck, None for the box.
        """
        piles = self._labels(rng)
        if piles is None:
            return False
        random, pools = rng.random, self._pools
        if known:
            for number, place in known.items():
                if not self._lay_known(number, place, piles[0], piles[1]):
                    return False
            if not self._known.issuperset(known):
                pools = {k: [n for n in pool if n not in known] for k, pool in pools.items()}
        pools = {kind: in_random_order(pool, random) for kind, pool in pools.items()}
        if self._start == ANY:
            pools = self._deal_position(pools, piles, rng)
        take = {kind: pool.pop for kind, pool in pools.items()}
        try:
            deck, box, *others = [[n if n >= 0 else take[n]() for n in pile] for pile in piles]
        except (KeyError, IndexError):  # too few of a kind
            return False
        if any(pools.values()):
            return False
        state.ticket_deck, state.box = deck[::-1], sorted(box)
        for number, pile in zip(self._hidden, others, strict=True):
            self._put(state, number, pile)
        return True

    def _labels(self, rng: Random) -> list[list[int]] | None:
        """The hidden piles, in numbers and kinds; None if they disagree with what was seen."""
        if self._choices is None:
            return list(map(list.copy, self._tokens))  # type: ignore[arg-type]
        results = self._choices.draw(rng)
        if results is None:
            return None
        return [
            [token if isinstance(token, int) else results[token[0]][token[1]] for token in tokens]
            for tokens in self._tokens
        ]

    def _labels_of(self, content: Sequence[int], sure: Sequence[int]) -> tuple[int, ...]:
        """The tickets of a pile, less those that are `sure`, as they were called before."""
        labels = [self._paths.label(number) for number in content if number not in sure]
        for label in sure:
            if label < 0 and label in labels:
                labels.remove(label)
        return tuple(sorted(labels))

    def _put(self, state: State, number: int, pile: list[int]) -> None:
        at, owner = divmod(number, state.seats)
        if at == 0:
            state.tickets[owner] = pile
        elif at == 1:
            self._rule.slot_of(state).drawn[owner] = pile
        else:
            name = self._shared_pile
            for slot, specs in zip(state.slots, self._engine.slots.piles, strict=True):
                if any(spec.name == name for spec in specs):
                    getattr(slot, name)[owner] = pile

    def _lay_known(self, number: int, place: int | None, deck: list[int], box: list[int]) -> bool:
        """Lay a ticket that is shown where it lies; whether it can lie there."""
        alike = (number, self._kinds[number], ANY)
        if place is not None:
            pile, places = deck, [place] if place < len(deck) and deck[place] in alike else []
        else:
            pile, places = box, [i for label in alike for i, n in enumerate(box) if n == label]
        if places:
            pile[places[0]] = number
        return bool(places)

    def _deal_position(
        self, pools: dict[int, list[int]], piles: list[list[int]], rng: Random
    ) -> dict[int, list[int]]:
        """Deal the tickets of a position; return those that may lie in any place left.

        No hand has more special tickets than are dealt. All such deals are equally likely.
        """
        special = enumerate(self._rule.special.values(), 2)
        kinds = [(pools.pop(-kind, []), count) for kind, count in special]
        _, box, *hands = piles
        order = [*hands, box]
        free = [[i for i, n in enumerate(pile) if n == ANY] for pile in order]
        ways = splits([(len(numbers), most) for numbers, most in kinds], [len(f) for f in free])
        if ways:
            chosen = rng.choices([way for way, _ in ways], [weight for _, weight in ways])[0]
            for (numbers, _), of_each in zip(kinds, chosen, strict=True):
                for pile, places, count in zip(order, free, of_each, strict=True):
                    for place in rng.sample(places, count):
                        pile[place] = numbers.pop()
                        places.remove(place)
        rest = [n for numbers, _ in kinds for n in numbers] + pools.pop(OUT, [])
        ordinary = pools.pop(ORDINARY, [])
        for pile in piles:
            for place, label in enumerate(pile):
                if label == ORDINARY:
                    pile[place] = ordinary.pop() if ordinary else ANY
        return {ANY: in_random_order(ordinary + rest, rng.random)}


def _is_first(item: Sharing | Cell) -> bool:
    """Whether this is a choice of the first tickets: those were not drawn in an event before."""
    if isinstance(item, Sharing):
        return False
    _, _, action, outcome, _ = item
    return bool(outcome) and type(action) is not DrawTickets


def splits(
    kinds: Sequence[tuple[int, int]], sizes: Sequence[int]
) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """Every way to split tickets of several kinds between hands and box, with its number of deals.

    A kind is given as its number of tickets and the most that a hand may have; hands and box, which
    is the last, by the number of their places.
    """
    if not kinds:
        return [((), 1)]
    (total, most), *others = kinds
    found = []
    for in_hands in product(*(range(min(most, size) + 1) for size in sizes[:-1])):
        counts = (*in_hands, total - sum(in_hands))
        if 0 <= counts[-1] <= sizes[-1]:
            ways = prod(map(comb, sizes, counts))
            for further, more in splits(others, list(map(sub, sizes, counts))):
                found.append(((counts, *further), ways * more))
    return found
