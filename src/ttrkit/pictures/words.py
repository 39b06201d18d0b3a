"""A picture in words: its title and its description."""

from __future__ import annotations

from ttrkit._text import counted
from ttrkit.pictures.scene import Scene


def described(scene: Scene) -> tuple[str, str]:
    """The title of a picture, and what is to be seen on it."""
    board = scene.board
    cities = sum(city.kind == "city" for city in board.cities)
    told = [
        f"A map with {counted(cities, 'city', 'cities')} and {counted(len(board.routes), 'route')}."
    ]
    if scene.heat is not None:
        told.append(f"{counted(len(scene.heat), 'place')} coloured by a figure.")
    by_id = {route.id: route for route in board.routes}
    for seat in scene.seats:
        own = [str(by_id[each]) for each, who in scene.owners.items() if seat.number in who]
        places = [p.place for p in scene.pieces if p.seat == seat.number]
        told.append(
            f"Seat {seat.number}: {counted(seat.score, 'point')}, "
            f"{counted(seat.trains, 'train')} left, "
            + (f"routes {', '.join(own)}" if own else "no route yet")
            + (f", pieces in {', '.join(map(str, places))}" if places else "")
            + "."
        )
    for each in scene.tickets:
        fate = "completed" if each.is_completed else "not completed"
        way = "" if not each.way else f", by {', '.join(map(str, each.way))}"
        told.append(f"Ticket {each.ticket}: {fate}{way}.")
    if scene.last_words:
        told.append(f"The last action: {scene.last_words}.")
    return scene.title, " ".join(told)
