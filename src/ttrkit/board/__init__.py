"""The map: cities, routes and tickets, and the board files they are read from."""

from ttrkit.board.loading import data_dir, load_board, load_data
from ttrkit.board.model import STATUSES, Board, City, Route, Ticket
from ttrkit.board.numbered import NumberedBoard
from ttrkit.board.tickets import Goal

__all__ = [
    "STATUSES",
    "Board",
    "City",
    "Goal",
    "NumberedBoard",
    "Route",
    "Ticket",
    "data_dir",
    "load_board",
    "load_data",
]
