"""The commands that ask the engine, train it and judge it: `eval`, `hint`, `train`, `judge`, `bearoff`.

Each command parses its options and imports the module that does the work only when it runs, so that help is quick.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.commands.engine_options import EngineOptions
from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


@contextmanager
def _loading() -> Iterator[None]:
    """Turn garbage collection off while modules are loaded: loading allocates much and frees next to nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def add_engine_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `eval`, `hint`, `train`, `judge` and `bearoff` to the command line."""
    words = builder.words
    options = EngineOptions(builder)

    @builder.command(app, "eval", text("Evaluate a position for the player on roll."))
    def evaluate(
        question: Annotated[str | None, options.question] = None,
        batch: Annotated[Path | None, options.batch] = None,
        plies: Annotated[str | None, options.plies] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        with _loading():
            from sixprime.cli.engine import hints

        hints.evaluate(question, batch, plies=plies, as_json=as_json, words=words)

    @builder.command(app, "hint", text("Show the best plays for a roll."))
    def hint(
        question: Annotated[str | None, options.question] = None,
        dice: Annotated[str | None, options.dice] = None,
        batch: Annotated[Path | None, options.batch] = None,
        plies: Annotated[str | None, options.plies] = None,
        why: Annotated[
            bool, builder.option("--why", text("Say why the best is better; without dice, about the cube."))
        ] = False,
        play: Annotated[
            str | None, builder.option("--play", text("Say why the best is better than this play."), "PLAY")
        ] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        with _loading():
            from sixprime.cli.engine import hints

        hints.hint(question, dice, batch, plies=plies, as_json=as_json, words=words, why=why, play=play)

    @builder.command(app, "train", text("Train a net from nothing; can be interrupted and resumed."))
    def train(
        folder: Annotated[Path, builder.argument(text("The folder of the run."), "FOLDER")],
        games: Annotated[str, builder.option("--games", text("Games of self-play."), "N")] = "1000000",
        rounds: Annotated[str, builder.option("--rounds", text("Rounds in which the small nets learn."), "N")] = "4",
        positions: Annotated[
            str, builder.option("--positions", text("Positions labelled in each of these rounds."), "N")
        ] = "500000",
        deep_rounds: Annotated[
            str, builder.option("--deep-rounds", text("Rounds in which the deep net learns."), "N")
        ] = "12",
        deep_positions: Annotated[
            str, builder.option("--deep-positions", text("Positions labelled in each of these rounds."), "N")
        ] = "2000000",
        deep_epochs: Annotated[
            str, builder.option("--deep-epochs", text("Passes over the labels in each of these rounds."), "N")
        ] = "8",
        half_precision: Annotated[
            bool,
            builder.option("--half-precision", text("Fit the deep net in half precision, by PyTorch: twice as fast.")),
        ] = False,
        gnubg_decisions: Annotated[
            str,
            builder.option(
                "--gnubg-decisions", text("Decisions that GNU Backgammon judges nets by; 0: it is not asked."), "N"
            ),
        ] = "0",
        rollout_positions: Annotated[
            str,
            builder.option(
                "--rollout-positions", text("Positions of each kind that are rolled out to judge nets by."), "N"
            ),
        ] = "0",
        seed: Annotated[str, options.seed] = "1",
        workers: Annotated[
            str | None, builder.option("--workers", text("Threads; all cores if not given."), "N")
        ] = None,
        ray: Annotated[str | None, options.ray] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.train import TrainingFlags, train_net

        train_net(
            folder,
            TrainingFlags(
                games,
                rounds,
                positions,
                deep_rounds,
                deep_positions,
                deep_epochs,
                gnubg_decisions,
                rollout_positions,
                seed,
                half_precision,
            ),
            workers=workers,
            ray=ray,
            words=words,
        )

    @builder.command(app, "judge", text("Measure how much players lose, judged by GNU Backgammon."))
    def judge(
        decisions: Annotated[str | None, builder.option("--decisions", text("How many decisions."), "N")] = None,
        seed: Annotated[str, options.seed] = "1",
        file: Annotated[Path | None, builder.option("--file", text("Where the decisions are kept."), "FILE")] = None,
        net: Annotated[
            list[Path] | None,
            builder.option("--net", text("Judge this net instead of the built-in one; may be repeated."), "FILE"),
        ] = None,
        plies: Annotated[
            str | None, builder.option("--plies", text("How many plies to look ahead, such as 0 or 0,1,2."), "N,...")
        ] = None,
        levels: Annotated[bool, builder.option("--levels", text("Judge the levels of the bot."))] = False,
        games: Annotated[
            str | None,
            builder.option(
                "--games",
                text(
                    "Games against GNU Backgammon besides; with --rollouts, games for each position (144 if not given)."
                ),
                "N",
            ),
        ] = None,
        against: Annotated[
            str | None,
            builder.option(
                "--against",
                text("How many plies GNU Backgammon looks ahead in these games, 0 to 2; peer: against the --peer net."),
                "N",
            ),
        ] = None,
        cubeful: Annotated[
            bool, builder.option("--cubeful", text("With --games: games for money with the cube."))
        ] = False,
        peer: Annotated[
            Path | None,
            builder.option(
                "--peer", text("The net of another program (NumPy arrays), as one more player and judge."), "FILE"
            ),
        ] = None,
        arbitrate: Annotated[
            str | None,
            builder.option(
                "--arbitrate", text("Roll plays out where players differ, with so many games at most."), "N"
            ),
        ] = None,
        half: Annotated[
            str | None,
            builder.option(
                "--half", text("Count one half of the decisions: tuning, or proof, which tunes nothing."), "HALF"
            ),
        ] = None,
        rollouts: Annotated[
            bool, builder.option("--rollouts", text("Compare nets with a net's own rollouts, by kind of position."))
        ] = False,
        positions: Annotated[
            str | None,
            builder.option("--positions", text("With --rollouts: positions of each kind (200 if not given)."), "N"),
        ] = None,
        reference: Annotated[
            Path | None,
            builder.option(
                "--reference",
                text("With --rollouts: the net that plays them (the first net judged if not given)."),
                "FILE",
            ),
        ] = None,
        threads: Annotated[str | None, options.threads] = None,
        ray: Annotated[str | None, options.ray] = None,
        as_json: Annotated[bool, options.json] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.shared.options import BadOption

        if rollouts:
            from sixprime.cli.engine.judge_by_rollouts import RolloutJudgeOptions, judge_by_rollouts

            others = (decisions, file, plies, against, peer, arbitrate, half)
            if levels or cubeful or any(value is not None for value in others):
                raise BadOption(
                    text(
                        "--decisions, --file, --plies, --levels, --against, --cubeful, --peer, --arbitrate and --half "
                        "do not go together with --rollouts"
                    )
                )
            asked = RolloutJudgeOptions.of(positions, games, seed, net or [], reference, threads, ray)
            judge_by_rollouts(asked, as_json=as_json, words=words)
            return
        from sixprime.cli.engine.judge import JudgeOptions, judge_players

        if any(value is not None for value in (positions, reference, threads, ray)):
            raise BadOption(text("--positions, --reference, --threads and --ray need --rollouts"))
        wanted = JudgeOptions.of(
            decisions, seed, file, net or [], plies, levels=levels, games=games, against=against,
            cubeful=cubeful, peer=peer, arbitrate=arbitrate, half=half,
        )  # fmt: skip
        judge_players(wanted, as_json=as_json, words=words)

    @builder.command(app, "bearoff", text("Work out a larger table of exact endings, which is used from then on."))
    def bearoff(
        checkers: Annotated[
            str, builder.argument(text("How many checkers a side: 7 take 50 MB, 8 take 150 MB, 10 a gigabyte."), "N")
        ],
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.engine.bearoff import make_table

        make_table(checkers, words)
