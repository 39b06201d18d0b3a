"""Lazy imports: names of a package that are imported when they are first used."""

from collections.abc import Callable, Mapping
from importlib import import_module
from sys import modules
from typing import Any


def later(package: str, where: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for a package; `where` maps each name to the module that defines or is it."""

    def find(name: str) -> Any:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(where[name])
        value = module if where[name] == f"{package}.{name}" else getattr(module, name)
        setattr(modules[package], name, value)
        return value

    return find
