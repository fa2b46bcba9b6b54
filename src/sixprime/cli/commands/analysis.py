"""The commands that analyse matches: `analyse`, `stats` and `quiz`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.commands.engine_options import EngineOptions
from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


def add_analysis_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `analyse`, `stats` and `quiz` to the command line."""
    words = builder.words
    options = EngineOptions(builder)
    depths = builder.option("--depth", text("How deeply: instant, fast, deep or rollout."), "DEPTH")

    @builder.command(app, "analyse", text("Analyse match files: errors, error rates and luck of both players."))
    def analyse(
        files: Annotated[list[Path], builder.argument(text("Match files of any format."), "FILE")],
        depth: Annotated[str | None, depths] = None,
        worst: Annotated[
            str, builder.option("--worst", text("How many of the worst errors are shown with a board."), "N")
        ] = "3",
        decisions: Annotated[
            str | None,
            builder.option(
                "--decisions",
                text("List the decisions behind a figure: pr, errors, blunder, cube, wrong-take, lucky and so on."),
                "FIGURE",
            ),
        ] = None,
        marks: Annotated[
            str | None,
            builder.option(
                "--marks", text("From which losses on a decision is an inaccuracy, an error, a blunder."), "LOSSES"
            ),
        ] = None,
        write: Annotated[
            Path | None,
            builder.option("--write", text("Write the match with its analysis: a .sgf or .json file."), "FILE"),
        ] = None,
        html: Annotated[
            Path | None,
            builder.option("--html", text("Write the analysis as a page that needs no server."), "FILE"),
        ] = None,
        force: Annotated[bool, builder.option("--force", text("Overwrite existing files."))] = False,
        again: Annotated[
            bool, builder.option("--again", text("Analyse again what the file has an analysis of."))
        ] = False,
        threads: Annotated[str | None, options.threads] = None,
        ray: Annotated[str | None, options.ray] = None,
        as_json: Annotated[bool, builder.option("--json", text("A line of JSON for each match."))] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.analysis.analyse import AnalysisOptions
        from sixprime.cli.analysis.analyse import analyse as run

        chosen = AnalysisOptions(depth, threads, ray, worst, decisions, marks, again, write, html, force, as_json)
        return run(files, chosen, words)

    @builder.command(app, "stats", text("Show how a player has done in many matches: error rates, phases, opponents."))
    def stats(
        places: Annotated[list[Path], builder.argument(text("Folders with match files, or files."), "FOLDER")],
        player: Annotated[
            str | None, builder.option("--player", text("Which player; the most frequent one if not given."), "NAME")
        ] = None,
        aliases: Annotated[
            list[str] | None,
            builder.option("--alias", text("Another name of a player: NAME=OTHER; may be repeated."), "NAME=OTHER"),
        ] = None,
        depth: Annotated[str, depths] = "fast",
        threads: Annotated[str | None, options.threads] = None,
        ray: Annotated[str | None, options.ray] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.analysis.stats import StatsOptions, show_stats

        return show_stats(places, StatsOptions(player, aliases or (), depth, threads, ray, as_json), words)

    @builder.command(app, "quiz", text("Ask the errors of analysed matches as questions; wrong ones come back."))
    def quiz(
        places: Annotated[list[Path], builder.argument(text("Folders with match files, or files."), "FOLDER")],
        player: Annotated[
            str | None, builder.option("--player", text("Which player; the most frequent one if not given."), "NAME")
        ] = None,
        number: Annotated[
            str | None, builder.option("--number", text("How many questions at most, the worst errors first."), "N")
        ] = None,
        everything: Annotated[bool, builder.option("--all", text("Ask also what is not due yet."))] = False,
        depth: Annotated[str | None, depths] = None,
        schedule: Annotated[
            str | None,
            builder.option("--schedule", text("The file that remembers when each question is due again."), "FILE"),
        ] = None,
        anki: Annotated[
            str | None,
            builder.option("--anki", text("Write the questions as a package for Anki, and ask nothing."), "FILE"),
        ] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> int:
        from sixprime.cli.analysis.quiz import QuizOptions, run_quiz

        return run_quiz(places, QuizOptions(player, number, everything, depth, schedule, anki), words)
