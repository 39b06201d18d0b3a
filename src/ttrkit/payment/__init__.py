"""Cards, what things cost in them, and every way to pay."""
