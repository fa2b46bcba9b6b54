"""Rollouts as anybody would write them down: what the kernels are compared with, game for game."""

import numpy as np

from engine.support.deep_examples import without_deep
from sixprime import ALL_ROLLS, Position, Roll
from sixprime.compiled.arrays import Doubles
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.kernels import is_bearoff
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, efficiencies_on, exact_action
from sixprime.engine.cube.kernels import (
    CubeSituation,
    CubeValues,
    best_value,
    cube_action,
    cubeless,
    right_action,
    settled,
)
from sixprime.engine.cube.views import CubeView, as_array
from sixprime.engine.net.evaluators import NetEvaluator, default_net, shared_tables
from sixprime.engine.rollout.dice_kernels import roll_number
from sixprime.engine.rollout.rollouts import Candidate, RolloutSettings


class SlowRollout:
    """Plays single games of a candidate. Both sides choose by the full net, whatever a first look says."""

    def __init__(self, candidate: Candidate, settings: RolloutSettings) -> None:
        self.candidate, self.settings = candidate, settings
        self.evaluator = NetEvaluator(without_deep(default_net()))
        self.cards = np.zeros(36, dtype=np.int64)

    def game(self, number: int) -> Doubles:
        """The seven numbers of a game, for the player who decides."""
        candidate, settings = self.candidate, self.settings
        leading = candidate.on_roll
        position = candidate.position if leading else candidate.position.flipped()
        view = candidate.view if leading else candidate.view.turned()
        luck = np.zeros(7)
        turn = 0
        while True:
            decides = turn > 0 or candidate.may_double
            chances = self.evaluator.chances(position)
            if self._is_known(position, view.situation) or (turn and turn == settings.truncate):
                return self._numbers(chances, self._guess(position, chances, view, decides), view, leading) - luck
            if settings.cubeful and decides and view.may_double:
                values = self._actions(position, chances, view)
                action = right_action(values, view.situation)
                if action.double and not action.take:
                    return self._numbers(chances, values.double_pass, view, leading) - luck
                if action.double:
                    view = view.doubled()
            rolled = roll_number(settings.seed, number, turn, settings.stratified, self.cards)
            roll = Roll(1 + rolled // 6, 1 + rolled % 6)
            if settings.variance_reduction:
                worth = {each: self._after(position, each, view, leading) for each in ALL_ROLLS}
                mean = sum(worth[each] * (1 if each.is_double else 2) for each in ALL_ROLLS) / 36
                luck += worth[next(each for each in ALL_ROLLS if set(each.numbers) == set(roll.numbers))] - mean
            result = self._result(position, roll, view)
            if result.off == result.checkers:
                return self._over(result, view, leading) - luck
            position, view, leading = result.flipped(), view.turned(), not leading
            turn += 1

    def _result(self, position: Position, roll: Roll, view: CubeView) -> Position:
        """The position after the best play, in the mover's view."""
        ranked = self.evaluator.rank(position, Roll(roll.high, roll.low))
        if not ranked:
            return position
        gammons = view.gammon_weights

        def worth(chances: Chances) -> float:
            won = chances.win_gammon * gammons[0] + chances.win_backgammon * gammons[1]
            lost = chances.lose_gammon * gammons[2] + chances.lose_backgammon * gammons[3]
            return 2 * chances.win - 1 + won - lost

        # Of equal plays the first that is listed.
        chances = {entry.play.result: entry.chances for entry in ranked}
        listed = [play.result for play in position.legal_plays(Roll(roll.high, roll.low))]
        return max(listed, key=lambda result: worth(chances[result]))

    def _after(self, position: Position, roll: Roll, view: CubeView, leading: bool) -> Doubles:
        """What a roll leads to, at a look."""
        result = self._result(position, roll, view)
        if result.off == result.checkers:
            return self._over(result, view, leading)
        answering = view.turned()
        chances = self.evaluator.chances(result.flipped())
        return self._numbers(chances, self._guess(result.flipped(), chances, answering, True), answering, not leading)

    def _over(self, result: Position, view: CubeView, leading: bool) -> Doubles:
        gammon = result.opponent_off == 0
        backgammon = gammon and any(count < 0 for count in result.points[:7])
        won = settled(1 + gammon + backgammon, view.situation, view.stakes)
        return self._numbers(Chances(1.0, float(gammon), float(backgammon), 0.0, 0.0), won, view, leading)

    def _is_known(self, position: Position, situation: CubeSituation) -> bool:
        if not self.settings.bearoff_truncation or not is_bearoff(to_board(position)):
            return False
        if not self.settings.cubeful:
            return True
        return bool(
            exact_action(to_board(position), position.checkers, situation, shared_tables().arrays().two_sided)[0]
        )

    def _actions(self, position: Position, chances: Chances, view: CubeView) -> CubeValues:
        board = to_board(position)
        two_sided = shared_tables().arrays().two_sided
        known, values = exact_action(board, position.checkers, view.situation, two_sided)
        if known:
            return values
        efficiency = efficiencies_on(board, position.checkers, not view.is_money, two_sided, DEFAULT_EFFICIENCIES)
        return cube_action(as_array(chances), view.situation, view.stakes, efficiency)

    def _guess(self, position: Position, chances: Chances, view: CubeView, decides: bool) -> float:
        if not self.settings.cubeful:
            return cubeless(as_array(chances), view.situation, view.stakes)
        values = self._actions(position, chances, view)
        return float(best_value(values, view.situation) if decides else values.no_double)

    def _numbers(self, chances: Chances, value: float, view: CubeView, leading: bool) -> Doubles:
        """The seven numbers, from the chances and the value of one of the players."""
        if view.is_money:
            value *= view.situation.cube / self.candidate.unit.situation.cube
            value = value if leading else -value
        else:
            value = value if leading else 1 - value
        chances = chances if leading else chances.for_opponent()
        return np.array([*as_array(chances), chances.equity, value])
