"""What can go wrong, in words a user can act on."""

from pathlib import Path


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message says why. The game is unchanged."""

    def __init__(self, reason: str, action: object = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.action = action

    def __reduce__(self) -> tuple[type["IllegalAction"], tuple[str, object]]:
        return (IllegalAction, (self.reason, self.action))


class UnknownVariant(LookupError):
    """No variant has this name; the message lists those there are."""


class PlugInError(ImportError):
    """A plug-in that cannot be loaded; the message names it and says why."""


class RecordError(ValueError):
    """A record that is no legal game; the message says at which step, and what does not fit."""


class CodecError(ValueError):
    """Something written that cannot be read as what it should be."""


class RuleError(RuntimeError):
    """A rule part broke its contract with the engine; the message names the part."""


class BoardError(ValueError):
    """A board file that cannot be used.

    Attributes:
        path: the file.
        faults: everything that is wrong with it, each with its place and what would be right.
    """

    path: Path
    faults: tuple[str, ...]

    def __init__(self, path: Path, faults: tuple[str, ...]) -> None:
        super().__init__(path, faults)
        self.path = path
        self.faults = faults

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return f"{self.path}: {self.faults[0]}"
        lines = "".join(f"\n  - {fault}" for fault in self.faults)
        return f"{self.path}: {len(self.faults)} faults{lines}"
