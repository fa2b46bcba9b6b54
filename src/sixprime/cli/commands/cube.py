"""The commands for the cube, rollouts and match equities: `cube`, `rollout`, `equities`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.commands.engine_options import EngineOptions
from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


def add_cube_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `cube`, `rollout` and `equities` to the command line."""
    words = builder.words
    options = EngineOptions(builder)

    @builder.command(app, "cube", text("Should you double, and should your opponent take?"))
    def cube(
        question: Annotated[str | None, options.question] = None,
        batch: Annotated[Path | None, options.batch] = None,
        plies: Annotated[str | None, options.plies] = None,
        equities: Annotated[str | None, options.equities] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.cube import advise

        advise(question, batch, plies=plies, equities=equities, as_json=as_json, words=words)

    @builder.command(app, "rollout", text("Roll out plays, cube actions or a position."))
    def rollout(
        question: Annotated[str | None, options.question] = None,
        dice: Annotated[str | None, options.dice] = None,
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
        seed: Annotated[str, options.seed] = "1",
        plies: Annotated[
            str, builder.option("--plies", text("Search depth of the players in plies, 0 to 3."), "N")
        ] = "0",
        deep_plies: Annotated[
            str, builder.option("--deep-plies", text("Search depth in the first moves, in plies."), "N")
        ] = "0",
        deep_moves: Annotated[str, builder.option("--deep-moves", text("How many first moves those are."), "N")] = "0",
        truncate: Annotated[
            str, builder.option("--truncate", text("End games after so many rolls; 0 plays them to the end."), "N")
        ] = "0",
        seconds: Annotated[str | None, builder.option("--seconds", text("Stop after so many seconds."), "N")] = None,
        error: Annotated[
            str | None, builder.option("--error", text("Stop when the standard error is down to this."), "X")
        ] = None,
        cubeless: Annotated[bool, builder.option("--cubeless", text("Ignore the cube."))] = False,
        deep: Annotated[
            bool,
            builder.option(
                "--deep", text("Let the deep net choose the plays and value truncated games: slower, plays better.")
            ),
        ] = False,
        plain: Annotated[
            bool, builder.option("--no-variance-reduction", text("Don't reduce variance: count raw results."))
        ] = False,
        equities: Annotated[str | None, options.equities] = None,
        file: Annotated[
            Path | None,
            builder.option("--file", text("Save the rollout here; if the file exists, continue it."), "FILE"),
        ] = None,
        threads: Annotated[str | None, options.threads] = None,
        ray: Annotated[str | None, options.ray] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.rollout import RolloutOptions, roll_out

        asked = RolloutOptions(
            question, dice, plays or (), candidates, games, seed, plies, deep_plies, deep_moves, truncate, seconds,
            error, equities, file, threads, ray, cubeless, plain, deep,
        )  # fmt: skip
        roll_out(asked, as_json=as_json, words=words)

    @builder.command(app, "equities", text("Make a match equity table; can be interrupted and resumed."))
    def equities(
        file: Annotated[Path, builder.argument(text("Where to write the table."), "FILE")],
        length: Annotated[str, builder.option("--length", text("The longest match length."), "N")] = "7",
        games: Annotated[
            str,
            builder.option("--games", text("How many games at each score from each opening roll of either side."), "N"),
        ] = "1296",
        seed: Annotated[str, options.seed] = "1",
        beside: Annotated[
            str | None,
            builder.option("--beside", text("Show another table beside it: its name, or a file."), "TABLE"),
        ] = None,
        threads: Annotated[str | None, options.threads] = None,
        ray: Annotated[str | None, options.ray] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.equities import make_equities

        make_equities(file, length=length, games=games, seed=seed, beside=beside, threads=threads, ray=ray, words=words)
