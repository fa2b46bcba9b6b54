"""The actions that each seat may take now: those of the game, which the rules decide, and those around it.

The rules are not repeated here: `core` says which actions are legal.
"""

from __future__ import annotations

from sixprime.core import Action, Player, State
from sixprime.core.match.transitions import legal_actions
from sixprime.server.matches.entries import MatchKind, SeatKind
from sixprime.server.matches.logs import SEEDS, Moment


def game_actions(state: State, player: Player) -> list[str]:
    """The actions that the rules allow a player; to play comes first, the others as the rules list them."""
    return [
        action.value for action in sorted(legal_actions(state, player), key=lambda action: action is not Action.PLAY)
    ]


def seat_actions(moment: Moment, player: Player, *, other_is_gone: bool) -> list[str]:
    """All actions of a seat. `other_is_gone`: whether the opponent has been away so long that a match of two may be
    aborted."""
    if moment.kind is MatchKind.STUDY or moment.is_finished:
        return []
    actions = game_actions(moment.state, player) if moment.is_playing else []
    seat = moment.seat(player)
    if seat.kind is SeatKind.BOT or not seat.is_taken:
        return actions
    if moment.phase == SEEDS and seat.owes_seed:
        actions.append("reveal")
    if may_take_back(moment, player):
        actions.append("take-back")
    if may_abort(moment, player, other_is_gone=other_is_gone) or may_ask_to_abort(moment, player):
        actions.append("abort")
    if may_decline_abort(moment, player):
        actions.append("decline-abort")
    return actions


def may_take_back(moment: Moment, player: Player) -> bool:
    """Whether a player may take a turn back: at one screen or against the bot, until the match is over."""
    if moment.kind not in (MatchKind.BOT, MatchKind.SCREEN) or not moment.is_playing:
        return False
    return moment.take_back_point(player) is not None


def may_abort(moment: Moment, player: Player, *, other_is_gone: bool) -> bool:
    """Whether a player may end the match without a result.

    At one screen or against the bot always. In a match of two only before the first event, when the opponent has asked
    for it, or when the opponent is gone, so that nobody can leave a game that goes badly.
    """
    if moment.is_finished or moment.kind is MatchKind.STUDY:
        return False
    if moment.kind is not MatchKind.LINK or other_is_gone:
        return True
    return moment.event_count <= moment.imported or moment.abort_asked is player.opponent


def may_ask_to_abort(moment: Moment, player: Player) -> bool:
    """Whether a player may ask the opponent to abort a match of two: once, until the game goes on."""
    if moment.kind is not MatchKind.LINK or moment.is_finished:
        return False
    return moment.abort_asked is not player and moment.abort_declined is not player.opponent


def may_decline_abort(moment: Moment, player: Player) -> bool:
    """Whether the opponent waits to hear whether a match of two shall be aborted."""
    return not moment.is_finished and moment.abort_asked is player.opponent
