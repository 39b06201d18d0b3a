"""Hooks for pictures: the pieces that a part has on the map."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from ttrkit.hooks.hook import hook

if TYPE_CHECKING:
    from ttrkit.board import Board, Route


@attrs.frozen
class Piece:
    """A piece on a city or a route, as a picture shows it.

    Attributes:
        place: the name of a city, or a route.
        shape: "station", "flag" (stripes of `colours`) or "token" (a disc with the `text`).
        seat: whose it is, or None.
        text: a letter or two, on a token.
        title: what it is, in words: for the legend, and for those who cannot see it.
        colours: the card colours of a flag.
    """

    place: "str | Route"
    shape: str = "token"
    seat: int | None = None
    text: str = ""
    title: str = ""
    colours: tuple[str, ...] = ()


class PictureHooks:
    """The pieces of a part in pictures."""

    @hook("all")
    def drawn_pieces(self, board: "Board", shown: Mapping[str, Any]) -> Iterable[Piece]:
        """The pieces that a picture shows on cities and routes.

        `shown` has the `public_facts` of all parts for the seat that looks; it is empty in a
        picture of the variant alone. Facts that no part names in its `draws` are drawn as plain
        tokens if they list cities or routes, by seat or not.
        Example: `return [Piece(city, text="D") for city in shown.get("depots", ())]`.
        """
        return ()
