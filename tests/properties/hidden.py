"""Change everything in a game that a seat may not know, and nothing else (GAP-09, GAP-11)."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from tests.properties.games import state_of
from tests.properties.home_made import DepotSlot, HideCard
from ttrkit import Action, Colour, Game, KeepTickets, ShareTickets, Ticket
from ttrkit.colours import CARD_COLOURS
from ttrkit.engine.piles import Pile, part_piles
from ttrkit.engine.state import State
from ttrkit.events.actions import Unseen
from ttrkit.events.chance import Chance
from ttrkit.events.history import History, events
from ttrkit.events.outcomes import Dealt, Drawn, Outcome, Shuffled
from ttrkit.knowledge import Observation
from ttrkit.knowledge.sights import Numbers
from ttrkit.parts.teams import Stored
from ttrkit.parts.tickets.secrets import TicketSlot
from ttrkit.payment.card_counts import count_cards, list_cards


def changed(game: Game, viewer: int, rng: random.Random) -> Game:
    """A copy in which all that is hidden from this seat is different, sizes that it sees aside."""
    other = game.copy()
    state = state_of(other)
    _change_cards(state, viewer, rng)
    _change_tickets(state, viewer, rng)
    for slot in state.slots:
        if isinstance(slot, TicketSlot):
            _change_choices(state, slot, viewer, rng)
        elif isinstance(slot, DepotSlot):
            slot.secret = {seat: rng.choice(CARD_COLOURS).value for seat in range(state.seats)}
    _change_history(state, viewer, rng)
    state.chance = Chance(rng.getrandbits(64))
    state.shuffles = rng.randrange(100)
    state.opening = tuple(_outcome(state, outcome, "others", rng) for outcome in state.opening)
    state.log = ()
    state.start = None if state.start is None else state.copy()
    return other


def is_hidden(state: State, pile: Pile, viewer: int) -> bool:
    """Whether a part's pile is face down to this seat: by its declaration."""
    seen, owner = pile.spec.seen, pile.owner
    if seen == "all":
        return False
    if seen == "none" or owner is None:
        return True
    mates = next(team for team in state.teams if viewer in team)
    if pile.spec.per == "team":
        return state.teams[owner] != mates
    return owner != viewer and (seen == "owner" or owner not in mates)


def _hidden_piles(state: State, kind: str, viewer: int) -> list[Any]:
    own = state.hands if kind == "cards" else state.tickets
    others = [pile for seat, pile in enumerate(own) if seat != viewer]
    parts = [pile for pile in part_piles(state) if pile.spec.kind == kind]
    return [*others, *(pile.content for pile in parts if is_hidden(state, pile, viewer))]


def _change_cards(state: State, viewer: int, rng: random.Random) -> None:
    """Shuffle hands, holders and the deck together."""
    piles = _hidden_piles(state, "cards", viewer)
    pool = [*state.deck, *(card for pile in piles for card in list_cards(pile))]
    rng.shuffle(pool)
    for pile in piles:
        pile[:] = count_cards([pool.pop() for _ in range(sum(pile))])
    state.deck = pool


def _change_tickets(state: State, viewer: int, rng: random.Random) -> None:
    """Shuffle tickets of others, deck and box together, but for those that the seat refused.

    When the game is over, tickets in hands and holders are seen by all (US-83).
    """
    known = own_refused(state, viewer)
    held = [] if state.is_over else _hidden_piles(state, "tickets", viewer)
    piles = [*held, state.ticket_deck, state.box]
    pool = [number for pile in piles for number in pile if number not in known]
    rng.shuffle(pool)
    for pile in piles:
        pile[:] = [number if number in known else pool.pop() for number in pile]
    rng.shuffle(state.box)


def own_refused(state: State, viewer: int) -> set[int]:
    """The tickets that this seat refused and nobody has drawn since."""
    slots = [slot for slot in state.slots if isinstance(slot, TicketSlot)]
    return {number for slot in slots for number in slot.refused[viewer]}


def _change_choices(state: State, slot: TicketSlot, viewer: int, rng: random.Random) -> None:
    """Other first choices for the others, and other tickets that they refused."""
    for seat in rng.sample(sorted(slot.chosen), len(slot.chosen)):
        choice = slot.chosen.pop(seat)
        if seat != viewer:
            least = state.variant.tickets_kept_first
            kept = rng.sample(slot.drawn[seat], rng.randint(least, len(slot.drawn[seat])))
            choice = (tuple(kept), choice[1] if choice[1] < 0 else rng.choice(kept))
        slot.chosen[seat] = choice
    own = slot.refused[viewer]
    rest = [n for n in (*state.ticket_deck, *state.box) if n not in own]
    refused: list[list[int]] = [[] for _ in range(state.seats)]
    others = [seat for seat in range(state.seats) if seat != viewer]
    for number in rng.sample(rest, len(rest) // 2):
        refused[rng.choice(others)].append(number)
    refused[viewer] = rng.sample(own, len(own))
    slot.refused = tuple(map(tuple, refused))


def _change_history(state: State, viewer: int, rng: random.Random) -> None:
    """Other cards drawn, other tickets kept, other shuffles: whatever the seat has not seen."""
    mates = next(team for team in state.teams if viewer in team)
    happened = []
    for number, event in enumerate(events(state.history)):
        if event.seat == viewer:
            who = "own"
        elif 0 <= state.hidden_since <= number:
            who = "nobody"
        else:
            who = "team" if event.seat in mates else "others"
        action = _action(state, event.action, who, rng)
        outcome = tuple(_outcome(state, outcome, who, rng) for outcome in event.outcome)
        happened.append(attrs.evolve(event, action=action, outcome=outcome))
    state.history = History.of(happened).newest
    state.seen = None


def _some(state: State, rng: random.Random, count: int) -> list[Ticket]:
    return rng.sample(state.board.tickets, count)


def _action(state: State, action: Action, who: str, rng: random.Random) -> Action:
    """Another action, of which this onlooker sees the same."""
    if who == "own":
        return action
    if isinstance(action, KeepTickets):
        if who == "nobody":
            kept = _some(state, rng, rng.randint(1, 5))
            return KeepTickets(tuple(kept), action.share and rng.choice(kept))
        if action.share is None or who == "others":
            kept = _some(state, rng, len(action.tickets))
            return KeepTickets(tuple(kept), action.share and rng.choice(kept))
        rest = [ticket for ticket in state.board.tickets if ticket != action.share]
        return KeepTickets((action.share, *rng.sample(rest, len(action.tickets) - 1)), action.share)
    if isinstance(action, ShareTickets) and who == "others":
        return ShareTickets(tuple(_some(state, rng, len(action.tickets))))
    if isinstance(action, Unseen) and who in ("others", "nobody"):
        return attrs.evolve(action, tickets=tuple(_some(state, rng, len(action.tickets))))
    if isinstance(action, HideCard):
        return HideCard(rng.choice(CARD_COLOURS))
    return action


def _outcome(state: State, outcome: Outcome, who: str, rng: random.Random) -> Outcome:
    """Another outcome, of which this onlooker sees the same."""
    if isinstance(outcome, Shuffled):
        return attrs.evolve(outcome, order=tuple(rng.sample(outcome.order, len(outcome.order))))
    if isinstance(outcome, Stored) and who != "own" and (who, outcome.place) != ("team", "holder"):
        return Stored(outcome.place, rng.choice(CARD_COLOURS))
    if isinstance(outcome, Drawn) and who != "own":
        return Drawn(rng.choice(CARD_COLOURS))
    if isinstance(outcome, Dealt) and who != "own":
        return Dealt(tuple(_some(state, rng, len(outcome.tickets))))
    return outcome


# What an observation holds --------------------------------------------------------------------


def reachable(thing: object, stop: Sequence[object]) -> Iterator[object]:
    """Everything that hangs on an object through its fields and containers, each once."""
    met: dict[int, object] = {}
    todo = [thing]
    while todo:
        current = todo.pop()
        if id(current) in met or any(current is each for each in stop):
            continue
        met[id(current)] = current
        yield current
        if isinstance(current, dict):
            todo += [*current.keys(), *current.values()]
        elif isinstance(current, list | tuple | set | frozenset):
            todo += current
        elif not isinstance(current, str | bytes | int | Colour | type(None)):
            names = [n for kind in type(current).__mro__ for n in getattr(kind, "__slots__", ())]
            names += getattr(current, "__dict__", {})
            todo += [getattr(current, name) for name in names if hasattr(current, name)]


def numbers_of(observation: Observation) -> Numbers:
    """The raw numbers that an observation is computed from."""
    numbers: Numbers = vars(observation)["_numbers"]
    return numbers
