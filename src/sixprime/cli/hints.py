"""`sixprime eval` and `sixprime hint`: what a position is worth, and which play is best, for people and programs.

In a batch each line of a file is a question and gives one line of JSON; a line that cannot be read gives an error
object in its place, and the rest goes on.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.cli.options import whole_number
from sixprime.cli.saves import FileProblem
from sixprime.core import Position, Roll, SixprimeError
from sixprime.engine.evaluators import Chances, Judge, NetEvaluator, RankedPlay
from sixprime.formats.ids import recognise
from sixprime.messages import Catalogue, Message, text

NUMBERS = re.compile(r"\s*-?[0-9]{1,2}(\s*,\s*-?[0-9]{1,2}){25}\s*")
DICE = re.compile(r"[1-6][\s,-]?[1-6]")
MAX_LINE = 10_000
SHOWN_PLAYS = 10
PLIES = 2
"""How deep a single question is looked into if nothing else is said; the lines of a batch are not."""


def judge_of(plies: str | None, *, batch: bool) -> Judge:
    """Who answers: a search of so many plies, or the net by itself."""
    from sixprime.engine.search import MAX_PLIES, Searcher

    depth = (0 if batch else PLIES) if plies is None else whole_number("--plies", plies, 0, MAX_PLIES)
    return Searcher(depth) if depth else NetEvaluator.default()


def read_question(written: str, *, needs_roll: bool) -> tuple[Position, Roll | None]:
    """A position (26 numbers with commas, or any id), and the dice behind it or within the id."""
    question = written.strip()
    if len(question) > MAX_LINE:
        raise FileProblem(text("the line is longer than {most} characters", most=MAX_LINE))
    roll: Roll | None = None
    words = question.split()
    if len(words) > 1 and DICE.fullmatch(words[-1]):
        roll = Roll.of(words[-1])
        question = question[: question.rindex(words[-1])].strip()
    if NUMBERS.fullmatch(question):
        position = Position(tuple(int(number) for number in question.split(",")))
    else:
        situation = recognise(question)
        position, roll = situation.position, roll or situation.roll
    if needs_roll and roll is None:
        raise FileProblem(text("the dice are missing: write them behind the position, like 31"))
    return position, roll


def evaluate(question: str | None, batch: Path | None, *, plies: str | None, as_json: bool, words: Catalogue) -> None:
    """What a position is worth to the player on roll, before the roll."""
    evaluator = judge_of(plies, batch=batch is not None)

    def answer(line: str) -> dict[str, object]:
        position, _ = read_question(line, needs_roll=False)
        return chances_json(evaluator.chances(position))

    if batch is not None:
        answer_batch(batch, answer, words)
        return
    position, _ = read_question(given(question), needs_roll=False)
    chances = evaluator.chances(position)
    if as_json:
        print(json.dumps(chances_json(chances)))
        return
    console = Console(highlight=False)
    console.print(Text(str(position)))
    console.print(chances_table([("", chances)], words))


def hint(
    question: str | None,
    dice: str | None,
    batch: Path | None,
    *,
    plies: str | None,
    as_json: bool,
    words: Catalogue,
) -> None:
    """The plays of a roll, best first; the chances are those of the player who moves."""
    evaluator = judge_of(plies, batch=batch is not None)

    def answer(line: str) -> dict[str, object]:
        position, roll = read_question(line, needs_roll=True)
        assert roll is not None
        ranked = evaluator.rank(position, roll)
        if not ranked:
            return {"play": "", "result": list(position.points), **chances_json(_after_nothing(evaluator, position))}
        return _ranked_json(ranked[0])

    if batch is not None:
        answer_batch(batch, answer, words)
        return
    position, roll = read_question(f"{given(question)} {dice or ''}", needs_roll=True)
    assert roll is not None
    ranked = evaluator.rank(position, roll)
    if as_json:
        print(json.dumps([_ranked_json(entry) for entry in ranked]))
        return
    console = Console(highlight=False)
    console.print(Text(str(position)))
    if not ranked:
        console.print(text("no play is possible with {roll}", roll=roll).in_language(words), markup=False)
        return
    console.print(chances_table([(str(entry.play), entry.chances) for entry in ranked[:SHOWN_PLAYS]], words))


def given(question: str | None) -> str:
    if question is None:
        raise FileProblem(text("give a position, or a file of them with --batch"))
    return question


def _after_nothing(evaluator: Judge, position: Position) -> Chances:
    """The mover's chances where the roll is lost: the opponent is on roll."""
    return evaluator.chances(position.flipped()).for_opponent()


def chances_json(chances: Chances) -> dict[str, object]:
    return {
        "equity": round(chances.equity, 6),
        "probabilities": [
            round(chance, 6)
            for chance in (
                chances.win,
                chances.win_gammon,
                chances.win_backgammon,
                chances.lose_gammon,
                chances.lose_backgammon,
            )
        ],
    }


def _ranked_json(entry: RankedPlay) -> dict[str, object]:
    return {"play": str(entry.play), "result": list(entry.play.result.points), **chances_json(entry.chances)}


def answer_batch(path: Path, answer: Callable[[str], dict[str, object]], words: Catalogue) -> None:
    for line in _lines(path):
        try:
            written = answer(line)
        except SixprimeError as error:
            written = {"error": error.in_language(words)}
        sys.stdout.write(json.dumps(written, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file, or of standard input where the path is a dash; empty ones and comments are passed over."""
    try:
        with sys.stdin if str(path) == "-" else path.open(encoding="utf-8-sig", errors="replace") as file:
            for line in file:
                if line.strip() and not line.lstrip().startswith("#"):
                    yield line
    except OSError as error:
        why = text("there is no such file") if isinstance(error, FileNotFoundError) else error.strerror or str(error)
        raise FileProblem(text("cannot read {path}: {why}", path=path, why=why)) from error


def chances_table(rows: list[tuple[str, Chances]], words: Catalogue) -> Table:
    """Equity and chances in percent; plays with what they give up against the first."""

    def say(message: Message) -> str:
        return message.in_language(words)

    table = Table(box=None, padding=(0, 2, 0, 0))
    headings = [
        text("play"),
        text("equity"),
        text("lost"),
        text("wins"),
        text("gammons won"),
        text("backgammons won"),
        text("gammons lost"),
        text("backgammons lost"),
    ]
    with_plays = len(rows) > 1 or bool(rows[0][0])
    shown_headings = headings if with_plays else [headings[1], *headings[3:]]
    for heading in shown_headings:
        is_play = heading is headings[0]
        table.add_column(say(heading), justify="left" if is_play else "right", no_wrap=is_play)
    best = rows[0][1].equity
    for name, chances in rows:
        percents = [
            f"{100 * chance:.1f} %"
            for chance in (
                chances.win,
                chances.win_gammon,
                chances.win_backgammon,
                chances.lose_gammon,
                chances.lose_backgammon,
            )
        ]
        loss = "" if chances.equity == best else f"{chances.equity - best:+.4f}"
        start = [name, f"{chances.equity:+.4f}", loss] if with_plays else [f"{chances.equity:+.4f}"]
        table.add_row(*start, *percents)
    return table
