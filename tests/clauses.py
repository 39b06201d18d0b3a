"""The clauses of `docs/rules.md`, and which editions they hold for."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

RULES = Path(__file__).parents[1] / "docs" / "rules.md"

EDITION = {"US": "usa", "EU": "europe", "AS": "asia", "PA": "paris"}

_ROW = re.compile(r"^\| ((?:[A-Z]+-\d+ )+)\| ((?:US|EU|AS|PA| )+ \||all \||home-made \|)?")


@cache
def clauses() -> dict[str, tuple[str, ...]]:
    """Every clause with the editions that it holds for, in the order of the page."""
    found: dict[str, tuple[str, ...]] = {}
    for line in RULES.read_text("utf-8").splitlines():
        row = _ROW.match(line)
        if row is None:
            continue
        for clause in row[1].split():
            prefix = clause.split("-")[0]
            if prefix in EDITION:
                found[clause] = (EDITION[prefix],)
            else:
                assert row[2], f"{clause} names no editions"
                named = row[2].strip(" |").split()
                everywhere = tuple(EDITION.values())
                found[clause] = (
                    everywhere
                    if named == ["all"]
                    else tuple(EDITION[e] for e in named if e in EDITION)
                )
    return found


def editions_of(ids: Iterable[str]) -> list[str]:
    """The editions that any of these clauses holds for."""
    return sorted({edition for clause in ids for edition in clauses()[clause]})
