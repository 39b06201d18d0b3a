"""The names under which OpenSpiel finds the variants."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from typing import Any

import pyspiel

from ttrkit import variants
from ttrkit._text import slug
from ttrkit.adapters.openspiel.games import game_class, game_type
from ttrkit.adapters.openspiel.settings import checked_settings
from ttrkit.variant import Variant, as_variant, get_variant

PREFIX = "ttrkit_"

_REGISTERED: dict[str, Variant] = {}


def register(variant: str | Variant) -> str:
    """Make a variant known to OpenSpiel; the name for `pyspiel.load_game`, such as "ttrkit_usa".

    It may be registered again. Another variant of the same name is refused with ValueError.
    """
    variant = as_variant(variant)
    name = _name_of(variant)
    known = _REGISTERED.get(name)
    if known is None:
        pyspiel.register_game(game_type(name, variant), game_class(name, variant))
        _REGISTERED[name] = variant
    elif known is not variant and known != variant:
        raise ValueError(
            f'"{name}" is registered already, with other rules than this variant has: give the '
            f'variant another name than "{variant.name}"'
        )
    return name


def load_game(variant: str | Variant, players: int | None = None, **params: Any) -> Any:
    """The game of OpenSpiel for a variant, which is registered first if need be.

    `params` are those of the registered games: seed, payments, reward, distances,
    known_cards, max_turns. One that is None has its default.
    """
    variant = as_variant(variant)
    given = {name: value for name, value in params.items() if value is not None}
    if players is not None:
        given["players"] = players
    settings = checked_settings(variant, given)
    return pyspiel.load_game(register(variant), settings.parameters)


def loaded_game(variant: Variant, params: Mapping[str, Any]) -> Any:
    """A game that was pickled, in a process that may not know its variant yet."""
    return load_game(variant, **params)


def register_editions() -> None:
    """Make all editions known to OpenSpiel; plug-ins are left to `register` and `load_game`."""
    for edition in pkgutil.iter_modules(variants.__path__):
        register(get_variant(edition.name))


def _name_of(variant: Variant) -> str:
    word = slug(variant.name).replace("-", "_")
    if not word:
        raise ValueError(
            f'OpenSpiel needs a name with letters or digits: "{variant.name}" has none'
        )
    return PREFIX + word
