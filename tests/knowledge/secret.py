"""What a seat may not know of a game, in every form in which something could hold it."""

from collections.abc import Iterable, Iterator, Mapping

from tests.properties.games import state_of
from tests.properties.hidden import is_hidden
from ttrkit import Cards, Game, Ticket
from ttrkit.engine.piles import all_piles
from ttrkit.engine.state import State
from ttrkit.events.outcomes import Shuffled
from ttrkit.parts.tickets.secrets import TicketSlot
from ttrkit.payment.card_counts import CARD_NUMBER, list_cards

FEWEST = 3  # tickets, or kinds of cards; fewer may be the same as something else by accident
SHORTEST = 8  # cards or tickets in an order that is no other order by accident


class Secrets:
    """The secrets of a game from one seat: hands, tickets, choices, the order of decks, the seed.

    A pile of cards may be found as counts or card by card, tickets in any order.
    """

    def __init__(self, game: Game, viewer: int) -> None:
        state = state_of(game)
        self._seed = game.seed
        self._memory = state.memory
        self._number_of = {ticket.id: n for n, ticket in enumerate(game.board.tickets)}
        self._number_of |= CARD_NUMBER
        self._orders = {"the deck": tuple(state.deck), "the ticket deck": tuple(state.ticket_deck)}
        self._counts: dict[tuple[int, ...], str] = {}
        self._bags: dict[tuple[int, ...], str] = {}
        seen: list[list[int]] = []
        for what, pile, is_secret in _piles(state, viewer):
            if not is_secret:
                seen.append(pile)
            elif "tickets" in what:
                self._bags |= {tuple(sorted(pile)): what} if len(pile) >= FEWEST else {}
            elif len(pile) - pile.count(0) >= FEWEST:
                self._counts[tuple(pile)] = what
                self._bags |= {tuple(list_cards(pile)): what} if sum(pile) >= SHORTEST else {}
        for pile in seen:  # the seat may have the same as another
            self._counts.pop(tuple(pile), None)
            self._bags.pop(tuple(sorted(pile)), None)

    def found_in(self, thing: object) -> str | None:
        """The secret that this object tells by itself; None if it tells none."""
        if isinstance(thing, int):
            return "the seed" if thing == self._seed else None
        if thing is self._memory:
            return "the memory of all games"
        if isinstance(thing, Game | Shuffled):
            return f"a {type(thing).__name__}"
        if isinstance(thing, State):  # one without a seed holds no more than what is found below
            return "a state that goes on" if thing.chance.seed else None
        for numbers in self._read(thing):
            told = self._counts.get(numbers) or self._bags.get(tuple(sorted(numbers)))
            for what, order in self._orders.items():
                size = len(order)
                if SHORTEST <= size <= len(numbers) and {order, order[::-1]}.intersection(
                    (numbers[:size], numbers[-size:])
                ):
                    told = what
            if told is not None:
                return told
        return None

    def _read(self, thing: object) -> Iterator[tuple[int, ...]]:
        """The contents of a container as numbers of cards or tickets, or as counts of cards."""
        if isinstance(thing, Cards):
            yield tuple(thing.counts)
        elif isinstance(thing, Mapping):
            yield self._numbers(thing)
            yield self._numbers(thing.values())
            yield self._numbers([thing.get(colour, 0) for colour in CARD_NUMBER])
        elif isinstance(thing, tuple | list | set | frozenset | bytes | bytearray):
            yield self._numbers(thing)

    def _numbers(self, things: Iterable[object]) -> tuple[int, ...]:
        """These things as numbers of cards or tickets; nothing if there is anything else."""
        found = []
        for thing in things:
            name = thing.id if isinstance(thing, Ticket) else thing
            number = self._number_of.get(name, -1) if isinstance(name, str) else name
            if type(number) is not int:
                return ()
            found.append(number)
        return tuple(found)


def _piles(state: State, viewer: int) -> Iterator[tuple[str, list[int], bool]]:
    """All piles, each with its name, and whether it is a secret; at the end no ticket is."""
    for pile in all_piles(state):
        if pile.owner is None and pile.spec.seen == "none":
            continue  # of decks only the order is a secret
        what = f"{pile.spec.kind} of {pile.spec.per} {pile.owner}: {pile.spec.name}"
        is_secret = is_hidden(state, pile, viewer)
        yield what, list(pile.content), is_secret and not (state.is_over and "tickets" in what)
    for slot in state.slots:
        if isinstance(slot, TicketSlot):
            for seat, (kept, _) in slot.chosen.items():
                yield f"tickets that {seat} has chosen", list(kept), seat != viewer
