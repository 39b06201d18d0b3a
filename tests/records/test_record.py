"""Records are plain JSON types, and nothing that only looks like them."""

import random
from collections.abc import Iterator

import pytest

import ttrkit

PLAIN = (str, int, bool, float, type(None))


def not_plain(value: object, place: str = "record") -> Iterator[str]:
    """The places where something else than a plain JSON type stands."""
    if type(value) is dict:
        for key, item in value.items():
            assert type(key) is str, place
            yield from not_plain(item, f"{place}.{key}")
    elif type(value) is list:
        for number, item in enumerate(value):
            yield from not_plain(item, f"{place}[{number}]")
    elif type(value) not in PLAIN:
        yield f"{place}: {type(value).__name__}"


@pytest.mark.parametrize("name", ttrkit.variant_names())
def test_a_record_holds_plain_types_alone(name: str) -> None:
    """From a set-up, from a position, and of a game made from an observation at any decision."""
    rng = random.Random(7)
    met: set[str | None] = set()
    for game in (
        ttrkit.new_game(name, players=4, seed=7),
        ttrkit.position(name, players=4, hands=[{"red": 5, "wild": 4}], seed=7),
    ):
        while not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
            if game.decision not in met or rng.random() < 0.02:
                met.add(game.decision)
                world = ttrkit.determinize(game.observe(rng.randrange(4)), rng)
                assert list(not_plain(world.to_record())) == []
        assert list(not_plain(game.to_record())) == []
