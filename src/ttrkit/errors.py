"""The exceptions of the library, with messages that a user can act on."""

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
    """No variant has this name; the message lists the known names."""


class PlugInError(ImportError):
    """A plug-in that cannot be loaded; the message names it and says why."""


class RecordError(ValueError):
    """A record that is not a legal game; the message says what is wrong, and at which step."""


class CodecError(ValueError):
    """Recorded data that cannot be decoded into the expected type."""


class RuleError(RuntimeError):
    """A rule part broke its contract with the engine; the message names the part."""


class VariantError(RuleError, AssertionError):
    """A variant with a part that breaks its contract, found before a game or by `check_variant`.

    The message names the part, the hook, and what would be right. It is an AssertionError too, so
    that a test needs nothing else.
    """


class BoardError(ValueError):
    """A board file that cannot be used.

    Attributes:
        path: the file.
        faults: every fault in it, each with its place in the file and what is expected there.
        was_read: whether there is such a file and it could be read; if not, `faults` has one
            sentence, which says why.
    """

    path: Path
    faults: tuple[str, ...]
    was_read: bool

    def __init__(self, path: Path, faults: tuple[str, ...], was_read: bool = True) -> None:
        super().__init__(path, faults, was_read)
        self.path = path
        self.faults = faults
        self.was_read = was_read

    def __str__(self) -> str:
        if len(self.faults) == 1:
            return f"{self.path}: {self.faults[0]}"
        lines = "".join(f"\n  - {fault}" for fault in self.faults)
        return f"{self.path}: {len(self.faults)} faults{lines}"
