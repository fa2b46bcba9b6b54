"""The flags of `sixprime show`: how a board is drawn, and into which file."""

from sixprime.cli.shared.flags import Flag
from sixprime.messages import text

PICTURE = text("The board")

PICTURE_FLAGS: dict[str, Flag] = {
    flag.written.removeprefix("--"): flag
    for flag in (
        Flag("--svg", "FILE", PICTURE, text("Write the board as SVG; - for standard output.")),
        Flag("--png", "FILE", PICTURE, text("Write the board as PNG.")),
        Flag("--theme", "classic|felt|flat|dark|contrast", PICTURE, text("The colours of the picture.")),
        Flag("--direction", "right|left", PICTURE, text("Where the player at the bottom bears off.")),
        Flag("--bottom", "white|black", PICTURE, text("Who sits at the bottom; the player on roll if not given.")),
        Flag("--play", "PLAY", PICTURE, text("Show a play by arrows, like 8/5 6/5, or with its dice 31: 8/5 6/5.")),
        Flag("--width", "N", PICTURE, text("How many dots wide the PNG is.")),
    )
}
