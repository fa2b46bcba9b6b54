"""The players of a rollout in machine code: how they choose their plays, with which nets and buffers."""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Doubles, Floats, Longs
from sixprime.compiled.jit import lean_float_kernel, lean_kernel, plain
from sixprime.compiled.simd import copy_board, turn_board
from sixprime.engine.bearoff.kernels import is_bearoff
from sixprime.engine.choice.net_stack_kernels import GammonWeights, NetStack, TwoNets, without_deep, worth_of
from sixprime.engine.choice.quick_choice_kernels import (
    NO_PLAY,
    USED_UP,
    QuickBuffers,
    index_of_highest,
    new_quick_buffers,
    prepare,
)
from sixprime.engine.choice.selection_kernels import evaluate_likely_plays
from sixprime.engine.cube.board_kernels import Efficiencies
from sixprime.engine.net.kernels import OUTPUTS, EvaluationBuffers, exact_ending, turn_round
from sixprime.engine.search.kernels import ROLLS, SearchBuffers, mean_of_answers, new_search_buffers, search_rolls

NUMBERS = 7
"""How many numbers a game gives; see `rollout.kernels`."""


class Terms(NamedTuple):
    """How the games are played."""

    checkers: int
    seed: int
    stratified: int
    truncate: int
    """The game is cut off and guessed after so many rolls; 0 for never."""
    exact: bool
    """Whether it ends where the bear-off tables know its worth."""
    luck: bool
    """Whether the luck of the dice is taken out."""
    cubeful: bool
    plies: int
    """How far ahead the players look, and how far in their first `deep_moves` turns."""
    deep_plies: int
    deep_moves: int
    deep: bool
    """Whether the deep net chooses plays, and values the position where a game is cut off."""
    efficiencies: Efficiencies


class PlayerNets(NamedTuple):
    """The nets and filters that the players choose with, and which plays they search at each depth."""

    choosing: TwoNets
    """For plays that are chosen without looking ahead."""
    judging_luck: TwoNets
    """For judging the luck of a roll."""
    searching: NetStack
    """For plays that are chosen by looking ahead or by the deep net."""
    evaluated: int
    """How many plays the full net evaluates before a search, at most."""
    keeps: Longs
    """How many plays are searched, at most; by the number of plies."""
    margins: Doubles
    """How far behind the best they may be; by the number of plies."""


class RolloutBuffers(NamedTuple):
    """Arrays to play games in; one set for each thread."""

    quick: QuickBuffers
    search: SearchBuffers
    boards: Board
    """The board on roll, the board after a play, and scratch."""
    chances: Floats
    """Rows: of the player on roll; of a roll looked at; of the play made; where there is no play."""
    answers: Floats
    luck: Doubles
    mean: Doubles
    numbers: Doubles
    cards: Longs


def new_rollout_buffers() -> RolloutBuffers:
    return RolloutBuffers(
        plain(new_quick_buffers)(),
        new_search_buffers(),
        np.zeros((4, 26), dtype=np.int8),
        np.zeros((4, OUTPUTS), dtype=np.float32),
        np.zeros((ROLLS, OUTPUTS), dtype=np.float32),
        np.zeros(NUMBERS),
        np.zeros(NUMBERS),
        np.zeros(NUMBERS),
        np.zeros(36, dtype=np.int64),
    )


@lean_float_kernel
def choose_deeply(
    board: Board,
    first: int,
    second: int,
    plies: int,
    terms: Terms,
    player: PlayerNets,
    gammons: GammonWeights,
    buffers: RolloutBuffers,
) -> int:
    """The best play of a roll by looking ahead, a row of `plays` with its chances; `NO_PLAY` if there is none."""
    quick = buffers.quick
    plays = quick.plays
    stack = player.searching
    nets = without_deep(stack)
    prepared = prepare(board, terms.checkers, nets, quick)
    evaluated, found = evaluate_likely_plays(first, second, prepared, nets, player.evaluated, gammons, quick)
    if evaluated == 0:
        return NO_PLAY
    floor = quick.favourite_worth[index_of_highest(quick.favourite_worth, evaluated)] - player.margins[plies]
    first_of_all, last_of_all = int(np.int64(0)), int(np.int64(ROLLS))
    best = int(np.int64(-1))
    most = -9.0
    for _ in range(min(evaluated, player.keeps[plies])):
        rank = index_of_highest(quick.favourite_worth, evaluated)
        if quick.favourite_worth[rank] < floor:
            break
        quick.favourite_worth[rank] = USED_UP
        play = int(quick.favourites[rank])
        result = plays.results[play]
        chances = plays.chances[play]
        known = core.rearmost(result) == 0
        if not known and stack.tables.rolls.shape[0] > 0:
            known = is_bearoff(result)
        if not known and found > 1:
            search_rolls(
                result, terms.checkers, plies, first_of_all, last_of_all, stack, buffers.search, buffers.answers
            )
            mean_of_answers(result, terms.checkers, buffers.answers, chances)
        worth = worth_of(chances, gammons)
        if worth > most or (worth == most and play < best):
            most = worth
            best = play
    return best


@lean_float_kernel
def look_deeply(
    board: Board, terms: Terms, player: PlayerNets, buffers: RolloutBuffers, flipped: Board, chances: Floats
) -> None:
    """The chances of the player on roll, whose view the board is, by the deep net after the next roll.

    `flipped` is scratch. What the tables know needs no roll.
    """
    stack = player.searching
    turn_board(board, flipped)
    if not exact_ending(flipped, terms.checkers, stack.tables, buffers.quick.plays.scratch[1], chances):
        first_of_all, last_of_all = int(np.int64(0)), int(np.int64(ROLLS))
        one_ply = int(np.int64(1))
        search_rolls(
            flipped, terms.checkers, one_ply, first_of_all, last_of_all, stack, buffers.search, buffers.answers
        )
        mean_of_answers(flipped, terms.checkers, buffers.answers, chances)
    turn_round(chances)


@lean_kernel
def note_play(row: int, plays: EvaluationBuffers, boards: Board, chances: Floats) -> None:
    """Note the board after a play, still in the mover's view, and the mover's chances there.

    Where there is no play the board stays, and nothing is known of the chances. `boards` and `chances` are those of
    `RolloutBuffers`: kernels that are called often take only what they need, because arguments are copied.
    """
    if row == NO_PLAY:
        copy_board(boards[0], boards[1])
        return
    copy_board(plays.results[row], boards[1])
    core.copy_into(plays.chances[row], chances[2])
