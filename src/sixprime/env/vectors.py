"""`BackgammonVectorEnv`: the batched games as a Gymnasium vector environment, in which the agent plays both sides.

It plays as `BackgammonEnv` with the opponent "self": observations are those of the players to act, rewards those of the
players who have just acted. A game that has ended starts again in the same step, as in Gymnasium's mode `SAME_STEP`:
`infos["final_obs"]` has its last observation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sixprime.compiled.arrays import Doubles, Flags
from sixprime.env.batches import BatchedBackgammon
from sixprime.env.gym_envs import Observation, observation_space
from sixprime.env.opponents import SELF
from sixprime.env.settings import InvalidSettings
from sixprime.messages import text


class BackgammonVectorEnv(VectorEnv[Observation, npt.NDArray[Any], npt.NDArray[Any]]):
    """`num_envs` games at once. `options` are those of `BatchedBackgammon`; actions are in the style "steps"."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, num_envs: int, *, actions: str = "steps", opponent: str = SELF, **options: Any) -> None:
        if opponent != SELF:
            raise InvalidSettings(
                text("in this environment the agent plays both sides: opponents need sixprime/Backgammon-v0")
            )
        self.batch = BatchedBackgammon(num_envs, actions=actions, autoreset=False, **options)
        self.num_envs = num_envs
        batch = self.batch
        self.single_observation_space = observation_space(batch.encoding, batch.style, batch.settings)
        self.single_action_space = spaces.Discrete(batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # Gymnasium's signature
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games; game i has the seed `seed + i`."""
        super().reset(seed=seed)
        observations = self.batch.reset(seed if seed is not None else int(self.np_random.integers(2**31)))
        return self._observation(observations), self._infos()

    def step(self, actions: npt.NDArray[Any]) -> tuple[Observation, Doubles, Flags, Flags, dict[str, Any]]:
        """Make an action in every game."""
        result = self.batch.step(actions)
        infos = self._infos()
        if result.illegal.any():
            infos["illegal_action"] = result.illegal
        observation = self._observation(result.observations)
        ended = result.terminations | result.truncations
        if ended.any():
            infos = {
                **infos, "final_boards": result.final_boards, "_final_boards": ended,
                "final_obs": self._last_observations(observation, ended), "_final_obs": ended,
            }  # fmt: skip
            observation = self._observation(self.batch.restart(ended))
            infos |= self._infos()
        return observation, result.rewards, result.terminations, result.truncations, infos

    def _last_observations(self, observation: Observation, ended: Flags) -> npt.NDArray[np.object_]:
        """One observation for each game that has ended, None for the others, as Gymnasium has it."""
        last = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(ended).tolist():
            last[game] = {name: rows[game] for name, rows in observation.items()}
        return last

    def _observation(self, observations: npt.NDArray[Any]) -> Observation:
        return {"observation": observations, "action_mask": self.batch.action_masks()}

    def _infos(self) -> dict[str, Any]:
        if self.batch.style == "afterstates":
            batch = self.batch
            return {"player": batch.players, "afterstates": batch.afterstates.copy(), "offsets": batch.offsets}
        return {"player": self.batch.players}

    def action_masks(self) -> npt.NDArray[Any]:
        """Which actions are legal in each game."""
        return self.batch.action_masks().astype(bool)
