"""`GameSettings`: by which rules an environment plays, for what, and what its rewards are.

Money play is one game an episode; a match is one episode from its first game to its last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sixprime.core import STANDARD, IllegalAction, InvalidRules, Match, OpeningTie, RuleSet, SixprimeError
from sixprime.core.match.states import State
from sixprime.core.players import Player
from sixprime.messages import shown, text

Reward = Literal["result", "chances"]
REWARDS: tuple[Reward, ...] = ("result", "chances")


class InvalidSettings(SixprimeError):
    """An environment cannot be made like this; the message says what is wrong.

    >>> GameSettings.of(reward="chances")
    Traceback (most recent call last):
        ...
    sixprime.env.settings.InvalidSettings: rewards by match winning chances need a match: give its length
    """


@dataclass(frozen=True, slots=True)
class GameSettings:
    """Rules, length and rewards of an environment.

    >>> GameSettings.of(length=5, cube=True).rules.cube
    True
    >>> GameSettings.of(rules="003-de").rules.bear_off
    BearOff.REARMOST_ONLY
    """

    rules: RuleSet
    length: int | None = None
    """How many points a match is played to; None for money play."""
    reward: Reward = "result"

    @classmethod
    def of(
        cls,
        rules: RuleSet | str | Mapping[str, Any] = STANDARD,
        length: int | None = None,
        cube: bool = False,
        reward: str = "result",
    ) -> GameSettings:
        """Settings from what environments are made with.

        `rules` are a `RuleSet`, the name of a preset such as "001-hu", or options as in `RuleSet.from_json`. Without
        `cube` the rules that need one (Jacoby, beavers, automatic doubles, the cube's limit) are switched off as well.
        """
        if isinstance(rules, str):
            rules = RuleSet.preset(rules)
        elif not isinstance(rules, RuleSet):
            rules = RuleSet.from_json(rules)
        if type(cube) is not bool:
            raise InvalidSettings(text("the option {option} cannot be {value}", option="cube", value=shown(cube)))
        if not cube:
            rules = without_cube(rules)
        elif not rules.cube:
            raise InvalidSettings(text("these rules have no doubling cube"))
        Match(rules, length=length)  # which refuses what is no length of a match
        if reward not in REWARDS:
            raise InvalidSettings(
                text(
                    "the option {option} is one of {choices}, not {value}",
                    option="reward",
                    choices=", ".join(REWARDS),
                    value=shown(reward),
                )
            )
        if reward == "chances" and length is None:
            raise InvalidSettings(text("rewards by match winning chances need a match: give its length"))
        return cls(rules, length, reward)

    def gain(self, before: State, after: State) -> float | None:
        """What White wins by a step from one state to the next, or loses if negative; None while the game goes on.

        `before` is a state of the game that ends. In money play that is points times the cube; in a match it is 1 when
        the match is won and 0 before, or the match winning chances gained since the game began.
        """
        if after.history is before.history or after.history is None:
            return None
        game = after.history.last
        if self.length is None:
            return float(game.points if game.winner is Player.WHITE else -game.points)
        if self.reward == "chances":
            return white_chance(after) - white_chance(before)
        if after.result is None:
            return 0.0
        return 1.0 if after.result.winner is Player.WHITE else -1.0

    def ends_episode(self, after: State) -> bool:
        """Whether the episode ends with the game that led to this state."""
        return self.length is None or after.result is not None

    def worst(self, state: State) -> float:
        """What a player loses who makes an illegal action: nothing is worse.

        In money play that is a backgammon at the cube as it stands or is offered.
        """
        if self.length is None:
            return 3.0 * (state.offer.value if state.offer is not None else state.cube.value)
        if self.reward == "chances":
            chance = white_chance(state)
            return chance if state.to_act is Player.WHITE else 1.0 - chance
        return 1.0


def without_cube(rules: RuleSet) -> RuleSet:
    """These rules without a doubling cube, and without the rules that need one."""
    return rules.replace(
        cube=False, cube_limit=None, beavers=False, raccoons=False, jacoby=False,
        opening_tie=OpeningTie.REROLL, automatic_double_limit=None,
    )  # fmt: skip


def white_chance(state: State) -> float:
    """White's chance to win the match by the score at which the game of this state began."""
    from sixprime.engine.match_equity.equities import MatchEquities

    if state.length is None:
        raise IllegalAction(text("in money play there is no match to win"))
    white, black = (state.length - points for points in state.score)
    return MatchEquities.default().under(state.rules).chance(white, black, crawford_over=state.crawford_over)


__all__ = ["REWARDS", "GameSettings", "InvalidRules", "InvalidSettings", "Reward", "white_chance", "without_cube"]
