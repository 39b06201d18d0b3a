"""The tests of the games of OpenSpiel, where there is OpenSpiel."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pyspiel") else ["test_*.py"]
