"""`BackgammonEnv`: a Gymnasium environment for one agent, against an opponent or against itself.

An observation is a dict: "observation", a row of numbers in the view of the player to act
(`sixprime.env.observations`), and "action_mask", 1 for each legal action (`sixprime.env.actions`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sixprime.core import STANDARD, Player, RuleSet
from sixprime.core.situations import Situation
from sixprime.env.actions import Style, action_count, style_of
from sixprime.env.games import ActionOutcome, GeneratedDice, SingleGame
from sixprime.env.observations import Encoding, bounds, encoding_of
from sixprime.env.opponents import SELF, OpponentLike, opponent_of
from sixprime.env.pictures import BoardWindow, rgb_board
from sixprime.env.settings import GameSettings, InvalidSettings
from sixprime.formats.boards.drawing import gnubg_board
from sixprime.messages import shown, text

RENDER_MODES = ("ansi", "rgb_array", "human")
Observation = dict[str, npt.NDArray[Any]]


def observation_space(encoding: Encoding, style: Style, settings: GameSettings) -> spaces.Dict:
    """The space of an observation with its mask."""
    low, high = bounds(encoding, settings.length)
    kind = np.int16 if encoding == "board" else np.float32
    count = action_count(style, cube=settings.rules.cube)
    return spaces.Dict(
        {
            "observation": spaces.Box(low.astype(kind), high.astype(kind), dtype=kind),
            "action_mask": spaces.Box(0, 1, (count,), dtype=np.int8),
        }
    )


def checked_render_mode(mode: str | None) -> str | None:
    """The mode, if there is one like that."""
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidSettings(
            text(
                "the option {option} is one of {choices}, not {value}",
                option="render_mode",
                choices=", ".join(RENDER_MODES),
                value=shown(mode),
            )
        )
    return mode


def rendered(game: SingleGame, mode: str | None, window: BoardWindow) -> Any:
    """A picture of the game as the mode has it; None in the mode `human`, which shows it."""
    if mode == "ansi":
        return gnubg_board(game.situation(), with_ids=False)
    if mode == "rgb_array":
        return rgb_board(game.situation(), game.dice_left)
    if mode == "human":
        window.show(game.situation(), game.dice_left)
    return None


def begin(game: SingleGame, generator: np.random.Generator, options: Mapping[str, Any] | None) -> None:
    """Start an episode. `options` may have "rolls", the first rolls, and "situation", where to begin (or its id)."""
    chosen = options or {}
    situation = chosen.get("situation")
    if isinstance(situation, str):
        situation = Situation.parse(situation)
    game.start(GeneratedDice(generator, chosen.get("rolls", ())), situation)


class BackgammonEnv(gymnasium.Env[Any, Any]):
    """One game of money play or one match an episode. The agent is White; who begins is decided by the opening roll.

    `rules`, `length`, `cube` and `reward` are as in `GameSettings.of`; `opponent` as in `sixprime.env.opponents`;
    `actions` is the style of actions; `observation` the encoding of boards; `max_steps` truncates an episode after so
    many actions of the agent. With the opponent "self" the agent plays both sides: observations are those of the player
    to act, and the reward is that of the player who has just acted.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        *,
        rules: RuleSet | str | Mapping[str, Any] = STANDARD,
        length: int | None = None,
        cube: bool = False,
        reward: str = "result",
        opponent: OpponentLike = "random",
        actions: str = "steps",
        observation: str = "board",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        settings = GameSettings.of(rules, length, cube, reward)
        style, encoding = style_of(actions), encoding_of(observation)
        self.game = SingleGame(settings, style, encoding)
        self.observation_space = observation_space(encoding, style, settings)
        self.action_space = spaces.Discrete(action_count(style, cube=settings.rules.cube))
        self.render_mode = checked_render_mode(render_mode)
        self.max_steps = max_steps
        self._opponent = opponent_of(opponent)
        self._window = BoardWindow()
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode; `options` are as in `begin`."""
        super().reset(seed=seed)
        self._steps = 0
        if self._opponent is not None:
            self._opponent.start(int(self.np_random.integers(2**31)))
        begin(self.game, self.np_random, options)
        outcome = self._let_opponent_play()
        while outcome.is_over:  # the opponent's first actions ended the episode before the agent had any
            begin(self.game, self.np_random, options)
            outcome = self._let_opponent_play()
        self._show()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make an action, and let the opponent play until the agent is to act again.

        An illegal action ends the episode with the worst reward, and `info["illegal_action"]` says why.
        """
        player = self.game.player
        if self.game.is_over:
            return self._observation(), 0.0, True, False, self._info()
        outcome = self.game.act(int(action))
        gain = outcome.gain
        info = {} if outcome.illegal is None else {"illegal_action": outcome.illegal}
        if not outcome.is_over:
            outcome = self._let_opponent_play()
            gain += outcome.gain
        self._steps += 1
        truncated = not outcome.is_over and self.max_steps is not None and self._steps >= self.max_steps
        self._show()
        reward = gain if player is Player.WHITE else -gain
        return self._observation(), reward, outcome.is_over, truncated, {**self._info(), **info}

    def _let_opponent_play(self) -> ActionOutcome:
        gain = 0.0
        while self._opponent is not None and not self.game.is_over and self.game.player is Player.BLACK:
            outcome = self.game.apply(self._opponent.decide(self.game.match))
            gain += outcome.gain
        return ActionOutcome(gain, self.game.is_over)

    def _observation(self) -> Observation:
        player = self.game.player if self._opponent is None else Player.WHITE
        return {"observation": self.game.observation(player), "action_mask": self.game.mask()}

    def _info(self) -> dict[str, Any]:
        player = self.game.number
        if self.game.style == "afterstates":
            return {"player": player, "afterstates": self.game.afterstates()}
        return {"player": player}

    def action_masks(self) -> npt.NDArray[Any]:
        """Which actions are legal, as sb3-contrib's `MaskablePPO` asks for it."""
        return self.game.mask().astype(bool)

    def render(self) -> Any:
        """A picture, as the render mode has it."""
        return rendered(self.game, self.render_mode, self._window)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """End the opponent, and remove the page that showed the game."""
        if self._opponent is not None:
            self._opponent.close()
        self._window.close()


__all__ = ["SELF", "BackgammonEnv"]
