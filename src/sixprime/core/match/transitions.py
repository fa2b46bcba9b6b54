"""How an event changes the state of a match: the whole rule book above the checkers.

`advance` is a pure function of state and event; it never changes a state. Everything it refuses,
it refuses with an error that says why; `refusal` asks without doing.
"""

from __future__ import annotations

from dataclasses import replace

from sixprime.core.dice import Roll
from sixprime.core.errors import IllegalAction, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.match.cubes import Cube, CubeOffer, Offer
from sixprime.core.match.events import Event
from sixprime.core.match.results import Ending, GameResult, MatchResult, Win, judge_position
from sixprime.core.match.states import History, Phase, Resignation, State
from sixprime.core.players import Player
from sixprime.core.plays import move_checker
from sixprime.core.positions import BAR, OFF, Position
from sixprime.core.rules import OpeningTie, RuleSet
from sixprime.messages import Message, counted, shown, text


def first_state(rules: RuleSet, length: int | None) -> State:
    """The beginning of a match."""
    return _new_game(State(rules, length, Phase.OPENING, None, rules.start, game=0))


def refusal(state: State, event: Event) -> SixprimeError | None:
    """Why an event may not happen now, or None if it may."""
    try:
        advance(state, event)
    except SixprimeError as error:
        return error
    return None


def advance(state: State, event: Event) -> State:
    """The state after an event; an error if the event may not happen."""
    if state.phase is Phase.OVER:
        raise IllegalAction(text("the match is over"))
    match event:
        case ev.PositionSet():
            return _set_up(state, event)
        case ev.OpeningRolled():
            return _open(state, Roll(event.white, event.black))
        case ev.Rolled():
            _expect(state, event.player, Phase.TO_ROLL)
            return replace(state, phase=Phase.TO_PLAY, roll=Roll.of(event.roll))
        case ev.Played():
            return _play(state, event)
        case ev.Doubled():
            return _double(state, event.player)
        case ev.Beavered():
            return _answer_by_turning(state, event.player, Offer.DOUBLE, Offer.BEAVER)
        case ev.Raccooned():
            return _answer_by_turning(state, event.player, Offer.BEAVER, Offer.RACCOON)
        case ev.Taken():
            offer = _pending_offer(state, event.player)
            return replace(state, phase=Phase.TO_ROLL, offer=None, cube=Cube(offer.value, offer.owner))
        case ev.Dropped():
            return _drop(state, event.player)
        case ev.Resigned():
            return _resign(state, event.player, event.win)
        case ev.ResignationAccepted():
            return _accept(state, event.player)
        case ev.ResignationDeclined():
            resignation = _pending_resignation(state, event.player)
            return replace(state, phase=resignation.interrupted, resignation=None)
        case ev.SessionEnded():
            return _end_session(state)
        case _:
            raise IllegalAction(text("{value} is not an event", value=shown(event)))


# Whose turn it is


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


def _expect(state: State, player: Player, phase: Phase) -> None:
    """Refuse unless the match is in this phase and it is this player's decision."""
    if state.phase is not phase:
        raise IllegalAction(text("not now: {waiting}", waiting=_waiting_for(state)))
    if state.to_act is not player:
        raise IllegalAction(text("not {player}'s turn: {waiting}", player=_label(player), waiting=_waiting_for(state)))


def _label(player: object) -> object:
    return player.label if isinstance(player, Player) else shown(player)


# Starting a game


def _new_game(state: State) -> State:
    """The state before the opening roll of the next game."""
    crawford_over = state.crawford_over or state.is_crawford
    return replace(
        state,
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
    """Whether somebody needs just one point."""
    return length is not None and max(score) == length - 1


def _open(state: State, roll: Roll) -> State:
    if state.phase is not Phase.OPENING:
        raise IllegalAction(text("not now: {waiting}", waiting=_waiting_for(state)))
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
        return replace(state, cube=Cube(state.cube.value * 2), automatic_doubles=state.automatic_doubles + 1)
    starter = Player.WHITE if roll.first > roll.second else Player.BLACK
    start = state.rules.start
    return replace(
        state,
        phase=Phase.TO_PLAY,
        on_roll=starter,
        position=start if starter is Player.WHITE else start.flipped(),
        roll=Roll(roll.high, roll.low),
    )


def _set_up(state: State, event: ev.PositionSet) -> State:
    if state.phase is not Phase.OPENING or state.automatic_doubles:
        raise IllegalAction(text("a position can be set up only at the start of a game"))
    problem = _set_up_problem(state, event)
    if problem is not None:
        raise IllegalAction(problem)
    return replace(
        state,
        phase=Phase.TO_ROLL,
        on_roll=event.on_roll,
        position=event.position,
        cube=event.cube,
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


def _play(state: State, event: ev.Played) -> State:
    _expect(state, event.player, Phase.TO_PLAY)
    result = _known_play(state, event.steps)
    if result is None:
        result = state.turn().play_of(event.steps).result
    loser_view = result.flipped()
    if result.off == result.checkers:
        loser = event.player.opponent
        win, why = judge_position(loser_view, loser, state.rules)
        return _finish_game(replace(state, position=result), loser, Ending.BORNE_OFF, win, why)
    return replace(state, phase=Phase.TO_ROLL, roll=None, on_roll=event.player.opponent, position=loser_view)


def _known_play(state: State, steps: tuple[tuple[int, int], ...]) -> Position | None:
    """Where the steps lead, if they are those by which a legal play is listed; that is quickly seen."""
    points = list(state.position.points)
    for source, target in steps:
        if not 1 <= source <= BAR or not OFF <= target <= 24:
            return None
        move_checker(points, source, target)
    play = state.legal_plays().reaching(Position._known_good(tuple(points), state.position.checkers))
    if play is None or tuple((step.source, step.target) for step in play.steps) != steps:
        return None
    return play.result


# The cube


def _double(state: State, player: Player) -> State:
    _expect(state, player, Phase.TO_ROLL)
    value = state.cube.value * 2
    if not state.rules.cube:
        raise IllegalAction(text("these rules have no doubling cube"))
    if state.is_crawford:
        raise IllegalAction(text("nobody may double in the Crawford game"))
    if not state.cube.may_be_turned_by(player):
        raise IllegalAction(text("{owner} owns the cube and alone may double", owner=player.opponent.label))
    if value > state.rules.highest_cube:
        raise IllegalAction(text("the cube stands at its limit, {limit}", limit=state.rules.highest_cube))
    if state.length is not None and state.points_of(player) + state.cube.value >= state.length:
        raise IllegalAction(
            text("the cube is dead: winning this game wins {player} the match without a double", player=player.label)
        )
    offer = CubeOffer(Offer.DOUBLE, player, value, player.opponent)
    return replace(state, phase=Phase.TO_ANSWER_CUBE, offer=offer)


def _pending_offer(state: State, player: Player) -> CubeOffer:
    _expect(state, player, Phase.TO_ANSWER_CUBE)
    assert state.offer is not None
    return state.offer


def _answer_by_turning(state: State, player: Player, answered: Offer, kind: Offer) -> State:
    """A beaver in answer to a double, a raccoon in answer to a beaver. The cube stays with the doubled player."""
    offer = _pending_offer(state, player)
    allowed = state.rules.beavers if kind is Offer.BEAVER else state.rules.raccoons
    if not allowed:
        raise IllegalAction(
            text("these rules have no beavers") if kind is Offer.BEAVER else text("these rules have no raccoons")
        )
    if not state.is_money:
        raise IllegalAction(text("beavers and raccoons are for money play, not for matches"))
    if offer.kind is not answered:
        raise IllegalAction(
            text("a beaver answers a double") if kind is Offer.BEAVER else text("a raccoon answers a beaver")
        )
    if offer.value * 2 > state.rules.highest_cube:
        raise IllegalAction(text("the cube cannot go beyond its limit, {limit}", limit=state.rules.highest_cube))
    return replace(state, offer=CubeOffer(kind, player, offer.value * 2, offer.owner))


def _drop(state: State, player: Player) -> State:
    offer = _pending_offer(state, player)
    cube = state.cube if offer.kind is Offer.DOUBLE else Cube(offer.price_of_dropping, offer.owner)
    why = text("{loser} drops the cube at {value}", loser=player.label, value=offer.value)
    return _finish_game(replace(state, cube=cube), player, Ending.DROPPED, Win.SINGLE, why)


# Resigning


def _resign(state: State, player: Player, win: Win) -> State:
    if state.phase not in (Phase.OPENING, Phase.TO_ROLL, Phase.TO_PLAY):
        raise IllegalAction(text("not now: {waiting}", waiting=_waiting_for(state)))
    if win > Win.SINGLE and not state.gammons_count:
        raise IllegalAction(
            text("by the Jacoby rule gammons do not count while the cube is in the middle: resign a single game")
        )
    return replace(state, phase=Phase.TO_ANSWER_RESIGNATION, resignation=Resignation(player, win, state.phase))


def _pending_resignation(state: State, player: Player) -> Resignation:
    _expect(state, player, Phase.TO_ANSWER_RESIGNATION)
    assert state.resignation is not None
    return state.resignation


def _accept(state: State, player: Player) -> State:
    resignation = _pending_resignation(state, player)
    why = text("{loser} resigns", loser=resignation.by.label)
    return _finish_game(state, resignation.by, Ending.RESIGNED, resignation.win, why)


# Ending


def _finish_game(state: State, loser: Player, ending: Ending, win: Win, why: Message) -> State:
    winner = loser.opponent
    factor = int(win)
    if win > Win.SINGLE and not state.gammons_count:
        factor = 1
        why = text("{why}; by the Jacoby rule it counts once, the cube was never turned", why=why)
    points = state.cube.value * factor
    view = state.position if winner is (state.on_roll or Player.WHITE) else state.position.flipped()
    game = GameResult(state.game, winner, ending, win, state.cube, points, view, why)
    white, black = state.score
    score = (white + points, black) if winner is Player.WHITE else (white, black + points)
    ended = replace(state, score=score, history=History(game, state.history))
    if state.length is not None and max(score) >= state.length:
        reached = counted(
            "{winner} has reached {count} point",
            "{winner} has reached {count} points",
            state.length,
            winner=winner.label,
        )
        return _close(ended, MatchResult(winner, score, reached))
    return _new_game(ended)


def _end_session(state: State) -> State:
    if not state.is_money:
        raise IllegalAction(text("a match is played to its end; only a money session can be ended"))
    if state.phase is not Phase.OPENING or state.automatic_doubles:
        raise IllegalAction(text("a session can be ended only between two games"))
    white, black = state.score
    leader = None if white == black else (Player.WHITE if white > black else Player.BLACK)
    return _close(state, MatchResult(leader, state.score, text("the session was ended")))


def _close(state: State, result: MatchResult) -> State:
    """The last state: the board shows the end of the last game."""
    return replace(state, phase=Phase.OVER, roll=None, offer=None, resignation=None, result=result)
