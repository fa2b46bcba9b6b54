"""The commands for boards and match files: `show`, `info`, `convert`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.speech import Speech
from sixprime.messages import text

MATCH_FILES = text("Match files")


def add_file_commands(app: typer.Typer, speech: Speech) -> None:
    """Add them to the command line."""
    words = speech.words

    @speech.command(app, "show", text("Show a board or a match, here and as a picture."))
    def show(
        source: Annotated[
            str,
            speech.argument(
                text("An id, a pasted board, or a file of one or of a match; - for standard input."), "ID|FILE"
            ),
        ],
        svg: Annotated[str | None, speech.flag("svg")] = None,
        png: Annotated[str | None, speech.flag("png")] = None,
        theme: Annotated[str | None, speech.flag("theme")] = None,
        direction: Annotated[str | None, speech.flag("direction")] = None,
        numbering: Annotated[str | None, speech.flag("numbering")] = None,
        bottom: Annotated[str | None, speech.flag("bottom")] = None,
        play: Annotated[str | None, speech.flag("play")] = None,
        width: Annotated[str | None, speech.flag("width")] = None,
        match: Annotated[
            str | None, speech.option("--match", text("Which match of a file with several."), "N", MATCH_FILES)
        ] = None,
        game: Annotated[
            str | None, speech.option("--game", text("The position at the end of this game."), "N", MATCH_FILES)
        ] = None,
        move: Annotated[
            str | None, speech.option("--move", text("The position of this move of the game."), "N", MATCH_FILES)
        ] = None,
        analysis: Annotated[
            bool, speech.option("--analysis", text("Show the analyses of the file as well."), None, MATCH_FILES)
        ] = False,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import match_files, pictures

        wishes = pictures.PictureWishes(svg, png, theme, direction, numbering, bottom, play, width)
        match_files.show(source, wishes, match_files.PlaceWishes(match, game, move, analysis), words)

    @speech.command(app, "info", text("What match files hold: players, length, result, and what is wrong with them."))
    def info(
        files: Annotated[list[Path], speech.argument(text("Match files of any format."), "FILE")],
        as_json: Annotated[bool, speech.option("--json", text("A line of JSON for each file."))] = False,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.summaries import inform

        return inform(files, as_json=as_json, words=words)

    @speech.command(app, "convert", text("Convert match files into another format."))
    def convert(
        files: Annotated[
            list[Path],
            speech.argument(text("Match files, or folders of them, and last the file or the folder to write."), "FILE"),
        ],
        to: Annotated[
            str | None,
            speech.option(
                "--to", text("The format; by the extension of the last file if not given."), "mat|sgf|json|text"
            ),
        ] = None,
        force: Annotated[bool, speech.option("--force", text("Write over files that are there already."))] = False,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli import conversions

        return conversions.convert(files, to, force=force, words=words)
