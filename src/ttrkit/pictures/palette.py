"""The colours of pictures, in light and in dark, and the style sheet made of them.

Every card colour also has a symbol, and every seat a number and a pattern, so that a picture can be
read without telling the colours apart. The colours of the seats differ in lightness too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ttrkit._text import did_you_mean, listed, quoted, short
from ttrkit.colours import Colour

LIGHT: Final[Mapping[str, str]] = {
    "sea": "#d5e4ec",
    "shore": "#bfd3de",
    "land": "#f8f4ea",
    "ink": "#20262d",
    "faint": "#6a6f76",
    "edge": "#3c434b",
    "case": "#3c434b",
    "city": "#ffffff",
    "panel": "#fdfbf6",
    "wave": "#5b93b5",
    "rock": "#6d5f4e",
    "rail": "#b3a995",
    "glow": "#e0218a",
    "purple": "#b583cd",
    "blue": "#4a8fd6",
    "orange": "#ee8b3a",
    "white": "#ffffff",
    "green": "#62a947",
    "yellow": "#f4d13d",
    "black": "#454b54",
    "red": "#d4493f",
    "grey": "#c3c1ba",
    "wild": "#8a5a2b",
    "seat0": "#0557a6",
    "seat1": "#dd6212",
    "seat2": "#00765a",
    "seat3": "#f0c419",
    "seat4": "#c46bb8",
    "seat5": "#2d3138",
}
"""The colours by name. Any of them can be replaced: `colours={"sea": "white"}`."""

DARK: Final[Mapping[str, str]] = {
    **LIGHT,
    "sea": "#121a22",
    "shore": "#0d141b",
    "land": "#29313a",
    "ink": "#eef1f4",
    "faint": "#a5adb6",
    "edge": "#78828d",
    "case": "#05080b",
    "city": "#f4f6f8",
    "panel": "#1a222b",
    "wave": "#4f86a8",
    "rock": "#a8957c",
    "rail": "#5b6570",
    "glow": "#ff5fb3",
    "purple": "#a671c2",
    "blue": "#3f82c9",
    "orange": "#dd7d2f",
    "white": "#e9ebee",
    "green": "#569a3d",
    "yellow": "#e3c033",
    "black": "#10141a",
    "red": "#c8443b",
    "grey": "#8b8f94",
    "seat0": "#3d95ee",
    "seat1": "#e8691c",
    "seat2": "#1aa87b",
    "seat3": "#f5cf3a",
    "seat4": "#b869c2",
    "seat5": "#d9dde2",
}
"""The colours in the dark."""

SEATS: Final = 6
"""The number of seats with a colour and a pattern of their own; further ones begin anew."""

DARK_ON: Final = ("white", "yellow", "grey", "orange", "purple", "green")
"""The card colours on which symbols are dark, and not white."""

HEAT: Final = ("#fff3c4", "#fdc46b", "#f4834a", "#cf3f5e", "#8b1f6f", "#3f1158")
"""From few to many, ever darker: readable in grey, too."""

FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

_CSS = """\
.ttrkit{{font-family:{font};background:{sea}}}
.ttrkit .sea{{fill:{sea}}}
.ttrkit .shore{{fill:{shore};stroke:{shore}}}
.ttrkit .land{{fill:{land};stroke:{land}}}
.ttrkit .space{{stroke:{edge}}}
.ttrkit .rail{{stroke:{rail}}}
.ttrkit .wave{{stroke:{wave}}}
.ttrkit .rock{{stroke:{rock}}}
.ttrkit .gap{{stroke:{land}}}
.ttrkit .city{{fill:{city};stroke:{ink}}}
.ttrkit .junction{{fill:{faint};stroke:{land}}}
.ttrkit text{{fill:{ink}}}
.ttrkit .name,.ttrkit .halo{{stroke:{land}}}
.ttrkit .faint{{fill:{faint}}}
.ttrkit .panel{{fill:{panel}}}
.ttrkit .rule{{stroke:{shore}}}
.ttrkit .glow{{stroke:{glow}}}
.ttrkit .ring{{stroke:{glow}}}
.ttrkit .badge{{fill:#fff;stroke:#15191e}}
.ttrkit .train{{stroke:#fff}}
.ttrkit .last .train{{stroke:#15191e}}
.ttrkit .case{{stroke:{case}}}
.ttrkit .last .case{{stroke:{glow}}}
.ttrkit .last .space{{stroke:{glow}}}
.ttrkit .number,.ttrkit .badge+text{{fill:#15191e}}
.ttrkit .cold{{fill:{land};stroke:{faint}}}
.ttrkit .paper{{fill:#fff;stroke:#15191e}}
"""


def checked_colours(colours: Any) -> tuple[str, dict[str, str]]:
    """The theme ("auto", "light" or "dark") and the colours that replace those of the theme."""
    if isinstance(colours, str):
        if colours not in ("auto", "light", "dark"):
            what = '"auto", "light" or "dark" is wanted, or colours by name'
            raise ValueError(f"colours: {what}, not {quoted(colours)}")
        return colours, {}
    if not isinstance(colours, Mapping):
        raise TypeError(f"colours: a theme or a mapping is wanted, not {short(colours)}")
    theme = colours.get("theme", "auto")
    replaced = {str(name): value for name, value in colours.items() if name != "theme"}
    for name, value in replaced.items():
        if name not in LIGHT:
            hint = did_you_mean(name, LIGHT)
            raise ValueError(f"colours: no {quoted(name)}{hint}; there are {listed(LIGHT)}")
        if not isinstance(value, str) or not is_colour(value):
            raise ValueError(f"colours: {name}: a colour is wanted, not {short(value)}")
    return checked_colours(theme)[0] if isinstance(theme, str) else "auto", replaced


def is_colour(text: str) -> bool:
    """Whether this can stand in a style sheet as a colour: nothing that could end the rule."""
    return 0 < len(text) < 60 and all(c.isalnum() or c in "#(),.% -" for c in text)


def style_sheet(theme: str, replaced: Mapping[str, str]) -> str:
    """The rules for all shapes of a picture; `auto` follows the reader's light or dark."""
    if theme == "dark":
        return _rules({**DARK, **replaced}) + _SHAPES
    light = _rules({**LIGHT, **replaced}) + _SHAPES
    if theme == "light":
        return light
    was, now = light.splitlines(), _rules({**DARK, **replaced}).splitlines()
    other = "\n".join([line for line in now if line not in was])
    return f"{light}@media (prefers-color-scheme:dark){{\n{other}\n}}\n"


def _rules(colours: Mapping[str, str]) -> str:
    rules = _CSS.format(font=FONT, **colours)
    for card in [colour.value for colour in Colour]:
        mark = "#15191e" if card in DARK_ON else "#fff"
        rules += f".ttrkit .{card} .space,.ttrkit .c-{card}{{fill:{colours[card]}}}\n"
        rules += f".ttrkit .{card} .mark,.ttrkit .m-{card}{{fill:{mark};stroke:{mark}}}\n"
    for seat in range(SEATS):
        rules += f".ttrkit .seat{seat}{{fill:{colours[f'seat{seat}']}}}\n"
        rules += f".ttrkit .s{seat}{{stroke:{colours[f'seat{seat}']}}}\n"
    return rules


_SHAPES = """\
.ttrkit .space{stroke-width:1.1;stroke-linejoin:round}
.ttrkit .mark{stroke-width:0;stroke-linejoin:round}
.ttrkit .case{fill:none;stroke-width:5.4;stroke-linejoin:round}
.ttrkit .train{stroke-width:1.6;stroke-linejoin:round}
.ttrkit .coat{stroke:none}
.ttrkit .last .case{stroke-width:9}
.ttrkit .last .space{stroke-width:4}
.ttrkit .rail{fill:none;stroke-width:1.5}
.ttrkit .wave{fill:none;stroke-width:2.2}
.ttrkit .rock{fill:none;stroke-width:4;stroke-dasharray:3.4 4.1}
.ttrkit .city{stroke-width:2.4}
.ttrkit .name,.ttrkit .halo{paint-order:stroke;stroke-width:3.6;stroke-linejoin:round}
.ttrkit .glow{fill:none;stroke-linecap:round;stroke-linejoin:round}
.ttrkit .ring{fill:none;stroke-width:3}
.ttrkit .badge{stroke-width:1}
"""
