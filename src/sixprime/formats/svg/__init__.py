"""Pictures of boards: SVG in several themes, and PNG where a rasteriser is installed.

`svg_board` draws a position or situation with dice, cube and the arrows of a play.
"""

from sixprime.formats.svg.boards import InvalidPicture, svg_board
from sixprime.formats.svg.rasters import InvalidImage, NoRasteriser, png_of
from sixprime.formats.svg.themes import THEMES, InvalidTheme, Theme, theme_named

__all__ = [
    "THEMES",
    "InvalidImage",
    "InvalidPicture",
    "InvalidTheme",
    "NoRasteriser",
    "Theme",
    "png_of",
    "svg_board",
    "theme_named",
]
