"""How fast ttrkit is and what it holds: `make bench`, or `python -m benchmarks --help`.

Nothing but public names of the library is used, so that the figures mean the same whatever is
changed inside it.
"""
