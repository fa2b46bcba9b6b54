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
        match: Annotated[
            str | None, builder.option("--match", text("The number of the match, as you noted it when it began."), "ID")
        ] = None,
        commitment: Annotated[
            str | None,
            builder.option(
                "--commitment", text("What the server committed to, as you noted it when the match began."), "DIGITS"
            ),
        ] = None,
        seed: Annotated[str | None, builder.option("--seed", text("Your own seed."), "DIGITS")] = None,
        white: Annotated[
            str | None,
            builder.option(
                "--white",
                text(
                    "The commitment to White's seed, as you noted it before you revealed yours; none if White had none."
                ),
                "DIGITS",
            ),
        ] = None,
        black: Annotated[
            str | None,
            builder.option("--black", text("The commitment to Black's seed, in the same way."), "DIGITS"),
        ] = None,
        imported: Annotated[
            int | None,
            builder.option(
                "--imported",
                text("How many rolls the match had before its first roll here; 0 for a new match."),
                "COUNT",
            ),
        ] = None,
        rolls: Annotated[
            str | None,
            builder.option(
                "--rolls",
                text("The rolls that you saw, in their order, like '31 66 -': - for one you did not note."),
                "ROLLS",
            ),
        ] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.server.verify_dice import NotedDice, verify

        return verify(file, NotedDice(match, commitment, seed, white, black, imported, rolls), words)
