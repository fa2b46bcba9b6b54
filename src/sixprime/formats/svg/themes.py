"""The colours of a drawn board. A theme is a value; a new one is best made from one of these:

>>> from dataclasses import replace
>>> mine = replace(THEMES["flat"], field="#e8e0d0")
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from sixprime.core import SixprimeError
from sixprime.messages import shown, text

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
NO_COLOUR = "none"


class InvalidTheme(SixprimeError):
    """There is no such theme, or a colour is not valid."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A colour for each part of a board, written as in style sheets: `#rgb` or `#rrggbb`.

    Each player's checkers have a face, a rim, and a colour for the number on a high stack; the dice look the same.

    >>> from dataclasses import replace
    >>> replace(THEMES["flat"], field="#e8e0d0").field
    '#e8e0d0'
    """

    background: str
    """Behind everything; `none` is transparent."""
    ink: str
    """Names and counts above and below the board."""
    faint_ink: str
    """Less important text above and below the board."""
    frame: str
    frame_line: str
    """The fine lines along frame, bar and trays."""
    frame_ink: str
    """The numbers of the points."""
    field: str
    dark_point: str
    light_point: str
    tray: str
    white: str
    white_rim: str
    white_ink: str
    black: str
    black_rim: str
    black_ink: str
    cube: str
    cube_ink: str
    arrow: str
    arrow_edge: str
    """The outline of an arrow, so that it stands out from whatever it crosses."""
    hit: str
    """The mark on a checker that is hit."""
    is_flat: bool = False
    """Whether checkers, dice and cube are without light and shadow."""

    def __post_init__(self) -> None:
        for field_ in fields(self):
            value: object = getattr(self, field_.name)
            if field_.name == "is_flat":
                right = isinstance(value, bool)
            else:
                allowed_none = field_.name == "background" and value == NO_COLOUR
                right = isinstance(value, str) and (allowed_none or _COLOUR.fullmatch(value) is not None)
            if not right:
                raise InvalidTheme(
                    text(
                        "{name} cannot be {value}: a colour is written like #2f7d5b",
                        name=field_.name,
                        value=shown(value),
                    )
                )


CLASSIC = Theme(
    background="#f6f1e7",
    ink="#33261a",
    faint_ink="#8a7866",
    frame="#5d3a21",
    frame_line="#3b2413",
    frame_ink="#e9d3b4",
    field="#e6cfa6",
    dark_point="#8a4b2a",
    light_point="#f4e6c9",
    tray="#46290f",
    white="#fbf5e6",
    white_rim="#b59b72",
    white_ink="#5d3a21",
    black="#33241c",
    black_rim="#120b07",
    black_ink="#f4e6c9",
    cube="#fffaf0",
    cube_ink="#8c1d18",
    arrow="#1f6f8b",
    arrow_edge="#ffffff",
    hit="#d1341f",
)
FELT = Theme(
    background="#eef2ee",
    ink="#1d2b24",
    faint_ink="#6d7f75",
    frame="#3a2a20",
    frame_line="#20150e",
    frame_ink="#dccfb8",
    field="#1f6b4a",
    dark_point="#134a33",
    light_point="#d9c89b",
    tray="#2a1d15",
    white="#fdf8ec",
    white_rim="#b8a987",
    white_ink="#3a2a20",
    black="#8e1f26",
    black_rim="#470b10",
    black_ink="#fbeede",
    cube="#fffdf6",
    cube_ink="#1d2b24",
    arrow="#f2b632",
    arrow_edge="#1b2a21",
    hit="#ff7043",
)
FLAT = Theme(
    background="#ffffff",
    ink="#1f2933",
    faint_ink="#7b8794",
    frame="#e4e7eb",
    frame_line="#cbd2d9",
    frame_ink="#52606d",
    field="#f9fafb",
    dark_point="#a9bdd0",
    light_point="#dfe6ed",
    tray="#cfd6de",
    white="#ffffff",
    white_rim="#52606d",
    white_ink="#1f2933",
    black="#323f4b",
    black_rim="#1f2933",
    black_ink="#ffffff",
    cube="#ffffff",
    cube_ink="#1f2933",
    arrow="#e8590c",
    arrow_edge="#ffffff",
    hit="#c92a2a",
    is_flat=True,
)
DARK = Theme(
    background="#14171c",
    ink="#e6e9ee",
    faint_ink="#8b94a3",
    frame="#262b34",
    frame_line="#0d0f13",
    frame_ink="#9aa4b4",
    field="#1b1f27",
    dark_point="#3a4352",
    light_point="#59657a",
    tray="#101318",
    white="#e9e4d8",
    white_rim="#8f8878",
    white_ink="#262b34",
    black="#b3452f",
    black_rim="#5f2216",
    black_ink="#fff3ea",
    cube="#f2c14e",
    cube_ink="#2b2110",
    arrow="#5ec8e5",
    arrow_edge="#0d0f13",
    hit="#ffd166",
)
CONTRAST = Theme(
    background="#ffffff",
    ink="#000000",
    faint_ink="#333333",
    frame="#ffffff",
    frame_line="#000000",
    frame_ink="#000000",
    field="#ffffff",
    dark_point="#8c8c8c",
    light_point="#d9d9d9",
    tray="#ffffff",
    white="#ffffff",
    white_rim="#000000",
    white_ink="#000000",
    black="#000000",
    black_rim="#000000",
    black_ink="#ffffff",
    cube="#ffffff",
    cube_ink="#000000",
    arrow="#0047d6",
    arrow_edge="#ffffff",
    hit="#d60000",
    is_flat=True,
)
THEMES: Mapping[str, Theme] = {
    "classic": CLASSIC,
    "felt": FELT,
    "flat": FLAT,
    "dark": DARK,
    "contrast": CONTRAST,
}


def theme_named(name: str) -> Theme:
    """A theme by its name."""
    theme = THEMES.get(name) if isinstance(name, str) else None
    if theme is None:
        raise InvalidTheme(
            text("there is no theme {name}; there are: {names}", name=shown(name), names=", ".join(THEMES))
        )
    return theme
