"""Monte Carlo tree search over chance nodes: choose a play by looking ahead with given dice.

    python examples/mcts.py [--simulations 60] [--games 2]

The tree has decisions, whose children are the legal results of a roll, and chance nodes, whose children are the 21
rolls drawn by their chances. A leaf is worth what some games from there win on average, played out all at once by
Tesauro's linear evaluator, which the search therefore should beat. The games are copied and thrown with
`BatchedBackgammon`.
"""

from __future__ import annotations

import argparse
import math

import numpy as np
import numpy.typing as npt

from sixprime.env import BatchedBackgammon, BatchState, pubeval

PLAYOUTS = 12
EXPLORATION = 1.5
"""How much an untried play is worth a look, in points."""


class Decision:
    """A roll to be played, with what the search has learnt of the plays, in points for the player to act."""

    def __init__(self, state: BatchState) -> None:
        self.state = state
        self.batch = BatchedBackgammon(1, autoreset=False)
        self.batch.set_state(state)
        count = len(self.batch.afterstates)
        # The linear evaluator says which plays to try first.
        self.order = np.argsort(-pubeval(self.batch.afterstates, race=False), kind="stable")
        self.visits = np.zeros(count)
        self.totals = np.zeros(count)
        self.children: dict[tuple[int, int, int], Decision] = {}

    def choose(self) -> int:
        """The play to look at next: the best so far, with a bonus for those that were seldom tried."""
        tried = self.visits.sum()
        wide = max(1, math.ceil(math.sqrt(tried)))  # plays come in one by one, the promising ones first
        shown = self.order[:wide]
        fresh = shown[self.visits[shown] == 0]
        if fresh.size:
            return int(fresh[0])
        bonus = EXPLORATION * np.sqrt(math.log(tried + 1) / self.visits[shown])
        return int(shown[np.argmax(self.totals[shown] / self.visits[shown] + bonus)])

    @property
    def best(self) -> int:
        """The play that was tried most."""
        return int(self.visits.argmax())


def simulate(node: Decision, random: np.random.Generator) -> float:
    """Go down the tree once and play out from a new leaf; what that is worth to the player to act at `node`."""
    action = node.choose()
    batch = node.batch.copy()
    result = batch.act([action])
    if result.terminations[0]:
        worth = float(result.rewards[0])
    else:
        dice, chances = batch.chance_outcomes()
        roll = dice[random.choice(len(dice), p=chances[0])]
        key = (action, int(roll[0]), int(roll[1]))
        if key in node.children:
            worth = -simulate(node.children[key], random)
        else:
            batch.step_with([roll])
            node.children[key] = Decision(batch.get_state())
            worth = -play_out(node.children[key].state, random)
    node.visits[action] += 1
    node.totals[action] += worth
    return worth


def play_out(state: BatchState, random: np.random.Generator) -> float:
    """What the player to act wins on average if the linear evaluator plays for both sides."""
    batch = BatchedBackgammon(PLAYOUTS, autoreset=False)
    copies = state.take([0] * PLAYOUTS)
    copies.generators[:, 0] = random.integers(2**63, size=PLAYOUTS)  # each game throws its own dice
    batch.set_state(copies)
    player = int(batch.players[0])
    won = 0.0
    while not batch.is_over.all():
        result = batch.step(linear_actions(batch))
        won += float(np.where(result.players == player, result.rewards, -result.rewards).sum())
    return won / PLAYOUTS


def linear_actions(batch: BatchedBackgammon) -> npt.NDArray[np.int64]:
    """What the linear evaluator plays in each game."""
    counts = np.diff(batch.offsets)
    backs = np.where(batch.boards > 0, np.arange(26), 0).max(axis=1)  # the rearmost checker of the player on roll
    front = np.where(batch.boards < 0, np.arange(26), 99).min(axis=1)  # the opponent's rearmost
    race = np.repeat(backs < front, counts)
    values = np.where(race, pubeval(batch.afterstates, race=True), pubeval(batch.afterstates, race=False))
    return batch.best_actions(values)


def search(state: BatchState, simulations: int, random: np.random.Generator) -> int:
    """The best play of the roll on the table."""
    root = Decision(state)
    if len(root.visits) > 1:
        for _ in range(simulations):
            simulate(root, random)
    return root.best


def main() -> None:
    parser = argparse.ArgumentParser(description="Tree search against the linear evaluator that it uses.")
    parser.add_argument("--simulations", type=int, default=60, help="for each play (default: %(default)s)")
    parser.add_argument("--games", type=int, default=2, help="to be played (default: %(default)s)")
    options = parser.parse_args()
    random = np.random.default_rng(1)
    points = 0.0
    for game in range(1, options.games + 1):
        batch = BatchedBackgammon(1, autoreset=False)
        batch.reset(seed=game)
        while not batch.is_over[0]:
            searches = batch.players[0] == 0
            action = search(batch.get_state(), options.simulations, random) if searches else linear_actions(batch)[0]
            result = batch.step([action])
        points += float(result.rewards[0]) * (1 if result.players[0] == 0 else -1)
        print(f"game {game}: the search has won {points:+.0f} points", flush=True)


if __name__ == "__main__":
    main()
