"""Districts: what is joined, and who has most."""

import ttrkit
from examples.gallery.districts import VARIANT

AMBER = [("Aldermoor", "Eelmarsh"), ("Eelmarsh", "Fennholt"), ("Brackwater", "Fennholt")]
IVORY = [("Osterdam", "Pellgate"), ("Pellgate", "Tidesend"), ("Saltmere", "Tidesend")]
JADE = [("Corvane", "Dunsel"), ("Dunsel", "Hesterby"), ("Gullhaven", "Hesterby")]


def points(*claimed: list[tuple[str, str]]) -> list[tuple[int, int]]:
    """What the two labels bring each seat that has these routes."""
    game = ttrkit.position(VARIANT, players=len(claimed), claimed=dict(enumerate(claimed)))
    return [(sheet["districts"], sheet["most districts"]) for sheet in game.result().sheets]


def test_all_places_of_a_district_must_be_joined() -> None:
    """With a city missing, or in two networks, it is nothing; nor do two seats join one."""
    assert points(AMBER, []) == [(8, 5), (0, 0)]
    assert points(AMBER[:2], []) == [(0, 0), (0, 0)]
    assert points([AMBER[0], AMBER[2]], []) == [(0, 0), (0, 0)]
    assert points(AMBER[:2], AMBER[2:]) == [(0, 0), (0, 0)]


def test_a_district_may_be_joined_by_way_of_others() -> None:
    """Routes through other districts count as well."""
    around = [("Fennholt", "Jessing"), ("Ivelmouth", "Jessing"), ("Eelmarsh", "Ivelmouth")]
    assert points([AMBER[0], AMBER[2], *around], []) == [(8, 5), (0, 0)]


def test_the_most_districts() -> None:
    """Alone or with others; two beat one."""
    assert points([*AMBER, *IVORY], JADE) == [(16, 5), (8, 0)]
    assert points(AMBER, IVORY, []) == [(8, 5), (8, 5), (0, 0)]
