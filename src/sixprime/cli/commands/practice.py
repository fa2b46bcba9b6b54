"""The commands for the opening book and the puzzles: `openings` and `puzzles`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.commands.engine_options import EngineOptions
from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


def add_practice_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `openings` and `puzzles` to the command line."""
    words = builder.words
    options = EngineOptions(builder)
    into = builder.option(
        "--make", text("Make a new one by rollouts and write it here; a file that was begun is continued."), "FILE"
    )

    @builder.command(app, "openings", text("The opening book: first plays and replies, with what they are worth."))
    def openings(
        show: Annotated[
            str | None,
            builder.option("--show", text("A first roll such as 31, or a reply such as 31-64."), "ROLLS"),
        ] = None,
        book: Annotated[
            Path | None, builder.option("--book", text("Another book than the one that comes with sixprime."), "FILE")
        ] = None,
        make: Annotated[Path | None, into] = None,
        games: Annotated[
            str | None, builder.option("--games", text("How many games of each first play; 1296 if not given."), "N")
        ] = None,
        reply_games: Annotated[
            str | None, builder.option("--reply-games", text("How many games of each reply; 216 if not given."), "N")
        ] = None,
        seed: Annotated[str, options.seed] = "1",
        threads: Annotated[str | None, options.threads] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.practice.openings import make_book_file, show_book

        if make is not None:
            make_book_file(make, games=games, reply_games=reply_games, seed=seed, threads=threads, words=words)
        else:
            show_book(show, book, as_json=as_json, words=words)

    @builder.command(app, "puzzles", text("The puzzle of the day."))
    def puzzles(
        day: Annotated[str | None, builder.option("--day", text("Of another day, such as 2026-12-24."), "DATE")] = None,
        answer: Annotated[bool, builder.option("--answer", text("Show the answer, and why it is best."))] = False,
        make: Annotated[Path | None, into] = None,
        count: Annotated[
            str | None, builder.option("--puzzles", text("How many puzzles are made; 370 if not given."), "N")
        ] = None,
        games: Annotated[
            str | None,
            builder.option("--games", text("How many games check each play or cube action; 144 if not given."), "N"),
        ] = None,
        seed: Annotated[str, options.seed] = "1",
        threads: Annotated[str | None, options.threads] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.practice.puzzles import make_puzzle_file, show_puzzle

        if make is not None:
            make_puzzle_file(make, puzzles=count, games=games, seed=seed, threads=threads, words=words)
        else:
            show_puzzle(day, answer=answer, words=words)
