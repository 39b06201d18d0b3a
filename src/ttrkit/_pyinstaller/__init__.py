"""The hook for PyInstaller, by which a program with ttrkit in it can be frozen."""

from pathlib import Path


def hook_dirs() -> list[str]:
    """The folder of the hook, which PyInstaller asks for (the entry point `pyinstaller40`)."""
    return [str(Path(__file__).parent)]
