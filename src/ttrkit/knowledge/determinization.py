"""Determinization: a complete random state that fits everything a seat knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.engine import Claim, State
from ttrkit.events import Chance
from ttrkit.knowledge.deduction import Knowledge
from ttrkit.payment import CARD_KINDS, CARD_NUMBER, list_cards

if TYPE_CHECKING:
    from ttrkit.board import Ticket
    from ttrkit.knowledge.observation import Observation, PileSight

MAX_TRIES = 200


def possible_state(observation: Observation, rng: random.Random) -> State:
    """A state that fits everything the seat knows; the rest is dealt at random.

    The seat knows its own cards and tickets, cards that others took openly and have not spent
    since, cards that a tunnel turned up, tickets that it refused and nobody has drawn since, and
    all sizes. From this seat, the state gives exactly this observation. It can be played on.
    """
    state = _public_state(observation, rng)
    _deal_cards(state, observation, rng)
    _deal_tickets(state, observation, rng)
    for fill_secrets in state.engine.answers.fill_secrets:
        fill_secrets(state, observation, rng)
    state.start = state.copy()
    return state


def _public_state(observation: Observation, rng: random.Random) -> State:
    """A state that holds everything the seat sees, and nothing else."""
    engine = observation.variant.engine
    state = State(engine, len(observation.seats), Chance(rng.getrandbits(64)))
    number = engine.numbers.of_route
    for seat, sight in enumerate(observation.seats):
        state.trains[seat] = sight.trains
        state.points[seat] = dict(sight.sheet)
        state.routes[seat] = tuple(number[route.id] for route in sight.routes)
        for route in state.routes[seat]:
            state.owners[route] = seat
            state.close_to_all(route)
        for closed in sight.closed:
            state.close(closed, (seat,))
    state.seat = -1 if observation.turn is None else observation.turn
    state.first = observation.first
    state.turns_left = -1 if observation.turns_left is None else observation.turns_left
    state.passes = observation.passes
    state.is_over = not observation.pending
    claim = observation.claim
    if claim is not None:
        state.claim = Claim(claim.seat, number[claim.route.id], claim.payment)
    state.pending = [(engine.decisions[p.name], p.seat, p.data) for p in observation.pending]
    state.history = observation.history.cell
    state.hidden_since = 0 if observation.turn is None and observation.pending else -1
    state.market = tuple([CARD_NUMBER[colour] for colour in observation.market])
    state.discards[:] = observation.discards.counts
    state.hands[observation.seat][:] = observation.hand.counts
    own = state.tickets[observation.seat]
    own += [_number(state, t) for t in observation.tickets if t not in observation.chosen]
    for slot, names, values in zip(
        state.slots, engine.slots.open_names, observation.open_state, strict=True
    ):
        for name, value in zip(names, values, strict=True):
            setattr(slot, name, value)
    return state


def _number(state: State, ticket: Ticket) -> int:
    return state.engine.numbers.of_ticket[ticket.id]


@attrs.frozen
class _Part:
    """A pile of a part: its container and key, and what the seat sees of it."""

    holder: Any  # the slot, or the list by owner
    key: Any
    sight: PileSight

    def put(self, content: Any) -> None:
        if isinstance(self.key, str):
            setattr(self.holder, self.key, content)
        else:
            self.holder[self.key] = content


def _part_piles(state: State, observation: Observation) -> Iterator[_Part]:
    sights = iter(observation.piles)
    for slot, specs in zip(state.slots, state.engine.slots.piles, strict=True):
        for spec in specs:
            if spec.per == "game":
                yield _Part(slot, spec.name, next(sights))
            else:
                piles = getattr(slot, spec.name)
                for owner in range(len(piles)):
                    yield _Part(piles, owner, next(sights))


def _deal_cards(state: State, observation: Observation, rng: random.Random) -> None:
    """Deal the cards that the seat does not see to hands, piles of parts and the deck."""
    unseen = list(state.variant.deck.counts)

    def seen(counts: bytes) -> None:
        for card, n in enumerate(counts):
            unseen[card] -= n

    seen(observation.hand.counts)
    seen(observation.discards.counts)
    seen(observation.laid_down.counts)
    for card in state.market:
        unseen[card] -= 1
    hidden: list[tuple[tuple[str, int], int | None, list[int]]] = []
    for part in _part_piles(state, observation):
        sight = part.sight
        if sight.cards is not None:
            seen(sight.cards.counts)
            part.put(list(sight.cards.counts))
        elif sight.tickets is None and _is_cards(state, sight.name):
            pile = [0] * CARD_KINDS
            part.put(pile)
            owner = -1 if sight.owner is None else sight.owner
            hidden.append(((sight.name, owner), sight.size, pile))
    for seat, seat_sight in enumerate(observation.seats):
        if seat != observation.seat:
            hidden.append((("hand", seat), seat_sight.hand_size, state.hands[seat]))
    knowledge = Knowledge.from_history(observation)
    left = []
    unsized = []
    for name, size, pile in hidden:
        for card, n in enumerate(knowledge.at_least.get(name, ())):
            known = min(n, unseen[card], n if size is None else size - sum(pile))
            pile[card] += known
            unseen[card] -= known
        if size is None:
            unsized.append(pile)
        else:
            left.append((pile, size - sum(pile)))
    pool = list_cards(unseen)
    rng.shuffle(pool)
    for pile, missing in left:
        for _ in range(missing):
            pile[pool.pop()] += 1
    while unsized and len(pool) > observation.deck_size:
        rng.choice(unsized)[pool.pop()] += 1
    state.deck = pool


def _is_cards(state: State, name: str) -> bool:
    return any(
        spec.name == name and spec.kind == "cards"
        for specs in state.engine.slots.piles
        for spec in specs
    )


def _deal_tickets(state: State, observation: Observation, rng: random.Random) -> None:
    """Deal the tickets that the seat does not see to others, the ticket deck and the box."""
    unseen = set(range(len(state.board.tickets)))
    unseen.difference_update(state.tickets[observation.seat])
    hidden: list[tuple[_Part, int]] = []
    in_piles = [0] * state.seats
    for part in _part_piles(state, observation):
        sight = part.sight
        if sight.tickets is not None:
            numbers = [_number(state, ticket) for ticket in sight.tickets]
            part.put(numbers)
            unseen.difference_update(numbers)
        elif sight.cards is None and not _is_cards(state, sight.name):
            hidden.append((part, sight.size or 0))
        if sight.owner is not None and sight.per == "seat" and not _is_cards(state, sight.name):
            in_piles[sight.owner] += sight.size or 0
    for seat, seat_sight in enumerate(observation.seats):
        if seat != observation.seat:
            held = _Part(state.tickets, seat, _NOTHING_SEEN)
            hidden.append((held, seat_sight.ticket_count - in_piles[seat]))
    places: dict[int, int] = {}  # the known tickets of the deck, by place from the top
    known: dict[str, Any] = {}
    for known_tickets in state.engine.answers.known_tickets:
        known.update(known_tickets(observation))
    for ticket, place in known.items():
        number = state.engine.numbers.of_ticket[ticket]
        unseen.discard(number)
        if place is None:
            state.box.append(number)
        else:
            places[place] = number
    _deal_unseen(
        state,
        sorted(unseen),
        hidden,
        places=places,
        observation=observation,
        rng=rng,
    )


def _deal_unseen(
    state: State,
    unseen: list[int],
    hidden: list[tuple[_Part, int]],
    *,
    places: dict[int, int],
    observation: Observation,
    rng: random.Random,
) -> None:
    """Deal tickets at random until all parts find the deal plausible (at most MAX_TRIES times)."""
    deck_size = observation.ticket_deck_size
    out_of_game = state.box
    stock = [number for number in unseen if number in state.engine.ticket_stock]
    for _ in range(MAX_TRIES):
        rng.shuffle(stock)
        in_deck = stock[: deck_size - len(places)]
        rest = sorted(set(unseen).difference(in_deck))
        rng.shuffle(rest)
        for part, size in hidden:
            part.put([rest.pop() for _ in range(size)])
        fresh = iter(in_deck)
        from_top = [places[i] if i in places else next(fresh) for i in range(deck_size)]
        state.ticket_deck = from_top[::-1]
        state.box = [*out_of_game, *rest]
        for mend in state.engine.answers.mend:
            mend(state, observation, rng)
        state.box.sort()
        if all(plausible(state) for plausible in state.engine.answers.is_plausible):
            return


class _Nothing:
    """A stand-in for the sight of a pile that belongs to no part."""

    name = ""
    owner = None
    size = None
    cards = None
    tickets = None


_NOTHING_SEEN: Any = _Nothing()
