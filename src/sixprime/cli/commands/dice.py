"""The command for sceptics: `verify-dice`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.speech import Speech
from sixprime.messages import text


def add_dice_commands(app: typer.Typer, speech: Speech) -> None:
    """Add it to the command line."""
    words = speech.words

    @speech.command(app, "verify-dice", text("Work out every roll of a match on a server again, and compare."))
    def verify_dice(
        file: Annotated[
            Path,
            speech.argument(text("A transcript of dice, or a match file with one; - for standard input."), "FILE"),
        ],
        commitment: Annotated[
            str | None,
            speech.option(
                "--commitment", text("What the server committed to, as you noted it when the match began."), "DIGITS"
            ),
        ] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli import dice_checks

        return dice_checks.verify(file, commitment, words)
