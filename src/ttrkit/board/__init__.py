"""The map: cities, routes and tickets, and the board files they are read from."""
