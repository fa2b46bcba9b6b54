"""`sixprime cube`: whether to double and whether to take, with the equity of each action, as a table or JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.cli.engine import hints
from sixprime.cli.shared.tables import figure, print_board, print_table
from sixprime.core.movegen import to_board
from sixprime.core.situations import Situation
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, efficiency_of
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.views import CubeView
from sixprime.engine.cube.windows import Window, doubling_window, take_points
from sixprime.engine.engines import Engine
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.messages import Catalogue, Message, decimal, text


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """The cube decision of the player on roll, and what it rests on: cube and score in that player's view, and that
    player's chances."""

    view: CubeView
    decision: CubeDecision
    chances: Chances


def advice_of(engine: Engine, situation: Situation) -> CubeAdvice:
    """What to do with the cube before the roll, whether or not the dice have fallen since."""
    before = replace(situation, roll=None, offer=None, resignation=None, resigned_by=None)
    analysis = engine.analyse(before)
    assert analysis.cube is not None
    return CubeAdvice(CubeView.of(before, equities=engine.equities), analysis.cube, analysis.chances)


def read_situation(written: str) -> Situation:
    """A situation from any id, or money play with the cube in the middle from 26 numbers."""
    return hints.read_question(written, needs_roll=False).situation


def advise(
    question: str | None,
    batch: Path | None,
    *,
    plies: str | None,
    equities: str | None,
    as_json: bool,
    words: Catalogue,
) -> None:
    """The cube decision of the player on roll."""
    table = MatchEquities.named(equities) if equities is not None else MatchEquities.default()
    engine = hints.engine_of(plies, batch=batch is not None, equities=table)
    if batch is not None:
        hints.answer_batch(batch, lambda line: decision_json(engine, read_situation(line)), words)
        return
    situation = read_situation(hints.given(question))
    if as_json:
        print(json.dumps(decision_json(engine, situation)))
        return
    show_decision(engine, situation, words)


def decision_json(engine: Engine, situation: Situation) -> dict[str, object]:
    """The decision for programs: equities normalised to the cube before the double; in matches also the chance to win
    the match when both do what is right, and after each action."""
    advice = advice_of(engine, situation)
    decision, view = advice.decision, advice.view
    answer: dict[str, object] = {
        "no_double": round(decision.no_double, 6),
        "double_take": round(decision.double_take, 6),
        "double_pass": round(decision.double_pass, 6),
        "may_double": decision.may_double,
        "double": decision.double,
        "take": decision.take,
        "beaver": decision.beaver,
        "verdict": decision.verdict.value,
        **hints.chances_json(advice.chances),
    }
    answer["cubeless"] = answer.pop("equity")
    if decision.chances is not None:
        answer["mwc"] = round(view.chance(decision.best), 6)
        answer["mwc_by_action"] = [round(chance, 6) for chance in decision.chances]
    return answer


def show_decision(engine: Engine, situation: Situation, words: Catalogue) -> None:
    """Print the board, the equity of each action, the verdict, and the chances of the player on roll."""

    def say(message: Message) -> str:
        return message.in_language(words)

    advice = advice_of(engine, situation)
    decision, view = advice.decision, advice.view
    console = Console(highlight=False, emoji=False)
    print_board(console, situation.position)
    console.print(Text(say(_score_of(view))))
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column(say(text("equity")), justify="right")
    table.add_column(say(text("lost")), justify="right")
    if decision.chances is not None:
        table.add_column(say(text("match won")), justify="right")
    ways: list[tuple[Message, float, float | None]] = [
        (text("no double"), decision.no_double, decision.error_of_waiting)
    ]
    if decision.may_double:
        # The doubler loses nothing to a wrong answer, so no loss is shown beside the two answers.
        ways += [
            (text("double, take"), decision.double_take, None),
            (text("double, pass"), decision.double_pass, None),
        ]
    for number, (name, equity, lost) in enumerate(ways):
        cells = [say(name), figure(equity, 4, words, sign=True), figure(-lost, 4, words, sign=True) if lost else ""]
        if decision.chances is not None:
            cells.append(f"{figure(100 * decision.chances[number], 2, words)} %")
        table.add_row(*cells)
    print_table(console, table)
    console.print()
    console.print(Text(say(text("right: {verdict}", verdict=decision.label)), style="bold"))
    if decision.may_double and decision.error_of_doubling:
        console.print(Text(say(text("a double loses {lost}", lost=decimal(decision.error_of_doubling, 4)))))
    if decision.may_double:
        wrong = decision.error_of_passing if decision.take else decision.error_of_taking
        line = text("to pass loses {lost}", lost=decimal(wrong, 4))
        if not decision.take:
            line = text("to take loses {lost}", lost=decimal(wrong, 4))
        console.print(Text(say(line)))
    console.print()
    print_table(console, hints.chances_table([("", advice.chances)], words))
    _show_points(console, advice, situation, words)


def _score_of(view: CubeView) -> Message:
    situation = view.situation
    if view.is_money:
        return text("money play, cube {cube}", cube=situation.cube)
    if situation.crawford:
        return text(
            "{mine} away against {theirs} away, the Crawford game", mine=situation.away, theirs=situation.opponent_away
        )
    return text(
        "{mine} away against {theirs} away, cube {cube}",
        mine=situation.away,
        theirs=situation.opponent_away,
        cube=situation.cube,
    )


def _show_points(console: Console, advice: CubeAdvice, situation: Situation, words: Catalogue) -> None:
    """Print the doubling window for these gammon chances: with a dead cube, a live cube, and in practice."""
    efficiency = float(efficiency_of(to_board(situation.position), DEFAULT_EFFICIENCIES))
    window = doubling_window(advice.view, advice.chances, efficiency=efficiency)
    points = take_points(advice.view, advice.chances, efficiency=efficiency)
    if window is None and points is None:
        return

    def percent(chance: float | None) -> str:
        return "" if chance is None else f"{figure(100 * chance, 1, words)} %"

    def row(name: Message, of: Window) -> None:
        table.add_row(name.in_language(words), percent(of.double), percent(of.cash), percent(of.too_good))

    console.print()
    if window is not None:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in (text("chance to win"), text("to double"), text("to cash"), text("too good from")):
            table.add_column(heading.in_language(words), justify="right" if table.columns else "left")
        row(text("dead cube"), window.dead)
        row(text("live cube"), window.live)
        row(text("in practice"), window.effective)
        print_table(console, table)
    if points is not None:
        line = text("to take a double of the opponent: {chance}", chance=percent(points.effective))
        console.print(Text(line.in_language(words)))
