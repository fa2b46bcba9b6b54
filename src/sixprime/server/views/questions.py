"""Questions of practice and their verdicts as clients get them."""

from __future__ import annotations

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.figures import DEFAULT_MARKS
from sixprime.analysis.finders import number_of
from sixprime.analysis.reviews import PlaysFinding
from sixprime.analysis.wording import DONE_WORDS
from sixprime.core import Action, Play, Roll, State
from sixprime.core.situations import Situation
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.engines import Engine
from sixprime.formats.ids import xgid
from sixprime.messages import Catalogue
from sixprime.practice.judging import JudgedAnswer, question_words
from sixprime.practice.openings.books import OpeningBook
from sixprime.practice.openings.names import name_of
from sixprime.server.schemas.analyses import DecisionAnswer
from sixprime.server.schemas.base import CubeValueAnswer, NumberBySide
from sixprime.server.schemas.questions import (
    OpeningSummaryAnswer,
    PlayNameAnswer,
    QuestionAnswer,
    VerdictAnswer,
)
from sixprime.server.schemas.states import TurnGraphAnswer
from sixprime.server.views.analyses import position_decision
from sixprime.server.views.positions import white_board

DIGITS = 5


def kind_of(situation: Situation) -> DecisionKind:
    """What is decided in a situation."""
    if situation.roll is not None:
        return DecisionKind.PLAY
    return DecisionKind.ANSWER if situation.offer is not None else DecisionKind.DOUBLE


def question_answer(situation: Situation, words: Catalogue) -> QuestionAnswer:
    """A decision without its answer."""
    state = situation.to_match().state
    player = state.to_act
    assert player is not None
    white, black = state.score
    return QuestionAnswer.model_validate(
        {
            "player": player.value,
            "kind": kind_of(situation).value,
            "board": white_board(state),
            "roll": None if state.roll is None else (state.roll.first, state.roll.second),
            "cube": CubeValueAnswer(
                value=state.cube.value, owner=None if state.cube.owner is None else state.cube.owner.value
            ),
            "length": state.length,
            "score": NumberBySide(white=white, black=black),
            "crawford": state.is_crawford,
            "xgid": xgid(situation),
            "turn": _turn(state),
            "words": question_words(situation).in_language(words),
        }
    )


def _turn(state: State) -> TurnGraphAnswer | None:
    if state.roll is None:
        return None
    return TurnGraphAnswer.model_validate({"nodes": turn_graph(state.position, state.roll, state.rules)})


def verdict_answer(situation: Situation, verdict: JudgedAnswer, engine: Engine, words: Catalogue) -> VerdictAnswer:
    """What an answer is worth."""
    finding = verdict.finding
    state = situation.to_match().state
    decision = position_decision(state, kind_of(situation), finding, "deep", engine.identity, words)
    by_rollout = False
    if isinstance(finding, PlaysFinding) and isinstance(verdict.choice, Play):
        number = number_of(finding, verdict.choice)
        by_rollout = finding.candidates[number].games > 0
        if decision.plays is not None:
            decision.plays[number].played = True
    for action in decision.actions or ():
        action.played = action.action == getattr(verdict.choice, "value", None)
    mark = DEFAULT_MARKS.of(verdict.loss)
    decision.loss, decision.mark = round(verdict.loss, DIGITS), mark.value
    return VerdictAnswer(
        decision=decision,
        loss=round(verdict.loss, DIGITS),
        mark=mark.value,
        right=verdict.is_best,
        best=_written(verdict.best, words),
        choice=_written(verdict.choice, words),
        by_rollout=by_rollout,
        reasons=[sentence.in_language(words) for sentence in verdict.sentences],
    )


def _written(choice: Play | Action, words: Catalogue) -> str:
    return choice.notation() if isinstance(choice, Play) else DONE_WORDS[choice].in_language(words)


def opening_summary(book: OpeningBook, line: str, words: Catalogue) -> OpeningSummaryAnswer:
    """A line of the book and its best play."""
    best = book.plays(line)[0]
    roll = Roll.of(line[-2:])
    name = None if "-" in line else name_of(book.play(line, best))
    return OpeningSummaryAnswer(
        line=line,
        roll=(roll.first, roll.second),
        best=best.notation,
        equity=best.equity,
        error=best.error,
        name=None if name is None else name.in_language(words),
    )


def play_names(book: OpeningBook, line: str, words: Catalogue) -> list[PlayNameAnswer]:
    """What players call the plays of a line; only plays of first rolls have names."""
    if "-" in line:
        return []
    named = ((entry.notation, name_of(book.play(line, entry))) for entry in book.plays(line))
    return [PlayNameAnswer(notation=each, name=name.in_language(words)) for each, name in named if name is not None]


def decision_of(situation: Situation, finding: PlaysFinding, engine: str, words: Catalogue) -> DecisionAnswer:
    """Everything about the plays of a line."""
    return position_decision(situation.to_match().state, DecisionKind.PLAY, finding, "rollout", engine, words)
