"""Hints: what the engine would do at a moment of a match, and the legal plays there."""

from __future__ import annotations

from sixprime.core import Action, Match, Phase, Player, Position, State
from sixprime.core.match import events as ev
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.chances import Chances
from sixprime.engine.search.searchers import Searcher
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

PLIES = 2
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


def hint(moment: Moment, catalogue: Catalogue) -> HintAnswer:
    """The best plays, or the cube decision. This takes time; call it in a thread."""
    state = moment.state
    player = state.to_act
    if player is None:
        raise NotAllowed(text("there is nothing to decide"))
    judge = Searcher(PLIES, threads=1)
    is_play = state.phase is Phase.TO_PLAY
    return HintAnswer(
        version=moment.version,
        player=player.value,
        plies=PLIES,
        plays=_plays(state, player, judge) if is_play else None,
        cube=None if is_play else _cube(moment.to_match(), player, judge, catalogue),
    )


def _plays(state: State, player: Player, judge: Searcher) -> list[PlayHintAnswer]:
    assert state.roll is not None
    ranked = judge.rank(state.position, state.roll, state.rules)
    best = ranked[0].chances.equity if ranked else 0.0
    return [
        PlayHintAnswer(
            notation=entry.play.notation(),
            steps=list(entry.play.pairs),
            board=_white_board(entry.play.result, player),
            equity=round(entry.chances.equity, 4),
            lost=round(best - entry.chances.equity, 4),
            chances=_chances(entry.chances),
        )
        for entry in ranked[:SHOWN_PLAYS]
    ]


def _cube(match: Match, player: Player, judge: Searcher, catalogue: Catalogue) -> CubeHintAnswer:
    event = NetPlayer(judge).decide(match)
    action = Action.ROLL if event is None else event.action
    chances = judge.chances(match.position, match.rules)
    if match.on_roll is not player:
        chances = chances.for_opponent()
    return CubeHintAnswer.model_validate(
        {
            "action": action.value,
            "value": int(event.win) if isinstance(event, ev.Resigned) else None,
            "equity": round(chances.equity, 4),
            "chances": _chances(chances),
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
