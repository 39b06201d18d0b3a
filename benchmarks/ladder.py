"""`make ladder`: ratings and duels of our bots on all editions, as tables of the documentation.

Every table is played in portions, each with a seed of its own, and the report on each portion is
kept in a file. Whoever stops it can go on later: a portion that is there is not played again,
unless the bots have changed since.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import attrs

import ttrkit.bots
from ttrkit import PlugInError, Report, UnknownVariant, Variant, get_variant, rate
from ttrkit._text import counted, listed
from ttrkit.simulation import Ratings, entrants_of, named_bots
from ttrkit.simulation.entrants import derived
from ttrkit.simulation.sums import Blocks

__all__ = ["main", "page_of", "rate"]

ROOT = Path(__file__).parents[1]
EDITIONS = ("usa", "europe", "paris", "asia")
BOTS = ("planner", "greedy", "random")
"""The bots that are rated, as far as they are there."""
DUELS = (("planner", "greedy"), ("search", "planner"))
"""The bots that play against their measure, at tables of these two alone."""
SLOW = frozenset({"search"})
"""The bots that take seconds for a game: they play at tables of two alone."""
TWO = 2  # players
USUAL_PLAYERS = (TWO, 4, 6)
"""The numbers of players that an edition is rated with: the first two of these that it allows."""
PIN, AT = "greedy", 1000.0  # the rating that is fixed
BLOCKS = 408
PORTION = 24  # blocks: all pairs of two, three or four bots have their turn equally often
KEPT = ROOT / "build" / "ladder"
PAGES = (ROOT / "docs" / "bots.md", ROOT / "docs" / "simulation.md")
"""The pages that may have the table; the first that has a place for it gets it."""
BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
STOPPED = 130  # the exit status after Ctrl-C


class Refused(Exception):
    """Something that cannot be done as asked; the message says why."""


@attrs.frozen
class Table:
    """A number of players at an edition."""

    variant: Variant
    players: int

    def __str__(self) -> str:
        return f"{self.variant.name}, {self.players} players"


@attrs.frozen
class Plan:
    """Everything that the ratings depend on."""

    tables: tuple[Table, ...]
    bots: tuple[str, ...]
    blocks: int
    duels: tuple[tuple[str, str], ...]
    slow_blocks: int
    seed: int
    workers: int | None
    kept: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing, and write the table; the exit status."""
    options = _options()
    given = options.parse_args(arguments)
    try:
        plan = Plan(
            tuple(tables(given.editions, given.players)),
            tuple(bots(given.bots)),
            given.blocks,
            DUELS if given.bots is None else (),
            given.slow_blocks or given.blocks,
            given.seed,
            given.workers,
            given.kept,
        )
        page = page_of(given.page)
    except Refused as error:
        options.error(str(error))
    began = time.monotonic()
    try:
        found = [total(plan, table) for table in plan.tables]
        fought = [*duels(plan)]
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return STOPPED
    text = markdown(plan, found, fought)
    print(text)
    write(page, text)
    print(f"written into {page} after {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="python -m benchmarks.ladder",
        description="Rate the bots on all editions, and write the table into the documentation.",
    )
    options.add_argument("--editions", nargs="+", metavar="NAME", default=EDITIONS)
    options.add_argument(
        "--players", nargs="+", type=int, metavar="N", help="by default, 2 and 4; asia, 4 and 6"
    )
    options.add_argument(
        "--bots",
        nargs="+",
        metavar="NAME",
        help=f"by default, of {', '.join(BOTS)} all there are, and then duels",
    )
    options.add_argument("--blocks", type=_whole, default=BLOCKS, help="at each table: %(default)s")
    options.add_argument(
        "--slow-blocks",
        type=_whole,
        metavar="BLOCKS",
        help=f"at each table with {listed(SLOW)}; by default, as many as at the others",
    )
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=_whole, help="by default, one for each core")
    options.add_argument("--kept", type=Path, default=KEPT, help="where games played are kept")
    options.add_argument("--page", type=Path, help="the page to write the table into")
    return options


def _whole(text: str) -> int:
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"a whole number from 1 is wanted, not {text!r}")
    return int(text)


def tables(editions: Sequence[str], players: Sequence[int] | None) -> Iterator[Table]:
    """The tables to play at."""
    for name in dict.fromkeys(editions):
        try:
            variant = get_variant(name)
        except (UnknownVariant, PlugInError) as error:
            raise Refused(str(error)) from None
        usual = [number for number in USUAL_PLAYERS if number in variant.players][:2]
        wanted = (usual or variant.players[:1]) if players is None else players
        yield from [Table(variant, number) for number in variant.players if number in wanted]


def bots(names: Sequence[str] | None) -> list[str]:
    """The names of the bots; of the usual ones, those that are there."""
    found = [name for name in BOTS if name in named_bots()] if names is None else list(names)
    try:
        known = [entrant.name for entrant in entrants_of(found)]
    except (LookupError, TypeError) as error:
        raise Refused(str(error.args[0])) from None
    if len(set(known)) < 2:
        raise Refused("a ladder needs two different bots, or more")
    return known


def page_of(page: Path | None) -> Path:
    """The page that has a place for the table."""
    for each in PAGES if page is None else (page,):
        if each.is_file():
            text = each.read_text("utf-8")
            if text.count(BEGIN) == text.count(END) == 1 and text.index(BEGIN) < text.index(END):
                return each
    where = "docs/bots.md or docs/simulation.md" if page is None else page
    raise Refused(f"{where} has no place for the table: a line {BEGIN}, and below it {END}")


# Playing -------------------------------------------------------------------------------------


def total(plan: Plan, table: Table) -> Report:
    """The report on all games at one table, from portions that are kept or played now."""
    portions = -(-plan.blocks // PORTION)
    found: Report | None = None
    for number in range(portions):
        blocks = min(PORTION, plan.blocks - number * PORTION)
        report = portion(plan, table, number, blocks)
        found = report if found is None else found + report
    assert found is not None
    return found


def duels(plan: Plan) -> Iterator[Report]:
    """The reports on all duels, by table."""
    for pair in plan.duels:
        is_slow = not SLOW.isdisjoint(pair)
        duel = attrs.evolve(plan, bots=pair, blocks=plan.slow_blocks if is_slow else plan.blocks)
        for table in plan.tables:
            if table.players == TWO or not is_slow:
                yield total(duel, table)


def portion(plan: Plan, table: Table, number: int, blocks: int) -> Report:
    """The report on a portion: from its file, or played now and kept."""
    seed = derived(plan.seed, "ladder", number)
    about = (table.variant.fingerprint, bots_digest(), str(table), *plan.bots, str(blocks))
    path = plan.kept / f"{table.variant.name}-{derived(seed, *about):016x}.json"
    if path.is_file():
        try:
            return Report.from_json(path.read_text("utf-8"))
        except ValueError:  # of an earlier version: it is played anew
            path.unlink()
    label = f"{table}, {', '.join(plan.bots)}: from block {number * PORTION} of {plan.blocks}"
    tell = counter(label)
    found = rate(
        table.variant,
        plan.bots,
        blocks,
        seed,
        players=table.players,
        workers=plan.workers,
        progress=tell,
        on_error="forfeit",
        samples=20,
    )
    print(f"\r{label}: done{' ' * 20}", file=sys.stderr)
    if not found.report.is_complete:
        raise KeyboardInterrupt
    plan.kept.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(found.report.to_json(), "utf-8")
    part.replace(path)
    return found.report


@cache
def bots_digest() -> str:
    """A digest of the sources of our bots: if they change, everything is played anew."""
    sources = sorted(Path(ttrkit.bots.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


def counter(label: str) -> Callable[[int, int], None] | None:
    """A function that tells on one line how far it is; None if nobody watches."""
    if not sys.stderr.isatty():
        return None
    return lambda done, games: print(
        f"\r{label}: {done} of {games} games", end="", file=sys.stderr, flush=True
    )


# The table -----------------------------------------------------------------------------------


def markdown(plan: Plan, reports: Sequence[Report], fought: Sequence[Report]) -> str:
    """The ratings as a table, the best on average first; who beats whom how often; the duels."""
    pin = PIN if PIN in plan.bots else None
    at = AT if pin else 0.0
    found = [report.rating(pin, at=at, seed=plan.seed) for report in reports]
    means = {
        name: sum(ratings.rating(name).elo for ratings in found) / len(found) for name in plan.bots
    }
    best = sorted(means, key=lambda name: -means[name])
    elo = [[_table(r.report), *(_elo(r, name) for name in best), _games(r.report)] for r in found]
    pairs = [*combinations(best, 2)]
    above = [[_table(r.report), *(_above(r, one, two) for one, two in pairs)] for r in found]
    told = [
        "In brackets are the bounds that hold with 95 % confidence.",
        "At a table, one bot is above another if it has more points.",
    ]
    if fought:
        told.append("In a duel the two bots sit at every other seat; a shared win is a half.")
    lost = sum(report.forfeited for report in (*reports, *fought))
    if lost:
        told.append(f"{lost} games were forfeited, because a bot failed.")
    by_bot = ["Elo", *(f"`{name}`" for name in best), "games"]
    by_pair = ["of 100", *(f"`{one}` above `{two}`" for one, two in pairs)]
    parts = [_rows(by_bot, elo), _rows(by_pair, above)]
    if fought:
        by_duel = ["duel", "", "won by the first, of 100", "points of both", "games"]
        parts.append(_rows(by_duel, [_duel(report) for report in fought]))
    return "\n\n".join([*parts, "\n".join(told)])


def _table(report: Report) -> str:
    return f"{report.variant}, {counted(len(report.seats), 'player')}"


def _games(report: Report) -> str:
    return str(report.games + report.forfeited)


def _duel(report: Report) -> list[str]:
    """The row of a duel: what the first of the two has won, and the mean points of both."""
    one, two = report.bots
    half = one.shared / one.games / 2
    low, high = one.interval()
    shares = [100 * (share - half) for share in (one.win_rate, low, high)]
    points = [
        f"{bot.score.mean:.0f} ± {bot.score_interval()[1] - bot.score.mean:.0f}"
        for bot in (one, two)
    ]
    return [
        _table(report),
        f"`{one.name}` – `{two.name}`",
        "{:.0f} ({:.0f} to {:.0f})".format(*shares),
        " : ".join(points),
        _games(report),
    ]


def _rows(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    every = [head, ["---", *("--:" for _ in head[1:])], *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in every)


def _elo(ratings: Ratings, name: str) -> str:
    """A rating with its bounds."""
    one = ratings.rating(name)
    if name == ratings.pinned:
        return f"{one.elo:.0f}"
    return f"{one.elo:.0f} ({one.low:.0f} to {one.high:.0f})"


def _above(ratings: Ratings, one: str, two: str) -> str:
    """The share of tables at which one came out above the other, with its bounds."""
    for duel in ratings.report.duels:
        if {duel.a, duel.b} == {one, two}:
            both = Blocks.of(
                (won, 2 * met) for won, met in zip(duel.halves, duel.times, strict=True)
            )
            low, high = both.share()
            shares = (both.mean, low, high)
            if duel.a == two:
                shares = (1 - both.mean, 1 - high, 1 - low)
            return "{:.0f} ({:.0f} to {:.0f})".format(*(100 * share for share in shares))
    return "–"


def write(page: Path, text: str) -> None:
    """Put the table into its place on the page."""
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
