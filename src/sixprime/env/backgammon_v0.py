"""`backgammon_v0` for PettingZoo: two agents, "player_0" (White) and "player_1" (Black), who act in turns.

Made like its classic games: `env()` is `raw_env()` in a wrapper; observations are dicts with an `action_mask`.
An illegal action ends the episode with the worst reward for who made it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from sixprime.core import STANDARD, Player, RuleSet
from sixprime.env.actions import action_count, style_of
from sixprime.env.games import SingleGame
from sixprime.env.gym_envs import RENDER_MODES, Observation, begin, checked_render_mode, observation_space, rendered
from sixprime.env.observations import encoding_of
from sixprime.env.pictures import BoardWindow
from sixprime.env.settings import GameSettings

AGENTS = ("player_0", "player_1")


def env(*, max_cycles: int | None = None, **options: Any) -> AECEnv:
    """The environment in PettingZoo's wrapper that watches over the order of calls. `options` are those of `raw_env`.

    Those that raise an error for an illegal action are left out: here it ends the episode, whatever its number.
    `max_cycles` truncates an episode after so many actions of each player, on average.
    """
    raw = raw_env(max_steps=None if max_cycles is None else 2 * max_cycles, **options)
    return wrappers.OrderEnforcingWrapper(raw)


def parallel_env(*, max_cycles: int | None = None, **options: Any) -> ParallelEnv:
    """The game as a parallel environment: a step takes the actions of both, and makes that of the player to act.

    `max_cycles` truncates an episode after so many steps.
    """
    return turn_based_aec_to_parallel(raw_env(max_steps=max_cycles, **options))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types; the name is its own
    """The environment itself. `rules`, `length`, `cube` and `reward` are as in `GameSettings.of`.

    `actions` is the style of actions, `observation` the encoding of boards; `max_steps` truncates an episode after so
    many actions.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "backgammon_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        rules: RuleSet | str | Mapping[str, Any] = STANDARD,
        length: int | None = None,
        cube: bool = False,
        reward: str = "result",
        actions: str = "steps",
        observation: str = "board",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, rules=rules, length=length, cube=cube, reward=reward, actions=actions, observation=observation,
            max_steps=max_steps, render_mode=render_mode,
        )  # fmt: skip
        super().__init__()
        settings = GameSettings.of(rules, length, cube, reward)
        style, encoding = style_of(actions), encoding_of(observation)
        self.game = SingleGame(settings, style, encoding)
        self.render_mode = checked_render_mode(render_mode)
        self.max_steps = max_steps
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: observation_space(encoding, style, settings) for agent in AGENTS}
        count = action_count(style, cube=settings.rules.cube)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}
        self._window = BoardWindow()
        self._generator: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode; `options` are as in `sixprime.env.gym_envs.begin`."""
        if seed is not None or self._generator is None:
            self._generator, _ = seeding.np_random(seed)
        begin(self.game, self._generator, options)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        self.agent_selection = AGENTS[self.game.number]
        if self.game.style == "afterstates":
            self.infos[self.agent_selection]["afterstates"] = self.game.afterstates()

    def observe(self, agent: str) -> Observation:
        """What an agent sees. The mask of an agent who is not to act is all zeros."""
        player = list(Player)[AGENTS.index(agent)]
        mask = self.game.mask()
        if self.game.player is not player:
            mask[:] = 0
        return {"observation": self.game.observation(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make an action of the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        outcome = self.game.act(int(action))
        self.rewards = dict(zip(AGENTS, (outcome.gain, -outcome.gain), strict=True))
        self.infos = {name: {} for name in self.agents}
        if outcome.illegal is not None:
            self.infos[agent]["illegal_action"] = outcome.illegal
        if outcome.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if outcome.is_over:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """A picture, as the render mode has it."""
        return rendered(self.game, self.render_mode, self._window)

    def close(self) -> None:
        """Remove the page that showed the game."""
        self._window.close()
