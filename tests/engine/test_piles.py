"""The piles of a state under their names, and the numbers of routes and tickets."""

import attrs

import ttrkit
from ttrkit.engine import all_piles
from ttrkit.testing.invariants import state_of


def test_every_pile_has_its_name_its_kind_and_its_owner() -> None:
    """The state's own piles first, then those that parts declare."""
    state = state_of(ttrkit.position("asia", players=4))
    found = [(pile.spec.name, pile.spec.kind, pile.owner) for pile in all_piles(state)]
    seats = range(4)
    assert found[:13] == [
        *(("hand", "cards", seat) for seat in seats),
        ("deck", "cards", None),
        ("market", "cards", None),
        ("discards", "cards", None),
        ("laid down", "cards", None),
        *(("tickets", "tickets", seat) for seat in seats),
        ("ticket deck", "tickets", None),
    ]
    assert found[13] == ("box", "tickets", None)
    assert ("holders", "cards", 1) in found[14:]
    assert ("shared_tickets", "tickets", 1) in found[14:]


def test_who_sees_which_pile() -> None:
    """Hands and tickets are their owner's, the decks nobody's, what lies open is everybody's."""
    state = state_of(ttrkit.position("usa", players=2))
    seen = {pile.spec.name: pile.spec.seen for pile in all_piles(state)}
    assert {name for name, who in seen.items() if who == "all"} >= {
        "market",
        "discards",
        "laid down",
    }
    assert {name for name, who in seen.items() if who == "none"} >= {"deck", "ticket deck", "box"}
    assert (seen["hand"], seen["tickets"]) == ("owner", "owner")


def test_the_size_of_a_pile() -> None:
    """Cards are counted, and so are tickets."""
    game = ttrkit.position(
        "usa", players=2, hands=[{"red": 2, "wild": 1}], tickets={1: [("Boston", "Miami")]}
    )
    sizes = {(p.spec.name, p.owner): p.size for p in all_piles(state_of(game))}
    assert (sizes["hand", 0], sizes["hand", 1]) == (3, 0)
    assert (sizes["tickets", 0], sizes["tickets", 1]) == (0, 1)
    assert sizes["market", None] == 5


def test_what_is_not_on_the_board_has_no_number() -> None:
    """Neither a route or ticket of another board nor one that was altered."""
    usa, europe = ttrkit.get_variant("usa"), ttrkit.get_variant("europe")
    numbers = usa.engine.numbers
    route, ticket = usa.board.routes[3], usa.board.tickets[4]
    assert (numbers.route(route), numbers.ticket(ticket)) == (3, 4)
    assert numbers.route(europe.board.routes[3]) == -1
    assert numbers.ticket(europe.board.tickets[4]) == -1
    assert numbers.route(attrs.evolve(route, length=1 + route.length % 6)) == -1
    assert numbers.ticket(attrs.evolve(ticket, points=ticket.points + 1)) == -1
    assert numbers.route(attrs.evolve(route)) == 3
