"""OpenSpiel as a judge: its own games are walked through, and each roll's results are read from its boards.

OpenSpiel cannot be given a position, so the positions come from its games, of fifteen and of three checkers. It
counts points from 0; player 0 (X) moves up and player 1 (O) down. Four equal dice are two half-turns of the same
player, and each action is a pair of steps.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from judges.boards import BAR, Board, Dice, Question

try:
    import pyspiel
except ImportError:  # not to be had for every machine
    pyspiel = None

BAR_PLACE = 100
# Left to itself OpenSpiel calls a game off after 500 turns, in the midst of a bear-off.
FIFTEEN_CHECKERS = "backgammon(max_player_turns=1000000)"
THREE_CHECKERS = "backgammon(hyper_backgammon=true,max_player_turns=1000000)"
State = Any  # pyspiel ships no types


def is_here() -> bool:
    return pyspiel is not None


def throw(state: State, random: Random) -> Dice:
    """Let one of the outcomes of a chance node happen. What it stands for is in its words, `... (roll: 31)`."""
    outcome = random.choice(state.legal_actions())
    words = re.search(r"roll: ([1-6])([1-6])", state.action_to_string(outcome))
    assert words, state.action_to_string(outcome)
    state.apply_action(outcome)
    return int(words[1]), int(words[2])


def board_of(state: State, player: int) -> Board:
    """An OpenSpiel board in our numbers, as `player` sees it."""
    opponent = 1 - player
    points = [0] * 26
    points[BAR] = state.board(player, BAR_PLACE)
    points[0] = -state.board(opponent, BAR_PLACE)
    for place in range(24):
        point = 24 - place if player == 0 else place + 1
        points[point] = state.board(player, place) - state.board(opponent, place)
    return tuple(points)


def ends_of_turn(state: State, player: int) -> dict[Board, State]:
    """Where the turn of `player` can end, after one action or after both half-turns of a double."""
    ends: dict[Board, State] = {}
    for action in state.legal_actions():
        next_state = state.child(action)
        if next_state.current_player() == player:
            ends |= ends_of_turn(next_state, player)
        else:
            ends[board_of(next_state, player)] = next_state
    return ends


def questions_and_results(seed: int) -> Iterator[tuple[Question, frozenset[Board]]]:
    """Random games of OpenSpiel: each roll as a question, and the boards to which OpenSpiel lets it lead.

    Every other game is of three checkers a side. The result of a roll that nothing can be played with is empty.
    """
    random = Random(seed)
    while True:
        few = random.random() < 0.5
        state = pyspiel.load_game(THREE_CHECKERS if few else FIFTEEN_CHECKERS).new_initial_state()
        while not state.is_terminal():
            dice = throw(state, random)
            player = state.current_player()
            question = Question(board_of(state, player), dice, 3 if few else 15)
            ends = ends_of_turn(state, player)
            yield question, frozenset(ends) - {question.board}
            state = ends[random.choice(sorted(ends))]
