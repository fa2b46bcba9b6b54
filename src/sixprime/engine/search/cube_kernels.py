"""Looking ahead with the cube, in machine code: the player on roll doubles or not, the other takes or drops, then the
dice fall.

All values are those of one player, the leader of the search: points in units of the cube as it lies before the search,
or chances to win the match. The tree is walked once for all the numbers that the cube may show by then: a cube state
is how many times it has been doubled on the way and who has it. State 0 is the cube as it was; state 2k - 1 is the
leader's after k doubles, 2k the opponent's.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Doubles, Floats
from sixprime.compiled.jit import lean_float_kernel, lean_kernel
from sixprime.compiled.rolls import dice_of_roll
from sixprime.engine.choice.net_stack_kernels import GammonWeights, NetStack, swapped
from sixprime.engine.choice.selection_kernels import answer_by_selection, prepare_selection
from sixprime.engine.cube.board_kernels import Efficiencies, efficiencies_on, exact_action
from sixprime.engine.cube.kernels import (
    MINE,
    THEIRS,
    CubeSituation,
    best_value,
    cube_action,
    may_double,
    settled,
    turned,
    with_cube,
)
from sixprime.engine.net.deep_kernels import has_deep
from sixprime.engine.net.kernels import OUTPUTS, turn_round
from sixprime.engine.search.kernels import (
    GROUPS,
    MAX_DEPTH,
    ROLL_GROUPS,
    ROLLS,
    SearchBuffers,
    group_of,
    mean_of_answers,
    stand_for_all_groups,
)

MAX_STATES = 2 * MAX_DEPTH + 1


class CubeTable(NamedTuple):
    """Cube and score as the leader sees them, what points are worth, and how well a cube is used."""

    situation: CubeSituation
    stakes: Doubles
    efficiencies: Efficiencies
    gammons: GammonWeights
    """What gammons are worth to the leader, for choosing answers."""


class CubeSearchBuffers(NamedTuple):
    """What a thread needs besides `SearchBuffers`: for each cube state sums over the rolls, and a position's values."""

    sums: Doubles
    values: Doubles
    full_values: Doubles
    """What a position is worth by the full net's chances, where the deep net was asked too."""
    chances: Floats
    board: Board


def new_cube_search_buffers() -> CubeSearchBuffers:
    return CubeSearchBuffers(
        np.zeros((MAX_DEPTH + 1, MAX_STATES)),
        np.zeros(MAX_STATES),
        np.zeros(MAX_STATES),
        np.zeros(OUTPUTS, dtype=np.float32),
        np.zeros(26, dtype=np.int8),
    )


@lean_kernel
def situation_in(state: int, table: CubeTable, leading: bool) -> CubeSituation:
    """The situation in a cube state, as the leader sees it or the opponent."""
    situation = table.situation
    if state > 0:
        owner = MINE if state % 2 else THEIRS
        situation = with_cube(situation, situation.cube << ((state + 1) // 2), owner)
    return situation if leading else turned(situation)


@lean_kernel
def for_leader(value: float, state: int, table: CubeTable, leading: bool) -> float:
    """A value in a cube state, in the units of `cube.kernels` and as the leader or the opponent sees it."""
    if table.situation.away > 0:
        return value if leading else 1.0 - value
    points = value * float(1 << ((state + 1) // 2))
    return points if leading else -points


@lean_kernel
def after_double(state: int, leading: bool) -> int:
    """The state when the leader has doubled, or the opponent, and the other has taken."""
    doubles = (state + 1) // 2 + 1
    return 2 * doubles if leading else 2 * doubles - 1


@lean_kernel
def decided(no_double: float, taken: float, state: int, table: CubeTable, leading: bool) -> float:
    """The leader's value in a state when the player on roll decides about the cube, and the other answers."""
    situation = situation_in(state, table, leading)
    if not may_double(situation):
        return no_double
    dropped = for_leader(settled(1, situation, table.stakes), state, table, leading)
    if situation.beavers and situation.away == 0 and 4 * situation.cube <= situation.limit:
        if (taken < 0.0) == leading:
            taken = 2.0 * taken
    if leading:
        return max(no_double, min(taken, dropped))
    return min(no_double, max(taken, dropped))


@lean_kernel
def fill_over(chances: Floats, states: int, leading: bool, table: CubeTable, out: Doubles) -> None:
    """The values of a game that the leader, or the opponent, has just won; `chances` are the winner's, and certain."""
    win = 1
    if chances[1] > 0.5:
        win = 2
    if chances[2] > 0.5:
        win = 3
    for state in range(states):
        situation = situation_in(state, table, leading)
        out[state] = for_leader(settled(win, situation, table.stakes), state, table, leading)


@lean_kernel
def fill_leaf(
    board: Board,
    checkers: int,
    chances: Floats,
    states: int,
    leading: bool,
    stack: NetStack,
    table: CubeTable,
    out: Doubles,
) -> bool:
    """The values of a position from its chances alone: whoever is on roll decides, with the cube's efficiency.

    Board and chances are those of the player on roll; `leading` tells if that is the leader. True where the bear-off
    tables know the values exactly.
    """
    two_sided = stack.tables.two_sided
    efficiencies = efficiencies_on(board, checkers, table.situation.away > 0, two_sided, table.efficiencies)
    exact = False
    for state in range(states):
        situation = situation_in(state, table, leading)
        exact, values = exact_action(board, checkers, situation, two_sided)
        if not exact:
            values = cube_action(chances, situation, table.stakes, efficiencies)
        out[state] = for_leader(best_value(values, situation), state, table, leading)
    return exact


@lean_kernel
def is_exact(board: Board, checkers: int, stack: NetStack, table: CubeTable) -> bool:
    """Whether the tables know what a position is worth with the cube, in the view of the player on roll."""
    known, _ = exact_action(board, checkers, table.situation, stack.tables.two_sided)
    return known and stack.tables.rolls.shape[0] > 0


@lean_float_kernel
def search_cube_rolls(
    board: Board,
    checkers: int,
    plies: int,
    first_roll: int,
    end_roll: int,
    leading: bool,
    stack: NetStack,
    table: CubeTable,
    buffers: SearchBuffers,
    cube_buffers: CubeSearchBuffers,
    answers: Floats,
    values: Doubles,
) -> None:
    """Look so many plies ahead after some of the 21 rolls.

    The board is a position after a play, and `leading` says whether it is the leader who is on roll now. Row r of
    `answers` gets the answerer's chances after roll r, row r of `values` what that is worth to the leader by state.
    """
    core.copy_into(board, buffers.turned[0])
    core.flip(buffers.turned[0])
    buffers.numbers[0] = first_roll
    answer = buffers.after[MAX_DEPTH]
    theirs = swapped(table.gammons)
    depth = int(np.int64(0))
    ready = depth
    group = depth
    prepared = prepare_selection(buffers.turned[0], checkers, stack, buffers.selection)
    while True:
        number = buffers.numbers[depth]
        on_roll = leading == (depth % 2 == 0)
        if depth > 0 and number == ROLLS:
            above = buffers.answers[depth - 1, buffers.numbers[depth - 1] - 1]
            mean_of_answers(buffers.after[depth], checkers, buffers.answers[depth], above)
            for state in range(2 * depth + 1):
                after = after_double(state, on_roll)
                cube_buffers.values[state] = decided(
                    cube_buffers.sums[depth, state] / 36.0,
                    cube_buffers.sums[depth, after] / 36.0,
                    state,
                    table,
                    on_roll,
                )
            depth -= 1
            _gather(depth, buffers, cube_buffers, 2 * depth + 3, values)
            continue
        if number == end_roll and depth == 0:
            break
        buffers.numbers[depth] += 1
        high, low = dice_of_roll(number)
        row = buffers.answers[depth, number]
        gammons = table.gammons if on_roll else theirs
        last = depth == plies - 1
        if ready != depth:
            ready = depth
            prepared = prepare_selection(buffers.turned[depth], checkers, stack, buffers.selection)
        deeply = last and (depth == 0 or ROLL_GROUPS[number] == group)
        over = answer_by_selection(high, low, prepared, stack, gammons, deeply, buffers.selection, answer, row)
        states = 2 * depth + 3
        if over:
            fill_over(row, states, on_roll, table, cube_buffers.values)
            _gather(depth, buffers, cube_buffers, states, values)
            continue
        core.copy_into(answer, cube_buffers.board)
        core.flip(cube_buffers.board)
        if last or is_exact(cube_buffers.board, checkers, stack, table):
            core.copy_into(row, cube_buffers.chances)
            turn_round(cube_buffers.chances)
            fill_leaf(
                cube_buffers.board,
                checkers,
                cube_buffers.chances,
                states,
                not on_roll,
                stack,
                table,
                cube_buffers.values,
            )
            if deeply and depth > 0 and has_deep(stack.deep):
                full_chances = buffers.selection.full_chances
                stand_for_all_groups(full_chances, row)
                turn_round(full_chances)
                fill_leaf(
                    cube_buffers.board,
                    checkers,
                    full_chances,
                    states,
                    not on_roll,
                    stack,
                    table,
                    cube_buffers.full_values,
                )
                for state in range(states):
                    deep_value, full_value = cube_buffers.values[state], cube_buffers.full_values[state]
                    cube_buffers.values[state] = GROUPS * deep_value - (GROUPS - 1) * full_value
            _gather(depth, buffers, cube_buffers, states, values)
            continue
        depth += 1
        core.copy_into(answer, buffers.after[depth])
        core.copy_into(cube_buffers.board, buffers.turned[depth])
        buffers.numbers[depth] = 0
        ready = -1
        group = group_of(answer)
        for state in range(2 * depth + 3):
            cube_buffers.sums[depth, state] = 0.0
    for number in range(first_roll, end_roll):
        core.copy_into(buffers.answers[0, number], answers[number])


@lean_kernel
def _gather(depth: int, buffers: SearchBuffers, cube_buffers: CubeSearchBuffers, states: int, values: Doubles) -> None:
    """Note what the roll just answered is worth: in the sums of its depth, or at the top in its row."""
    number = buffers.numbers[depth] - 1
    if depth == 0:
        for state in range(states):
            values[number, state] = cube_buffers.values[state]
        return
    high, low = dice_of_roll(number)
    weight = 1.0 if high == low else 2.0
    for state in range(states):
        cube_buffers.sums[depth, state] += weight * cube_buffers.values[state]


@lean_kernel
def mean_of_values(values: Doubles, state: int) -> float:
    """The mean over the 21 rolls of what `search_cube_rolls` found in a state."""
    total = 0.0
    number = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            total += (1.0 if high == low else 2.0) * values[number, state]
            number += 1
    return total / 36.0


@lean_kernel
def look_at_plays(
    boards: Board,
    checkers: int,
    chances: Floats,
    stack: NetStack,
    table: CubeTable,
    cube_buffers: CubeSearchBuffers,
    values: Doubles,
) -> None:
    """What positions after the leader's plays are worth by their chances alone; boards and chances are the leader's."""
    for row in range(boards.shape[0]):
        if core.rearmost(boards[row]) == 0:
            fill_over(chances[row], 1, True, table, cube_buffers.values)
        else:
            core.copy_into(boards[row], cube_buffers.board)
            core.flip(cube_buffers.board)
            core.copy_into(chances[row], cube_buffers.chances)
            turn_round(cube_buffers.chances)
            fill_leaf(cube_buffers.board, checkers, cube_buffers.chances, 1, False, stack, table, cube_buffers.values)
        values[row] = cube_buffers.values[0]
