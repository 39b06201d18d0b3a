"""The command line: `ttrkit` or `python -m ttrkit`.

Needs click and rich, which the extra `cli` installs.
"""

import sys

__all__ = ["main"]

MISSING = "ttrkit: the command line needs click and rich: pip install click rich"


def main() -> None:
    """Run the command line with the arguments that the program was given."""
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError:
        print(MISSING, file=sys.stderr)
        sys.exit(1)
    from ttrkit.cli.app import ttrkit

    ttrkit()
