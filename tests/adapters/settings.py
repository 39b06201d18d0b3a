"""The variants and numbers of players that every adapter is tested with."""

import benelux

import ttrkit
from examples.gallery.harbours import VARIANT as HARBOURS
from ttrkit import Variant

BENELUX = benelux.VARIANT
EDITIONS = [ttrkit.get_variant(name) for name in ttrkit.variant_names()]
SETTINGS = [
    (variant, players) for variant in (*EDITIONS, BENELUX, HARBOURS) for players in variant.players
]
"""All editions at every number of players, a home-made variant, and one with unlisted actions."""


def name_of(value: object) -> str:
    """A variant or a number in the name of a test."""
    return value.name if isinstance(value, Variant) else str(value)
