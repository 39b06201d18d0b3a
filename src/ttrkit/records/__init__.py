"""Records: how a game is saved as JSON, and read and replayed from it."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later

if TYPE_CHECKING:
    from ttrkit.records.codec import codec_of
    from ttrkit.records.earlier import prefixes
    from ttrkit.records.record import read_record, replayed_states, to_record
    from ttrkit.records.rules import HAND_IN
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "HAND_IN": "ttrkit.records.rules",
            "codec_of": "ttrkit.records.codec",
            "prefixes": "ttrkit.records.earlier",
            "read_record": "ttrkit.records.record",
            "replayed_states": "ttrkit.records.record",
            "to_record": "ttrkit.records.record",
        },
    )

__all__ = ["HAND_IN", "codec_of", "prefixes", "read_record", "replayed_states", "to_record"]
