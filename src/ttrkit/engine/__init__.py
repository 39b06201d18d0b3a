"""The machine: a variant made ready to play, the state of a game, and the turn loop."""
