"""Bots for the tests of simulations: workers import them from here."""

import os
import signal
import time
from pathlib import Path

import ttrkit

MARKER = "TTRKIT_TEST_MARKER"
"""The environment variable with the file that tells a bot that it has died already."""


class First:
    """Takes the first legal action."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """The first one."""
        return observation.legal_actions[0]


class Forgetful(ttrkit.RandomPlayer):
    """Plays by how many games it thinks it has played: it must be a new one every time."""

    def __init__(self, depth: int = 3) -> None:
        super().__init__(depth)
        assert depth == 3, "a seed is given to whoever asks for one, not to anybody else"
        self.decisions = 0

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """One by number."""
        self.decisions += 1
        return observation.legal_actions[self.decisions % len(observation.legal_actions)]


class DiesOnce(ttrkit.RandomPlayer):
    """Takes its worker down with it, once."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Any, unless it dies."""
        marker = Path(os.environ[MARKER])
        if not marker.exists() and len(observation.history) > 20:
            marker.touch()
            os._exit(9)
        return super().choose(observation)


class DiesAlways(First):
    """Takes its worker down with it, each time."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        os._exit(9)


class Fails(First):
    """Has a bug."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        raise RuntimeError("no idea")


class Cheats(First):
    """Does what is not allowed."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Something else."""
        return ttrkit.Pass()


class Draws(First):
    """Draws cards for ever."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """A card from the deck, or tickets if it must."""
        for action in observation.legal_actions:
            if isinstance(action, ttrkit.DrawBlind | ttrkit.DrawFaceUp):
                return action
        return observation.legal_actions[0]


class Slow(ttrkit.RandomPlayer):
    """Takes its time."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Any."""
        time.sleep(0.001)
        return super().choose(observation)


def make_first() -> First:
    """A function that makes a bot."""
    return First()


class Interrupted(ttrkit.RandomPlayer):
    """Is where Ctrl-C arrives, in its own process, at its first decision."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Any, after a moment in which the signal is dealt with."""
        if not observation.history:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
        return super().choose(observation)


class Dozes(ttrkit.RandomPlayer):
    """Sleeps for a long time; it says by its marker that it has begun."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing, for a long time."""
        Path(os.environ[MARKER]).touch()
        time.sleep(60)
        return super().choose(observation)


class Stubborn(ttrkit.RandomPlayer):
    """Goes on whatever happens; it says by its marker that it has begun."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing, for a long time."""
        Path(os.environ[MARKER]).touch()
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                time.sleep(60)
            except BaseException:
                continue
        return super().choose(observation)


class Sleeps(First):
    """Falls asleep at its fifth decision or later."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing, for ever."""
        if len(observation.history) > 8:
            time.sleep(1000)
        return super().choose(observation)


class Loops(First):
    """Thinks for ever, and never calls anything."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing, for ever."""
        while True:
            pass


class Clings(First):
    """Catches whatever is thrown at it, and sleeps again."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing, for ever."""
        while True:
            try:
                time.sleep(1000)
            except BaseException:
                continue


class ClingsTwice(First):
    """Catches whatever is thrown at it, even while it catches something."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing, for ever."""
        while True:
            try:
                while True:
                    try:
                        time.sleep(1000)
                    except BaseException:
                        continue
            except BaseException:
                continue


class Late(First):
    """Catches what ends its thoughts, and answers after all."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """The first one, too late."""
        try:
            time.sleep(1000)
        except BaseException:
            time.sleep(0)
        return super().choose(observation)


class Interrupts(First):
    """Raises what Ctrl-C raises, although nobody has pressed it."""

    def choose(self, observation: ttrkit.Observation) -> ttrkit.Action:
        """Nothing."""
        raise KeyboardInterrupt
