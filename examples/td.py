"""Learn backgammon from nothing by temporal differences, as TD-Gammon did, with NumPy alone.

    python examples/td.py [--seconds 120]

A net with one hidden layer says how likely the player who has just moved is to win. It plays against itself, always the
play whose result it likes best, and learns from every game that a result was worth what the opponent made of it.
Every few seconds its games against a player who moves at random are counted and drawn as a bar.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import numpy.typing as npt

from sixprime.env import BatchedBackgammon, encode

Array = npt.NDArray[np.float32]
Boards = npt.NDArray[np.int8]
HIDDEN = 40
GAMES = 128
RATE = 0.003
LAMBDA = 0.8


class ValueNet:
    """198 inputs, a hidden layer and one output, all sigmoids; learns by Adam."""

    def __init__(self, seed: int = 1) -> None:
        random = np.random.default_rng(seed)
        shapes = [(198, HIDDEN), (HIDDEN,), (HIDDEN,), (1,)]
        self.weights: list[Array] = [random.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]
        self.means = [np.zeros_like(weights) for weights in self.weights]
        self.squares = [np.full_like(weights, 1e-4) for weights in self.weights]

    def layers(self, inputs: Array) -> tuple[Array, Array]:
        """The hidden layer, and the chance to win of the player who has just moved."""
        first, first_bias, second, second_bias = self.weights
        hidden: Array = 1 / (1 + np.exp(-(inputs @ first + first_bias)))
        value: Array = 1 / (1 + np.exp(-(hidden @ second + second_bias)))
        return hidden, value

    def values(self, boards: Boards) -> Array:
        return self.layers(encode(boards, "tesauro", mover_next=False))[1]

    def learn(self, boards: Boards, targets: Array) -> None:
        """Move the values of boards towards their targets."""
        inputs = encode(boards, "tesauro", mover_next=False)
        hidden, value = self.layers(inputs)
        error: Array = (targets - value) / np.float32(len(boards))
        back: Array = error[:, np.newaxis] * self.weights[2] * hidden * (1 - hidden)
        slopes = [inputs.T @ back, back.sum(axis=0), error @ hidden, error.sum(keepdims=True)]
        for weights, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weights += RATE * mean / np.sqrt(square)


def learn_game(net: ValueNet, boards: Boards) -> None:
    """Learn from the results of all turns of a game, of which the last one won: TD(lambda), from the end backwards."""
    values = net.values(boards)
    targets = np.empty_like(values)
    target = 1.0
    for turn in range(len(boards) - 1, -1, -1):
        targets[turn] = target
        target = 1 - (LAMBDA * target + (1 - LAMBDA) * values[turn])  # the turn before was the opponent's
    net.learn(boards, targets)


def self_play(net: ValueNet, batch: BatchedBackgammon, games: list[list[Boards]], explore: float) -> None:
    """One turn in every game of the batch; `games` has the results of the turns so far.

    A share of the games, `explore`, is played at random: those of a net that knows nothing would hardly ever end.
    """
    actions = batch.best_actions(net.values(batch.afterstates))
    actions = np.where(np.arange(batch.n) < explore * batch.n, batch.random_actions(), actions)
    chosen = batch.afterstates[batch.offsets[:-1] + actions]
    for game, board in zip(games, chosen, strict=True):
        game.append(board)
    for ended in np.flatnonzero(batch.step(actions).terminations):
        learn_game(net, np.array(games[ended]))
        games[ended] = []


def wins_against_random(net: ValueNet, games: int = 256, seed: int = 1) -> float:
    """The share of games that the net wins as White against a player who moves at random."""
    batch = BatchedBackgammon(games, autoreset=False)
    batch.reset(seed=seed)
    wins = 0
    while not batch.is_over.all():
        best, random = batch.best_actions(net.values(batch.afterstates)), batch.random_actions()
        result = batch.step(np.where(batch.players == 0, best, random))
        wins += int((result.terminations & (result.players == 0)).sum())
    return wins / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn backgammon from nothing.")
    parser.add_argument("--seconds", type=float, default=120, help="how long to learn (default: %(default)s)")
    options = parser.parse_args()
    net, batch = ValueNet(), BatchedBackgammon(GAMES)
    games: list[list[Boards]] = [[] for _ in range(GAMES)]
    batch.reset(seed=1)
    started, shown, turns = time.process_time(), -1, 0
    while True:
        learnt = time.process_time() - started
        if int(learnt * 12 / options.seconds) > shown:
            shown, won = int(learnt * 12 / options.seconds), wins_against_random(net)
            print(f"{learnt:5.0f} s {turns:>9,} turns  {won:4.0%} {'#' * round(40 * won)}", flush=True)
            started = time.process_time() - learnt
        if learnt >= options.seconds:
            return
        for _ in range(20):
            self_play(net, batch, games, max(0.0, 1 - 8 * learnt / options.seconds))
            turns += GAMES


if __name__ == "__main__":
    main()
