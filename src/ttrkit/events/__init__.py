"""What happens in a game: actions, what came of them by chance, and the history."""
