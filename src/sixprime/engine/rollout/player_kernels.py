"""The players of a rollout in machine code: how they choose their plays, and what they have at hand."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sixprime.compiled import moves as core
from sixprime.compiled.jit import lean_float_kernel, lean_kernel, plain
from sixprime.compiled.simd import copy_board
from sixprime.engine.bearoff.kernels import is_bearoff
from sixprime.engine.choice.net_stack_kernels import Brain, Prices, worth_of
from sixprime.engine.choice.quick_choice_kernels import (
    CLOSELY,
    NO_PLAY,
    NOT_AT_ALL,
    Glance,
    choose_at_a_glance,
    glance_at_plays,
    likeliest,
    look_closely,
    new_glance,
    prepare,
)
from sixprime.engine.cube.board_kernels import Efficiencies
from sixprime.engine.net.kernels import OUTPUTS, Board, Floats
from sixprime.engine.search.kernels import ROLLS, Desk, mean_of_answers, new_desk, search_rolls

Doubles = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

NUMBERS = 7
"""What a game gives; see `rollout_kernels`."""


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
    efficiencies: Efficiencies


class Thought(NamedTuple):
    """What the players think with: at a glance, in a search, and which plays are searched at each depth."""

    brain: Brain
    guessing: Brain
    """What the luck of a roll is judged with."""
    searching: Brain
    looks: int
    """How many plays the full net looks at before a search."""
    keeps: Whole
    margins: Doubles


class Bench(NamedTuple):
    """A thread's own room."""

    glance: Glance
    desk: Desk
    boards: Board
    """The board on roll, the board after a play, and scratch."""
    chances: Floats
    """Of who is on roll; of a roll looked at; of the play made; where there is no play."""
    answers: Floats
    looked: Whole
    """The plays that the full net has looked at before a search, and what they are worth."""
    worth: Floats
    luck: Doubles
    mean: Doubles
    numbers: Doubles
    cards: Whole


def new_bench() -> Bench:
    return Bench(
        plain(new_glance)(),
        new_desk(),
        np.zeros((4, 26), dtype=np.int8),
        np.zeros((4, OUTPUTS), dtype=np.float32),
        np.zeros((ROLLS, OUTPUTS), dtype=np.float32),
        np.zeros(core.MAX_PLAYS, dtype=np.int64),
        np.zeros(core.MAX_PLAYS, dtype=np.float32),
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
    thought: Thought,
    prices: Prices,
    bench: Bench,
) -> int:
    """The best play of a roll after looking ahead, a row of the room with its chances; `NO_PLAY` if there is none."""
    room = bench.glance.room
    brain = thought.searching
    prepared = prepare(board, terms.checkers, brain, bench.glance)
    found = glance_at_plays(terms.checkers, first, second, prepared, brain, prices, bench.glance)
    if found == 0:
        return NO_PLAY
    if found == 1:
        room.worth[0] = 0.0
    glanced = room.worth[likeliest(room.worth, found)] - brain.margin
    looked = int(np.int64(0))
    most = -9.0
    for rank in range(found):
        likely = likeliest(room.worth, found)
        if rank == thought.looks or room.worth[likely] < glanced:
            break
        room.worth[likely] = -99.0
        worth = look_closely(likely, terms.checkers, first, second, prepared, brain, prices, bench.glance)
        bench.looked[looked] = likely
        bench.worth[looked] = worth
        most = max(most, worth)
        looked += 1
    floor = most - thought.margins[plies]
    first_of_all, last_of_all = int(np.int64(0)), int(np.int64(ROLLS))
    best = int(np.int64(-1))
    most = -9.0
    for _ in range(min(looked, thought.keeps[plies])):
        place = likeliest(bench.worth, looked)
        if bench.worth[place] < floor:
            break
        bench.worth[place] = -99.0
        likely = bench.looked[place]
        result = room.results[likely]
        chances = room.chances[likely]
        known = core.rearmost(result) == 0
        if not known and brain.tables.rolls.shape[0] > 0:
            known = is_bearoff(result)
        if not known and found > 1:
            search_rolls(result, terms.checkers, plies, first_of_all, last_of_all, brain, bench.desk, bench.answers)
            mean_of_answers(result, terms.checkers, bench.answers, chances)
        worth = worth_of(chances, prices)
        if worth > most or (worth == most and likely < best):
            most = worth
            best = likely
    return best


@lean_kernel
def note_play(row: int, bench: Bench) -> None:
    """Note the board after a play of the room, still in the mover's view, and the mover's chances there.

    Where there is no play the board stays, and nothing is known of the chances.
    """
    if row == NO_PLAY:
        copy_board(bench.boards[0], bench.boards[1])
        return
    copy_board(bench.glance.room.results[row], bench.boards[1])
    core.copy_into(bench.glance.room.chances[row], bench.chances[2])


@lean_float_kernel
def make_play(high: int, low: int, plies: int, prices: Prices, terms: Terms, thought: Thought, bench: Bench) -> int:
    """Choose a play and note it. Returns how closely its chances have been looked at."""
    board = bench.boards[0]
    if plies > 0:
        row = choose_deeply(board, high, low, plies, terms, thought, prices, bench)
        seen = CLOSELY
    else:
        prepared = prepare(board, terms.checkers, thought.brain, bench.glance)
        row, seen = choose_at_a_glance(
            terms.checkers, high, low, prepared, thought.brain, prices, terms.luck, bench.glance
        )
    note_play(row, bench)
    return seen if row != NO_PLAY else NOT_AT_ALL
