"""`python -m mutation`: puts a sample of mutants to the tests, and says which are not noticed."""

import argparse
import json
import os
import re
import signal
import sys
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from mutation.mutants import Mutant, all_mutants, sample
from mutation.running import RULES, Reach, Verdict, measure, put_to_the_test

ROOT = Path(__file__).parents[1]
PACKAGE = "ttrkit"
SAMPLE = 415
SURVIVES = Verdict.SURVIVES
STOPPED = 130  # the exit code of a program that was stopped by Ctrl-C
GROUPS = {
    "rules": RULES,
    "records": ("game", "records"),
    "knowledge": ("knowledge",),
}
"""Rooms that are counted together too."""


def main(arguments: Sequence[str] | None = None, root: Path = ROOT, package: str = PACKAGE) -> int:
    """Do as asked; the exit code."""
    given = _options().parse_args(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background
    chosen = _chosen(root, package, given.room, given.sample)
    if given.list:
        print("\n".join(map(told, chosen)))
        return 0
    kept = root / ".cache" / "mutants.json"
    verdicts: dict[str, str] = json.loads(kept.read_bytes()) if kept.exists() else {}
    found = {
        mutant: Verdict(verdicts[mutant.rank])
        for mutant in chosen
        if given.again and verdicts.get(mutant.rank, SURVIVES) != SURVIVES
    }
    waiting = [mutant for mutant in chosen if mutant not in found]
    reach = _reach(root, package, given.tests, given.jobs)
    begun = time.monotonic()
    try:
        for mutant, verdict in put_to_the_test(root, package, waiting, reach, given.jobs):
            found[mutant] = verdicts[mutant.rank] = verdict
            kept.write_text(json.dumps(verdicts), "utf-8")
            if verdict is SURVIVES:
                print(told(mutant), flush=True)
            minutes = (time.monotonic() - begun) / 60
            survived = list(found.values()).count(SURVIVES)
            line = f"[{len(found)}/{len(chosen)}] {survived} not noticed, {minutes:.0f} min"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the figures are of what was run by then", end="", file=sys.stderr)
    print(file=sys.stderr)
    figures = table(found)
    print(figures)
    if len(found) < len(chosen):
        return STOPPED
    if given.keep:
        page = root / "docs" / "mutants.md"
        text = re.sub(r"\|.*\|\n", "", page.read_text("utf-8"))
        page.write_text(text.replace("figures -->\n", f"figures -->\n{figures}\n"), "utf-8")
    return 0


def _chosen(root: Path, package: str, rooms: Sequence[str], size: int | None) -> list[Mutant]:
    """The fixed sample, or what of it lies in these rooms; with a size, a sample of these alone."""
    mutants = all_mutants(root / "src" / package)
    if rooms and size is not None:
        mutants = [mutant for mutant in mutants if mutant.room in rooms]
    judged = equivalent(root / "mutation" / "equivalent.toml")
    return [
        mutant
        for mutant in sample(mutants, SAMPLE if size is None else size)
        if not judged.keys() & {mutant.name, (*mutant.name[:3], None)}
        and (not rooms or mutant.room in rooms)
    ]


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="python -m mutation",
        description="Put a fixed sample of small faults into the sources, one at a time, and see "
        "whether the tests that reach them notice.",
    )
    options.add_argument("--room", nargs="+", metavar="NAME", help="only in these rooms")
    options.add_argument(
        "--sample", type=int, metavar="N", help=f"about so many (of all, {SAMPLE})"
    )
    options.add_argument("--tests", nargs="+", default=[], help="only these files of tests")
    options.add_argument("--jobs", type=int, default=os.cpu_count(), help="at once (%(default)s)")
    options.add_argument("--again", action="store_true", help="not those noticed last time")
    options.add_argument("--list", action="store_true", help="list them, and run nothing")
    options.add_argument("--keep", action="store_true", help="write the figures to docs/mutants.md")
    return options


def told(mutant: Mutant) -> str:
    """A mutant, for people."""
    return f"{mutant.file}:{mutant.line}\n  - {mutant.was}\n  + {mutant.now}"


def equivalent(file: Path) -> dict[tuple[str, str, str, int | None], str]:
    """The mutants that are judged to change nothing, each with the reason.

    Without a number, all that read alike are.
    """
    if not file.exists():
        return {}
    listed = tomllib.loads(file.read_text("utf-8"))["mutant"]
    return {
        (each["file"], each["was"], each["now"], each.get("nth")): each["why"] for each in listed
    }


def _reach(root: Path, package: str, tests: Sequence[str], jobs: int) -> Reach:
    """What each test reaches; kept while neither sources nor tests change."""
    files = [*(root / "src").rglob("*.py"), *(root / "tests").rglob("*.py")]
    state = sha256("\n".join(tests).encode())
    for file in sorted(files):
        state.update(file.read_bytes())
    kept = root / ".cache" / f"reach-{state.hexdigest()[:16]}.json"
    if not kept.exists():
        print("First the tests are run once, to see what each of them reaches.", file=sys.stderr)
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(measure(root, package, tests, jobs)), "utf-8")
    seconds, lines = json.loads(kept.read_bytes())
    by_line = {file: {int(line): each for line, each in its.items()} for file, its in lines.items()}
    return Reach(seconds, by_line)


def table(found: Mapping[Mutant, Verdict]) -> str:
    """The figures by room, by group and in all, as a table."""
    rooms = sorted({mutant.room for mutant in found})
    rows = [_row(f"`{room}`", found, [room]) for room in rooms]
    rows += [_row(name, found, some) for name, some in GROUPS.items() if {*some} & {*rooms}]
    head = ["| room | mutants | noticed | by hanging | share |", "|---|--:|--:|--:|--:|"]
    return "\n".join([*head, *rows, _row("all", found, rooms)])


def _row(name: str, found: Mapping[Mutant, Verdict], rooms: Iterable[str]) -> str:
    verdicts = [verdict for mutant, verdict in found.items() if mutant.room in rooms]
    noticed = len(verdicts) - verdicts.count(SURVIVES)
    share = f"{100 * noticed // len(verdicts)} %" if verdicts else ""
    hanging = verdicts.count(Verdict.HANGS) or ""
    return f"| {name} | {len(verdicts)} | {noticed} | {hanging} | {share} |"


if __name__ == "__main__":
    sys.exit(main())
