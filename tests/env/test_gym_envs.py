"""The Gymnasium environments: their own checker, opponents, rewards, pictures, and the batched games as one of them."""

import json
import os
import subprocess
import sys
import webbrowser
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sixprime.env  # registers the environments
from sixprime import Engine, Event, Match, Phase, Player
from sixprime.env import InvalidSettings
from sixprime.env.gym_envs import BackgammonEnv
from sixprime.env.pictures import BoardWindow, rgb_board

opened: list[str] = []


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pages are not opened here, but noted."""
    opened.clear()

    def note(page: str) -> bool:
        opened.append(page)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    return opened


def make(**options: Any) -> BackgammonEnv:
    env = gymnasium.make("sixprime/Backgammon-v0", disable_env_checker=True, **options).unwrapped
    assert isinstance(env, BackgammonEnv)
    return env


def play(env: BackgammonEnv, seed: int, steps: int = 400) -> list[Any]:
    """What an agent sees that chooses evenly among the legal actions."""
    observation, info = env.reset(seed=seed)
    generator = np.random.default_rng(seed)
    seen: list[Any] = []
    for _ in range(steps):
        action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation["observation"].tolist(), reward, terminated))
        assert env.observation_space.contains(observation)
        assert "illegal_action" not in info
        assert not truncated
        if terminated:
            break
    return seen


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"actions": "afterstates", "observation": "tesauro"},
        {"length": 3, "cube": True, "opponent": "club", "observation": "columns"},
        {"opponent": "self", "rules": "003-de", "cube": True},
    ],
    ids=json.dumps,
)
def test_gymnasiums_checker(options: dict[str, Any]) -> None:
    check_env(gymnasium.make("sixprime/Backgammon-v0", **options).unwrapped)


@pytest.mark.parametrize("opponent", ["random", "pubeval", "beginner", "self"])
def test_equal_seeds_give_equal_episodes(opponent: str) -> None:
    env = make(opponent=opponent, length=2, cube=True)
    episodes = [play(env, seed, 60) for seed in (1, 1, 2)]
    assert episodes[0] == episodes[1] != episodes[2]
    env.close()


def test_episodes_are_the_matches_that_they_seem_to_be() -> None:
    env = make(actions="afterstates", length=3, cube=True, observation="tesauro")
    last = play(env, 3, 10_000)[-1]
    match = env.game.match
    assert last[2]
    assert match.result is not None
    assert last[1] == (1 if match.result.winner is Player.WHITE else -1)
    assert Match.from_events(match.events, match.rules, length=3) == match


def test_rewards_in_money_play_are_points() -> None:
    env = make(opponent="self")
    for seed in range(3):
        env.reset(seed=seed)
        last = play(env, seed, 10_000)[-1]
        game = env.game.match.results[0]
        assert last[1] == game.points  # who bears off last has just acted


def test_an_illegal_action_ends_the_episode_and_says_why() -> None:
    for actions, action in (("steps", 999), ("steps", 0), ("afterstates", 3059), ("steps", -5)):
        env = make(actions=actions)
        env.reset(seed=1, options={"rolls": ["31"]})
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (-3, True, False)
        assert info["illegal_action"] == f"action {action} is not legal here"
        assert env.step(0)[1:4] == (0.0, True, False)


def test_dice_and_situations_can_be_given() -> None:
    env = make(opponent="self", actions="afterstates")
    _, info = env.reset(seed=1, options={"rolls": ["33", "31", "66"]})
    assert str(env.game.match.state.roll) == "3-1"
    assert len(info["afterstates"]) == 16
    env.step(0)
    assert str(env.game.match.state.roll) == "6-6"
    env.reset(options={"situation": "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10"})
    assert str(env.game.match.state.roll) == "4-2"
    with pytest.raises(InvalidSettings):
        env.reset(options={"situation": "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10"})


def test_opponents_can_be_given() -> None:
    asked: list[Phase] = []
    with Engine(plies=0, threads=1) as engine:

        def decide(match: Match) -> Event | None:
            asked.append(match.phase)
            return engine.decide(match)

        for opponent in (decide, engine):
            env = make(opponent=opponent, length=3, cube=True)
            assert play(env, 5, 10_000)[-1][2]
    assert set(asked) >= {Phase.TO_PLAY, Phase.TO_ROLL}
    with pytest.raises(InvalidSettings, match="there is no opponent 'nobody'"):
        make(opponent="nobody")


def test_long_episodes_are_truncated() -> None:
    env = make(max_steps=2, opponent="self", actions="afterstates")
    env.reset(seed=1)
    assert [env.step(0)[3] for _ in range(2)] == [False, True]


def test_pictures(browser: list[str]) -> None:
    env = make(render_mode="ansi", opponent="self", cube=True)
    env.reset(seed=1, options={"rolls": ["31"]})
    assert "O: White" in env.render()
    assert "Rolled 31" in env.render()
    pixels = rgb_board(env.game.situation(), env.game.dice_left)
    env.step(int(env.action_masks().argmax()))
    moved = rgb_board(env.game.situation(), env.game.dice_left)
    assert pixels.dtype == np.uint8
    assert pixels.shape == moved.shape == (562, 760, 3)
    assert (pixels != moved).any()
    window = BoardWindow()
    window.show(env.game.situation(), env.game.dice_left)
    window.show(env.game.situation(), env.game.dice_left)
    folder = window.folder
    assert folder is not None
    assert (folder / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert browser == [(folder / "index.html").as_uri()]
    window.close()
    assert not folder.exists()
    with pytest.raises(InvalidSettings, match="render_mode"):
        BackgammonEnv(render_mode="hologram")
    env = make(render_mode="rgb_array", length=1)
    assert play(env, 1, 10_000)[-1][2]
    assert env.render().shape == (562, 760, 3)


def test_batched_games_are_a_vector_environment() -> None:
    envs = gymnasium.make_vec("sixprime/BackgammonSelfPlay-v0", num_envs=6, length=1)
    observation, _ = envs.reset(seed=4)
    again, _ = envs.reset(seed=4)
    assert (observation["observation"] == again["observation"]).all()
    generator = np.random.default_rng(4)
    finished = 0
    while finished < 6:
        assert envs.observation_space.contains(observation)
        actions = np.array([generator.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])
        assert envs.action_space.contains(actions)
        observation, rewards, terminations, truncations, infos = envs.step(actions)
        assert (rewards[terminations] == 1).all()
        assert not rewards[~terminations].any()
        assert not truncations.any()
        for name in ("_final_boards", "_final_obs"):
            assert infos.get(name, np.zeros(6, dtype=bool)).tolist() == terminations.tolist()
        finished += int(terminations.sum())
    _, rewards, _, _, infos = envs.step(np.full(6, 150))
    assert -1 in rewards
    assert infos["illegal_action"].any()
    envs.close()
    with pytest.raises(InvalidSettings):
        gymnasium.make_vec("sixprime/BackgammonSelfPlay-v0", num_envs=2, opponent="club")


def test_a_vector_environment_keeps_the_last_observation_of_an_episode() -> None:
    """Learners need it to value what was cut off: the observation that the single environment gives."""
    envs = gymnasium.make_vec("sixprime/BackgammonSelfPlay-v0", num_envs=3, max_steps=4, actions="afterstates")
    batch = sixprime.env.BatchedBackgammon(3, actions="afterstates", autoreset=False)
    envs.reset(seed=2)
    batch.reset(seed=2)
    for step in range(1, 5):
        observation, _, _, truncations, infos = envs.step(np.zeros(3, dtype=np.int64))
        wanted = batch.step([0, 0, 0]).observations
        assert truncations.all() == (step == 4)
        if step < 4:
            assert "final_obs" not in infos
            assert (observation["observation"] == wanted).all()
    for last, row, mask in zip(infos["final_obs"], wanted, batch.action_masks(), strict=True):
        assert (last["observation"] == row).all()
        assert (last["action_mask"] == mask).all()
        assert envs.single_observation_space.contains(last)
    start = batch.restart([True, True, True])
    assert (observation["observation"] == start).all()
    assert (observation["action_mask"].sum(axis=1) > 1).all()
    _, rewards, terminations, _, infos = envs.step(np.array([0, -1, 0]))
    assert rewards.tolist() == [0, -3, 0]
    assert terminations.tolist() == [False, True, False]
    assert envs.single_observation_space.contains(infos["final_obs"][1])
    assert infos["final_obs"][0] is infos["final_obs"][2] is None


EPISODES = """
import hashlib
import gymnasium, numpy as np
import sixprime.env
from sixprime.env import backgammon_v0

seen = hashlib.sha256()
generator = np.random.default_rng(1)
for options in ({"opponent": "random"}, {"opponent": "pubeval", "actions": "afterstates"}, {"opponent": "casual"}):
    env = gymnasium.make("sixprime/Backgammon-v0", length=2, cube=True, disable_env_checker=True, **options)
    observation, _ = env.reset(seed=8)
    for _ in range(60):
        action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
        observation, reward, over, _, _ = env.step(action)
        seen.update(observation["observation"].tobytes() + observation["action_mask"].tobytes() + str(reward).encode())
        if over:
            observation, _ = env.reset()
    env.close()
env = backgammon_v0.env(length=1)
env.reset(seed=8)
for agent in env.agent_iter():
    observation, reward, terminated, _, _ = env.last()
    seen.update(agent.encode() + observation["observation"].tobytes() + str(reward).encode())
    env.step(None if terminated else int(generator.choice(np.flatnonzero(observation["action_mask"]))))
print(seen.hexdigest())
"""


@pytest.mark.slow
def test_equal_seeds_give_equal_episodes_in_other_processes() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", EPISODES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert len(said[0]) == 65


def test_one_by_one_and_batched_games_are_alike() -> None:
    """The same situation, dice and actions show the same observations and masks in both."""
    for actions in ("steps", "afterstates"):
        for encoding in ("board", "tesauro", "columns"):
            options: dict[str, Any] = {"actions": actions, "observation": encoding, "cube": True, "length": 3}
            env = make(opponent="self", **options)
            batch = sixprime.env.BatchedBackgammon(1, **options)
            observation, _ = env.reset(seed=1, options={"rolls": ["31", "66", "52", "41", "62", "33"]})
            seen = batch.step_with([(3, 1)])
            dice = iter([(6, 6), (5, 2), (4, 1), (6, 2), (3, 3)])
            while True:
                assert (observation["observation"] == seen[0]).all()
                assert (observation["action_mask"] == batch.action_masks()[0]).all()
                action = int(observation["action_mask"].argmax())
                observation = env.step(action)[0]
                seen = batch.act([action]).observations
                if batch.is_chance[0]:
                    thrown = next(dice, None)
                    if thrown is None:
                        break
                    seen = batch.step_with([thrown])
