"""How an event changes the state of a match: all rules above the movement of checkers.

`advance` is a pure function of state and event; it never changes a state. Everything it refuses, it refuses with an
error that says why. `refusal` asks for an event without making it, `legal_actions` and `action_refusal` for a kind of
action, whatever the dice or the steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sixprime.core.dice import Roll
from sixprime.core.errors import IllegalAction, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.match.cubes import Cube, CubeOffer, Offer
from sixprime.core.match.events import Action, Event
from sixprime.core.match.results import Ending, GameResult, MatchResult, Win, judge_position
from sixprime.core.match.states import History, Phase, Resignation, State
from sixprime.core.players import Player
from sixprime.core.rules import OpeningTie, RuleSet, TripleWin
from sixprime.messages import Message, counted, shown, text


def first_state(rules: RuleSet, length: int | None) -> State:
    """The beginning of a match."""
    return _new_game(State(rules, length, Phase.OPENING, None, rules.start, game=0))


def advance(state: State, event: Event) -> State:
    """The state after an event; an error if the event may not happen."""
    if state.phase is Phase.OVER:
        raise IllegalAction(_MATCH_IS_OVER)
    effect = _EFFECTS.get(type(event))
    if effect is None:
        raise IllegalAction(text("{value} is not an event", value=shown(event)))
    why = action_refusal(state, event.action, getattr(event, "player", None))
    if why is not None:
        raise IllegalAction(why)
    return effect(state, event)


def refusal(state: State, event: Event) -> SixprimeError | None:
    """Why an event may not happen now, or None if it may."""
    try:
        advance(state, event)
    except SixprimeError as error:
        return error
    return None


# Which actions are legal


def legal_actions(state: State, player: Player) -> tuple[Action, ...]:
    """What a player may do now. Setting up a position is not listed."""
    return tuple([action for action in _OFFERED if action_refusal(state, action, player) is None])


def action_refusal(state: State, action: Action, player: Player | None) -> Message | None:
    """Why a player may not take an action now, whatever the dice, steps or stakes; None if it is possible.

    This is the only place that says which actions are legal when. `player` does not matter for actions that either
    player may take: opening, resigning, setting up a position and ending a session.
    """
    phase = state.phase
    if phase is Phase.OVER:
        return _MATCH_IS_OVER
    expected = _DECISIONS.get(action)
    if expected is None:
        return _refusal_of_both(state, action)
    if phase is not expected:
        return text("not now: {waiting}", waiting=_waiting_for(state))
    if state.to_act is not player:
        return text("not {player}'s turn: {waiting}", player=_label(player), waiting=_waiting_for(state))
    if action is Action.DOUBLE and player is not None:
        return _double_refusal(state, player)
    if action is Action.BEAVER or action is Action.RACCOON:
        return _redouble_refusal(state, action)
    return None


_DECISIONS: dict[Action, Phase] = {
    Action.ROLL: Phase.TO_ROLL,
    Action.DOUBLE: Phase.TO_ROLL,
    Action.PLAY: Phase.TO_PLAY,
    Action.TAKE: Phase.TO_ANSWER_CUBE,
    Action.DROP: Phase.TO_ANSWER_CUBE,
    Action.BEAVER: Phase.TO_ANSWER_CUBE,
    Action.RACCOON: Phase.TO_ANSWER_CUBE,
    Action.ACCEPT: Phase.TO_ANSWER_RESIGNATION,
    Action.DECLINE: Phase.TO_ANSWER_RESIGNATION,
}
"""The actions that belong to the player to act, and when."""

_OFFERED = (
    Action.OPEN,
    Action.ROLL,
    Action.DOUBLE,
    Action.TAKE,
    Action.DROP,
    Action.BEAVER,
    Action.RACCOON,
    Action.ACCEPT,
    Action.DECLINE,
    Action.RESIGN,
    Action.END,
    Action.PLAY,
)

_MATCH_IS_OVER = text("the match is over")
_WAITING: dict[Phase, Message] = {
    Phase.OPENING: text("the opening roll comes first"),
    Phase.TO_ROLL: text("{player} has to roll or double"),
    Phase.TO_PLAY: text("{player} has to play the roll"),
    Phase.TO_ANSWER_CUBE: text("{player} has to answer the double"),
    Phase.TO_ANSWER_RESIGNATION: text("{player} has to answer the resignation"),
}


def _waiting_for(state: State) -> Message:
    label = state.to_act.label if state.to_act else ""
    return Message(_WAITING[state.phase].template, {"player": label})


def _label(player: object) -> object:
    return player.label if isinstance(player, Player) else shown(player)


def _refusal_of_both(state: State, action: Action) -> Message | None:
    """Why an action that either player may take is not possible now."""
    between_games = state.phase is Phase.OPENING and not state.automatic_doubles
    if action is Action.SET_UP:
        if between_games or state.phase in (Phase.TO_ROLL, Phase.TO_PLAY):
            return None
        return text("not now: {waiting}", waiting=_waiting_for(state))
    if action is Action.END:
        if not state.is_money:
            return text("a match is played to its end; only a money session can be ended")
        return None if between_games else text("a session can be ended only between two games")
    phases = (Phase.OPENING,) if action is Action.OPEN else (Phase.OPENING, Phase.TO_ROLL, Phase.TO_PLAY)
    return None if state.phase in phases else text("not now: {waiting}", waiting=_waiting_for(state))


def _double_refusal(state: State, player: Player) -> Message | None:
    if not state.rules.cube:
        return text("these rules have no doubling cube")
    if state.is_crawford:
        return text("nobody may double in the Crawford game")
    if not state.cube.may_be_turned_by(player):
        return text("{owner} owns the cube and alone may double", owner=player.opponent.label)
    if state.cube.value * 2 > state.rules.highest_cube:
        return text("the cube stands at its limit, {limit}", limit=state.rules.highest_cube)
    if state.length is not None and state.points_of(player) + state.cube.value >= state.length:
        return text("the cube is dead: winning this game wins {player} the match without a double", player=player.label)
    return None


def may_use_cube(state: State, player: Player) -> bool:
    """Whether a player can double in this game, now or on a later turn, as the cube stands."""
    return state.phase is not Phase.OVER and _double_refusal(state, player) is None


def losses_at_stake(state: State, player: Player) -> tuple[Win, ...]:
    """What a player can offer to lose now: the losses that can still happen, each dearer than the one before it.

    Nobody loses a gammon after bearing off, nor where gammons do not count; and where a single game already decides the
    match, more than that costs nothing.
    """
    if action_refusal(state, Action.RESIGN, player) is not None:
        return ()
    found = [Win.SINGLE]
    for win in _greater_losses(state, player):
        points = state.points_of(player.opponent) + found[-1] * state.cube.value
        if state.length is None or points < state.length:
            found.append(win)
    return tuple(found)


def _greater_losses(state: State, player: Player) -> tuple[Win, ...]:
    """The gammons and backgammons that the position still allows a player to lose."""
    if not state.gammons_count:
        return ()
    position = state.position_for(player)
    outside_home = state.rules.triple_win is TripleWin.OUTSIDE_HOME
    gammon = not position.off
    behind = max(position.points[7 if outside_home else 19 :]) > 0
    backgammon = (gammon or outside_home) and (position.has_contact or behind)
    return tuple([win for win, possible in ((Win.GAMMON, gammon), (Win.BACKGAMMON, backgammon)) if possible])


def _redouble_refusal(state: State, action: Action) -> Message | None:
    """Why an offered cube may not be answered by a beaver or a raccoon."""
    beaver = action is Action.BEAVER
    if not (state.rules.beavers if beaver else state.rules.raccoons):
        return text("these rules have no beavers") if beaver else text("these rules have no raccoons")
    if not state.is_money:
        return text("beavers and raccoons are for money play, not for matches")
    offer = _pending_offer(state)
    if offer.kind is not (Offer.DOUBLE if beaver else Offer.BEAVER):
        return text("a beaver answers a double") if beaver else text("a raccoon answers a beaver")
    if offer.value * 2 > state.rules.highest_cube:
        return text("the cube cannot go beyond its limit, {limit}", limit=state.rules.highest_cube)
    return None


# Starting a game


def _new_game(state: State) -> State:
    """The state before the opening roll of the next game."""
    crawford_over = state.crawford_over or state.is_crawford
    return state.changed(
        phase=Phase.OPENING,
        on_roll=None,
        position=state.rules.start,
        cube=Cube(),
        roll=None,
        offer=None,
        resignation=None,
        game=state.game + 1,
        automatic_doubles=0,
        is_crawford=(
            state.rules.crawford
            and _is_match_point(state.score, state.length)
            and not crawford_over
            and state.length != 1
        ),
        crawford_over=crawford_over,
    )


def _is_match_point(score: tuple[int, int], length: int | None) -> bool:
    """Whether a player needs only one more point."""
    return length is not None and max(score) == length - 1


def _open(state: State, event: ev.OpeningRolled) -> State:
    roll = Roll(event.white, event.black)
    if roll.is_double:
        rules = state.rules
        limit = rules.automatic_double_limit
        doubles = (
            rules.opening_tie is OpeningTie.AUTOMATIC_DOUBLE
            and not state.is_crawford
            and (limit is None or state.automatic_doubles < limit)
            and state.cube.value * 2 <= rules.highest_cube
        )
        if not doubles:
            return state
        return state.changed(cube=Cube(state.cube.value * 2), automatic_doubles=state.automatic_doubles + 1)
    starter = Player.WHITE if roll.first > roll.second else Player.BLACK
    start = state.rules.start
    return state.changed(
        phase=Phase.TO_PLAY,
        on_roll=starter,
        position=start if starter is Player.WHITE else start.flipped(),
        roll=Roll(roll.high, roll.low),
    )


def _set_up(state: State, event: ev.PositionSet) -> State:
    problem = _set_up_problem(state, event)
    if problem is not None:
        raise IllegalAction(problem)
    return state.changed(
        phase=Phase.TO_ROLL,
        on_roll=event.on_roll,
        position=event.position,
        cube=event.cube,
        roll=None,
        score=event.score,
        is_crawford=event.crawford,
        crawford_over=event.crawford_over or (_is_match_point(event.score, state.length) and not event.crawford),
    )


def _set_up_problem(state: State, event: ev.PositionSet) -> Message | None:
    """What is impossible about a position that is set up."""
    value, owner = event.cube.value, event.cube.owner
    if event.position.is_over:
        return text("the position is a finished game")
    if event.position.checkers != state.rules.start.checkers:
        checkers = state.rules.start.checkers
        return text(
            "the rules have {checkers} checkers a side, the position {number}",
            checkers=checkers,
            number=event.position.checkers,
        )
    if value < 1 or value & (value - 1) or value > state.rules.highest_cube:
        return text("the cube cannot show {value}", value=shown(value))
    if owner is not None and value == 1:
        return text("a cube at 1 is in the middle and has no owner")
    if any(points < 0 or (state.length is not None and points >= state.length) for points in event.score):
        return text("the score {score} is not possible here", score=f"{event.score[0]}-{event.score[1]}")
    if state.phase is not Phase.OPENING and (event.score, event.crawford) != (state.score, state.is_crawford):
        return text("in the middle of a game the score is what it is, and only board and cube can be set up")
    if state.is_money and state.history is not None and event.score != state.score:
        return text("the score of a session is what its games have come to, and cannot be set")
    at_match_point = _is_match_point(event.score, state.length)
    if event.crawford_over and not at_match_point:
        return text("the Crawford game cannot be over: nobody needs just one point")
    if event.crawford:
        leader_alone = at_match_point and min(event.score) < max(event.score)
        if not leader_alone or event.crawford_over or not state.rules.crawford or state.length == 1:
            return text("this cannot be the Crawford game")
        if event.cube != Cube():
            return text("in the Crawford game the cube is in the middle at 1")
    return None


# Moving


def _roll(state: State, event: ev.Rolled) -> State:
    return state.changed(phase=Phase.TO_PLAY, roll=event.roll)


def _play(state: State, event: ev.Played) -> State:
    # The steps by which a play is listed are known to be legal; other orders are followed step by step.
    play = state.legal_plays.with_pairs(event.steps)
    if play is None:
        play = state.turn().play_of(event.steps)
    result, loser = play.result, event.player.opponent
    loser_view = result.flipped()
    if not result.rearmost:
        win, why = judge_position(loser_view, loser, state.rules)
        return _finish_game(state.changed(position=result), loser, Ending.BORNE_OFF, win, why)
    return state.changed(phase=Phase.TO_ROLL, roll=None, on_roll=loser, position=loser_view)


# The cube


def _double(state: State, event: ev.Doubled) -> State:
    offer = CubeOffer(Offer.DOUBLE, event.player, state.cube.value * 2, event.player.opponent)
    return state.changed(phase=Phase.TO_ANSWER_CUBE, offer=offer)


def _pending_offer(state: State) -> CubeOffer:
    assert state.offer is not None
    return state.offer


def _redouble(state: State, event: ev.Beavered | ev.Raccooned) -> State:
    """A beaver in answer to a double, a raccoon in answer to a beaver. The cube stays with the doubled player."""
    offer = _pending_offer(state)
    kind = Offer.BEAVER if isinstance(event, ev.Beavered) else Offer.RACCOON
    return state.changed(offer=CubeOffer(kind, event.player, offer.value * 2, offer.owner))


def _take(state: State, _: ev.Taken) -> State:
    offer = _pending_offer(state)
    return state.changed(phase=Phase.TO_ROLL, offer=None, cube=Cube(offer.value, offer.owner))


def _drop(state: State, event: ev.Dropped) -> State:
    offer, loser = _pending_offer(state), event.player
    cube = state.cube if offer.kind is Offer.DOUBLE else Cube(offer.price_of_dropping, offer.owner)
    why = text("{loser} drops the cube at {value}", loser=loser.label, value=offer.value)
    return _finish_game(state.changed(cube=cube), loser, Ending.DROPPED, Win.SINGLE, why)


# Resigning


def _resign(state: State, event: ev.Resigned) -> State:
    if event.win > Win.SINGLE and not state.gammons_count:
        raise IllegalAction(
            text("by the Jacoby rule gammons do not count while the cube is in the middle: resign a single game")
        )
    resignation = Resignation(event.player, event.win, state.phase)
    return state.changed(phase=Phase.TO_ANSWER_RESIGNATION, resignation=resignation)


def _pending_resignation(state: State) -> Resignation:
    assert state.resignation is not None
    return state.resignation


def _accept(state: State, _: ev.ResignationAccepted) -> State:
    resignation = _pending_resignation(state)
    why = text("{loser} resigns", loser=resignation.by.label)
    return _finish_game(state, resignation.by, Ending.RESIGNED, resignation.win, why)


def _decline(state: State, _: ev.ResignationDeclined) -> State:
    return state.changed(phase=_pending_resignation(state).interrupted, resignation=None)


# Ending


def _finish_game(state: State, loser: Player, ending: Ending, win: Win, why: Message) -> State:
    winner = loser.opponent
    factor = int(win)
    if win > Win.SINGLE and not state.gammons_count:
        factor = 1
        why = text("{why}; by the Jacoby rule it counts once, the cube was never turned", why=why)
    points = state.cube.value * factor
    game = GameResult(state.game, winner, ending, win, state.cube, points, state.position_for(winner), why)
    white, black = state.score
    score = (white + points, black) if winner is Player.WHITE else (white, black + points)
    ended = state.changed(score=score, history=History(game, state.history))
    if state.length is not None and max(score) >= state.length:
        reached = counted(
            "{winner} has reached {count} point",
            "{winner} has reached {count} points",
            state.length,
            winner=winner.label,
        )
        return _close(ended, MatchResult(winner, score, reached))
    return _new_game(ended)


def _end_session(state: State, _: ev.SessionEnded) -> State:
    white, black = state.score
    leader = None if white == black else (Player.WHITE if white > black else Player.BLACK)
    return _close(state, MatchResult(leader, state.score, text("the session was ended")))


def _close(state: State, result: MatchResult) -> State:
    """The last state: the board shows the end of the last game."""
    return state.changed(phase=Phase.OVER, roll=None, offer=None, resignation=None, result=result)


_EFFECTS: dict[type, Callable[[State, Any], State]] = {
    ev.PositionSet: _set_up,
    ev.OpeningRolled: _open,
    ev.Rolled: _roll,
    ev.Played: _play,
    ev.Doubled: _double,
    ev.Beavered: _redouble,
    ev.Raccooned: _redouble,
    ev.Taken: _take,
    ev.Dropped: _drop,
    ev.Resigned: _resign,
    ev.ResignationAccepted: _accept,
    ev.ResignationDeclined: _decline,
    ev.SessionEnded: _end_session,
}
"""What each event does to the state, once it is known that its action is possible."""
