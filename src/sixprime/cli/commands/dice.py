"""The command that checks the dice of a match: `verify-dice`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


def add_dice_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `verify-dice` to the command line."""
    words = builder.words

    @builder.command(app, "verify-dice", text("Work out every roll of a match on a server again, and compare."))
    def verify_dice(
        file: Annotated[
            Path,
            builder.argument(text("A transcript of dice, or a match file with one; - for standard input."), "FILE"),
        ],
        commitment: Annotated[
            str | None,
            builder.option(
                "--commitment", text("What the server committed to, as you noted it when the match began."), "DIGITS"
            ),
        ] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.server.verify_dice import verify

        return verify(file, commitment, words)
