"""Facts that parts show, by name."""

import pytest

import ttrkit


def test_a_fact_by_name() -> None:
    """What is shown; a name that nobody shows is refused, with those that there are."""
    seen = ttrkit.position("europe", players=2, stations={1: ["Paris"]}).observe(0)
    assert seen.show("stations") == ((), ("Paris",))
    with pytest.raises(LookupError, match=r'nothing is shown as "station"; there are .*stations'):
        seen.show("station")
