"""`sixprime puzzles`: shows the puzzle of the day, or makes a set of puzzles."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixprime import __version__
from sixprime.cli.practice.making import making_bar
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.cli.shared.tables import print_board
from sixprime.cli.shared.workers import thread_count
from sixprime.core.match.events import Action
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.engine.rollout.results import STRATA
from sixprime.messages import Catalogue, Message, decimal, shown, text
from sixprime.practice.judging import question_words
from sixprime.practice.puzzles.sets import Puzzle, SetSettings, load_set, puzzle_set, save_set

MOST_PUZZLES, MOST_GAMES = 10_000, 1_000_000


def show_puzzle(day: str | None, *, answer: bool, words: Catalogue) -> None:
    """Print the puzzle of a day, and its answer if it is wanted."""
    puzzle = puzzle_set().of_day(_day(day))
    situation = puzzle.situation
    console = Console(highlight=False, emoji=False)
    print_board(console, situation.position_for(situation.to_act) if situation.to_act else situation.position)
    console.print(question_words(situation).in_language(words), markup=False, soft_wrap=True)
    console.print(Text(puzzle.id, style="dim"), soft_wrap=True)
    if not answer:
        return
    console.print()
    console.print(Text(answered(puzzle).in_language(words), style="bold"), soft_wrap=True)
    for sentence in reasons(puzzle):
        console.print(sentence.in_language(words), markup=False, soft_wrap=True)


def answered(puzzle: Puzzle) -> Message:
    """What is best, and by how much."""
    best = puzzle.best if puzzle.kind == "play" else ACTION_WORDS[Action(puzzle.best)]
    return text(
        "best: {best}; the next best loses {lost} ± {error} in rollouts",
        best=best,
        lost=decimal(puzzle.rollout_gap, 3),
        error=decimal(puzzle.error, 3),
    )


def reasons(puzzle: Puzzle) -> tuple[Message, ...]:
    """Why the best is better than the next best."""
    from sixprime.analysis.reasons import Explainer
    from sixprime.engine.engines import Engine

    with Engine(plies=puzzle_set().settings.plies) as engine, Explainer() as explainer:
        analysis = engine.analyse(puzzle.situation)
        first, second, *_ = analysis.plays or analysis.actions
        better, worse = (one.play if hasattr(one, "play") else one.action for one in (first, second))
        return explainer.explain(puzzle.situation, better, worse, analysis=analysis).sentences


def _day(written: str | None) -> date:
    if written is None:
        return date.today()
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise BadOption(
            text("{flag} is a date such as 2026-12-24, not {value}", flag="--day", value=shown(written))
        ) from None


def make_puzzle_file(
    path: Path, *, puzzles: str | None, games: str | None, seed: str, threads: str | None, words: Catalogue
) -> None:
    """Make a set, or go on making it; Ctrl-C stops, and the puzzles that are found are in the file."""
    from sixprime.practice.puzzles.making import make_set

    usual = SetSettings()
    settings = SetSettings(
        puzzles=usual.puzzles if puzzles is None else whole_number("--puzzles", puzzles, 1, MOST_PUZZLES),
        games=usual.games if games is None else whole_number("--games", games, 2 * STRATA, MOST_GAMES),
        seed=whole_number("--seed", seed, 0, 2**31),
    )
    begun = load_set(path) if path.exists() else None
    with making_bar(text("Puzzles"), settings.puzzles, words) as show:
        show(0 if begun is None else len(begun.puzzles))
        for made in make_set(settings, program=__version__, begun=begun, threads=thread_count(threads)):
            save_set(made, path)
            show(len(made.puzzles))
    written = text("The puzzles are in {path}", path=path)
    Console(highlight=False, emoji=False).print(written.in_language(words), markup=False, soft_wrap=True)
