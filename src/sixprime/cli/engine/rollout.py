"""`sixprime rollout`: plays, cube actions or positions rolled out, in a table that is updated as games end."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sixprime.cli.engine.cube import read_situation
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.cli.shared.saves import FileProblem, refuse_folder
from sixprime.cli.shared.tables import figure, print_table
from sixprime.cli.shared.workers import thread_count, workers_of
from sixprime.core import Roll, Turn
from sixprime.core.notation import parse_play
from sixprime.engine.cube.views import CubeView
from sixprime.engine.engines import MAX_PLIES, Engine
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.rollout.files import load_rollout, save_rollout
from sixprime.engine.rollout.results import CandidateResult, Estimate, RolloutResult
from sixprime.engine.rollout.rollouts import MOST_GAMES, Candidate, Rollout, RolloutSettings
from sixprime.engine.workers import Workers
from sixprime.messages import Catalogue, Message, text

SAVE_SECONDS = 10.0
"""How often an unfinished rollout is written to its file."""
MOST_PLIES_OF_CHOICE = 2


@dataclass(frozen=True, slots=True)
class RolloutOptions:
    """The options of `sixprime rollout` as typed."""

    question: str | None = None
    dice: str | None = None
    plays: Sequence[str] = ()
    candidates: str = "5"
    games: str | None = None
    seed: str = "1"
    plies: str = "0"
    deep_plies: str = "0"
    deep_moves: str = "0"
    truncate: str = "0"
    seconds: str | None = None
    error: str | None = None
    equities: str | None = None
    file: Path | None = None
    threads: str | None = None
    ray: str | None = None
    cubeless: bool = False
    plain: bool = False
    """Without variance reduction."""
    deep: bool = False

    def settings(self) -> RolloutSettings:
        return RolloutSettings(
            games=whole_number("--games", self.games or "1296", 1, MOST_GAMES),
            seed=whole_number("--seed", self.seed, 0, 2**62),
            cubeful=not self.cubeless,
            variance_reduction=not self.plain,
            truncate=whole_number("--truncate", self.truncate, 0, 1000),
            plies=whole_number("--plies", self.plies, 0, MAX_PLIES),
            deep_plies=whole_number("--deep-plies", self.deep_plies, 0, MAX_PLIES),
            deep_moves=whole_number("--deep-moves", self.deep_moves, 0, 1000),
            deep=self.deep,
            seconds=_number("--seconds", self.seconds),
            stop_error=_number("--error", self.error),
        )

    def settings_to_go_on(self, kept: Rollout) -> RolloutSettings:
        """The settings of a saved rollout, in which only games, seconds and error may be changed."""
        own, usual = self.settings(), RolloutOptions().settings()
        ends = {"games": self.games, "seconds": self.seconds, "stop_error": self.error}
        for setting in fields(RolloutSettings):
            value = getattr(own, setting.name)
            if setting.name not in ends and value not in (
                getattr(usual, setting.name),
                getattr(kept.settings, setting.name),
            ):
                raise BadOption(text("{path} holds a rollout already, with other settings", path=self.file))
        chosen = {name: getattr(own, name) for name, written in ends.items() if written is not None}
        if "games" in chosen:
            chosen["games"] = max(chosen["games"], kept.tally.games)
        return replace(kept.settings, **chosen)


def _number(option: str, written: str | None) -> float | None:
    if written is None:
        return None
    try:
        number = float(written)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e9:
        raise BadOption(text("{option} takes a number above 0, not {value}", option=option, value=written))
    return number


def roll_out(options: RolloutOptions, *, as_json: bool, words: Catalogue) -> None:
    """Roll out, or resume the rollout of a file. Ctrl-C stops it and shows the results so far."""
    rollout = _rollout(options)
    workers = workers_of(options.ray, thread_count(options.threads))
    console = Console(highlight=False, emoji=False, stderr=as_json)
    try:
        _run(rollout, options.file, workers, console, words)
    except KeyboardInterrupt:
        stopped = text("stopped after {games} games", games=rollout.result.games)
        console.print(stopped.in_language(words), markup=False)
    finally:
        workers.close()
        if options.file is not None:
            save_rollout(rollout, options.file)
    if as_json:
        print(json.dumps(result_json(rollout), ensure_ascii=False))
    else:
        _conclude(rollout, console, words)


def _rollout(options: RolloutOptions) -> Rollout:
    """The rollout of the file, or a new one of the position asked for."""
    if options.file is not None and options.file.exists():
        refuse_folder(options.file)
        if options.question is not None:
            raise BadOption(
                text("{path} holds a rollout already: leave the position out to go on with it", path=options.file)
            )
        kept = load_rollout(options.file)
        kept.settings = options.settings_to_go_on(kept)
        return kept
    if options.question is None:
        raise FileProblem(text("give a position, or with --file the file of a rollout to go on with"))
    situation = read_situation(options.question)
    settings = options.settings()
    equities = MatchEquities.named(options.equities) if options.equities is not None else None
    view = CubeView.of(situation, equities=equities)
    roll = Roll.of(options.dice) if options.dice is not None else situation.roll
    if roll is None:
        if options.plays:
            raise BadOption(text("plays need dice: write them behind the position, like 31"))
        if settings.cubeful and view.may_double:
            return Rollout(Candidate.cube_actions(situation.position, view), settings)
        return Rollout([Candidate.to_roll(situation.position, view)], settings)
    turn = Turn(situation.position, roll)
    if options.plays:
        plays = [parse_play(written, turn) for written in options.plays]
    else:
        most = whole_number("--candidates", options.candidates, 1, 100)
        to_play = replace(situation, roll=roll, offer=None, resignation=None, resigned_by=None)
        with Engine(plies=MOST_PLIES_OF_CHOICE, equities=equities) as engine:
            plays = [entry.play for entry in engine.analyse(to_play).plays[:most]]
    if not plays:
        raise BadOption(text("no play is possible with {roll}", roll=roll))
    return Rollout([Candidate.after(play, view) for play in plays], settings)


def _run(rollout: Rollout, file: Path | None, workers: Workers, console: Console, words: Catalogue) -> None:
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )
    task = bar.add_task(text("games").in_language(words), total=rollout.settings.games)
    saved = time.monotonic()
    with Live(console=console, refresh_per_second=4, transient=True) as live:

        def show(result: RolloutResult) -> None:
            nonlocal saved
            bar.update(task, completed=result.games)
            live.update(Group(result_table(result, words), bar))
            if file is not None and time.monotonic() - saved > SAVE_SECONDS:
                save_rollout(rollout, file)
                saved = time.monotonic()

        show(rollout.result)
        rollout.run(show, workers=workers)


def result_table(result: RolloutResult, words: Catalogue) -> Table:
    """The candidates, the best first, with their standard errors."""

    def say(message: Message) -> str:
        return message.in_language(words)

    table = Table(box=None, padding=(0, 2, 0, 0))
    in_match = result.candidates[0].mwc is not None
    headings = [
        text("candidate"),
        text("equity"),
        text("lost"),
        text("match won") if in_match else text("cubeless"),
        text("wins"),
        text("gammons"),
    ]
    for number, heading in enumerate(headings):
        table.add_column(say(heading), justify="right" if number else "left", no_wrap=True)
    if not result.games:
        return table
    best, *_ = result.order
    for index in result.order:
        one = result.candidates[index]
        behind = result.difference(index, best)
        cells = [
            say(Message(one.label)),
            _signed(one.equity, words),
            _signed(behind, words) if index != best else "",
            _percent(one.mwc, words) if one.mwc is not None else figure(one.cubeless.value, 4, words, sign=True),
            f"{figure(100 * one.chances.win, 1, words)} %",
            f"{figure(100 * one.chances.win_gammon, 1, words)}:{figure(100 * one.chances.lose_gammon, 1, words)}",
        ]
        table.add_row(*cells)
    return table


def _signed(estimate: Estimate, words: Catalogue) -> str:
    return f"{figure(estimate.value, 4, words, sign=True)} ± {figure(estimate.error, 4, words)}"


def _percent(estimate: Estimate, words: Catalogue) -> str:
    return f"{figure(100 * estimate.value, 2, words)} ± {figure(100 * estimate.error, 2, words)}"


def _conclude(rollout: Rollout, console: Console, words: Catalogue) -> None:
    result = rollout.result
    print_table(console, result_table(result, words))
    decision = rollout.result.cube
    if decision is not None:
        console.print()
        line = text("right: {verdict}", verdict=decision.label)
        console.print(Text(line.in_language(words), style="bold"))
    games = text(
        "{games} games in {seconds} seconds, seed {seed}; the errors are standard errors",
        games=result.games,
        seconds=figure(result.seconds, 1, words),
        seed=rollout.settings.seed,
    )
    console.print()
    console.print(Text(games.in_language(words), style="dim"), soft_wrap=True)


def result_json(rollout: Rollout) -> dict[str, object]:
    """The results for programs."""
    result = rollout.result
    answer: dict[str, object] = {
        "games": result.games,
        "seconds": round(result.seconds, 3),
        "settings": {**asdict(rollout.settings), "efficiencies": list(rollout.settings.efficiencies)},
        "candidates": [_candidate_json(result, index) for index in result.order],
    }
    decision = rollout.result.cube
    if decision is not None:
        answer["cube"] = {
            "no_double": decision.no_double,
            "double_take": decision.double_take,
            "double_pass": decision.double_pass,
            "double": decision.double,
            "take": decision.take,
            "verdict": decision.verdict.value,
        }
    return answer


def _candidate_json(result: RolloutResult, index: int) -> dict[str, object]:
    one: CandidateResult = result.candidates[index]
    behind = result.difference(index, result.order[0])
    found: dict[str, object] = {
        "candidate": one.label,
        "equity": one.equity.value,
        "equity_error": one.equity.error,
        "lost": behind.value,
        "lost_error": behind.error,
        "cubeless": one.cubeless.value,
        "cubeless_error": one.cubeless.error,
        "probabilities": list(asdict(one.chances).values()),
        "probability_errors": list(asdict(one.chance_errors).values()),
    }
    if one.mwc is not None:
        found |= {"mwc": one.mwc.value, "mwc_error": one.mwc.error}
    return found
