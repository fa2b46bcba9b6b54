"""Labelling positions in machine code: by the mean over all 21 rolls, corrected by what the rest of the game showed.

Positions come from games of the nets against themselves, played to the end. The label of a position begins with the
mean over all 21 rolls of what the best answer is worth. The game goes on with one of these answers; there the mean over
the next 21 rolls is compared with what the nets had said of that answer. The difference is a mistake of judgement, free
of the luck of the dice, and it is passed back to the positions before, times a factor (the trace) for each turn. With a
trace of 1 everything is passed back: the label is then the result of the game with luck taken out.

Games always follow the best play, so that nothing interrupts what is passed back. Other plays of the same roll are
labelled beside the best one, with the same correction, since a mistake about a position is mostly one about its
neighbours too; some of them begin games of their own. Plays of one roll have the number of their decision in common, so
that nets can be fitted to what they differ by.
"""

from typing import NamedTuple

import numpy as np

from sixprime.compiled import moves as core
from sixprime.compiled.arrays import Board, Doubles, Floats, Keys, Longs
from sixprime.compiled.jit import float_kernel, kernel, lean_float_kernel, lean_kernel
from sixprime.compiled.rolls import dice_of_roll, number_of_roll
from sixprime.compiled.simd import copy_board, points_that_differ, turn_board
from sixprime.engine.choice.net_stack_kernels import MONEY, NetStack, without_deep
from sixprime.engine.choice.quick_choice_kernels import Prepared, index_of_highest
from sixprime.engine.choice.selection_kernels import (
    SelectionBuffers,
    answer_by_selection,
    evaluate_likely_plays,
    new_selection_buffers,
    prepare_selection,
)
from sixprime.engine.net.deep_kernels import has_deep
from sixprime.engine.net.kernels import OUTPUTS, exact_ending, is_race, make_consistent, remove_impossible
from sixprime.engine.search.kernels import ROLLS, mean_of_answers

MAX_TURNS = 400
KNOWN_KEPT = 8
"""One in so many of the positions that the tables know exactly is kept."""
BRANCHES = 256
"""Boards after other plays that are kept as beginnings of games."""
OTHERS = 8
"""No more plays than this can be labelled beside the best one."""
OTHER_STREAM = np.uint64(0x5851F42D4C957F2D)
"""Turns a state of random numbers into that of another sequence."""
MANY_BACK = 5
"""So many checkers of a side in the other's home or on the bar make a game in which judgements go wrong for long."""
MOST_CONTAINED = 3
"""So few of them, with all others at home or borne off, are contained, or try to get home: such games are long too."""
FURTHEST = 0.5
"""A label may lie so far outside of 0 to 1: cutting off would add a bias."""


class LabelTerms(NamedTuple):
    """How games are played and what is passed back."""

    trying: float
    """The chance that other plays are labelled beside the best one."""
    margin: float
    """How much worse than the best they may be, as the full net sees it."""
    branching: float
    """The chance that such a play is kept as the beginning of another game."""
    branched: float
    """The share of games that begin there."""
    races: float
    """The share of games that are played on after contact has ended; the others end there."""
    trace: float
    lasting_trace: float
    """The trace where a side has many checkers back, or is contained."""
    race_trace: float
    deep_rolls: int = 0
    """For so many rolls, drawn at random, the deep net is asked; for all 21 if it is 0."""
    others: int = 1
    """How many other plays are labelled beside the best one at most."""


class LabelBuffers(NamedTuple):
    """Arrays to label in; one set for each thread."""

    selection: SelectionBuffers
    turned: Board
    """Scratch: a board in the view of the player on roll."""
    results: Board
    """The board after the answer to each of the 21 rolls."""
    answers: Floats
    """The chances of the player who answers it so."""
    deep_results: Board
    """The board after the deep net's answer to each roll that it was asked about."""
    deep_answers: Floats
    """The chances of the player who answers it so, as the deep net sees them."""
    asked: Board
    """Whether the deep net has been asked about a roll."""
    others: Board
    """The boards after other plays of a roll than the best."""


class GameNotes(NamedTuple):
    """What is noted of a game, a row for each turn: a position after a play, for the player who made it."""

    said: Floats
    """What the nets said when the play was chosen."""
    means: Floats
    """The mean over all 21 rolls."""
    worth: Floats
    """The mean with what the game showed later."""
    traces: Doubles
    """How much of what this turn shows is passed back."""
    rows: Longs
    """The row of the label; -1 if there is none."""
    other_rows: Longs
    """The first row of the plays that were labelled beside this one."""
    others: Longs
    """How many of them there are."""


@kernel
def new_label_buffers() -> LabelBuffers:
    return LabelBuffers(
        new_selection_buffers(),
        np.empty(26, dtype=np.int8),
        np.empty((ROLLS, 26), dtype=np.int8),
        np.empty((ROLLS, OUTPUTS), dtype=np.float32),
        np.empty((ROLLS, 26), dtype=np.int8),
        np.empty((ROLLS, OUTPUTS), dtype=np.float32),
        np.empty(ROLLS, dtype=np.int8),
        np.empty((OTHERS, 26), dtype=np.int8),
    )


@kernel
def new_game_notes() -> GameNotes:
    return GameNotes(
        np.empty((MAX_TURNS, OUTPUTS), dtype=np.float32),
        np.empty((MAX_TURNS, OUTPUTS), dtype=np.float32),
        np.empty((MAX_TURNS, OUTPUTS), dtype=np.float32),
        np.empty(MAX_TURNS, dtype=np.float64),
        np.empty(MAX_TURNS, dtype=np.int64),
        np.empty(MAX_TURNS, dtype=np.int64),
        np.empty(MAX_TURNS, dtype=np.int64),
    )


@lean_float_kernel
def happens(chance: float, state: Keys) -> bool:
    """Whether something of that chance happens this time."""
    return core.random_below(state, 1_000_000) < chance * 1_000_000


@lean_float_kernel
def draw_roll(state: Keys) -> int:
    """The number of a random roll among the 21, as `answer_all_rolls` counts them."""
    first = 1 + core.random_below(state, 6)
    second = 1 + core.random_below(state, 6)
    return number_of_roll(max(first, second), min(first, second))


@lean_kernel
def lasts_long(board: Board) -> bool:
    """Whether what is believed wrongly of a position lasts for many turns: a side has many checkers on the bar or in
    the other's home, or a few of them and all others in its own home or borne off."""
    own = 0
    enemy = 0
    own_between = 0
    enemy_between = 0
    for place in range(7):
        own += max(board[19 + place], 0)
        enemy -= min(board[place], 0)
    for point in range(7, 19):
        own_between += max(board[point], 0)
        enemy_between -= min(board[point], 0)
    if max(own, enemy) >= MANY_BACK:
        return True
    return (own_between == 0 and 0 < own <= MOST_CONTAINED) or (enemy_between == 0 and 0 < enemy <= MOST_CONTAINED)


@lean_kernel
def trace_of(board: Board, racing: bool, terms: LabelTerms) -> float:
    """How much of what a position shows is passed back to the one before."""
    if racing:
        return terms.race_trace
    return terms.lasting_trace if lasts_long(board) else terms.trace


@lean_kernel
def pass_back(later: Floats, said: Floats, trace: float, earlier: Floats) -> None:
    """Correct a label by what the next label differs from what was said there, which is the other player's view."""
    earlier[0] -= trace * (later[0] - said[0])
    earlier[1] += trace * (later[3] - said[3])
    earlier[2] += trace * (later[4] - said[4])
    earlier[3] += trace * (later[1] - said[1])
    earlier[4] += trace * (later[2] - said[2])


@lean_float_kernel
def answer_all_rolls(
    after: Board, checkers: int, stack: NetStack, deeply: bool, buffers: LabelBuffers, label: Floats
) -> Prepared:
    """Answer each of the 21 rolls, counted 11, 21, 22, 31 and so on, after a play, with the deep net or without it.

    Row r of `buffers.results` becomes the board after the answer to roll r, row r of `buffers.answers` the chances of
    the player who answers; `label` becomes what the position is worth to the player who made the play: the mean.
    """
    turn_board(after, buffers.turned)
    prepared = prepare_selection(buffers.turned, checkers, stack, buffers.selection)
    number = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            answer_by_selection(
                high, low, prepared, stack, MONEY, deeply, buffers.selection, buffers.results[number],
                buffers.answers[number],
            )  # fmt: skip
            number += 1
    mean_of_answers(after, checkers, buffers.answers, label)
    return prepared


@lean_float_kernel
def answer_rolls(
    after: Board,
    checkers: int,
    number: int,
    stack: NetStack,
    rolls: int,
    buffers: LabelBuffers,
    state: Keys,
    label: Floats,
) -> None:
    """Answer the 21 rolls after a play, of which `number` comes next, and put what the position is worth in `label`.

    The deep net answers all of them if `rolls` is 0. Otherwise it answers `number`, a random roll, and as many others,
    drawn at random, as make `rolls` in all. What it says differently there, on the average, corrects the mean over all
    rolls by the full net: that takes about half of the time, and is right on the average over many positions.
    """
    if rolls == 0 or not has_deep(stack.deep):
        answer_all_rolls(after, checkers, stack, True, buffers, label)
        return
    prepared = answer_all_rolls(after, checkers, stack, False, buffers, label)
    buffers.asked[:] = 0
    for draw in range(rolls):
        drawn = number if draw == 0 else draw_roll(state)
        if not buffers.asked[drawn]:
            buffers.asked[drawn] = 1
            high, low = dice_of_roll(drawn)
            answer_by_selection(
                high, low, prepared, stack, MONEY, True, buffers.selection, buffers.deep_results[drawn],
                buffers.deep_answers[drawn],
            )  # fmt: skip
        pass_back(buffers.deep_answers[drawn], buffers.answers[drawn], 1.0 / rolls, label)
    core.copy_into(buffers.deep_results[number], buffers.results[number])
    core.copy_into(buffers.deep_answers[number], buffers.answers[number])


@float_kernel
def label_boards(boards: Board, checkers: int, stack: NetStack, labels: Floats) -> None:
    """Label each board, a position after a play, with the mean over all 21 rolls."""
    buffers = new_label_buffers()
    for row in range(boards.shape[0]):
        if core.rearmost(boards[row]) == 0:
            make_consistent(boards[row], checkers, labels[row])
        else:
            answer_all_rolls(boards[row], checkers, stack, True, buffers, labels[row])


@lean_float_kernel
def find_others(
    after: Board,
    checkers: int,
    number: int,
    terms: LabelTerms,
    stack: NetStack,
    buffers: LabelBuffers,
    best: Board,
    state: Keys,
) -> int:
    """Draw some of the plays of roll `number` near the best, as the full net sees it, each equally likely; how many.

    `after` is the position before the roll, in the view of the player who has just moved. The boards after the plays
    drawn become the first rows of `buffers.others`. The best play is not among them, nor any that ends the game.
    """
    high, low = dice_of_roll(number)
    turn_board(after, buffers.turned)
    prepared = prepare_selection(buffers.turned, checkers, stack, buffers.selection)
    nets = without_deep(stack)
    evaluated, _ = evaluate_likely_plays(high, low, prepared, nets, stack.keep, MONEY, buffers.selection.quick)
    if evaluated == 0:
        return 0
    quick = buffers.selection.quick
    worth = quick.favourite_worth
    floor = worth[index_of_highest(worth, evaluated)] - terms.margin
    near = 0
    for place in range(evaluated):
        board = quick.plays.results[int(quick.favourites[place])]
        if worth[place] < floor or core.rearmost(board) == 0 or points_that_differ(best, board) == 0:
            continue
        # The first ones are kept; each later one takes the place of one of them as often as makes all equally likely.
        near += 1
        if near <= terms.others:
            copy_board(board, buffers.others[near - 1])
        else:
            drawn = core.random_below(state, near)
            if drawn < terms.others:
                copy_board(board, buffers.others[drawn])
    return min(near, terms.others)


@lean_kernel
def finish_label(board: Board, checkers: int, label: Floats) -> None:
    """Take out of a label what is impossible, and what is far beyond any chance."""
    for output in range(OUTPUTS):
        label[output] = min(max(label[output], np.float32(-FURTHEST)), np.float32(1.0 + FURTHEST))
    remove_impossible(board, checkers, label)


@lean_kernel
def finish_game(notes: GameNotes, turns: int, checkers: int, boards: Board, labels: Floats) -> None:
    """Pass back what a game of so many turns showed, and put its labels in their rows.

    Plays that were labelled beside the best one get the correction of that one.
    """
    for turn in range(turns - 2, -1, -1):
        pass_back(notes.worth[turn + 1], notes.said[turn + 1], notes.traces[turn + 1], notes.worth[turn])
    for turn in range(turns):
        row = notes.rows[turn]
        if row >= 0:
            core.copy_into(notes.worth[turn], labels[row])
            finish_label(boards[row], checkers, labels[row])
        for other in range(notes.other_rows[turn], notes.other_rows[turn] + notes.others[turn]):
            for output in range(OUTPUTS):
                labels[other, output] += notes.worth[turn, output] - notes.means[turn, output]
            finish_label(boards[other], checkers, labels[other])


@float_kernel
def label_games(
    starts: Board,
    whole: int,
    checkers: int,
    seed: int,
    terms: LabelTerms,
    stack: NetStack,
    boards: Board,
    labels: Floats,
    decisions: Longs,
) -> None:
    """Fill `boards` with positions after a play and `labels` with the chances of the player who made it.

    `decisions` gets the number of the decision in which the play was made: plays of one roll have it in common.
    `starts` are boards in the view of the player on roll; the first `whole` of them are the starting position, which is
    not labelled itself.
    """
    buffers = new_label_buffers()
    notes = new_game_notes()
    branches = np.empty((BRANCHES, 26), dtype=np.int8)
    after = np.empty(26, dtype=np.int8)
    best = np.empty(26, dtype=np.int8)
    known = np.empty(OUTPUTS, dtype=np.float32)
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    roll_state = np.empty(1, dtype=np.uint64)
    kept = 0
    filled = 0
    decision = 0
    capacity = boards.shape[0]
    while filled < capacity:
        start = core.random_below(state, starts.shape[0])
        unlabelled = start < whole
        turn_board(starts[start], after)
        if kept > 0 and happens(terms.branched, state):
            turn_board(branches[core.random_below(state, min(kept, BRANCHES))], after)
            unlabelled = False
        turns = 0
        racing = False
        notes.others[0] = 0
        # The roll that comes next, and the rolls that the deep net is asked about, are the same for all plays of a
        # decision, so that their labels differ by what the plays differ by.
        number = draw_roll(state)
        shared = state[0] ^ OTHER_STREAM
        while turns < MAX_TURNS and filled < capacity and core.rearmost(after) > 0:
            is_known = exact_ending(after, checkers, stack.tables, buffers.turned, known)
            if is_known and core.random_below(state, KNOWN_KEPT) > 0:
                break
            race_begins = is_race(after) and not racing
            racing = racing or race_begins
            roll_state[0] = shared
            answer_rolls(after, checkers, number, stack, terms.deep_rolls, buffers, roll_state, notes.means[turns])
            core.copy_into(notes.means[turns], notes.worth[turns])
            notes.traces[turns] = trace_of(after, racing, terms)
            notes.rows[turns] = -1
            if turns > 0 or not unlabelled:
                notes.rows[turns] = filled
                decisions[filled] = decision
                core.copy_into(after, boards[filled])
                filled += 1
            decision += 1
            turns += 1
            if turns == MAX_TURNS or (race_begins and not happens(terms.races, state)):
                break
            core.copy_into(buffers.answers[number], notes.said[turns])
            core.copy_into(buffers.results[number], best)
            played = number
            number = draw_roll(state)
            shared = state[0] ^ OTHER_STREAM
            notes.other_rows[turns] = filled
            notes.others[turns] = 0
            if happens(terms.trying, state):
                found = find_others(after, checkers, played, terms, stack, buffers, best, state)
                notes.others[turns] = min(found, capacity - filled)
            for place in range(notes.others[turns]):
                other = boards[filled]
                copy_board(buffers.others[place], other)
                roll_state[0] = shared
                answer_rolls(other, checkers, number, stack, terms.deep_rolls, buffers, roll_state, labels[filled])
                decisions[filled] = decision
                filled += 1
                if happens(terms.branching, state):
                    turn_board(other, branches[kept % BRANCHES])
                    kept += 1
            core.copy_into(best, after)
        decision += 1
        finish_game(notes, turns, checkers, boards, labels)
