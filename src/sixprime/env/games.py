"""`SingleGame`: one game or match, acted in by numbers: what the Gymnasium and PettingZoo environments share.

It keeps a `sixprime.Match`, which knows the rules; so everything that was played can be saved, shown and analysed.
Dice are thrown as soon as they are needed, the opening roll like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sixprime.compiled.arrays import Boards, Ints, SignedBytes
from sixprime.core import Action, Event, Match, Phase, Player, Position, Roll, SixprimeError
from sixprime.core.dice import RollLike
from sixprime.core.match import events as ev
from sixprime.core.match.transitions import action_refusal
from sixprime.core.movegen import BEAR_OFF_CODES, after_step, to_board, to_position
from sixprime.core.situations import Situation
from sixprime.env import batch_kernels as kernels
from sixprime.env.actions import (
    CUBE_ACTIONS,
    PASS,
    Style,
    action_count,
    cube_action,
    first_cube_action,
    source_and_die,
)
from sixprime.env.match_tables import note_context
from sixprime.env.observations import Encoding, observe
from sixprime.env.settings import GameSettings, InvalidSettings
from sixprime.messages import text

_CUBE_EVENTS: dict[Action, Callable[[Player], Event]] = {
    Action.DOUBLE: ev.Doubled,
    Action.TAKE: ev.Taken,
    Action.DROP: ev.Dropped,
    Action.BEAVER: ev.Beavered,
    Action.RACCOON: ev.Raccooned,
}


class GeneratedDice:
    """Dice from a NumPy generator, after the rolls that are given."""

    def __init__(self, generator: np.random.Generator, rolls: Iterable[RollLike] = ()) -> None:
        self._generator = generator
        self._rolls = [Roll.of(roll) for roll in rolls][::-1]

    def roll(self) -> Roll:
        """Throw both dice."""
        if self._rolls:
            return self._rolls.pop()
        number = int(self._generator.integers(36))
        return Roll(1 + number // 6, 1 + number % 6)


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What an action came to."""

    gain: float
    """What White wins by it, or loses if negative."""
    is_over: bool
    illegal: str | None = None
    """Why the action was illegal, which ended the episode."""


class SingleGame:
    """One episode: `start` it, then `act` for the player to act until it is over.

    >>> game = SingleGame(GameSettings.of(), "steps", "board")
    >>> game.start(GeneratedDice(np.random.default_rng(1), ["31"]))
    >>> game.player, str(game.match.state.roll), int(game.mask().sum())
    (Player.WHITE, '3-1', 9)
    """

    def __init__(self, settings: GameSettings, style: Style, encoding: Encoding) -> None:
        self.settings, self.style, self.encoding = settings, style, encoding
        self.match = Match(settings.rules, length=settings.length)
        self.is_over = False
        self.steps: list[tuple[int, int]] = []
        """The steps of the turn that is being played, as (source, target)."""
        self._bear_off = BEAR_OFF_CODES[settings.rules.bear_off]
        self._count = action_count(style, cube=settings.rules.cube)
        self._facts: Ints = np.zeros((1, kernels.FACTS), dtype=np.int32)
        self._numbers: Ints = np.zeros((1, kernels.NUMBERS), dtype=np.int32)
        self._board: Boards = to_board(settings.rules.start)
        self._sources = 0
        self._high, self._low, self._left = 0, 0, 0

    def start(self, dice: GeneratedDice, situation: Situation | None = None) -> None:
        """Begin with the opening roll, or from a situation."""
        self._dice = dice
        self.is_over = False
        if situation is None:
            self.match = Match(self.settings.rules, length=self.settings.length)
        else:
            if situation.length != self.settings.length or situation.position.checkers != self._checkers:
                raise InvalidSettings(text("the situation is not one of the games that are played here"))
            self.match = situation.to_match(self.settings.rules)
        self._throw()

    @property
    def _checkers(self) -> int:
        return self.settings.rules.start.checkers

    @property
    def player(self) -> Player:
        """Who decides; White when all is over."""
        return self.match.to_act or Player.WHITE

    @property
    def number(self) -> int:
        """The number of the player who decides: 0 White, 1 Black."""
        return 1 if self.match.to_act is Player.BLACK else 0

    # Acting

    def act(self, action: int) -> ActionOutcome:
        """Make an action for the player to act. An illegal one ends the episode."""
        before = self.match.state
        try:
            event = self._event_of(action)
            if event is not None:
                self.match.apply(event)
        except SixprimeError as error:
            self.is_over = True
            worst = self.settings.worst(before)
            return ActionOutcome(-worst if before.to_act is Player.WHITE else worst, True, str(error))
        gain = self.settings.gain(before, self.match.state)
        self.is_over = gain is not None and self.settings.ends_episode(self.match.state)
        if not self.is_over and (event is not None or not self.steps):
            self._throw(rolls=action == cube_action(self.style, Action.ROLL) and before.phase is Phase.TO_ROLL)
        return ActionOutcome(gain or 0.0, self.is_over)

    def apply(self, event: Event | None) -> ActionOutcome:
        """What a player that is a program has decided; None to roll. An offer to resign is declined."""
        before, player = self.match.state, self.player
        if event is not None:
            self.match.apply(event)
            if isinstance(event, ev.Resigned):
                self.match.apply(ev.ResignationDeclined(player.opponent))
                return ActionOutcome(0.0, False)
        gain = self.settings.gain(before, self.match.state)
        self.is_over = gain is not None and self.settings.ends_episode(self.match.state)
        if not self.is_over:
            self._throw(rolls=event is None)
        return ActionOutcome(gain or 0.0, self.is_over)

    def _throw(self, *, rolls: bool = False) -> None:
        """Throw the dice that are needed now; `rolls` says that the player on roll, who might double, has chosen to."""
        match = self.match
        while match.phase is Phase.OPENING:
            match.open(self._dice)
        state, player = match.state, self.player
        if state.phase is Phase.TO_ROLL and (
            rolls or not state.rules.cube or action_refusal(state, Action.DOUBLE, player) is not None
        ):
            match.apply(ev.Rolled(player, self._dice.roll()))
        self.steps = []
        roll = match.state.roll
        self._high, self._low, self._left = 0, 0, 0
        if roll is not None:
            self._board = to_board(match.position)
            self._high, self._low = roll.high, roll.low
            self._left = 4 if roll.is_double else kernels.HIGH_LEFT + kernels.LOW_LEFT
            if self.style == "steps":
                self._list_steps()

    def _list_steps(self) -> None:
        self._sources = kernels.step_sources(self._board, self._high, self._low, self._left, self._bear_off)

    def _event_of(self, action: int) -> Event | None:
        """What an action does to the match; None while a turn is not complete, and for rolling."""
        player, phase = self.player, self.match.phase
        cube = action - first_cube_action(self.style)
        if phase is not Phase.TO_PLAY:
            chosen = CUBE_ACTIONS[cube] if 0 <= cube < len(CUBE_ACTIONS) else Action.PLAY
            if action_refusal(self.match.state, chosen, player) is not None:
                raise InvalidSettings(text("action {action} is not legal here", action=action))
            return None if chosen is Action.ROLL else _CUBE_EVENTS[chosen](player)
        if self.style == "afterstates":
            plays = self.match.legal_plays
            if not 0 <= action < max(len(plays), 1):
                raise InvalidSettings(text("action {action} is not legal here", action=action))
            return ev.Played(player, plays[action].pairs if plays else ())
        if action == PASS and not self._sources:
            return ev.Played(player)
        return self._step(player, action)

    def _step(self, player: Player, action: int) -> Event | None:
        """Move one checker; the whole play when the turn is complete."""
        source, die = source_and_die(action)
        by_high = die == self._high and bool(self._sources >> source & 1)
        by_low = die == self._low and bool(self._sources >> (32 + source) & 1)
        if not 0 <= action < PASS or not (by_high or by_low):
            raise InvalidSettings(text("action {action} is not legal here", action=action))
        target = max(source - die, 0)
        self._board, _ = after_step(self._board, source, target)
        self.steps.append((source, target))
        if self._high == self._low:
            self._left -= 1
        else:
            self._left -= kernels.HIGH_LEFT if by_high else kernels.LOW_LEFT
        self._list_steps()
        if self._sources:
            return None
        play = self.match.legal_plays.reaching(self.position)
        assert play is not None  # every step has been one that can be completed
        return ev.Played(player, play.pairs)

    # What is known

    @property
    def position(self) -> Position:
        """The position with the steps that have been made, as the player on roll sees it."""
        return to_position(self._board, self._checkers) if self.steps else self.match.position

    @property
    def dice_left(self) -> tuple[int, ...]:
        """The numbers that are still to be played, the higher first; none while no roll is on the table."""
        if self.match.phase is not Phase.TO_PLAY or self.is_over:
            return ()
        if self._high == self._low:
            return (self._high,) * self._left
        dice = ((self._high, kernels.HIGH_LEFT), (self._low, kernels.LOW_LEFT))
        return tuple(die for die, bit in dice if self._left & bit)

    def mask(self) -> SignedBytes:
        """Which actions are legal: zeros and ones. When all is over, none is."""
        mask: SignedBytes = np.zeros(self._count, dtype=np.int8)
        if self.is_over:
            return mask
        if self.match.phase is Phase.TO_PLAY:
            if self.style == "afterstates":
                mask[: max(len(self.match.legal_plays), 1)] = 1
                return mask
            kernels.fill_step_mask(self._sources, self._high, self._low, mask)
            return mask
        for number, action in enumerate(CUBE_ACTIONS, first_cube_action(self.style)):
            mask[number] = action_refusal(self.match.state, action, self.player) is None
        return mask

    def afterstates(self) -> Boards:
        """The boards that can be chosen, in the view of the player to act; none while no roll is on the table."""
        if self.is_over or self.match.phase is not Phase.TO_PLAY:
            return np.zeros((0, 26), dtype=np.int8)
        rows = self.match.legal_plays.result_bytes
        if not rows:
            return to_board(self.match.position)[np.newaxis]
        return np.frombuffer(bytearray(rows), dtype=np.int8).reshape(-1, 26)

    def observation(self, player: Player) -> npt.NDArray[Any]:
        """What a player sees: one row of numbers."""
        state = self.match.state
        position = state.results[-1].position if self.is_over and state.results else self.position
        viewer = state.results[-1].winner if self.is_over and state.results else state.on_roll or Player.WHITE
        note_context(self._facts[0], state, player)
        playing = state.phase is Phase.TO_PLAY and not self.is_over
        self._facts[0, kernels.KIND] = kernels.TO_PLAY if playing else kernels.OVER
        self._facts[0, kernels.FLIPPED] = viewer is not player
        self._numbers[0, kernels.HIGH : kernels.LEFT + 1] = self._high, self._low, self._left
        board = to_board(position)[np.newaxis]
        row: npt.NDArray[Any] = observe(board, self._numbers, self._facts, self.encoding, self._checkers)[0]
        return row

    def situation(self) -> Situation:
        """What a picture of this moment shows; at the end, the last position."""
        state = self.match.state
        if self.is_over and state.results:
            last = state.results[-1]
            return Situation(last.position, last.winner, cube=last.cube if last.cube.value > 1 else state.cube)
        return Situation.from_state(state.changed(position=self.position))
