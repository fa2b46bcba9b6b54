"""What our UBGI engine answers: plays and cube actions in the interface's words, with the cube in mind or without it.

Cubeful is how our bot plays: cube and score count in everything. Cubeless, plays are chosen by the points that they win
on average, whatever the score, and cube actions follow from chances that were looked for without the cube.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sixprime.core import Action, Play, RuleSet
from sixprime.core.situations import Situation
from sixprime.engine.analyses import AnalysedPlay, Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.cube.views import CubeView
from sixprime.engine.engines import Engine
from sixprime.formats.protocols.external import written_steps
from sixprime.formats.protocols.ubgi import Role

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Adviser:
    """Answers questions with an engine that looks so many plies ahead."""

    engine: Engine
    plies: int
    rules: RuleSet
    """What a situation does not say about them."""
    cubeful: bool

    def answers(self, role: Role, situation: Situation) -> list[str]:
        """The lines that answer `go`: what was found, and what to do."""
        match role:
            case Role.CHEQUER:
                play, told = self._play(situation)
                return [*told, f"bestmove {play}"]
            case Role.CUBE:
                return [*self._cube_told(situation), f"bestcube {self._cube_action(situation)}"]
            case Role.TURN:
                cube = self._cube_action(replace(situation, roll=None))
                play, told = self._play(situation)
                return [*told, f"bestturn cube={cube} move={play}"]

    def word(self, situation: Situation) -> str:
        """The answer to a position by itself."""
        return _word(self._analysis(situation))

    def _analysis(self, situation: Situation) -> Analysis:
        return self.engine.analyse(situation, self.rules, cubeless=not self.cubeful)

    def _play(self, situation: Situation) -> tuple[str, list[str]]:
        """The play and a line about what it is worth."""
        analysis = self._analysis(situation)
        if not analysis.plays:
            return "pass", []
        best = analysis.plays[0]
        play = written_steps(_pairs(best.play))
        if best.play.result.is_over:
            return play, [f"info role chequer depth {self.plies} pv {play}"]
        worth = _worth(best.equity, best.match_chance)
        return play, [f"info role chequer depth {self.plies} {worth} {_shares(best.chances)} pv {play}"]

    def _cube_told(self, situation: Situation) -> list[str]:
        """A line about what it is worth to be on roll. Where a double is offered there is only one question."""
        if situation.offer is not None:
            return []
        analysis = self._analysis(situation)
        worth = _worth(analysis.chances.equity, None)
        if self.cubeful:
            view = CubeView.of(situation, rules=self.rules)
            worth = _worth(analysis.equity, None if view.is_money else view.chance(analysis.equity))
        return [f"info role cube depth {self.plies} {worth} {_shares(analysis.chances)}"]

    def _cube_action(self, situation: Situation) -> str:
        """`double` or `nodouble`, or what to say to a cube that is offered."""
        analysis = self._analysis(situation)
        if situation.offer is not None:
            return _word(analysis, beavers=True)
        return "double" if _word(analysis) == "double" else "nodouble"


def _worth(equity: float, match_chance: float | None) -> str:
    """An equity, in matches with the chance to win it."""
    return f"eq {equity:.4f}" if match_chance is None else f"eq {equity:.4f} mwc {match_chance:.4f}"


def _shares(chances: Chances) -> str:
    return f"pwin {chances.win:.4f} pgammon {chances.win_gammon:.4f} pbg {chances.win_backgammon:.4f}"


def _pairs(play: Play) -> Steps:
    return play.pairs


def _word(analysis: Analysis, *, beavers: bool = False) -> str:
    """The best of an analysis in one word, or a play. Nobody resigns here."""
    best = analysis.best
    if best is None or isinstance(best, AnalysedPlay):
        return written_steps(() if best is None else _pairs(best.play))
    match best.action:
        case Action.DOUBLE:
            return "double"
        case Action.DROP:
            return "drop"
        case Action.BEAVER | Action.RACCOON:
            return "beaver" if beavers else "take"
        case Action.TAKE:
            return "take"
        case _:
            return "roll"
