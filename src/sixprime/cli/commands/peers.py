"""The commands for other programs: `external` and `ubgi`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


def add_peer_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `external` and `ubgi` to the command line."""
    words = builder.words
    plies_option = builder.option("--plies", text("How many plies to look ahead, 0 to 3."), "N")

    @builder.command(app, "external", text("Serve the bot to GNU Backgammon, as its external player."))
    def external(
        address: Annotated[
            str, builder.argument(text("Where to listen: HOST:PORT, a port, or the path of a socket."), "ADDRESS")
        ] = "127.0.0.1:4321",
        anywhere: Annotated[bool, builder.option("--anywhere", text("Allow connections from other machines."))] = False,
        jacoby: Annotated[
            bool, builder.option("--jacoby/--no-jacoby", text("Whether the Jacoby rule is played for money."))
        ] = True,
        beavers: Annotated[
            str, builder.option("--beavers", text("How many beavers are allowed in a row, 0 to 3."), "N")
        ] = "3",
        plies: Annotated[str, plies_option] = "2",
        keep: Annotated[
            Path | None, builder.option("--keep", text("A folder for records of the matches."), "FOLDER")
        ] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import peers

        peers.serve_external(
            address, anywhere=anywhere, jacoby=jacoby, beavers=beavers, plies=plies, keep=keep, words=words
        )

    @builder.command(app, "ubgi", text("Run as a UBGI engine on standard input and output."))
    def ubgi(
        protocol: Annotated[
            str | None,
            builder.option(
                "--protocol", text("The UBGI generation; detected automatically if not given."), "0.01|0.1|0.2"
            ),
        ] = None,
        plies: Annotated[str, plies_option] = "2",
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import peers

        peers.speak_ubgi(protocol=protocol, plies=plies)
