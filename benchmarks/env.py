"""How fast environments are: ours in a batch and one by one, beside OpenSpiel, pgx and gym-backgammon.

    python benchmarks/env.py [--quick]

Everything runs on one core, in turns, several times; what is shown are medians, timed by the processor's seconds. In
all of them a player chooses evenly among the legal actions and gets an observation for each decision. What is not
installed is left out: `pip install open_spiel pgx gym-backgammon`.

A step is an action of the environment, and these differ: a whole turn (our afterstates; gym-backgammon), one checker
by one die (our steps; pgx), or two checkers (OpenSpiel, for which a double is two actions). Games are comparable, and
counted where they are played one by one: those of a batch all begin together, and end in waves.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

# One core for all: before anything else is loaded.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

from sixprime.env import BatchedBackgammon

GOAL_BATCHED = 50
GOAL_ONE_BY_ONE = 1
MOST_TURNS = 1_000_000


@dataclass(frozen=True)
class Pace:
    """Steps and games in so many seconds of the processor."""

    steps: int
    games: float
    seconds: float


@dataclass(frozen=True)
class Entry:
    """A row of the table: what runs, for how many steps."""

    title: str
    run: Callable[[int, int], Pace]
    steps: int


def batched(games: int, **options: Any) -> Callable[[int, int], Pace]:
    """Our batch, after some turns: the games are then in all their stages."""
    batch = BatchedBackgammon(games, **options)
    batch.reset(seed=1)

    def run(steps: int, _: int) -> Pace:
        ended = 0
        rounds = max(steps // games, 1)
        started = time.process_time()
        for _ in range(rounds):
            ended += int(batch.step(batch.random_actions()).terminations.sum())
        return Pace(rounds * games, ended if games == 1 else math.nan, time.process_time() - started)

    run(100 * games, 0)
    return run


def one_by_one(**options: Any) -> Callable[[int, int], Pace]:
    """Our Gymnasium environment, in which the agent plays both sides."""
    env = gymnasium.make("sixprime/BackgammonSelfPlay-v0", disable_env_checker=True, **options).unwrapped

    def run(steps: int, seed: int) -> Pace:
        random = Random(seed)
        observation, _ = env.reset(seed=seed)
        ended = 0
        started = time.process_time()
        for _ in range(steps):
            action = random.choice(observation["action_mask"].nonzero()[0])
            observation, _, over, _, _ = env.step(action)
            if over:
                ended += 1
                observation, _ = env.reset()
        return Pace(steps, ended, time.process_time() - started)

    run(300, 0)
    return run


def openspiel_state(*, observing: bool) -> Callable[[int, int], Pace]:
    """OpenSpiel's states, as programs in Python use them; with its tensor of each decision, or without."""
    import pyspiel

    game = pyspiel.load_game(f"backgammon(max_player_turns={MOST_TURNS})")

    def run(steps: int, seed: int) -> Pace:
        random = Random(seed)
        done = ended = 0
        started = time.process_time()
        state = game.new_initial_state()
        while done < steps:
            actions = state.legal_actions()
            if not state.is_chance_node():
                done += 1
                if observing:
                    state.observation_tensor()
            state.apply_action(random.choice(actions))
            if state.is_terminal():
                ended += 1
                state = game.new_initial_state()
        return Pace(done, ended, time.process_time() - started)

    return run


def openspiel_environment() -> Callable[[int, int], Pace]:
    """OpenSpiel's environment for reinforcement learning, `open_spiel.python.rl_environment`."""
    import pyspiel
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(pyspiel.load_game(f"backgammon(max_player_turns={MOST_TURNS})"))

    def run(steps: int, seed: int) -> Pace:
        random = Random(seed)
        ended = 0
        started = time.process_time()
        moment = env.reset()
        for _ in range(steps):
            legal = moment.observations["legal_actions"][moment.observations["current_player"]]
            moment = env.step([random.choice(legal)])
            if moment.last():
                ended += 1
                moment = env.reset()
        return Pace(steps, ended, time.process_time() - started)

    return run


def pgx_batch(games: int) -> Callable[[int, int], Pace]:
    """pgx on the processor, all compiled: games that end start again by themselves."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def turn(carried: Any, key: Any) -> Any:
        state, ended = carried
        choice, dice = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, logits)
        state = step(state, actions, jax.random.split(dice, games))
        return (state, ended + state.terminated.sum()), None

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    carried = [(state, jax.numpy.int32(0))]

    def run(steps: int, seed: int) -> Pace:
        rounds = max(steps // games, 1)
        keys = jax.random.split(jax.random.PRNGKey(seed), rounds)
        started = time.process_time()
        for key in keys:
            carried[0], _ = turn(carried[0], key)
        jax.block_until_ready(carried[0])
        return Pace(rounds * games, math.nan, time.process_time() - started)

    run(games, 0)
    return run


def gym_backgammon() -> Callable[[int, int], Pace]:
    """The package gym-backgammon, whose environment is for the predecessor of Gymnasium."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from gym_backgammon.envs.backgammon_env import BackgammonEnv

    env = BackgammonEnv()

    def run(steps: int, seed: int) -> Pace:
        random = Random(seed)
        ended = 0
        started = time.process_time()
        agent, roll, _ = env.reset()
        for _ in range(steps):
            actions = list(env.get_valid_actions(roll))
            _, _, over, _ = env.step(random.choice(actions)) if actions else (None, 0, False, None)
            if over:
                ended += 1
                agent, roll, _ = env.reset()
                continue
            agent = env.get_opponent_agent()
            sign = -1 if agent == 0 else 1  # White's dice are negative there
            roll = (sign * random.randint(1, 6), sign * random.randint(1, 6))
        return Pace(steps, ended, time.process_time() - started)

    return run


OPENSPIEL = "OpenSpiel, states with observations"
MAKERS: list[tuple[str, Callable[[], Callable[[int, int], Pace]], int]] = [
    ("sixprime, 4,096 at once, steps", lambda: batched(4096, actions="steps"), 2_000_000),
    ("sixprime, 4,096 at once, afterstates", lambda: batched(4096), 800_000),
    ("sixprime, 4,096 at once, afterstates, Tesauro's 198", lambda: batched(4096, observation="tesauro"), 800_000),
    ("sixprime, `BatchedBackgammon(1)`, steps", lambda: batched(1, actions="steps"), 40_000),
    ("sixprime, `BatchedBackgammon(1)`, afterstates", lambda: batched(1), 40_000),
    ("sixprime, Gymnasium, steps", lambda: one_by_one(), 15_000),
    ("sixprime, Gymnasium, afterstates", lambda: one_by_one(actions="afterstates"), 10_000),
    ("OpenSpiel, states alone", lambda: openspiel_state(observing=False), 40_000),
    (OPENSPIEL, lambda: openspiel_state(observing=True), 30_000),
    ("OpenSpiel, rl_environment", openspiel_environment, 12_000),
    ("pgx, 1,024 at once, one core", lambda: pgx_batch(1024), 200_000),
    ("gym-backgammon", gym_backgammon, 1_000),
]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure environments beside each other.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns: a rough answer")
    options = parser.parse_args()
    console = Console(width=120)
    entries: list[Entry] = []
    for title, maker, length in MAKERS:
        try:
            entries.append(Entry(title, maker(), length // 5 if options.quick else length))
        except ImportError as missing:
            console.print(f"{title}: not here ({missing})", markup=False)
    paces: dict[str, list[Pace]] = {entry.title: [] for entry in entries}
    repeats = 3 if options.quick else 5
    for repeat in range(repeats):
        for entry in entries:
            paces[entry.title].append(entry.run(entry.steps, repeat + 1))
    steps = {title: statistics.median(pace.steps / pace.seconds for pace in turns) for title, turns in paces.items()}
    games = {
        title: sum(pace.games for pace in turns) / sum(pace.seconds for pace in turns) for title, turns in paces.items()
    }
    table = Table(title=f"Random games, one core, medians of {repeats} turns")
    table.add_column("", no_wrap=True)
    for column in ("steps/s", "games/s", "steps/s, OpenSpiel = 1", "games/s, OpenSpiel = 1"):
        table.add_column(column, justify="right")
    for title in paces:
        ratios = [found[title] / found.get(OPENSPIEL, math.nan) for found in (steps, games)]
        cells = [f"{steps[title]:,.0f}", f"{games[title]:,.0f}", *(f"{ratio:.2f}" for ratio in ratios)]
        table.add_row(title, *("" if cell == "nan" else cell for cell in cells))
    console.print(table)
    if OPENSPIEL in steps:
        best = max(value for title, value in steps.items() if title.startswith("sixprime, 4,096"))
        single = max(value for title, value in steps.items() if "BatchedBackgammon(1)" in title)
        console.print(
            f"Steps/s beside {OPENSPIEL}: batched {best / steps[OPENSPIEL]:.1f} (goal {GOAL_BATCHED} or more), "
            f"one by one {single / steps[OPENSPIEL]:.2f} (goal {GOAL_ONE_BY_ONE} or more). "
            f"NumPy {np.__version__}."
        )


if __name__ == "__main__":
    main()
