"""For every clause, a small patch that breaks its rule: see `test_breaks.py`.

An entry is (file, text, replacement). The text must stand in the file exactly once. With the patch
applied to a copy of the sources, some test that proves the clause must fail.
"""

BREAKS: dict[str, tuple[str, str, str]] = {
    "US-12": (
        "src/ttrkit/parts/drawing.py",
        "weight = WHOLE_TURN if face_up and colour is Colour.WILD else 1",
        "weight = 1",
    ),
}
