"""From a game to JSON, and back."""
