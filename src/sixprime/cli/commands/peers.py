"""The commands for other programs: `external` and `ubgi`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.speech import Speech
from sixprime.messages import text


def add_peer_commands(app: typer.Typer, speech: Speech) -> None:
    """Add them to the command line."""
    words = speech.words
    plies_option = speech.option("--plies", text("How many plies to look ahead, 0 to 3."), "N")

    @speech.command(app, "external", text("Serve the bot to GNU Backgammon, as its external player."))
    def external(
        address: Annotated[
            str, speech.argument(text("Where to listen: HOST:PORT, a port, or the path of a socket."), "ADDRESS")
        ] = "127.0.0.1:4321",
        anywhere: Annotated[
            bool, speech.option("--anywhere", text("Listen also where other machines can reach it."))
        ] = False,
        jacoby: Annotated[
            bool, speech.option("--jacoby/--no-jacoby", text("Whether the Jacoby rule is played for money."))
        ] = True,
        beavers: Annotated[
            str, speech.option("--beavers", text("How many beavers are allowed in a row, 0 to 3."), "N")
        ] = "3",
        plies: Annotated[str, plies_option] = "2",
        keep: Annotated[
            Path | None, speech.option("--keep", text("A folder for records of the matches."), "FOLDER")
        ] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import peers

        peers.serve_external(
            address, anywhere=anywhere, jacoby=jacoby, beavers=beavers, plies=plies, keep=keep, words=words
        )

    @speech.command(app, "ubgi", text("Be an engine for tools that speak UBGI, on standard input and output."))
    def ubgi(
        protocol: Annotated[
            str | None,
            speech.option("--protocol", text("The generation, if it is not to be noticed by itself."), "0.01|0.1|0.2"),
        ] = None,
        plies: Annotated[str, plies_option] = "2",
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import peers

        peers.speak_ubgi(protocol=protocol, plies=plies)
