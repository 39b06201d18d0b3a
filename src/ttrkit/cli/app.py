"""The command `ttrkit`, with its subcommands and its one-line error messages."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from ttrkit import __version__
from ttrkit.cli.checking import check
from ttrkit.cli.comparing import compare
from ttrkit.cli.finding import reason
from ttrkit.cli.listing import variants
from ttrkit.cli.playing import play
from ttrkit.cli.rating import rate
from ttrkit.cli.replaying import replay
from ttrkit.cli.showing import show
from ttrkit.cli.simulating import simulate
from ttrkit.cli.starting import new

DEBUG = "TTRKIT_DEBUG"
"""The environment variable that makes an unexpected error show its traceback."""


class OneLine(click.Group):
    """A group of commands whose errors are one line on stderr: status 2 for usage, 1 for others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which a new user needs them."""
        return list(self.commands)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit status."""
        never_fail_to_print()
        try:
            status = super().main(args, "ttrkit", complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "ttrkit"
            is_ours = type(error) is click.UsageError  # our own messages say what would be right
            hint = "" if is_ours else f"; see {command} --help"
            complain(f"{command}: {error.format_message()}", hint)
            status = 2
        except click.ClickException as error:
            complain(f"ttrkit: {error.format_message()}")
            status = 1
        except (click.Abort, KeyboardInterrupt):
            complain("ttrkit: stopped")
            status = 130
        except BrokenPipeError:  # as in `ttrkit show usa | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            complain(f"ttrkit: {reason(error)}", f" ({DEBUG}=1 shows where)")
            status = 1
        sys.exit(status if isinstance(status, int) else 0)


def complain(message: str, hint: str = "") -> None:
    """Print an error message as one line, even if it has several."""
    line = " ".join(message.split())
    click.echo(line.rstrip(".") + hint if hint else line, err=True)


def never_fail_to_print() -> None:
    """Make both streams print a character that the terminal does not know as `?`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


EXAMPLES = """\b
A first game:       ttrkit play europe
A first variant:    ttrkit new my-variant
                    ttrkit check my-variant/my_variant.py
                    ttrkit play my-variant/my_variant.py
"""


@click.group(
    cls=OneLine,
    epilog=EXAMPLES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(__version__, prog_name="ttrkit", message="%(prog)s %(version)s")
@click.pass_context
def ttrkit(context: click.Context) -> None:
    """Play Ticket to Ride in the terminal; make and check variants of your own.

    EDITION is a name from `ttrkit variants`; a board file (my_board.toml) or a module with a
    variant in it (my_variant.py, my_variant.py:NAME or package.module:NAME) will do as well.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (variants, show, check, play, replay, simulate, compare, rate, new):
    ttrkit.add_command(command)
