"""Pictures of boards and games as SVG.

>>> import ttrkit.svg
>>> picture = ttrkit.svg.board(ttrkit.get_variant("europe"), size=800)
>>> picture[:4]
'<svg'

A picture is a `str` that shows itself in notebooks. It follows the reader's light or dark theme,
needs nothing else to be shown, and says in words what is on it.
"""

from ttrkit.pictures import Picture, board, findings

__all__ = ["Picture", "board", "findings"]
