"""Whole games in the batched environment beside OpenSpiel: equal dice, equal results to choose from, equal winners."""

from random import Random

import numpy as np
import pytest
from judges import openspiel

from conftest import not_here
from sixprime.env import BatchedBackgammon

GAMES = 8


@pytest.mark.parametrize("seed", range(2))
def test_whole_games_are_the_same(seed: int) -> None:
    if not openspiel.is_here():
        not_here("OpenSpiel is not installed")
    import pyspiel

    random = Random(seed)
    game = pyspiel.load_game("backgammon(scoring_type=full_scoring,max_player_turns=1000000)")
    for _ in range(GAMES // 2):
        state = game.new_initial_state()
        batch = BatchedBackgammon(1, autoreset=False)
        while True:
            dice = openspiel.throw(state, random)
            player = state.current_player()
            if state.move_number() == 1:
                batch.step_with([sorted(dice, reverse=player == 0)])
            else:
                batch.step_with([dice])
            assert batch.players[0] == player
            assert tuple(batch.boards[0].tolist()) == openspiel.board_of(state, player)
            ends = openspiel.ends_of_turn(state, player)
            afterstates = [tuple(row) for row in batch.afterstates.tolist()]
            assert sorted(afterstates) == sorted(ends)
            chosen = random.choice(afterstates)
            state = ends[chosen]
            result = batch.act([afterstates.index(chosen)])
            assert bool(result.terminations[0]) is state.is_terminal()
            if state.is_terminal():
                assert np.array_equal(result.rewards, [state.returns()[player]])
                break
