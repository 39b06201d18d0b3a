"""Passengers: a train picks up those who wait along one's routes.

At the start a passenger waits in every city. A turn may be spent on a journey: it begins in any
city on one's own routes where somebody waits, and picks up all who wait in cities that one's routes
join with it. Each passenger is worth two points at once, and is seen on the train for the rest of
the game.
"""

from collections.abc import Iterable
from pathlib import Path

import attrs

from ttrkit import Action, Observation, Route, Variant, load_board
from ttrkit.parts import Part, State, Stock, pile_of

BOARD = load_board(Path(__file__).with_name("delta.toml")).without_extra()
CITIES = [city.name for city in BOARD.cities]
PASSENGERS = Stock("passenger", dict.fromkeys(CITIES, 1))  # a kind for each city
PASSENGER_POINTS = 2
PATIENCE = 3  # points that a later, longer journey may be worth more


@attrs.frozen
class Journey(Action):
    """Spend the turn to pick up the passengers along one's routes from a city."""

    city: str
    is_public = True

    def __str__(self) -> str:
        return f"make a journey from {self.city}"


@attrs.define
class PassengerSlot:
    """The passengers who wait, and those aboard the trains of every seat."""

    waiting: list[int] = pile_of(PASSENGERS, per="game", seen="all", supply=True)
    aboard: list[list[int]] = pile_of(PASSENGERS, per="seat", seen="all")


class Passengers(Part):
    """Journeys over one's own network, for two points a passenger."""

    slot = PassengerSlot
    labels = ("passengers",)
    actions = (Journey,)

    def starts(self, state: State, seat: int) -> list[str]:
        """The cities on a seat's routes where somebody waits, in the order of the board."""
        own = {city for n in state.routes[seat] for city in state.board.routes[n].cities}
        waiting = zip(CITIES, self.slot_of(state).waiting, strict=True)
        return [city for city, n in waiting if n and city in own]

    def list_actions(self, state: State, seat: int, out: list[Action]) -> None:
        out.extend(Journey(city) for city in self.starts(state, seat))

    def check(self, state: State, seat: int, action: Journey) -> str | None:
        if action.city in self.starts(state, seat):
            return None
        return f"nobody waits in {action.city} along your routes"

    def perform(self, state: State, seat: int, action: Journey, found: None) -> None:
        slot = self.slot_of(state)
        reached = joined_with(action.city, [state.board.routes[n] for n in state.routes[seat]])
        for number in [n for n, city in enumerate(CITIES) if city in reached and slot.waiting[n]]:
            slot.waiting[number] -= 1
            slot.aboard[seat][number] += 1
            state.award(seat, PASSENGER_POINTS, "passengers")

    def hint(self, observation: Observation, action: Journey) -> float:
        reached = joined_with(action.city, observation.seats[observation.seat].routes)
        return PASSENGER_POINTS * len(reached & {*observation.waiting}) - PATIENCE


def joined_with(city: str, routes: Iterable[Route]) -> set[str]:
    """The cities that these routes join with a city, and the city itself."""
    reached, more = {city}, True
    while more:
        ends = {end for r in routes if not reached.isdisjoint(r.cities) for end in r.cities}
        more = not ends <= reached
        reached |= ends
    return reached


VARIANT = Variant.from_classic(
    "passengers", BOARD, title="Passengers", players=range(2, 5), trains=28, parts=[Passengers()]
)
