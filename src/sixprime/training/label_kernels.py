"""Labels better than one look: what a position is worth after all 21 rolls, and what the game that followed showed.

Positions come from games of the net against itself. The label of a position begins with the mean over all rolls of
what the best answer is worth. Then the game goes on, and at each further position the same mean is compared with what
the net had said there: the difference is a mistake of the net's judgement, free of the luck of the dice. It is passed
back to the positions before, weaker with each turn unless they are races. Plays that the net only tries are labelled
too, but nothing is passed back through them: the game did not follow from what it thought best.
"""

import numpy as np
import numpy.typing as npt

from sixprime.core import kernels as core
from sixprime.core.jit import float_kernel, kernel
from sixprime.engine.net_kernels import (
    OUTPUTS,
    Room,
    best_of,
    equity,
    evaluate_board,
    evaluate_plays,
    exact_ending,
    is_race,
    make_consistent,
    new_room,
)
from sixprime.engine.search_kernels import MONEY, ROLLS, Brain, answer_roll, mean_of_answers

Floats = npt.NDArray[np.float32]
Board = npt.NDArray[np.int8]

MAX_TURNS = 400
KNOWN_KEPT = 8
"""One in so many of the positions that the tables know exactly is kept."""


@float_kernel
def any_near(chances: Floats, found: int, floor: float, state: npt.NDArray[np.uint64]) -> int:
    """One of the plays worth `floor` or more, each equally likely."""
    near = 0
    for play in range(found):
        near += equity(chances[play]) >= floor
    wanted = core.random_below(state, near)
    for play in range(found):
        if equity(chances[play]) >= floor:
            if wanted == 0:
                return play
            wanted -= 1
    return 0


@float_kernel
def mean_of_rolls(
    board: Board, checkers: int, brain: Brain, room: Room, boards: Board, answers: Floats, label: Floats
) -> None:
    """What a position after a play is worth to who made it, once the opponent has answered each roll as best it can.

    `boards` has room for two, `answers` for one row a roll.
    """
    core.copy_into(board, boards[0])
    core.flip(boards[0])
    number = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            answer_roll(boards[0], checkers, high, low, brain, MONEY, room, boards[1], answers[number])
            number += 1
    mean_of_answers(board, checkers, answers, label)


@float_kernel
def label_boards(boards: Board, checkers: int, brain: Brain, labels: Floats) -> None:
    """The same for each of some boards."""
    room = new_room()
    scratch = np.empty((2, 26), dtype=np.int8)
    answers = np.empty((ROLLS, OUTPUTS), dtype=np.float32)
    for row in range(boards.shape[0]):
        if core.rearmost(boards[row]) == 0:
            make_consistent(boards[row], checkers, labels[row])
        else:
            mean_of_rolls(boards[row], checkers, brain, room, scratch, answers, labels[row])


@kernel
def pass_back(miss: Floats, fading: float, label: Floats) -> None:
    """Add to a label what its successor's label differs by from what the net said there, for the other player."""
    label[0] -= fading * miss[0]
    label[1] += fading * miss[3]
    label[2] += fading * miss[4]
    label[3] += fading * miss[1]
    label[4] += fading * miss[2]
    for output in range(OUTPUTS):
        label[output] = min(max(label[output], np.float32(0.0)), np.float32(1.0))


@float_kernel
def label_positions(
    starts: Board,
    whole: int,
    most_turns: int,
    checkers: int,
    seed: int,
    trying: float,
    wandering: float,
    margin: float,
    fading: float,
    race_fading: float,
    brain: Brain,
    boards: Board,
    labels: Floats,
) -> None:
    """Fill `boards` with positions after a play and `labels` with the chances of the player who made it.

    Games from the first `whole` starts are played to the end, those from the others for `most_turns` turns only.
    With the chance `trying` a play among those within `margin` of the best is labelled beside the best one; with
    the chance `wandering` the game goes on with one of them. `fading` and `race_fading` are how much of a mistake
    is passed back a turn.
    """
    room = new_room()
    board = np.empty(26, dtype=np.int8)
    scratch = np.empty((2, 26), dtype=np.int8)
    answers = np.empty((ROLLS, OUTPUTS), dtype=np.float32)
    tried = np.empty(26, dtype=np.int8)
    said = np.empty((MAX_TURNS, OUTPUTS), dtype=np.float32)
    row_of = np.empty(MAX_TURNS, dtype=np.int64)
    follows = np.empty(MAX_TURNS, dtype=np.bool_)
    miss = np.empty(OUTPUTS, dtype=np.float32)
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    filled = 0
    room_left = boards.shape[0]
    while filled < room_left:
        start = core.random_below(state, starts.shape[0])
        core.copy_into(starts[start], board)
        longest = MAX_TURNS if start < whole else min(max(most_turns, 1), MAX_TURNS)
        turns = 0
        while turns < longest and filled < room_left:
            first = 1 + core.random_below(state, 6)
            second = 1 + core.random_below(state, 6)
            found = evaluate_plays(board, checkers, first, second, 0, brain.net, brain.tables, room)
            follows[turns] = True
            tries = False
            if found > 0:
                choice = best_of(room.chances, found)
                floor = equity(room.chances[choice]) - margin
                if core.random_below(state, 1_000_000) < trying * 1_000_000:
                    other = any_near(room.chances, found, floor, state)
                    tries = other != choice
                    core.copy_into(room.results[other], tried)
                if core.random_below(state, 1_000_000) < wandering * 1_000_000:
                    other = any_near(room.chances, found, floor, state)
                    follows[turns] = other == choice
                    choice = other
                core.copy_into(room.results[choice], board)
                core.copy_into(room.chances[choice], said[turns])
            else:
                evaluate_board(board, checkers, brain.net, brain.tables, room, said[turns])
            if core.rearmost(board) == 0:
                break
            if (
                exact_ending(board, checkers, brain.tables, scratch[0], miss)
                and core.random_below(state, KNOWN_KEPT) > 0
            ):
                break
            row_of[turns] = filled
            core.copy_into(board, boards[filled])
            mean_of_rolls(board, checkers, brain, room, scratch, answers, labels[filled])
            filled += 1
            turns += 1
            if tries and filled < room_left and core.rearmost(tried) > 0:
                core.copy_into(tried, boards[filled])
                mean_of_rolls(tried, checkers, brain, room, scratch, answers, labels[filled])
                filled += 1
            core.flip(board)
        for turn in range(turns - 2, -1, -1):
            if follows[turn + 1]:
                after = row_of[turn + 1]
                for output in range(OUTPUTS):
                    miss[output] = labels[after, output] - said[turn + 1, output]
                pass_back(miss, race_fading if is_race(boards[after]) else fading, labels[row_of[turn]])
                make_consistent(boards[row_of[turn]], checkers, labels[row_of[turn]])
