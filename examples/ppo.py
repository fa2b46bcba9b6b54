"""Proximal policy optimisation with masked actions, by sb3-contrib, against the random player.

    pip install "sixprime[examples]"
    python examples/ppo.py [--steps 100000] [--opponent random]

The environment has the style `steps`: one checker by one die, 151 actions, of which the mask leaves a few. Illegal
actions are never chosen, so that none has to be unlearnt.
"""

from __future__ import annotations

import argparse

import gymnasium
from sb3_contrib import MaskablePPO

import sixprime.env  # noqa: F401  # registers the environments


def wins(model: MaskablePPO, opponent: str, games: int, seed: int = 10_000) -> float:
    """The share of games that a policy wins."""
    env = gymnasium.make("sixprime/Backgammon-v0", opponent=opponent, observation="tesauro", length=1)
    won = 0
    for game in range(games):
        observation, _ = env.reset(seed=seed + game)
        over = False
        while not over:
            masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
            action, _ = model.predict(observation, action_masks=masks, deterministic=True)
            observation, reward, over, _, _ = env.step(int(action))
        won += float(reward) > 0
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to play with masked PPO.")
    parser.add_argument("--steps", type=int, default=100_000, help="steps to learn from (default: %(default)s)")
    parser.add_argument("--opponent", default="random", help="whom to learn against (default: %(default)s)")
    parser.add_argument("--games", type=int, default=200, help="games to measure by (default: %(default)s)")
    options = parser.parse_args()
    env = gymnasium.make("sixprime/Backgammon-v0", opponent=options.opponent, observation="tesauro", length=1)
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=2048, batch_size=256, gamma=1.0, ent_coef=0.01, seed=1, device="cpu",
        policy_kwargs={"net_arch": [128]},
    )  # fmt: skip
    print(f"before: {wins(model, options.opponent, options.games):.0%} of {options.games} games won", flush=True)
    rounds = 5
    for number in range(1, rounds + 1):
        model.learn(options.steps // rounds, reset_num_timesteps=False)
        share = wins(model, options.opponent, options.games)
        print(f"{number * options.steps // rounds:>9,} steps: {share:.0%} won {'#' * round(40 * share)}", flush=True)


if __name__ == "__main__":
    main()
