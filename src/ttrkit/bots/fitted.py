"""The weights of the prospects, as `python -m benchmarks.prospects` fits them.

They are the least squares of what planners gained from a position to the end of the game, in usual
turns of the variant, over 73,000 prospects of single seats: as many of usa as of europe and paris,
with two players each (`--seconds 150 --seed 5`). On all that was played, the error of one prospect
is 5.4 usual turns in usa, 7.0 in europe and 3.3 in paris; weights of one edition alone make it 1 to
3 % less. Numbers that are much alike share their weight, so a single one says little.
"""

WEIGHTS = {
    "one": 0.112,
    "turns to come": 1.229,
    "own turns to the end": -0.269,
    "others' turns to the end": 0.984,
    "points hoped for": 0.936,
    "points likely": 0.220,
    "points perhaps likely": -0.067,
    "points given up": -0.014,
    "open tickets": -0.751,
    "points of planned routes": 0.714,
    "points of planned routes in time": 0.160,
    "turns beside the plan": -1.132,
    "turns beside the plan that trains suffice for": -0.018,
    "trains beside the plan": 0.331,
    "planned links": -1.155,
    "cards lacking": -2.339,
    "wilds to spare": 1.259,
    "cards to spare": 0.666,
    "most cards to spare": 0.589,
    "wilds": 0.023,
    "cards": -0.192,
    "to move": 0.987,
}
"""By name of a number: the usual turns that one more of it brings. Their order is that of
`features` in `prospects`.
"""
