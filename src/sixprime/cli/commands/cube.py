"""The commands for the cube, rollouts and match equities: `cube`, `rollout`, `equities`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


def add_cube_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `cube`, `rollout` and `equities` to the command line."""
    words = builder.words

    @builder.command(app, "cube", text("Whether to double and whether to take."))
    def cube(
        question: Annotated[
            str | None, builder.argument(text("A position: any id, or 26 numbers with commas."), "ID")
        ] = None,
        batch: Annotated[
            Path | None,
            builder.option("--batch", text("A file with a question a line; a line of JSON for each."), "FILE"),
        ] = None,
        plies: Annotated[
            str | None,
            builder.option(
                "--plies",
                text("How many plies to look ahead, 0 to 3; 2 for a question and 0 in a batch if not given."),
                "N",
            ),
        ] = None,
        equities: Annotated[
            str | None,
            builder.option(
                "--equities", text("The match equity table: its name, or a file of one, JSON or XML."), "TABLE"
            ),
        ] = None,
        as_json: Annotated[bool, builder.option("--json", text("Answer in JSON."))] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.cube import advise

        advise(question, batch, plies=plies, equities=equities, as_json=as_json, words=words)

    @builder.command(app, "rollout", text("Play a position out many times: plays, cube actions, or what it is worth."))
    def rollout(
        question: Annotated[
            str | None, builder.argument(text("A position: any id, or 26 numbers with commas."), "ID")
        ] = None,
        dice: Annotated[str | None, builder.argument(text("The dice, like 31."), "DICE")] = None,
        plays: Annotated[
            list[str] | None,
            builder.option("--play", text("Roll out this play instead of the best ones; may be repeated."), "PLAY"),
        ] = None,
        candidates: Annotated[
            str, builder.option("--candidates", text("How many of the best plays are rolled out."), "N")
        ] = "5",
        games: Annotated[
            str | None, builder.option("--games", text("How many games each; 1296 if not given."), "N")
        ] = None,
        seed: Annotated[str, builder.option("--seed", text("Where chance starts from."), "N")] = "1",
        plies: Annotated[
            str, builder.option("--plies", text("How many plies the players look ahead, 0 to 3."), "N")
        ] = "0",
        deep_plies: Annotated[
            str, builder.option("--deep-plies", text("How many plies they look ahead in the first moves."), "N")
        ] = "0",
        deep_moves: Annotated[str, builder.option("--deep-moves", text("How many first moves those are."), "N")] = "0",
        truncate: Annotated[
            str, builder.option("--truncate", text("End games after so many rolls; 0 plays them to the end."), "N")
        ] = "0",
        seconds: Annotated[str | None, builder.option("--seconds", text("Stop after so many seconds."), "N")] = None,
        error: Annotated[
            str | None, builder.option("--error", text("Stop when the standard error is down to this."), "X")
        ] = None,
        cubeless: Annotated[bool, builder.option("--cubeless", text("Without the cube."))] = False,
        plain: Annotated[
            bool, builder.option("--no-variance-reduction", text("Count the results as they are, luck included."))
        ] = False,
        equities: Annotated[
            str | None,
            builder.option(
                "--equities", text("The match equity table: its name, or a file of one, JSON or XML."), "TABLE"
            ),
        ] = None,
        file: Annotated[
            Path | None,
            builder.option("--file", text("Keep the rollout here; if it is there already, go on with it."), "FILE"),
        ] = None,
        threads: Annotated[
            str | None, builder.option("--threads", text("Threads; all cores if not given."), "N")
        ] = None,
        ray: Annotated[
            str | None, builder.option("--ray", text("Work on a Ray cluster: its address, or local."), "ADDRESS")
        ] = None,
        as_json: Annotated[bool, builder.option("--json", text("Answer in JSON."))] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.rollout import RolloutOptions, roll_out

        options = RolloutOptions(
            question, dice, plays or (), candidates, games, seed, plies, deep_plies, deep_moves, truncate, seconds,
            error, equities, file, threads, ray, cubeless, plain,
        )  # fmt: skip
        roll_out(options, as_json=as_json, words=words)

    @builder.command(app, "equities", text("Make a match equity table; can be interrupted and resumed."))
    def equities(
        file: Annotated[Path, builder.argument(text("Where the table is to be."), "FILE")],
        length: Annotated[str, builder.option("--length", text("Up to how many points."), "N")] = "7",
        games: Annotated[
            str,
            builder.option("--games", text("How many games at each score from each opening roll of either side."), "N"),
        ] = "1296",
        seed: Annotated[str, builder.option("--seed", text("Where chance starts from."), "N")] = "1",
        beside: Annotated[
            str | None,
            builder.option("--beside", text("Show another table beside it: its name, or a file."), "TABLE"),
        ] = None,
        threads: Annotated[
            str | None, builder.option("--threads", text("Threads; all cores if not given."), "N")
        ] = None,
        ray: Annotated[
            str | None, builder.option("--ray", text("Work on a Ray cluster: its address, or local."), "ADDRESS")
        ] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.equities import make_equities

        make_equities(file, length=length, games=games, seed=seed, beside=beside, threads=threads, ray=ray, words=words)
