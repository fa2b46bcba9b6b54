"""Hints: what the engine would do at a moment of a match, and the legal plays there."""

from __future__ import annotations

from sixprime.core import Action, Match, Phase, Player, State
from sixprime.core import events as ev
from sixprime.engine.bots import NetPlayer
from sixprime.engine.evaluators import Chances
from sixprime.engine.search import Searcher
from sixprime.messages import Catalogue, Message, text
from sixprime.server.matches.logs import Moment
from sixprime.server.refusals import NotAllowed
from sixprime.server.views.states import Json

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


def hint(moment: Moment, catalogue: Catalogue) -> Json:
    """The best plays, or the cube decision. This takes time; call it in a thread."""
    state = moment.state
    player = state.to_act
    if player is None:
        raise NotAllowed(text("there is nothing to decide"))
    judge = Searcher(PLIES, threads=1)
    answer: Json = {"version": moment.version, "player": player.value, "plies": PLIES, "plays": None, "cube": None}
    if state.phase is Phase.TO_PLAY:
        answer["plays"] = _plays(state, player, judge)
    else:
        answer["cube"] = _cube(moment.to_match(), player, judge, catalogue)
    return answer


def _plays(state: State, player: Player, judge: Searcher) -> list[Json]:
    assert state.roll is not None
    ranked = judge.rank(state.position, state.roll, state.rules)
    best = ranked[0].chances.equity if ranked else 0.0
    return [
        {
            "notation": entry.play.notation(),
            "steps": [[step.source, step.target] for step in entry.play.steps],
            "board": list((entry.play.result if player is Player.WHITE else entry.play.result.flipped()).points),
            "equity": round(entry.chances.equity, 4),
            "lost": round(best - entry.chances.equity, 4),
            "chances": chances_json(entry.chances),
        }
        for entry in ranked[:SHOWN_PLAYS]
    ]


def _cube(match: Match, player: Player, judge: Searcher, catalogue: Catalogue) -> Json:
    event = NetPlayer(judge).decide(match)
    action = Action.ROLL if event is None else event.action
    chances = judge.chances(match.position, match.rules)
    if match.on_roll is not player:
        chances = chances.for_opponent()
    return {
        "action": action.value,
        "value": int(event.win) if isinstance(event, ev.Resigned) else None,
        "equity": round(chances.equity, 4),
        "chances": chances_json(chances),
        "words": _ADVICE[action].in_language(catalogue),
    }


def chances_json(chances: Chances) -> Json:
    """Chances by name, of the player who decides."""
    return {
        "win": round(chances.win, 4),
        "win_gammon": round(chances.win_gammon, 4),
        "win_backgammon": round(chances.win_backgammon, 4),
        "lose_gammon": round(chances.lose_gammon, 4),
        "lose_backgammon": round(chances.lose_backgammon, 4),
    }


def plays(moment: Moment) -> list[Json]:
    """The legal plays of the roll on the table, each with where it leads, as White sees it."""
    state = moment.state
    if state.phase is not Phase.TO_PLAY:
        raise NotAllowed(text("there is no roll to play"))
    is_white = state.to_act is Player.WHITE
    found: list[Json] = [
        {
            "notation": play.notation(),
            "steps": [[step.source, step.target] for step in play.steps],
            "result": list((play.result if is_white else play.result.flipped()).points),
        }
        for play in state.legal_plays()
    ]
    if not found:
        found = [{"notation": "", "steps": [], "result": list(_white(state))}]
    return found


def _white(state: State) -> tuple[int, ...]:
    return (state.position if state.on_roll is Player.WHITE else state.position.flipped()).points
