"""Objects that show themselves in notebooks, as pictures or tables.

The room that draws them is above all that is drawn, so it is looked up by name, when a notebook
asks.
"""

from importlib import import_module


class Pictured:
    """Something that a notebook shows as a picture: see `ttrkit.svg.board`."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(import_module("ttrkit.pictures").board(self))


class Tabled:
    """Something that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(import_module("ttrkit.pictures").table(self))
