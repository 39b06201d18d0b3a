"""The patches that break the clauses of Europe: see `breaks.py`."""

BREAKS: dict[str, tuple[str, str, str]] = {}
