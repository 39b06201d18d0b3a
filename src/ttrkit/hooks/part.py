"""The contract between the engine and the rule parts: every hook, in one place.

A *part* is one rule. It subclasses `Part` and answers some of the hooks below; for every hook
the engine collects once, per variant, just the parts that answer it, in the order in which the
variant lists them. A hook that no part answers costs nothing.

Hooks come in three manners, named with each:

- **fold**: every part is given what the part before it answered and may change it;
- **all**: every part is told, or its answers are added up;
- **first**: the first answer that is not None counts.

A variant's parts are bound to it once: the engine works with a shallow copy of each part, whose
`engine` is set and whose `prepare` was called. What changes during a game never lives on the
part, but in its *slot*: an attrs class named as `slot`, of which every game has an instance of its
own (`self.slot_of(state)`), copied field by field with the game. Fields made with `card_pile` and
`ticket_pile` hold the cards and tickets of the part; conservation, copies and observations work
over them without asking the part.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from ttrkit.colours import Colour

if TYPE_CHECKING:
    from random import Random

    from ttrkit.board.model import Route, Ticket
    from ttrkit.engine.engine import Engine
    from ttrkit.engine.state import State
    from ttrkit.events.actions import Action
    from ttrkit.events.history import Event
    from ttrkit.knowledge.deduction import Knowledge
    from ttrkit.knowledge.observation import Observation
    from ttrkit.payment.card_counts import Cards
    from ttrkit.payment.costs import Cost, Payment
    from ttrkit.scoring.tally import Tally


@attrs.frozen
class Closing:
    """A route that a claim closes: to some seats or, if `seats` is None, to everyone."""

    route: "Route"
    why: str
    seats: tuple[int, ...] | None = None


class Decision:
    """A question put to one seat. Parts make theirs once and push it with `state.push`.

    Decisions are a stack: when one is answered, the topmost is asked; empty means the end of the
    turn. `data` is what was pushed with it: small, immutable, and seen by all; what is secret
    belongs into the part's slot.
    """

    name: ClassVar[str]
    """Unique among the decisions of a variant; a saved game calls it so."""

    actions: "ClassVar[tuple[type[Action], ...]]" = ()
    """The kinds of action that answer it."""

    data_type: ClassVar[Any] = None
    """The type of `data`, so that a saved game can hold it; None if there is none."""

    is_question: ClassVar[bool] = True
    """False for one that only goes on with something: the market is then left as it is."""

    def enter(self, state: "State", seat: int, data: Any) -> bool:
        """Called when it is this decision's turn to be asked.

        Answer False if there is nothing to decide: the decision is then dropped. It is off the
        stack during the call, so it may also go on by itself and push what comes next.
        """
        return True

    def options(self, state: "State", seat: int, data: Any) -> "list[Action]":
        """Every legal action, each once, in a stable order; never empty."""
        raise NotImplementedError

    def why_not(self, state: "State", seat: int, data: Any, action: "Action") -> str | None:
        """Why this action is not legal now, in words; None if it is. By the rules, not by list."""
        raise NotImplementedError

    def resolve(self, state: "State", seat: int, data: Any, action: "Action") -> None:
        """Carry out a legal action. The decision is already off the stack."""
        raise NotImplementedError


class Part:
    """One rule of a variant. Answer the hooks you need; leave the others alone.

    The smallest useful part:

    >>> class NightTrain(Part):
    ...     labels = ("night train",)
    ...     def after_claim(self, state, seat, route, payment):
    ...         if payment.is_all_wild:
    ...             state.award(seat, 1, "night train")
    """

    labels: ClassVar[tuple[str, ...]] = ()
    """The labels of the score sheet that this part awards points under, shown from the start."""

    slot: ClassVar[type[Any] | None] = None
    """An attrs class for what the part keeps during a game; all fields but piles have defaults."""

    actions: "ClassVar[tuple[type[Action], ...]]" = ()
    """The kinds of action that this part adds to a turn: see `list_actions`."""

    keywords: ClassVar[tuple[str, ...]] = ()
    """The keywords that this part adds to `position(...)`: see `place`."""

    seat_fields: ClassVar[tuple[str, ...]] = ()
    """The attributes that this part adds to `game.seats[i]`: see `seat_field`."""

    team_fields: ClassVar[tuple[str, ...]] = ()
    """The attributes that this part adds to `game.teams[i]`: see `team_field`."""

    engine: "Engine"
    """The engine that the part is bound to (from `prepare` on)."""

    _slot_index: int = -1

    # Binding -------------------------------------------------------------------------------

    def bind(self, engine: "Engine", slot_index: int) -> "Part":
        """A copy of the part that works for this engine (called by the engine, once)."""
        if _copies_in_its_own_way(type(self)):
            bound = copy.copy(self)
        else:  # attributes that are set one by one lie in the object itself, and are found faster
            bound = object.__new__(type(self))
            for name, value in vars(self).items():
                object.__setattr__(bound, name, value)
        bound.engine = engine
        bound._slot_index = slot_index
        return bound

    def prepare(self, engine: "Engine") -> None:
        """Build tables, once per variant, after all parts are bound. Manner: all."""

    def decisions(self) -> "Iterable[Decision]":
        """The decisions that this part pushes, so that a saved game can name them."""
        return ()

    def slot_of(self, state: "State") -> Any:
        """This part's own state in that game."""
        return state.slots[self._slot_index]

    # The four hooks that most variants are about --------------------------------------------

    def route_cost(self, route: "Route", cost: "Cost") -> "Cost":
        """What a route costs, once and for all. Manner: fold; the first is given size and colour.

        Example: `return attrs.evolve(cost, wilds=route.ferry)`.
        """
        return cost

    def current_cost(self, state: "State", seat: int, route: "Route", cost: "Cost") -> "Cost":
        """What a route costs this seat just now. Manner: fold. Asked in the turn loop: slower.

        Example: cheaper next to one's own network.
        """
        return cost

    def draw_limit(self, state: "State", seat: int, limit: int) -> int:
        """How many cards a turn of drawing gives. Manner: fold; the first is given the number.

        Asked when the first card is chosen. Example: `return limit + (state.trains[seat] > 40)`.
        """
        return limit

    def draw_weight(self, colour: Colour, face_up: bool, weight: int) -> int:
        """For how many of the turn's cards this one counts, once and for all. Manner: fold.

        A weight over the limit counts as the limit, so such a card can be taken first, and alone.
        Example: `return 1` lets face-up wilds be taken like any card.
        """
        return weight

    def end_trigger(self, state: "State", seat: int) -> int | None:
        """After a seat's turn: how many turns are still to come, or None. Manner: first.

        Asked until it has been answered once (GAP-19). 0 ends the game at once.
        Example: `return state.seats if not state.ticket_deck else None`.
        """
        return None

    def final_points(self, tally: "Tally") -> Mapping[str, Sequence[int]]:
        """Points at the end, for each label by team. Manner: all. Must not change the state.

        Example: `return {"hermit": [5 * (not tally.routes(team)) for team in tally.teams]}`.
        """
        return {}

    # Set-up, routes, claims ------------------------------------------------------------------

    def init_slot(self, state: "State") -> None:
        """Give the part's slot its starting values, in new games and set-up positions. Manner: all.

        Example: `self.slot_of(state).left = [self.count] * state.seats`.
        """

    def set_up(self, state: "State") -> None:
        """Prepare a new game: shuffle, deal, push first decisions. Manner: all."""

    def in_ticket_deck(self, ticket: "Ticket") -> bool:
        """Whether a ticket belongs into the ticket deck. Manner: all must say so.

        Example: `return ticket.kind != "long"`.
        """
        return True

    def closes(self, state: "State", seat: int, route: "Route") -> Iterable[Closing]:
        """Which other routes close, for good, now that this seat has claimed this one. Manner: all.

        Must depend only on who owns what, so that a set-up position can ask it too.
        """
        return ()

    def why_closed(self, state: "State", seat: int, route: "Route") -> str | None:
        """Why a free route is closed to this seat just now, or None. Manner: first.

        Asked in the turn loop for every free route: use `closes` where a claim decides it.
        """
        return None

    def holds_up(self, route: "Route") -> bool:
        """Whether the part is asked `before_claim` of this route, once and for all.

        Manner: each part for itself. Example: `return route.tunnel > 0`.
        """
        return True

    def before_claim(self, state: "State", seat: int, route: "Route", payment: "Payment") -> None:
        """The cards are laid down, the route is not claimed yet. Manner: all, one after another.

        A decision pushed here is answered before the next part is asked; setting `state.claim` to
        None calls the claim off. Example: tunnels.
        """

    def after_claim(self, state: "State", seat: int, route: "Route", payment: "Payment") -> None:
        """The route is claimed, paid and scored. Manner: all. Example: see the class."""

    # Actions of the part's own ---------------------------------------------------------------

    def list_actions(self, state: "State", seat: int, out: "list[Action]") -> None:
        """Add this part's legal actions for a turn to the list. Manner: all."""

    def why_not(self, state: "State", seat: int, action: Any) -> str | None:
        """Why one of this part's `actions` is not legal in this turn; None if it is."""
        raise NotImplementedError

    def perform(self, state: "State", seat: int, action: Any) -> None:
        """Carry out one of this part's `actions`."""
        raise NotImplementedError

    # In the course of a turn -----------------------------------------------------------------

    def place_card(
        self, state: "State", seat: int, card: int, *, face_up: bool, is_last: bool
    ) -> bool:
        """A card was drawn: put it somewhere else than into the hand. Manner: the first True.

        `is_last`: no other card follows, whatever it is.
        """
        return False

    def fill_market(self, state: "State") -> None:
        """Called before a decision if the market is another than when it was last found in order.

        Manner: all. Whoever finds it in order says so: `state.market_is_in_order()`.
        """

    def settle(self, state: "State") -> None:
        """Called before every decision. Manner: all. Example: the discards are shuffled early."""

    def end_turn(self, state: "State", seat: int) -> None:
        """The turn is over; its decisions are all answered. Manner: all."""

    # Seats and teams -------------------------------------------------------------------------

    def form_teams(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of every team. Answered by one part at most; without, each seat is a team."""
        raise NotImplementedError

    def shared_purse(self, state: "State", seat: int) -> list[int]:
        """The pile beside the hand that this seat pays from. Answered by one part at most."""
        raise NotImplementedError

    def learn_payment(
        self, knowledge: "Knowledge", seat: int, shared: "Cards", *, returned: bool
    ) -> None:
        """Note that cards were paid from the shared purse, or returned to it. Manner: all."""

    def share_ticket(self, state: "State", seat: int, ticket: int) -> None:
        """Give one of a seat's tickets to its team. Answered by one part at most.

        If it is answered, one of the tickets that are kept must be shared.
        """
        raise NotImplementedError

    # Scoring ---------------------------------------------------------------------------------

    def team_tickets(self, state: "State", team: int) -> Sequence[int]:
        """Tickets that count for a team beside those its seats hold. Manner: all.

        By their number in `board.tickets`. Example: the team's ticket holder.
        """
        return ()

    def chosen_tickets(self, state: "State", seat: int) -> Sequence[int]:
        """Tickets that a seat has chosen to keep but does not hold yet. One part at most."""
        raise NotImplementedError

    def borrowed_routes(self, tally: "Tally", team: int) -> Iterable[tuple[int, ...]]:
        """Sets of others' routes, one of which the team may use for its tickets. Manner: all.

        The set with the most points, then the most tickets, is used (GAP-10).
        """
        return ()

    def tie_break(self, tally: "Tally", team: int) -> float:
        """Who is ahead among teams with the most points: the greatest. Manner: in order (GAP-28).

        Example: `return tally.state.trains[team]`.
        """
        raise NotImplementedError

    # What others see -------------------------------------------------------------------------

    def shows(self, state: "State", viewer: int) -> Mapping[str, object]:
        """What this seat sees of the part beside its piles. Manner: all.

        Hashable values, in a mapping that does not change any more.
        """
        return {}

    def learn(self, knowledge: "Knowledge", event: "Event") -> None:
        """Note what everybody can tell of hidden cards from this event. Manner: all.

        Example: `knowledge.gain_one(("hand", event.seat), event.action.colour)`.
        """

    def recall_tickets(self, observation: "Observation") -> Mapping[str, int | None]:
        """The hidden tickets that a seat knows of, by id. Manner: all.

        With their place in the ticket deck from the top, or None if they are out of the game.
        """
        return {}

    def is_plausible(self, state: "State") -> bool:
        """Whether tickets could lie as they do in a state made up by chance. Manner: all must."""
        return True

    def mend(self, state: "State", observation: "Observation", rng: "Random") -> None:
        """Move hidden tickets of a state made up by chance to where they can be. Manner: all.

        Asked after every deal, so that few have to be thrown away for not being plausible. What was
        observed must stay as it is, and whatever is plausible should stay equally likely.
        """

    def check_state(self, state: "State") -> None:
        """Raise ValueError for a state, read from a record, that cannot have come about."""

    def imagine(self, state: "State", observation: "Observation", rng: "Random") -> None:
        """Fill what the part keeps secret in its slot, consistent with an observation.

        Manner: all. Piles, open fields and decisions are there already.
        """

    def seat_field(self, state: "State", seat: int, name: str) -> object:
        """The value of one of `seat_fields`."""
        raise NotImplementedError

    def team_field(self, state: "State", team: int, name: str) -> object:
        """The value of one of `team_fields`."""
        raise NotImplementedError

    # Set-up positions ------------------------------------------------------------------------

    def place(self, state: "State", keyword: str, value: Any) -> None:
        """Put what `position(keyword=value)` says into the state; ValueError says what is wrong."""
        raise NotImplementedError


_COPYING = {
    "__new__",
    "__slots__",
    "__copy__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__setstate__",
}


def _copies_in_its_own_way(kind: type) -> bool:
    """Whether a copy is more than a new object with the same attributes."""
    return any(not _COPYING.isdisjoint(vars(base)) for base in kind.__mro__[:-1])


def by_owner(value: Any, owners: int, what: str, kind: str = "seat") -> Iterator[tuple[int, Any]]:
    """The items of a list or mapping by seat (or team), each with its owner; some may be missing.

    For whatever `position(...)` is given by seat or team.
    """
    if value is None:
        return
    items = value.items() if isinstance(value, Mapping) else enumerate(value)
    for owner, item in items:
        if not isinstance(owner, int) or isinstance(owner, bool) or owner not in range(owners):
            raise ValueError(
                f"{what}: there is no {kind} {owner!r}; the {kind}s are 0 to {owners - 1}"
            )
        yield owner, item


def answers(part: Part, hook: str) -> Callable[..., Any] | None:
    """The part's own answer to a hook, or None if it leaves it alone."""
    if getattr(type(part), hook) is getattr(Part, hook):
        return None
    method: Callable[..., Any] = getattr(part, hook)
    return method
