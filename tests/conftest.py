"""Hypothesis profiles, and the tests that run in the thorough one only.

The environment variable `TTRKIT_PROFILE` chooses: `quick` (the default), `ci` or `thorough`.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("TTRKIT_PROFILE") or "quick"

# Whole games are played in some properties: slow generation is no fault of a test.
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick", max_examples=30, deadline=None, print_blob=True, suppress_health_check=_SLOW
)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    print_blob=True,
    derandomize=True,
    suppress_health_check=_SLOW,
)
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=_SLOW
)
settings.load_profile(PROFILE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests marked `thorough`, unless that profile was asked for."""
    if PROFILE == "thorough":
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
