"""The patches that break the clauses of Asia: see `breaks.py`."""

BREAKS: dict[str, tuple[str, str, str]] = {}
