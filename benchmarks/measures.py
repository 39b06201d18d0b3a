"""What is kept of a measurement, and the jobs that make measurements."""

from collections.abc import Callable, Iterator

import attrs

from benchmarks.timing import Meter, Sample
from ttrkit import Variant

__all__ = ["BYTES", "COUNT", "SECONDS", "Job", "Measure", "Setting", "fresh", "timing"]

SECONDS = "s"
BYTES = "B"
COUNT = "n"

_not_negative = attrs.validators.optional(attrs.validators.ge(0.0))


@attrs.frozen
class Measure:
    """A figure: how long something takes, how many bytes it holds, or how many there are."""

    group: str
    name: str
    subject: str
    unit: str = attrs.field(validator=attrs.validators.in_((SECONDS, BYTES, COUNT)))
    value: float = attrs.field(validator=attrs.validators.ge(0))
    steps: float | None = attrs.field(default=None, validator=_not_negative)
    """A time in steps of the calibration."""
    per_game: float | None = attrs.field(default=None, validator=_not_negative)
    """How often it is done in a game."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same measure in another run."""
        return self.group, self.name, self.subject


@attrs.frozen
class Job:
    """Something to measure."""

    group: str
    subject: str
    what: str
    run: Callable[[Meter], Iterator[Measure]]


@attrs.frozen
class Setting:
    """A variant with so many players."""

    variant: Variant
    players: int

    def __str__(self) -> str:
        return f"{self.variant.name} {self.players}"

    def fresh(self) -> "Setting":
        """The same with a variant that has not been played: it remembers nothing yet.

        So no figure depends on what else was measured before.
        """
        return Setting(fresh(self.variant), self.players)


def fresh(variant: Variant) -> Variant:
    """The same variant, but with an engine of its own."""
    return variant.with_board(variant.board)


def timing(group: str, name: str, subject: str, sample: Sample, *, is_game: bool = False) -> Job:
    """The job of timing something; a sample `is_game` if it is a whole game's actions."""

    def run(meter: Meter) -> Iterator[Measure]:
        timed = meter.time(f"{group} {name} {subject}", sample)
        per_game = timed.per_sample if is_game else None
        yield Measure(group, name, subject, SECONDS, timed.seconds, timed.steps, per_game)

    return Job(group, subject, name, run)
