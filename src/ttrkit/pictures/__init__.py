"""Pictures: boards and games as SVG, and whole games as pages that replay in a browser."""

from ttrkit.pictures.advice import findings
from ttrkit.pictures.picture import Picture, board
from ttrkit.pictures.replay import Page, replay_page
from ttrkit.pictures.tables import table

__all__ = ["Page", "Picture", "board", "findings", "replay_page", "table"]
