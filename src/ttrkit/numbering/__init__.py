"""Actions and observations as numbers, for programs that learn."""

from typing import TYPE_CHECKING

from ttrkit._lazy import later

if TYPE_CHECKING:
    from ttrkit.numbering.action_index import ActionIndex
    from ttrkit.numbering.features import Block, Features
else:  # not every program needs them
    __getattr__ = later(
        __name__,
        {
            "ActionIndex": "ttrkit.numbering.action_index",
            "Block": "ttrkit.numbering.features",
            "Features": "ttrkit.numbering.features",
        },
    )

__all__ = ["ActionIndex", "Block", "Features"]
