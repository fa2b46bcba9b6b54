"""What a play changes, told by the boards before and after it: the same columns as by its steps."""

import random

import numpy as np

from engine.support.game_positions import random_positions
from sixprime.compiled import moves as kernels
from sixprime.core import BearOff
from sixprime.core.dice import ALL_ROLLS
from sixprime.core.movegen import PlayTable, to_board
from sixprime.engine.net.layer_kernels import column_differences


def test_columns_by_boards_are_the_columns_by_steps() -> None:
    rng = random.Random(5)
    table = PlayTable()
    by_steps, by_boards = np.zeros(64, dtype=np.int16), np.zeros(64, dtype=np.int16)
    scratch = np.empty(26, dtype=np.int8)
    hits = borne_off = 0
    for position in random_positions(400, 5):
        board, roll = to_board(position), rng.choice(ALL_ROLLS)
        for play in range(table.fill(board, roll, rng.choice(list(BearOff)))):
            used = kernels.column_changes(
                board, position.off, roll.first, roll.second, table.sources[play], table.low_first[play], scratch,
                by_steps,
            )  # fmt: skip
            found = column_differences(board, table.results[play], position.off, by_boards)
            assert sorted(by_boards[:found].tolist()) == sorted(by_steps[:used].tolist())
            hits += int(table.results[play, 0] < board[0])
            borne_off += int(table.results[play].clip(0).sum() < board.clip(0).sum())
    assert hits > 500
    assert borne_off > 100
