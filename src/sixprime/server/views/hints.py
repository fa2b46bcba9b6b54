"""Hints: what the engine would do at a moment of a match, and the legal plays there."""

from __future__ import annotations

from sixprime.core import Action, Match, Phase, Player, Position
from sixprime.core.match import events as ev
from sixprime.engine.analyses import Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.engines import Engine
from sixprime.messages import Catalogue, Message, text
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import NotAllowed
from sixprime.server.schemas.base import ChancesAnswer
from sixprime.server.schemas.studies import (
    CubeHintAnswer,
    HintAnswer,
    LegalPlayAnswer,
    LegalPlaysAnswer,
    PlayHintAnswer,
)

SHOWN_PLAYS = 10

_ADVICE: dict[Action, Message] = {
    Action.ROLL: text("roll"),
    Action.DOUBLE: text("double"),
    Action.TAKE: text("take"),
    Action.DROP: text("drop"),
    Action.BEAVER: text("beaver it"),
    Action.RACCOON: text("raccoon it"),
    Action.RESIGN: text("give up"),
    Action.ACCEPT: text("accept the resignation"),
    Action.DECLINE: text("decline the resignation"),
}


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
            board=_white_board(entry.play.result, analysis.player),
            equity=round(entry.equity, 4),
            lost=round(entry.loss, 4),
            chances=_chances(entry.chances),
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
            "chances": _chances(analysis.chances),
            "words": _ADVICE[action].in_language(catalogue),
        }
    )


def _chances(chances: Chances) -> ChancesAnswer:
    """Chances of the player who decides."""
    return ChancesAnswer(
        win=round(chances.win, 4),
        win_gammon=round(chances.win_gammon, 4),
        win_backgammon=round(chances.win_backgammon, 4),
        lose_gammon=round(chances.lose_gammon, 4),
        lose_backgammon=round(chances.lose_backgammon, 4),
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
            result=_white_board(play.result, player),
        )
        for play in state.legal_plays
    ]
    if not found:
        found = [LegalPlayAnswer(notation="", steps=[], result=_white_board(state.position, player))]
    return LegalPlaysAnswer(version=moment.version, plays=found)


def _white_board(position: Position, player: Player) -> list[int]:
    """A position of a player's view as White sees it."""
    return list((position if player is Player.WHITE else position.flipped()).points)
