"""`Traits`: the inclinations of a planner, by which personas differ."""

from __future__ import annotations

import attrs


@attrs.frozen
class Traits:
    """The inclinations of a planner: factors, odds, shares, and numbers of usual turns.

    A usual turn is worth what the best routes of the variant bring a turn; so the same traits fit
    any variant.
    """

    link_odds: float = 0.98  # that an open link is still to be had, against one rival
    effort: float = 1.5  # the weight of effort against the points of tickets that are held
    new_effort: float = 1.4  # the same for tickets that are drawn
    slack: float = 0.15  # of the turns of a game, that a plan for new tickets leaves free
    ticket_turns: float = 3.0  # usual turns that a draw of tickets must bring
    room: float = 0.32  # of a game's turns and trains, that a plan leaves for a draw in any case
    pressed: float = 0.7  # usual turns at stake with which a link does not wait, for one rival
    filler_turns: float = 3.0  # usual turns that a claim beside the plan must bring
    length_zeal: float = 0.0  # how much more long routes count beside the plan, and short ones less
    block_zeal: float = 0.0  # points more for a route beside the plan that rivals seem to need


USUAL = Traits()
