"""Hints: what the engine would do at a moment of a match, and the legal plays there."""

from __future__ import annotations

from sixprime.core import Action, Match, Phase
from sixprime.core.match import events as ev
from sixprime.core.numbering import Numbering
from sixprime.engine.analyses import ACTION_WORDS, Analysis
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


def hint(moment: Moment, engine: Engine, catalogue: Catalogue) -> HintAnswer:
    """The best plays, or the cube decision, for the cube and the score as they stand: what the engine would do.

    This takes time; call it in a thread.
    """
    state = moment.state
    player = state.to_act
    if player is None:
        raise NotAllowed(text("there is nothing to decide"))
    is_play = state.phase is Phase.TO_PLAY
    source = state if is_play else moment.to_match()
    analysis = engine.analyse(source)
    return HintAnswer(
        version=moment.version,
        player=player.value,
        plies=engine.plies,
        plays=_plays(analysis) if is_play else None,
        cube=_cube(source, analysis, engine, catalogue) if isinstance(source, Match) else None,
    )


def _plays(analysis: Analysis) -> list[PlayHintAnswer]:
    return [
        PlayHintAnswer(
            notation=entry.play.notation(),
            steps=list(entry.play.pairs),
            board=board_of(entry.play.result, analysis.player),
            equity=round(entry.equity, 4),
            lost=round(entry.loss, 4),
            chances=chances_answer(entry.chances),
        )
        for entry in analysis.plays[:SHOWN_PLAYS]
    ]


def _cube(match: Match, analysis: Analysis, engine: Engine, catalogue: Catalogue) -> CubeHintAnswer:
    event = engine.decide(match)
    action = Action.ROLL if event is None else event.action
    return CubeHintAnswer.model_validate(
        {
            "action": action.value,
            "value": int(event.win) if isinstance(event, ev.Resigned) else None,
            "equity": round(analysis.equity, 4),
            "chances": chances_answer(analysis.chances),
            "words": ACTION_WORDS[action].in_language(catalogue),
            "actions": [
                RankedActionAnswer.model_validate(
                    {"action": entry.action.value, "equity": round(entry.equity, 4), "lost": round(entry.loss, 4)}
                )
                for entry in analysis.actions
            ],
            "decision": None if analysis.cube is None else _decision(match, analysis.cube, catalogue),
        }
    )


def _decision(match: Match, cube: CubeDecision, catalogue: Catalogue) -> CubeDecisionAnswer:
    on_roll = match.state.on_roll
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
