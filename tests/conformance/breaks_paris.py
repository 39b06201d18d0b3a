"""The patches that break the clauses of Paris: see `breaks.py`."""

BREAKS: dict[str, tuple[str, str, str]] = {}
