"""Two runs side by side."""

from collections import defaultdict
from collections.abc import Iterator
from statistics import geometric_mean

import attrs

from benchmarks.keeping import Run
from benchmarks.measures import SECONDS, Measure
from benchmarks.tables import aligned, number, quantity

__all__ = ["Change", "changes", "comparison"]


@attrs.frozen
class Change:
    """A measure of two runs."""

    then: Measure
    now: Measure

    @property
    def factor(self) -> float:
        """What it has become many times of: a time in steps, whatever else as it is."""
        if self.then.steps and self.now.steps:
            return self.now.steps / self.then.steps
        return self.now.value / self.then.value if self.then.value and self.now.value else 1.0

    def mark(self, threshold: float) -> str:
        """A word if it has changed by more than so many per cent."""
        if abs(self.factor - 1) * 100 <= threshold:
            return ""
        words = ("faster", "slower") if self.now.unit == SECONDS else ("less", "more")
        return words[self.factor > 1]

    def row(self, threshold: float) -> list[str]:
        """Its row of the table."""
        return [
            f"{self.now.group}: {self.now.name}",
            self.now.subject,
            quantity(self.then),
            quantity(self.now),
            *("" if m.steps is None else number(m.steps) for m in (self.then, self.now)),
            percent(self.factor),
            self.mark(threshold),
        ]


def changes(then: Run, now: Run) -> Iterator[Change]:
    """The measures that both runs have."""
    before = {measure.key: measure for measure in then.measures}
    for measure in now.measures:
        old = before.get(measure.key)
        if old is not None and old.unit == measure.unit:
            yield Change(old, measure)


def percent(factor: float) -> str:
    """A change in per cent."""
    return f"{round((factor - 1) * 100, 1) + 0.0:+.1f} %"  # never -0.0


def comparison(then: Run, now: Run, threshold: float) -> str:
    """What has changed, measure by measure, and for all subjects together."""
    told = [f"then: {then.machine}\nnow:  {now.machine}"]
    found = list(changes(then, now))
    if not found:
        return f"{told[0]}\n\nThe two runs have no measure in common."
    header = ["measure", "of", "then", "now", "then steps", "now steps", "change", ""]
    told.append(aligned([header, *(change.row(threshold) for change in found)]))
    together = defaultdict(list)
    for change in found:
        together[f"{change.now.group}: {change.now.name}"].append(change.factor)
    rows = [[name, percent(geometric_mean(factors))] for name, factors in together.items()]
    told.append(aligned([["all together", "change"], *rows]))
    told.append(_in_words(found, threshold))
    return "\n\n".join(told)


def _in_words(found: list[Change], threshold: float) -> str:
    marks = [change.mark(threshold) for change in found]
    words = [mark for mark in ("slower", "more", "faster", "less") if mark in marks]
    counts = [f"{marks.count(mark)} {mark}" for mark in words]
    same = f"{marks.count('')} within {threshold:g} %"
    return f"{', '.join([*counts, same])}. Times are compared in steps of the calibration."
