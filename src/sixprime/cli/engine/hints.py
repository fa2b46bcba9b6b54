"""`sixprime eval` and `sixprime hint`: what a position is worth, and which play is best, as tables or JSON.

In a batch each line of a file is a question and is answered by a line of JSON; a line that cannot be read is answered
by an error object, and the batch continues.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.cli.shared.options import whole_number
from sixprime.cli.shared.positions import position_of_numbers
from sixprime.cli.shared.saves import FileProblem
from sixprime.cli.shared.tables import figure, print_board, print_table
from sixprime.core import Position, Roll, SixprimeError
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation
from sixprime.engine.analyses import ACTION_WORDS, AnalysedPlay, Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.engines import MAX_PLIES, Engine
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.formats.ids import recognise
from sixprime.messages import Catalogue, Message, decimal, text
from sixprime.messages.system_errors import reason

if TYPE_CHECKING:
    from sixprime.analysis.reasons import Explanation

DICE = re.compile(r"[1-6][\s,-]?[1-6]")
MAX_LINE = 10_000
SHOWN_PLAYS = 10
PLIES = 2
"""How many plies a single question is searched by default; the lines of a batch are answered without search."""


def engine_of(plies: str | None, *, batch: bool, equities: MatchEquities | None = None) -> Engine:
    """Who answers: an engine that looks so many plies ahead."""
    depth = (0 if batch else PLIES) if plies is None else whole_number("--plies", plies, 0, MAX_PLIES)
    return Engine(plies=depth, equities=equities)


@dataclass(frozen=True, slots=True)
class Question:
    """A situation and, if they are known, the dice."""

    situation: Situation
    roll: Roll | None

    @property
    def position(self) -> Position:
        return self.situation.position

    @property
    def to_play(self) -> Situation:
        """The situation with the dice on the table."""
        return replace(self.situation, roll=self.roll, offer=None, resignation=None, resigned_by=None)

    @property
    def has_cube(self) -> bool:
        """Whether cube and score matter: in a match, once the cube has been turned, or with the Jacoby rule."""
        situation = self.situation
        turned = situation.cube.owner is not None or situation.cube.value > 1
        return situation.length is not None or turned or bool(situation.jacoby)


def read_question(written: str, *, needs_roll: bool) -> Question:
    """Read a position, as 26 numbers with commas or any id, and the dice written after it or contained in the id."""
    question = written.strip()
    if len(question) > MAX_LINE:
        raise FileProblem(text("the line is longer than {most} characters", most=MAX_LINE))
    roll: Roll | None = None
    words = question.split()
    if len(words) > 1 and DICE.fullmatch(words[-1]):
        roll = Roll.of(words[-1])
        question = question[: question.rindex(words[-1])].strip()
    position = position_of_numbers(question)
    situation = Situation(position) if position is not None else recognise(question)
    roll = roll or situation.roll
    if needs_roll and roll is None:
        raise FileProblem(text("the dice are missing: write them behind the position, like 31"))
    return Question(situation, roll)


def evaluate(question: str | None, batch: Path | None, *, plies: str | None, as_json: bool, words: Catalogue) -> None:
    """What a position is worth to the player on roll, before the roll."""
    engine = engine_of(plies, batch=batch is not None)

    def answer(line: str) -> dict[str, object]:
        return chances_json(engine.evaluate(read_question(line, needs_roll=False).position).chances)

    if batch is not None:
        answer_batch(batch, answer, words)
        return
    position = read_question(given(question), needs_roll=False).position
    chances = engine.evaluate(position).chances
    if as_json:
        print(json.dumps(chances_json(chances)))
        return
    console = Console(highlight=False, emoji=False)
    print_board(console, position)
    print_table(console, chances_table([("", chances)], words))


def hint(
    question: str | None,
    dice: str | None,
    batch: Path | None,
    *,
    plies: str | None,
    as_json: bool,
    words: Catalogue,
    why: bool = False,
    play: str | None = None,
) -> None:
    """The plays of a roll, best first; the chances are those of the player who moves.

    Where an id says so, cube and score have their say: then plays are ranked by what they are worth with them. `why`
    adds the reasons why the best play is better than the second, or than `play`. Without dice it is about the cube.
    """
    engine = engine_of(plies, batch=batch is not None)
    why = why or play is not None

    def analysis_of(asked: Question) -> Analysis:
        return engine.analyse(asked.to_play, cubeless=not asked.has_cube)

    def answer(line: str) -> dict[str, object]:
        asked = read_question(line, needs_roll=True)
        analysis = analysis_of(asked)
        if not analysis.plays:
            return {"play": "", "result": list(asked.position.points), **chances_json(analysis.chances)}
        return _play_json(analysis.plays[0], with_cube=asked.has_cube)

    if batch is not None:
        answer_batch(batch, answer, words)
        return
    roll = "" if dice is None else "{}{}".format(*Roll.of(dice))
    asked = read_question(f"{given(question)} {roll}", needs_roll=not why)
    if asked.roll is None:
        explain_cube(engine, asked.situation, as_json=as_json, words=words)
        return
    plays = analysis_of(asked).plays
    comparison = compared(engine, asked, plays, play) if why else None
    if as_json:
        answers = [_play_json(entry, with_cube=asked.has_cube) for entry in plays]
        if comparison is not None:
            answers[0]["why"] = comparison.sentences(words)
        print(json.dumps(answers, ensure_ascii=False))
        return
    console = Console(highlight=False, emoji=False)
    print_board(console, asked.position)
    if not plays:
        console.print(text("no play is possible with {roll}", roll=asked.roll).in_language(words), markup=False)
        return
    shown = plays[:SHOWN_PLAYS]
    rows = [(str(entry.play), entry.chances) for entry in shown]
    print_table(console, chances_table(rows, words, [entry.equity for entry in shown]))
    if asked.has_cube:
        console.print(Text(text("with the cube, at this score").in_language(words), style="dim"))
    if comparison is not None:
        console.print()
        comparison.show(console, words)


@dataclass(frozen=True, slots=True)
class ExplainedChoice:
    """Two choices, what the worse one loses, and why."""

    better: Message | str
    worse: Message | str
    lost: float
    explanation: Explanation

    def sentences(self, words: Catalogue) -> list[str]:
        return [message.in_language(words) for message in self.explanation.sentences]

    def show(self, console: Console, words: Catalogue) -> None:
        """Print why one is better than the other."""
        heading = text(
            "why {better} is better than {worse} by {lost}:",
            better=self.better, worse=self.worse, lost=decimal(self.lost, 3),
        )  # fmt: skip
        console.print(Text(heading.in_language(words), style="bold"))
        for line in self.sentences(words) or [text("nothing that is measured here explains it").in_language(words)]:
            console.print(Text(line))


def compared(
    engine: Engine, asked: Question, plays: Sequence[AnalysedPlay], play: str | None
) -> ExplainedChoice | None:  # fmt: skip
    """The best play beside the second, or beside the one given; None if that is the best, or if there is no other."""
    from sixprime.analysis.reasons import Explainer  # not needed by hints without reasons, and slow to load

    if play is None and len(plays) < 2:
        return None
    including = [str(plays[1].play) if play is None else play]
    analysis = engine.analyse(asked.to_play, cubeless=not asked.has_cube, including=including)
    best = analysis.plays[0]
    worse = analysis.plays[1]
    if play is not None:
        given_play = parse_play(play, asked.to_play.to_match().state.turn())
        worse = next(entry for entry in analysis.plays if entry.play == given_play)
    if worse.play == best.play:
        return None
    with Explainer() as explainer:
        found = explainer.explain(asked.to_play, best.play, worse.play, analysis=analysis)
    return ExplainedChoice(str(best.play), str(worse.play), worse.loss, found)


def explain_cube(engine: Engine, situation: Situation, *, as_json: bool, words: Catalogue) -> None:
    """The cube decision that stands, and why the best action is better than the other."""
    from sixprime.analysis.reasons import Explainer
    from sixprime.cli.engine import cube

    analysis = engine.analyse(situation)
    comparison: ExplainedChoice | None = None
    if len(analysis.actions) > 1:
        best, worse = analysis.actions[:2]
        with Explainer() as explainer:
            found = explainer.explain(situation, best.action, worse.action, analysis=analysis)
        names = ACTION_WORDS[best.action], ACTION_WORDS[worse.action]
        comparison = ExplainedChoice(*names, worse.loss, found)
    if as_json:
        answer = cube.decision_json(engine, situation)
        answer["why"] = comparison.sentences(words) if comparison is not None else []
        print(json.dumps(answer, ensure_ascii=False))
        return
    cube.show_decision(engine, situation, words)
    if comparison is not None:
        console = Console(highlight=False, emoji=False)
        console.print()
        comparison.show(console, words)


def given(question: str | None) -> str:
    """Return the question, or raise an error if the command line has none."""
    if question is None:
        raise FileProblem(text("give a position, or a file of them with --batch"))
    return question


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


def _play_json(entry: AnalysedPlay, *, with_cube: bool) -> dict[str, object]:
    """A play for programs: `equity` is without the cube; with cube and score `cubeful` is normalised to the cube, and
    `mwc` in matches the chance to win."""
    found: dict[str, object] = {
        "play": str(entry.play),
        "result": list(entry.play.result.points),
        **chances_json(entry.chances),
    }
    if with_cube:
        found["cubeful"] = round(entry.equity, 6)
        if entry.match_chance is not None:
            found["mwc"] = round(entry.match_chance, 6)
    return found


def answer_batch(path: Path, answer: Callable[[str], dict[str, object]], words: Catalogue) -> None:
    for line in _lines(path):
        try:
            written = answer(line)
        except SixprimeError as error:
            written = {"error": error.in_language(words)}
        sys.stdout.write(json.dumps(written, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file, or of standard input if the path is a dash, without empty lines and comments."""
    try:
        with sys.stdin if str(path) == "-" else path.open(encoding="utf-8-sig", errors="replace") as file:
            for line in file:
                if line.strip() and not line.lstrip().startswith("#"):
                    yield line
    except OSError as error:
        raise FileProblem(text("cannot read {path}: {why}", path=path, why=reason(error))) from error


def chances_table(rows: list[tuple[str, Chances]], words: Catalogue, equities: Sequence[float] | None = None) -> Table:
    """Equity and chances in percent; plays with what they give up against the first.

    The equities are those of the chances, unless others are given.
    """

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
    shown = equities or [chances.equity for _, chances in rows]
    for (name, chances), equity in zip(rows, shown, strict=True):
        percents = [
            f"{figure(100 * chance, 1, words)} %"
            for chance in (
                chances.win,
                chances.win_gammon,
                chances.win_backgammon,
                chances.lose_gammon,
                chances.lose_backgammon,
            )
        ]
        loss = "" if equity == shown[0] else figure(equity - shown[0], 4, words, sign=True)
        start = (
            [name, figure(equity, 4, words, sign=True), loss] if with_plays else [figure(equity, 4, words, sign=True)]
        )
        table.add_row(*start, *percents)
    return table
