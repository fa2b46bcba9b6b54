"""Games of a rollout in machine code: from a position to the end, or to where its worth is known or has to be guessed.

A game gives seven numbers, all in the view of one player, the leader: the five chances, the equity without a cube, and
the value: points in units of a given cube, or the chance to win the match. With the luck of the dice taken out, each is
the game's result less what the rolls gave: after each roll, what its best play is worth less the mean over all 21
rolls, as the net sees it. That changes no mean, whatever the net thinks.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Doubles, Floats, SignedBytes
from sixprime.compiled.jit import lean_float_kernel, lean_kernel
from sixprime.compiled.rolls import number_of_roll
from sixprime.compiled.simd import copy_board, turn_board
from sixprime.engine.bearoff.kernels import bearoff_chances, is_bearoff
from sixprime.engine.choice.net_stack_kernels import GammonWeights, TwoNets
from sixprime.engine.choice.quick_choice_kernels import (
    BY_FULL_NET,
    BY_QUICK_NET,
    NO_PLAY,
    NOT_EVALUATED,
    choose_play,
    choose_two_plays,
    prepare,
)
from sixprime.engine.choice.selection_kernels import best_play
from sixprime.engine.cube.board_kernels import efficiencies_on, exact_action
from sixprime.engine.cube.kernels import (
    THEIRS,
    CubeSituation,
    CubeValues,
    after_take,
    best_value,
    cube_action,
    cubeless,
    gammon_weights,
    may_double,
    right_action,
    settled,
    turned,
    with_cube,
)
from sixprime.engine.net.kernels import OUTPUTS, EvaluationBuffers, equity, evaluate_board, make_consistent, turn_round
from sixprime.engine.rollout.dice_kernels import roll_number
from sixprime.engine.rollout.player_kernels import (
    NUMBERS,
    PlayerNets,
    RolloutBuffers,
    Terms,
    choose_deeply,
    look_deeply,
    new_rollout_buffers,
    note_play,
)

__all__ = ["NUMBERS", "PlayerNets", "RolloutBuffers", "Start", "Terms", "new_rollout_buffers", "play_games"]


EQUITY = 5
VALUE = 6
MAX_TURNS = 2_000
"""A game that lasts longer is cut off and guessed."""
NO_DOUBLE_BELOW = 0.1
"""In money play nobody thinks of doubling whose equity by the quick net is below this."""


class Start(NamedTuple):
    """Where the games of a candidate begin."""

    board: Board
    """In the view of the player on roll."""
    leading: bool
    """Whether the leader is on roll."""
    situation: CubeSituation
    """Cube and score, in the leader's view."""
    stakes: Doubles
    unit: float
    """The value of the cube in whose units results are given."""
    decides: bool
    """Whether who is on roll may double before the first roll."""


@lean_kernel
def for_leader(value: float, situation: CubeSituation, unit: float, leading: bool) -> float:
    """A value in the units of `cube.kernels`, seen in some situation, as the leader counts it."""
    if situation.away > 0:
        return value if leading else 1.0 - value
    points = value * situation.cube / unit
    return points if leading else -points


@lean_kernel
def note(chances: Floats, value: float, leading: bool, numbers: Doubles) -> None:
    """The seven numbers, from the chances of a player who is the leader or not, and the leader's value."""
    worth = equity(chances)
    for output in range(OUTPUTS):
        numbers[output] = chances[output]
    if not leading:
        worth = -worth
        numbers[0] = 1.0 - numbers[0]
        numbers[1] = chances[3]
        numbers[2] = chances[4]
        numbers[3] = chances[1]
        numbers[4] = chances[2]
    numbers[EQUITY] = worth
    numbers[VALUE] = value


@lean_kernel
def action_values(
    board: Board, chances: Floats, situation: CubeSituation, stakes: Doubles, terms: Terms, stack: TwoNets
) -> CubeValues:
    """What the cube actions of the player on roll are worth, from the tables or from the chances."""
    two_sided = stack.tables.two_sided
    known, values = exact_action(board, terms.checkers, situation, two_sided)
    if known:
        return values
    efficiencies = efficiencies_on(board, terms.checkers, situation.away > 0, two_sided, terms.efficiencies)
    return cube_action(chances, situation, stakes, efficiencies)


@lean_kernel
def guess(
    board: Board,
    chances: Floats,
    decides: bool,
    situation: CubeSituation,
    stakes: Doubles,
    terms: Terms,
    stack: TwoNets,
) -> float:
    """What the position is worth to the player on roll, whose board, chances and situation these are."""
    if not terms.cubeful:
        return cubeless(chances, situation, stakes)
    values = action_values(board, chances, situation, stakes, terms, stack)
    return best_value(values, situation) if decides else values.no_double


@lean_kernel
def gammon_weights_of(situation: CubeSituation, stakes: Doubles) -> GammonWeights:
    gammon, backgammon, lost_gammon, lost_backgammon = gammon_weights(situation, stakes)
    return GammonWeights(gammon, backgammon, lost_gammon, lost_backgammon)


@lean_float_kernel
def look(
    board: Board, checkers: int, stack: TwoNets, plays: EvaluationBuffers, flipped: Board, chances: Floats
) -> None:
    """The chances of the player on roll, whose view the board is; `flipped` is scratch."""
    turn_board(board, flipped)
    evaluate_board(flipped, checkers, stack.full, stack.tables, plays, chances)
    turn_round(chances)


@lean_kernel
def worth_after(
    result: Board,
    chances: Floats,
    situation: CubeSituation,
    leading: bool,
    start: Start,
    terms: Terms,
    stack: TwoNets,
    after: Board,
    theirs: Floats,
    numbers: Doubles,
) -> bool:
    """The seven numbers when a play has been made that led to `result`; true if it has ended the game.

    `chances` and `situation` are those of the player who made it; `leading` tells whether that is the leader. `after`
    and `theirs` are scratch: the other side's view of the board and of the chances.
    """
    if core.rearmost(result) == 0:
        make_consistent(result, terms.checkers, chances)
        win = 1 + int(chances[1] > 0.5) + int(chances[2] > 0.5)
        note(
            chances, for_leader(settled(win, situation, start.stakes), situation, start.unit, leading), leading, numbers
        )
        return True
    if not terms.cubeful:
        value = for_leader(cubeless(chances, situation, start.stakes), situation, start.unit, leading)
        note(chances, value, leading, numbers)
        return False
    turn_board(result, after)
    core.copy_into(chances, theirs)
    turn_round(theirs)
    answering = turned(situation)
    always = answering.cube > 0  # a variable: for a constant all would be compiled once more
    value = guess(after, theirs, always, answering, start.stakes, terms, stack)
    note(chances, for_leader(value, answering, start.unit, not leading), leading, numbers)
    return False


@lean_float_kernel
def take_luck(
    actual: int,
    situation: CubeSituation,
    leading: bool,
    gammons: GammonWeights,
    start: Start,
    terms: Terms,
    player: PlayerNets,
    buffers: RolloutBuffers,
) -> int:
    """Choose a play for each of the 21 rolls and add to `luck` what the actual one gave beyond the mean of all.

    What a player who does not look ahead plays with the actual roll is noted by `note_play`.
    """
    stack = player.judging_luck
    plays = buffers.quick.plays
    board = buffers.boards[0]
    after, theirs = buffers.boards[2], buffers.chances[1]
    prepared = prepare(board, terms.checkers, stack, buffers.quick)
    stuck = False
    evaluated = int(np.int64(NOT_EVALUATED))
    for place in range(NUMBERS):
        buffers.mean[place] = 0.0
    number = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            row, made, by_net = choose_two_plays(
                high, low, prepared, stack, player.choosing.keep if number == actual else stack.keep,
                player.choosing.margin if number == actual else stack.margin, gammons, terms.luck, buffers.quick,
            )  # fmt: skip
            if number == actual:
                note_play(made, plays, buffers.boards, buffers.chances)
                evaluated = by_net
            if row == NO_PLAY:
                row = core.MAX_PLAYS - 1
                copy_board(board, plays.results[row])
                if not stuck:
                    evaluate_board(board, terms.checkers, stack.full, stack.tables, plays, buffers.chances[3])
                    stuck = True
                core.copy_into(buffers.chances[3], plays.chances[row])
            worth_after(
                plays.results[row],
                plays.chances[row],
                situation,
                leading,
                start,
                terms,
                stack,
                after,
                theirs,
                buffers.numbers,
            )
            weight = (1.0 if high == low else 2.0) / 36.0
            for place in range(NUMBERS):
                buffers.mean[place] += weight * buffers.numbers[place]
            if number == actual:
                for place in range(NUMBERS):
                    buffers.luck[place] += buffers.numbers[place]
            number += 1
    for place in range(NUMBERS):
        buffers.luck[place] -= buffers.mean[place]
    return evaluated


@lean_float_kernel
def play_game(game: int, start: Start, terms: Terms, player: PlayerNets, buffers: RolloutBuffers, out: Doubles) -> int:
    """Play one game; its seven numbers go to `out`. Returns the number of its first roll, 0 to 35."""
    stack = player.choosing
    checkers = terms.checkers
    board = buffers.boards[0]
    ours = buffers.chances[0]
    plays = buffers.quick.plays
    core.copy_into(start.board, board)
    leading = start.leading
    situation = start.situation
    if not leading:
        situation = turned(situation)
    gammons = gammon_weights_of(situation, start.stakes)
    theirs = gammon_weights_of(turned(situation), start.stakes)
    for place in range(NUMBERS):
        buffers.luck[place] = 0.0
    first_roll = roll_number(terms.seed, game, 0, terms.stratified, buffers.cards)
    known = False
    hopeless = False
    turn = int(np.int64(0))
    while True:
        decides = turn > 0 or start.decides
        if terms.exact and is_bearoff(board) and stack.tables.rolls.shape[0] > 0:
            is_end = not terms.cubeful
            if terms.cubeful:
                is_end, _ = exact_action(board, checkers, situation, stack.tables.two_sided)
            if is_end:
                tables = stack.tables
                bearoff_chances(board, checkers, tables.rolls, tables.next_off, tables.two_sided, ours)
                value = guess(board, ours, decides, situation, start.stakes, terms, stack)
                note(ours, for_leader(value, situation, start.unit, leading), leading, out)
                break
        if (turn == terms.truncate and turn > 0) or turn == MAX_TURNS:
            if terms.deep:
                look_deeply(board, terms, player, buffers, buffers.boards[3], ours)
            elif not known:
                look(board, checkers, stack, plays, buffers.boards[3], ours)
            value = guess(board, ours, decides, situation, start.stakes, terms, stack)
            note(ours, for_leader(value, situation, start.unit, leading), leading, out)
            break
        if terms.cubeful and decides and not hopeless and may_double(situation):
            if not known:
                look(board, checkers, stack, plays, buffers.boards[3], ours)
            values = action_values(board, ours, situation, start.stakes, terms, stack)
            action = right_action(values, situation)
            if action.double and not action.take:
                value = for_leader(values.double_pass, situation, start.unit, leading)
                note(ours, value, leading, out)
                break
            if action.double:
                situation = after_take(situation)
                if action.beaver:
                    situation = with_cube(situation, 2 * situation.cube, THEIRS)
                gammons = gammon_weights_of(situation, start.stakes)
                theirs = gammon_weights_of(turned(situation), start.stakes)
        number = first_roll
        if turn > 0:
            number = roll_number(terms.seed, game, turn, terms.stratified, buffers.cards)
        high = 1 + max(number // 6, number % 6)
        low = 1 + min(number // 6, number % 6)
        evaluated = int(np.int64(NOT_EVALUATED))
        if terms.luck:
            actual = number_of_roll(high, low)
            evaluated = take_luck(actual, situation, leading, gammons, start, terms, player, buffers)
        plies = terms.deep_plies if turn < terms.deep_moves else terms.plies
        if plies > 0:
            row = choose_deeply(board, high, low, plies, terms, player, gammons, buffers)
            evaluated = BY_FULL_NET if row != NO_PLAY else NOT_EVALUATED
            note_play(row, plays, buffers.boards, buffers.chances)
        elif terms.deep:
            selection = buffers.search.selection
            row = best_play(board, checkers, high, low, player.searching, gammons, selection)
            evaluated = BY_FULL_NET if row != NO_PLAY else NOT_EVALUATED
            note_play(row, selection.quick.plays, buffers.boards, buffers.chances)
        elif not terms.luck:
            prepared = prepare(board, checkers, stack, buffers.quick)
            row, evaluated = choose_play(high, low, prepared, stack, gammons, terms.luck, buffers.quick)
            note_play(row, plays, buffers.boards, buffers.chances)
        known = evaluated == BY_FULL_NET
        hopeless = evaluated == BY_QUICK_NET and situation.away == 0 and equity(buffers.chances[2]) > -NO_DOUBLE_BELOW
        made = buffers.boards[1]
        if core.rearmost(made) == 0:
            board_scratch, scratch = buffers.boards[2], buffers.chances[1]
            worth_after(
                made, buffers.chances[2], situation, leading, start, terms, stack, board_scratch, scratch, out
            )  # fmt: skip
            break
        turn_board(made, board)
        core.copy_into(buffers.chances[2], ours)
        turn_round(ours)
        situation = turned(situation)
        mine = theirs
        theirs = gammons
        gammons = mine
        leading = not leading
        turn += 1
    for place in range(NUMBERS):
        out[place] -= buffers.luck[place]
    return first_roll


@lean_float_kernel
def play_games(
    first_game: int,
    start: Start,
    terms: Terms,
    player: PlayerNets,
    buffers: RolloutBuffers,
    numbers: Doubles,
    first_rolls: SignedBytes,
) -> None:
    """Play games from a number on, a row of `numbers` for each; `first_rolls` tells the stratum of each."""
    for row in range(numbers.shape[0]):
        first_rolls[row] = play_game(first_game + row, start, terms, player, buffers, numbers[row])
