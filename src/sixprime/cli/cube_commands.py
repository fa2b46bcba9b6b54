"""The commands about the cube and about playing positions out: `cube`, `rollout`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.speech import Speech
from sixprime.messages import text


def add_cube_commands(app: typer.Typer, speech: Speech) -> None:
    """Add them to the command line."""
    words = speech.words

    @speech.command(app, "cube", text("Whether to double and whether to take."))
    def cube(
        question: Annotated[
            str | None, speech.argument(text("A position: any id, or 26 numbers with commas."), "ID")
        ] = None,
        batch: Annotated[
            Path | None,
            speech.option("--batch", text("A file with a question a line; a line of JSON for each."), "FILE"),
        ] = None,
        plies: Annotated[
            str | None,
            speech.option(
                "--plies",
                text("How many plies to look ahead, 0 to 3; 2 for a question and 0 in a batch if not given."),
                "N",
            ),
        ] = None,
        equities: Annotated[
            str | None,
            speech.option("--equities", text("The match equity table: its name, or an XML file of one."), "TABLE"),
        ] = None,
        as_json: Annotated[bool, speech.option("--json", text("Answer in JSON."))] = False,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.cubes import advise

        advise(question, batch, plies=plies, equities=equities, as_json=as_json, words=words)
