"""`ttrkit new`: makes a folder with the beginnings of a variant."""

from __future__ import annotations

import keyword
import re
import sys
from importlib import metadata, resources
from pathlib import Path
from string import Template

import click

from ttrkit import __version__
from ttrkit.cli.looks import make_console, say
from ttrkit.variant import variant_names

FILES = {
    "board.toml.txt": "{module}.toml",
    "variant.py.txt": "{module}.py",
    "test.py.txt": "test_{module}.py",
    "example.py.txt": "example.py",
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
}
"""The templates, and the names of the files made from them."""

LONGEST = 40


EXAMPLES = """\b
Example:  ttrkit new my-variant
          cd my-variant
          ttrkit check my_variant.py
          ttrkit play my_variant.py
          pytest
"""


@click.command(epilog=EXAMPLES, short_help="Begin a variant of your own.")
@click.argument("name")
@click.option(
    "--dir",
    "parent",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=".",
    help="Where to put the new folder.  [default: here]",
)
def new(name: str, parent: Path) -> None:
    """Begin a variant of your own, in a new folder called NAME.

    It holds a small map, a variant with a rule of its own in ten lines, an example and a test: all
    of it works as it is, ready to be changed. NAME is made of small letters, digits and hyphens.
    """
    check_name(name)
    folder = parent / name
    values = {
        "name": name,
        "module": name.replace("-", "_"),
        "title": name.replace("-", " ").title(),
        "version": ".".join(__version__.split(".")[:2]),
    }
    write_folder(folder, values)
    console = make_console()
    say(console, f"{folder} is there, and works as it is:", whole=True)
    for target in FILES.values():
        say(console, target.format(**values), indent=2)
    say(console, "Go on with:")
    for command in ("cd {folder}", "ttrkit check {module}.py", "ttrkit play {module}.py"):
        say(console, command.format(folder=folder, **values), indent=2, whole=True)


def check_name(name: str) -> None:
    """Refuse a name that cannot be that of a variant, a package and a module."""
    module = name.replace("-", "_")
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise click.UsageError(
            f'"{name}" cannot be its name: small letters, digits and single hyphens, a letter '
            f"first, {LONGEST} at most, such as my-variant"
        )
    if name in variant_names():
        raise click.UsageError(f'there is a variant "{name}" already; find another name')
    if keyword.iskeyword(module) or module in taken_modules():
        raise click.UsageError(
            f'"{name}" is taken: Python would mistake {module}.py for something else; '
            f"{name}-variant would do"
        )


def taken_modules() -> set[str]:
    """The modules that a new one of the same name would hide."""
    own = {"example", "test", "ttrkit"}
    return own | set(sys.stdlib_module_names) | set(metadata.packages_distributions())


def write_folder(folder: Path, values: dict[str, str]) -> None:
    """Make the folder and fill it; refuse one that exists already."""
    templates = resources.files("ttrkit.cli") / "template"
    try:
        folder.mkdir()
        for source, target in FILES.items():
            template = Template((templates / source).read_text("utf-8"))
            path = folder / target.format(**values)
            path.write_text(template.substitute(values), encoding="utf-8")
    except FileExistsError:
        raise click.UsageError(f"{folder} exists already") from None
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written: {error.strerror}") from None
