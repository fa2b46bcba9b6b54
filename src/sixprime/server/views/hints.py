"""Hints: what the engine would do at a moment of a match, and the legal plays there."""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.analysis.reasons import Explainer
from sixprime.core import Action, Match, Phase, Play, Player, State
from sixprime.core.match import events as ev
from sixprime.core.numbering import Numbering
from sixprime.engine.analyses import ACTION_WORDS, AnalysedPlay, Analysis
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.engines import Engine
from sixprime.messages import Catalogue, shown, text
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import NotAllowed
from sixprime.server.schemas.studies import (
    CubeDecisionAnswer,
    CubeHintAnswer,
    HintAnswer,
    LegalPlayAnswer,
    LegalPlaysAnswer,
    PlayHintAnswer,
    RankedActionAnswer,
    StepRefusalAnswer,
)
from sixprime.server.views.positions import board_of, chances_answer

SHOWN_PLAYS = 10
EXPLAINED_PLAYS = 6
"""How many of them, with the best one, have their reasons told where these are wanted."""


def hint(
    moment: Moment,
    engine: Engine,
    catalogue: Catalogue,
    *,
    explainer: Explainer | None = None,
    numbering: Numbering = Numbering.OWN,
) -> HintAnswer:
    """The best plays, or the cube decision, for the cube and the score as they stand: what the engine would do. An
    `explainer` tells why the best is better than each of the others.

    This takes time; call it in a thread.
    """
    state = moment.state
    player = state.to_act
    if player is None:
        raise NotAllowed(text("there is nothing to decide"))
    is_play = state.phase is Phase.TO_PLAY
    source = state if is_play else moment.to_match()
    analysis = engine.analyse(source)
    reasons = _Reasons(state, analysis, catalogue, numbering, explainer)
    return HintAnswer(
        version=moment.version,
        player=player.value,
        plies=engine.plies,
        plays=_plays(analysis, reasons) if is_play else None,
        cube=_cube(source, analysis, engine, catalogue, reasons) if isinstance(source, Match) else None,
    )


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why the best of an analysis is better than other choices, in a language; nothing without an explainer."""

    state: State
    analysis: Analysis
    catalogue: Catalogue
    numbering: Numbering
    explainer: Explainer | None

    def against(self, worse: Play | Action) -> list[str]:
        best = self.analysis.best
        if self.explainer is None or best is None:
            return []
        label = self.numbering.labels(self.analysis.player)
        better = best.play if isinstance(best, AnalysedPlay) else best.action
        found = self.explainer.explain(self.state, better, worse, analysis=self.analysis, label=label)
        return [message.in_language(self.catalogue) for message in found.sentences]


def _plays(analysis: Analysis, reasons: _Reasons) -> list[PlayHintAnswer]:
    answers = [play_hint(entry, analysis.player) for entry in analysis.plays[:SHOWN_PLAYS]]
    if reasons.explainer is not None:
        for answer, entry in zip(answers[:EXPLAINED_PLAYS], analysis.plays, strict=False):
            answer.reasons = reasons.against(entry.play)
    return answers


def play_hint(entry: AnalysedPlay, player: Player) -> PlayHintAnswer:
    """A play of a player, and what the engine thinks of it."""
    return PlayHintAnswer(
        notation=entry.play.notation(),
        steps=list(entry.play.pairs),
        board=board_of(entry.play.result, player),
        equity=round(entry.equity, 4),
        lost=round(entry.loss, 4),
        chances=chances_answer(entry.chances),
    )


def _cube(match: Match, analysis: Analysis, engine: Engine, catalogue: Catalogue, reasons: _Reasons) -> CubeHintAnswer:
    event = engine.decide(match)
    action = Action.ROLL if event is None else event.action
    answer = CubeHintAnswer.model_validate(
        {
            "action": action.value,
            "value": int(event.win) if isinstance(event, ev.Resigned) else None,
            "equity": round(analysis.equity, 4),
            "chances": chances_answer(analysis.chances),
            "words": ACTION_WORDS[action].in_language(catalogue),
            "actions": ranked_actions(analysis),
            "decision": None if analysis.cube is None else decision_answer(match.state, analysis.cube, catalogue),
        }
    )
    if reasons.explainer is not None:
        others = [entry.action for entry in analysis.actions[1:2]]
        answer.reasons = [sentence for other in others for sentence in reasons.against(other)]
    return answer


def ranked_actions(analysis: Analysis) -> list[RankedActionAnswer]:
    """What may be done where there is no roll to play, the best first."""
    return [
        RankedActionAnswer.model_validate(
            {"action": entry.action.value, "equity": round(entry.equity, 4), "lost": round(entry.loss, 4)}
        )
        for entry in analysis.actions
    ]


def decision_answer(state: State, cube: CubeDecision, catalogue: Catalogue) -> CubeDecisionAnswer:
    """The cube decision of the player on roll."""
    on_roll = state.on_roll
    assert on_roll is not None
    return CubeDecisionAnswer(
        player=on_roll.value,
        no_double=round(cube.no_double, 4),
        double_take=round(cube.double_take, 4),
        double_pass=round(cube.double_pass, 4),
        match_chances=None if cube.chances is None else [round(chance, 4) for chance in cube.chances],
        may_double=cube.may_double,
        redouble=cube.is_redouble,
        verdict=cube.verdict.value,
        words=cube.label.in_language(catalogue),
    )


def legal_plays(moment: Moment) -> LegalPlaysAnswer:
    """The legal plays of the roll on the table, each with the board after it."""
    state = moment.state
    player = state.to_act
    if state.phase is not Phase.TO_PLAY or player is None:
        raise NotAllowed(text("there is no roll to play"))
    found = [
        LegalPlayAnswer(
            notation=play.notation(),
            steps=list(play.pairs),
            result=board_of(play.result, player),
        )
        for play in state.legal_plays
    ]
    if not found:
        found = [LegalPlayAnswer(notation="", steps=[], result=board_of(state.position, player))]
    return LegalPlaysAnswer(version=moment.version, plays=found)


def step_refusal(
    moment: Moment, source: int, steps: str, numbering: Numbering, catalogue: Catalogue
) -> StepRefusalAnswer:
    """Why nothing can be played from a point of the player's view, after the steps made so far in the turn.

    Steps are written as source/target/die, separated by commas.
    """
    state = moment.state
    player = state.to_act
    if state.phase is not Phase.TO_PLAY or player is None or not moment.is_playing:
        raise NotAllowed(text("there is no roll to play"))
    turn = state.turn()
    for written in filter(None, steps.split(",")):
        wanted = [int(number) for number in written.split("/") if number.isascii() and number.isdigit()]
        found = [step for step in turn.next_steps if [step.source, step.target, step.die] == wanted]
        if not found:
            raise NotAllowed(text("{step} is no step of this turn", step=shown(written)))
        turn = turn.step(found[0])
    why = turn.why_not_from(source, numbering.labels(player))
    return StepRefusalAnswer(version=moment.version, words=why.in_language(catalogue))
