"""Many games at once, in machine code: making actions, throwing dice, listing what may be done, observing.

A game has a board in the view of the player on roll and a row of numbers (`NODE` and those after it). What is not on
the board is a node of a `MatchTable`, whose arrays the kernels look up. How checkers move is in `sixprime.compiled`.
"""

import numpy as np

from sixprime.compiled.arrays import Board, Boards, Floats, Ints, Keys, Longs, Shorts, SignedBytes
from sixprime.compiled.bits import count_ones, lowest_one
from sixprime.compiled.jit import lean_kernel
from sixprime.compiled.moves import (
    BAR,
    COLUMNS,
    MAX_PLAYS,
    board_columns,
    copy_into,
    flip,
    generate_plays,
    make_step,
    random_below,
    rearmost,
)
from sixprime.compiled.steps import HIGH_LEFT, LOW_LEFT, step_sources

# The numbers of a game.
NODE = 0
HIGH = 1
LOW = 2
LEFT = 3
"""What is left of the roll, as in `step_sources`."""
FIRST = 4
"""Where the afterstates of the game begin in the list of all games."""
COUNT = 5
"""How many afterstates there are."""
BY_HIGH = 6
"""The points from which the higher die can be played, as a mask; `BY_LOW` those for the lower one."""
BY_LOW = 7
NOT_LISTED = -1
"""In place of `BY_HIGH`: the roll has just been thrown."""
DECISIONS = 8
"""How many actions the episode has had."""
NUMBERS = 9

# What a node waits for.
TO_OPEN = 0
TO_ROLL = 1
"""The player on roll may not double, or has chosen not to: the dice are thrown."""
TO_CHOOSE = 2
"""The player on roll rolls or doubles."""
TO_PLAY = 3
TO_ANSWER = 4
OVER = 5

# What can happen. From `ROLLED` to `RACCOONED` the order is that of the cube actions.
WHITE_BEGINS = 0
BLACK_BEGINS = 1
TIED = 2
ROLLED = 3
DOUBLED = 4
TAKEN = 5
DROPPED = 6
BEAVERED = 7
RACCOONED = 8
PLAYED = 9
WON = 10
"""A single game; a gammon and a backgammon follow."""
EVENTS = 13
DICE_EVENTS = (WHITE_BEGINS, BLACK_BEGINS, TIED, ROLLED)
ILLEGAL = -1
UNKNOWN = -2
DONE = -3
"""Nothing is left to be done for the action of a game."""

# What is known of a node.
KIND = 0
ACTOR = 1
"""Who decides: 0 White, 1 Black."""
FLIPPED = 2
"""Whether the player who decides is not the one on roll, who sees the board."""
TIES_COUNT = 3
"""Whether a tied opening roll changes anything."""
CONTEXT = 4

# The context of an observation, in the view of the player who decides.
PHASES = {TO_CHOOSE: 0, TO_PLAY: 1, TO_ANSWER: 2}
CUBE_LOG = 3
CUBE_MINE = 4
"""Three numbers of which one is 1: the cube is mine, theirs, in the middle."""
OFFERED_LOG = 7
IS_MATCH = 8
AWAY = 9
OPPONENT_AWAY = 10
IS_CRAWFORD = 11
CRAWFORD_OVER = 12
GAMMONS_COUNT = 13
CONTEXT_SIZE = 14
FACTS = CONTEXT + CONTEXT_SIZE
DICE_SIZE = 6
"""How many of each number are left to be played."""

STEPS = 25 * 6
TESAURO = 198

__all__ = [
    "COLUMNS", "HIGH_LEFT", "LOW_LEFT", "MAX_PLAYS", "choose_randomly", "fill_columns", "fill_context", "fill_masks",
    "fill_raw", "fill_step_mask", "fill_tesauro", "list_afterstates", "list_steps", "make_actions", "seen_boards",
    "step_sources", "throw_dice",
]  # fmt: skip


@lean_kernel
def _play_step(board: Board, numbers: Ints, action: int, bear_off: int) -> int:
    """Move one checker in the style `steps`; which event that is, `DONE` within a turn, `ILLEGAL` if it may not be."""
    by_high = numbers[BY_HIGH]
    by_low = numbers[BY_LOW]
    if action == STEPS:
        if by_high or by_low:
            return ILLEGAL
        flip(board)
        return PLAYED
    if not 0 <= action < STEPS:
        return ILLEGAL
    source = action // 6 + 1
    die = action % 6 + 1
    high = numbers[HIGH]
    low = numbers[LOW]
    if die == high and (by_high >> source) & 1:
        numbers[LEFT] -= 1 if high == low else HIGH_LEFT
    elif die == low and (by_low >> source) & 1:
        numbers[LEFT] -= LOW_LEFT
    else:
        return ILLEGAL
    make_step(board, source, max(source - die, 0))
    if rearmost(board) == 0:
        return WON
    sources = step_sources(board, high, low, numbers[LEFT], bear_off)
    if sources == 0:
        flip(board)
        return PLAYED
    numbers[BY_HIGH] = sources & 0x7FFFFFFF
    numbers[BY_LOW] = sources >> 32
    return DONE


@lean_kernel
def make_actions(
    boards: Boards,
    numbers: Ints,
    facts: Ints,
    following: Ints,
    afterstates: Boards,
    actions: Longs,
    first_cube_action: int,
    by_steps: bool,
    bear_off: int,
    events: Longs,
) -> int:
    """Make an action in every game. Returns how many games are left to the caller: those whose event is not `DONE`.

    These have ended, or have met an illegal action, or have reached a node that is not known yet.
    """
    left = 0
    for game in range(boards.shape[0]):
        node = numbers[game, NODE]
        kind = facts[node, KIND]
        action = actions[game]
        event = int(np.int64(DONE))
        if kind == TO_PLAY:
            numbers[game, DECISIONS] += 1
            if by_steps:
                event = _play_step(boards[game], numbers[game], action, bear_off)
            elif 0 <= action < numbers[game, COUNT]:
                copy_into(afterstates[numbers[game, FIRST] + action], boards[game])
                if rearmost(boards[game]) == 0:
                    event = WON
                else:
                    flip(boards[game])
                    event = PLAYED
            else:
                event = ILLEGAL
        elif kind in (TO_CHOOSE, TO_ANSWER):
            numbers[game, DECISIONS] += 1
            event = action - first_cube_action + ROLLED
            if event < ROLLED or event > RACCOONED or following[node, event] == ILLEGAL:
                event = ILLEGAL
        if event >= 0 and event < WON and event != DROPPED and following[node, event] >= 0:
            numbers[game, NODE] = following[node, event]
            event = DONE
        events[game] = event
        if event != DONE:
            left += 1
    return left


@lean_kernel
def _throw(state: Keys, numbers: Ints, first: int, second: int) -> tuple[int, int]:
    """Throw two dice, unless they are given; the roll of the game is set, the higher die first."""
    if first == 0:
        first = 1 + random_below(state, 6)
        second = 1 + random_below(state, 6)
    numbers[HIGH] = max(first, second)
    numbers[LOW] = min(first, second)
    numbers[LEFT] = 4 if first == second else HIGH_LEFT + LOW_LEFT
    numbers[BY_HIGH] = NOT_LISTED
    return first, second


@lean_kernel
def throw_dice(
    boards: Boards, numbers: Ints, states: Keys, facts: Ints, following: Ints, start: Boards, dice: SignedBytes
) -> None:
    """Throw the dice of all games that wait for them. `start` is the first board as White and as Black see it.

    A row of `dice` is what a game throws; 0 lets its own generator throw. Where a tied opening roll changes nothing the
    generator throws again; a tie that is given is left at that.
    """
    for game in range(boards.shape[0]):
        node = numbers[game, NODE]
        kind = facts[node, KIND]
        own = numbers[game]
        first = int(dice[game, 0])
        second = int(dice[game, 1])
        given = first != 0
        while kind == TO_OPEN:
            white, black = _throw(states[game], own, first, second)
            tied = white == black
            if not tied:
                node = following[node, WHITE_BEGINS if white > black else BLACK_BEGINS]
                copy_into(start[0 if white > black else 1], boards[game])
                break
            node = following[node, TIED]
            if given:
                break
        if kind == TO_ROLL:
            _throw(states[game], own, first, second)
            node = following[node, ROLLED]
        own[NODE] = node


@lean_kernel
def list_afterstates(
    boards: Boards,
    numbers: Ints,
    facts: Ints,
    bear_off: int,
    afterstates: Boards,
    sources: Boards,
    low_first: Board,
    keys: Keys,
    begin: int,
    used: int,
) -> tuple[int, int]:
    """List the legal results of all rolls on the table, game by game from game `begin` and row `used` on.

    Returns the game at which the list got too long (the number of games if it did not) and the rows used.
    """
    games = boards.shape[0]
    room = afterstates.shape[0] - MAX_PLAYS
    for game in range(begin, games):
        numbers[game, FIRST] = used
        numbers[game, COUNT] = 0
        if facts[numbers[game, NODE], KIND] != TO_PLAY:
            continue
        if used > room:
            return game, used
        found, _ = generate_plays(
            boards[game],
            numbers[game, HIGH],
            numbers[game, LOW],
            bear_off,
            afterstates[used:],
            sources,
            low_first,
            keys,
        )
        if found == 0:
            copy_into(boards[game], afterstates[used])
            found = 1
        numbers[game, COUNT] = found
        used += found
    return games, used


@lean_kernel
def list_steps(boards: Boards, numbers: Ints, facts: Ints, bear_off: int) -> None:
    """Note in every game whose roll has just been thrown from where it can be played."""
    for game in range(boards.shape[0]):
        own = numbers[game]
        if own[BY_HIGH] == NOT_LISTED and facts[own[NODE], KIND] == TO_PLAY:
            sources = step_sources(boards[game], own[HIGH], own[LOW], own[LEFT], bear_off)
            own[BY_HIGH] = sources & 0x7FFFFFFF
            own[BY_LOW] = sources >> 32


@lean_kernel
def fill_step_mask(sources: int, high: int, low: int, mask: SignedBytes) -> None:
    """Set the steps that `step_sources` has found in a mask of zeros, or to pass if there are none."""
    for source in range(1, BAR + 1):
        if (sources >> source) & 1:
            mask[6 * (source - 1) + high - 1] = 1
        if (sources >> (32 + source)) & 1:
            mask[6 * (source - 1) + low - 1] = 1
    mask[STEPS] = sources == 0


@lean_kernel
def fill_masks(
    numbers: Ints, facts: Ints, following: Ints, first_cube_action: int, by_steps: bool, masks: SignedBytes
) -> None:
    """Fill in which actions are legal in each game: 1 for those that are."""
    for game in range(numbers.shape[0]):
        node = numbers[game, NODE]
        kind = facts[node, KIND]
        mask = masks[game]
        for action in range(mask.shape[0]):
            mask[action] = 0
        if kind == TO_PLAY and by_steps:
            sources = numbers[game, BY_HIGH] | int(numbers[game, BY_LOW]) << 32
            fill_step_mask(sources, numbers[game, HIGH], numbers[game, LOW], mask)
        elif kind == TO_PLAY:
            for action in range(numbers[game, COUNT]):
                mask[action] = 1
        elif kind in (TO_CHOOSE, TO_ANSWER):
            for event in range(ROLLED, RACCOONED + 1):
                mask[first_cube_action + event - ROLLED] = following[node, event] != ILLEGAL


@lean_kernel
def choose_randomly(
    numbers: Ints, facts: Ints, following: Ints, states: Keys, first_cube_action: int, by_steps: bool, actions: Longs
) -> None:
    """Choose evenly among the legal actions of each game; 0 where a game has ended."""
    for game in range(numbers.shape[0]):
        node = numbers[game, NODE]
        kind = facts[node, KIND]
        state = states[game]
        actions[game] = 0
        if kind == TO_PLAY and by_steps:
            sources = numbers[game, BY_HIGH] | int(numbers[game, BY_LOW]) << 32
            if sources == 0:
                actions[game] = STEPS
                continue
            for _ in range(random_below(state, count_ones(sources))):
                sources &= sources - 1
            place = lowest_one(sources)
            die = numbers[game, HIGH] if place < 32 else numbers[game, LOW]
            actions[game] = 6 * (place % 32 - 1) + die - 1
        elif kind == TO_PLAY:
            actions[game] = random_below(state, numbers[game, COUNT])
        elif kind in (TO_CHOOSE, TO_ANSWER):
            among = 0
            for event in range(ROLLED, RACCOONED + 1):
                among += following[node, event] != ILLEGAL
            wanted = random_below(state, among)
            for event in range(ROLLED, RACCOONED + 1):
                if following[node, event] != ILLEGAL:
                    if wanted == 0:
                        actions[game] = first_cube_action + event - ROLLED
                    wanted -= 1


@lean_kernel
def _note_count(row: Floats, place: int, count: int) -> None:
    """Four numbers for the checkers of one side on one point, as TD-Gammon had them."""
    row[place] = 1.0 if count >= 1 else 0.0
    row[place + 1] = 1.0 if count >= 2 else 0.0
    row[place + 2] = 1.0 if count >= 3 else 0.0
    row[place + 3] = (count - 3) / 2.0 if count > 3 else 0.0


@lean_kernel
def fill_raw(boards: Boards, checkers: int, rows: Shorts) -> None:
    """Fill in the 26 numbers of each board, then how many checkers the mover and the opponent have borne off."""
    for index in range(boards.shape[0]):
        board = boards[index]
        row = rows[index]
        own = 0
        enemy = 0
        for point in range(26):
            count = int(board[point])
            row[point] = count
            own += max(count, 0)
            enemy -= min(count, 0)
        row[26] = checkers - own
        row[27] = checkers - enemy


@lean_kernel
def fill_tesauro(boards: Boards, checkers: int, mover_next: bool, rows: Floats) -> None:
    """Fill in TD-Gammon's 198 numbers for each board: the mover's 98, the opponent's 98, and whose turn it is.

    A side has four numbers for each of its points from 1 to 24 as it counts them, half its checkers on the bar, and a
    fifteenth of those borne off. `mover_next` says that the player in whose view the boards are is the next to roll.
    """
    for index in range(boards.shape[0]):
        board = boards[index]
        row = rows[index]
        own = 0
        enemy = 0
        for point in range(1, 25):
            count = int(board[point])
            _note_count(row, 4 * (point - 1), count)
            _note_count(row, 98 + 4 * (24 - point), -count)
            if count > 0:
                own += count
            else:
                enemy -= count
        own += board[BAR]
        enemy -= board[0]
        row[96] = board[BAR] / 2.0
        row[97] = (checkers - own) / 15.0
        row[194] = -board[0] / 2.0
        row[195] = (checkers - enemy) / 15.0
        row[196] = 1.0 if mover_next else 0.0
        row[197] = 0.0 if mover_next else 1.0


@lean_kernel
def fill_columns(boards: Boards, checkers: int, listed: Shorts, rows: Floats) -> None:
    """Fill in the count columns of each board: the inputs of the engine's nets that say where the checkers stand.

    `listed` is scratch.
    """
    for index in range(boards.shape[0]):
        row = rows[index]
        for column in range(COLUMNS):
            row[column] = 0.0
        for entry in range(board_columns(boards[index], checkers, listed)):
            row[listed[entry]] += 1.0


@lean_kernel
def seen_boards(boards: Boards, numbers: Ints, facts: Ints, seen: Boards) -> None:
    """Copy each board in the view of the player who decides."""
    for game in range(boards.shape[0]):
        copy_into(boards[game], seen[game])
        if facts[numbers[game, NODE], FLIPPED]:
            flip(seen[game])


@lean_kernel
def fill_context(numbers: Ints, facts: Ints, rows: Shorts) -> None:
    """Fill in what observations tell besides checkers: how many of each number are left, then the node's context."""
    for game in range(numbers.shape[0]):
        row = rows[game]
        node = numbers[game, NODE]
        for place in range(DICE_SIZE):
            row[place] = 0
        if facts[node, KIND] == TO_PLAY:
            left = numbers[game, LEFT]
            if numbers[game, HIGH] == numbers[game, LOW]:
                row[numbers[game, HIGH] - 1] = left
            else:
                row[numbers[game, HIGH] - 1] = left & HIGH_LEFT
                row[numbers[game, LOW] - 1] = left >> 1
        for place in range(CONTEXT_SIZE):
            row[DICE_SIZE + place] = facts[node, CONTEXT + place]
