"""All that can be measured, in groups."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from benchmarks import growth
from benchmarks.drawing import DRAWN
from benchmarks.games import (
    CALLS,
    play_at_random,
    play_by_name,
    play_large_hands,
    play_through_observe,
)
from benchmarks.hard_networks import Network
from benchmarks.learning import ways_to_learn
from benchmarks.measures import Job, Setting, timing
from benchmarks.memory import memory
from benchmarks.networks import (
    complete,
    find,
    hard_networks,
    has_longest_route,
    typical_networks,
)
from benchmarks.starting import import_time, load_time
from ttrkit.scoring.trails import longest_trail, longest_trail_length

__all__ = ["GROUPS", "jobs"]

CITIES = 10


def jobs(groups: Iterable[str], settings: Sequence[Setting]) -> Iterator[Job]:
    """The jobs of some groups, for editions and numbers of players."""
    for group in groups:
        yield from GROUPS[group](settings)


def _play(settings: Sequence[Setting]) -> Iterator[Job]:
    """Whole games: by chance, with large hands, and by bots that are shown observations."""
    for setting in _fresh(settings):
        for name, play in (
            ("random", play_at_random),
            ("large hands", play_large_hands),
            ("bots", play_through_observe),
        ):
            yield timing("play", name, str(setting), partial(play, setting), is_game=True)


def _calls(settings: Sequence[Setting]) -> Iterator[Job]:
    """The calls that bots and searches live on."""
    for setting in _fresh(settings):
        for name, call in CALLS.items():
            yield timing("calls", name, str(setting), partial(call, setting))


def _bots(settings: Sequence[Setting]) -> Iterator[Job]:
    """Games of our own bots, beside random ones."""
    for setting in _fresh(settings):
        yield timing("bots", "random", str(setting), partial(play_at_random, setting), is_game=True)
        for name in ("planner", "greedy"):
            play = partial(play_by_name, name, setting)
            yield timing("bots", name, str(setting), play, is_game=True)


def _learning(settings: Sequence[Setting]) -> Iterator[Job]:
    """Games in numbers and through the frameworks of learners, beside random ones."""
    for setting in _fresh(settings):
        for name, way in ways_to_learn().items():
            yield timing("learning", name, str(setting), partial(way, setting), is_game=True)


def _routes(settings: Sequence[Setting]) -> Iterator[Job]:
    """The longest route, by variant: the number of players makes little difference."""
    for setting in _one_each(settings):
        if has_longest_route(setting):
            name = setting.variant.name
            typical = partial(find, longest_trail_length, partial(typical_networks, setting))
            yield timing("routes", "typical", name, typical)
            if hard_networks(setting):
                yield from _hard(name, partial(hard_networks, setting))
    yield from _hard(f"{CITIES} cities, all joined", lambda: [complete(CITIES)])


def _hard(subject: str, networks: Callable[[], Iterable[Network]]) -> Iterator[Job]:
    yield timing("routes", "hard", subject, partial(find, longest_trail_length, networks))
    yield timing("routes", "hard, as a path", subject, partial(find, longest_trail, networks))


def _memory(settings: Sequence[Setting]) -> Iterator[Job]:
    """What games hold."""
    for setting in _fresh(settings):
        yield memory("memory", str(setting), setting)


def _start(settings: Sequence[Setting]) -> Iterator[Job]:
    """What it takes until there is a game."""
    yield import_time("start")
    for setting in _one_each(settings):
        yield load_time("start", setting.variant.name)


def _pictures(settings: Sequence[Setting]) -> Iterator[Job]:
    """Boards, games and replay pages."""
    for setting in settings:
        for name, draw in DRAWN.items():
            yield timing("pictures", name, str(setting), partial(draw, setting))


def _growth(group: str, _: Sequence[Setting]) -> Iterator[Job]:
    """What grows is not for the settings to say."""
    return growth.jobs(group)


def _fresh(settings: Sequence[Setting]) -> Iterator[Setting]:
    """The settings, none of which has been played."""
    return (setting.fresh() for setting in settings)


def _one_each(settings: Sequence[Setting]) -> list[Setting]:
    """The first setting of every variant."""
    return list({setting.variant.name: setting for setting in reversed(settings)}.values())[::-1]


GROUPS: dict[str, Callable[[Sequence[Setting]], Iterator[Job]]] = {
    "play": _play,
    "calls": _calls,
    "bots": _bots,
    "learning": _learning,
    "routes": _routes,
    "memory": _memory,
    "start": _start,
    "pictures": _pictures,
    **{group: partial(_growth, group) for group in growth.GROWTH},
}
"""The jobs of every group, given the settings that were asked for."""
