"""What a user holds: a game, its seats and teams, and positions set up by hand."""
