"""PettingZoo's own tests, and what they leave out."""

import webbrowser
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.wrappers import BaseParallelWrapper, BaseWrapper

from sixprime.env import backgammon_v0

VARIANTS: list[dict[str, Any]] = [{}, {"actions": "afterstates", "observation": "tesauro"}, {"length": 2, "cube": True}]


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # it is a dict, as in all games with a mask
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_pettingzoos_tests(options: dict[str, Any]) -> None:
    api_test(backgammon_v0.env(**options), num_cycles=150)
    seed_test(lambda: backgammon_v0.env(**options), num_cycles=100)


class LegalSpace:
    """Samples legal actions only: PettingZoo's test of cycles knows no masks, and illegal actions end an episode."""

    def __init__(self, env: Any, agent: str) -> None:
        self._env, self._agent = env, agent

    def sample(self) -> int:
        legal = np.flatnonzero(self._env.unwrapped.observe(self._agent)["action_mask"])
        return int(legal[0]) if legal.size else 0


class LegalOnly(BaseWrapper):  # type: ignore[misc]
    def action_space(self, agent: str) -> LegalSpace:
        return LegalSpace(self.env, agent)


class ParallelLegalOnly(BaseParallelWrapper):  # type: ignore[misc]
    def action_space(self, agent: str) -> LegalSpace:
        return LegalSpace(self.env, agent)


def test_cycles_are_counted() -> None:
    max_cycles_test(
        SimpleNamespace(
            env=lambda **options: LegalOnly(backgammon_v0.env(actions="afterstates", **options)),
            parallel_env=lambda **options: ParallelLegalOnly(backgammon_v0.parallel_env(**options)),
        )
    )


def test_a_whole_game_is_zero_sum_and_an_illegal_action_loses() -> None:
    env = backgammon_v0.env(length=1)
    for seed, blunders in ((1, False), (2, True)):
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        loser = None
        generator = np.random.default_rng(seed)
        for number, agent in enumerate(env.agent_iter()):
            observation, reward, terminated, truncated, info = env.last()
            totals[agent] += reward
            if terminated or truncated:
                assert ("illegal_action" in info) is (agent == loser)
                env.step(None)
                continue
            other = env.observe("player_1" if agent == "player_0" else "player_0")
            assert not other["action_mask"].any()
            if blunders and number == 7:
                loser = agent
                env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
            else:
                env.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
        assert sorted(totals.values()) == [-1, 1]
        assert loser is None or totals[loser] == -1


@pytest.mark.parametrize("action", [-1, 157, 10_000])
def test_an_action_out_of_bounds_is_an_illegal_one_and_no_exception(action: int) -> None:
    env = backgammon_v0.env(cube=True)
    env.reset(seed=3)
    loser = env.agent_selection
    env.step(action)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[loser] == -3
    assert env.infos[loser]["illegal_action"] == f"action {action} is not legal here"


def test_pictures_of_all_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def note(page: str) -> bool:
        opened.append(page)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    for mode in ("ansi", "rgb_array", "human"):
        env = backgammon_v0.env(render_mode=mode)
        env.reset(seed=1)
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        picture = env.render()
        if mode == "ansi":
            assert "Rolled" in picture
        elif mode == "rgb_array":
            assert picture.shape == (562, 760, 3)
        else:
            assert picture is None
            assert len(opened) == 1
        env.close()
