"""The commands for boards and match files: `show`, `info`, `convert`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text

MATCH_FILES = text("Match files")


def add_file_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `show`, `info` and `convert` to the command line."""
    words = builder.words

    @builder.command(app, "show", text("Show a board or a match, here and as a picture."))
    def show(
        source: Annotated[
            str,
            builder.argument(
                text("An id, 26 numbers, a pasted board, or a file of one or of a match; - for standard input."),
                "ID|FILE",
            ),
        ],
        svg: Annotated[str | None, builder.flag("svg")] = None,
        png: Annotated[str | None, builder.flag("png")] = None,
        theme: Annotated[str | None, builder.flag("theme")] = None,
        direction: Annotated[str | None, builder.flag("direction")] = None,
        numbering: Annotated[str | None, builder.flag("numbering")] = None,
        bottom: Annotated[str | None, builder.flag("bottom")] = None,
        play: Annotated[str | None, builder.flag("play")] = None,
        width: Annotated[str | None, builder.flag("width")] = None,
        match: Annotated[
            str | None, builder.option("--match", text("Which match of a file with several."), "N", MATCH_FILES)
        ] = None,
        game: Annotated[
            str | None, builder.option("--game", text("The position at the end of this game."), "N", MATCH_FILES)
        ] = None,
        move: Annotated[
            str | None, builder.option("--move", text("The position of this move of the game."), "N", MATCH_FILES)
        ] = None,
        analysis: Annotated[
            bool, builder.option("--analysis", text("Show the analyses of the file as well."), None, MATCH_FILES)
        ] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.files.show import PlaceOptions, show_source
        from sixprime.cli.files.show_board import PictureOptions

        options = PictureOptions(svg, png, theme, direction, numbering, bottom, play, width)
        show_source(source, options, PlaceOptions(match, game, move, analysis), words)

    @builder.command(app, "info", text("What match files hold: players, length, result, and what is wrong with them."))
    def info(
        files: Annotated[list[Path], builder.argument(text("Match files of any format."), "FILE")],
        as_json: Annotated[bool, builder.option("--json", text("A line of JSON for each file."))] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.files.info import inform

        return inform(files, as_json=as_json, words=words)

    @builder.command(app, "convert", text("Convert match files into another format."))
    def convert(
        files: Annotated[
            list[Path],
            builder.argument(
                text("Match files, or folders of them, and last the file or the folder to write."), "FILE"
            ),
        ],
        to: Annotated[
            str | None,
            builder.option(
                "--to", text("The format; by the extension of the last file if not given."), "mat|sgf|json|text"
            ),
        ] = None,
        force: Annotated[bool, builder.option("--force", text("Overwrite existing files."))] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.files.convert import convert as convert_files

        return convert_files(files, to, force=force, words=words)
