"""Districts: whoever joins all places of a district has its points at the end.

Every city lies in a district, a colour of the map. A seat whose own routes join all cities of a
district scores two points for each of them; whoever joins the most districts, alone or with others,
scores five points more.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ttrkit import Variant, load_board
from ttrkit.parts import Part, Tally

CITY_POINTS = 2
MOST_DISTRICTS = 5


class Districts(Part):
    """Points for districts that are joined, and for whoever has most of them."""

    labels = ("districts", "most districts")
    board_facts = {"city": {"district": str}}

    def final_points(self, tally: Tally) -> Mapping[str, Sequence[int]]:
        joined = [self.joined_districts(tally, team) for team in tally.teams]
        most = max(map(len, joined))
        return {
            "districts": [CITY_POINTS * sum(sizes) for sizes in joined],
            "most districts": [MOST_DISTRICTS if 0 < len(d) == most else 0 for d in joined],
        }

    def joined_districts(self, tally: Tally, team: int) -> list[int]:
        """The sizes of the districts that a team's routes join."""
        network = tally.networks(tally.route_numbers(team))
        places: dict[str, list[int]] = {}
        for number, city in enumerate(tally.state.board.cities):
            if "district" in city.extra:
                places.setdefault(city.extra["district"], []).append(network[number])
        return [len(roots) for roots in places.values() if len(set(roots)) == 1]


VARIANT = Variant.from_classic(
    "districts",
    load_board(Path(__file__).with_name("delta.toml")).without_extra(keep=["district"]),
    title="Districts",
    players=range(2, 5),
    trains=28,
    parts=[Districts()],
)
