"""The weights of the prospects, as `python -m benchmarks.prospects` fits them.

They are the least squares of what planners gained from a position to the end of the game, in usual
turns of the variant, over 153,000 prospects of single seats: as many of usa as of europe and paris,
with two players each (about what `--seconds 350` plays). On all that was played, the error of one
prospect is 6.4 usual turns in usa, 7.0 in europe and 3.4 in paris. Numbers that are much alike
share their weight, so a single one says little.
"""

WEIGHTS = {
    "one": 0.341,
    "turns to come": 0.664,
    "own turns to the end": 0.068,
    "others' turns to the end": 1.126,
    "points hoped for": 0.948,
    "points likely": 0.352,
    "points perhaps likely": -0.220,
    "points given up": 0.059,
    "open tickets": -0.695,
    "points of planned routes": 0.494,
    "points of planned routes in time": 0.275,
    "turns beside the plan": -0.473,
    "turns beside the plan that trains suffice for": -0.201,
    "trains beside the plan": 0.022,
    "planned links": -1.015,
    "cards lacking": -2.122,
    "wilds to spare": 2.280,
    "cards to spare": 0.589,
    "most cards to spare": 0.689,
    "wilds": 0.103,
    "cards": -0.143,
    "to move": 1.055,
}
"""By name of a number: the usual turns that one more of it brings. Their order is that of
`features` in `prospects`.
"""
