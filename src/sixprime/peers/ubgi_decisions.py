"""What our UBGI engine answers: plays and cube actions in the interface's words, with the cube in mind or without it.

Cubeful is how our bot plays: cube and score count in everything. Cubeless, plays are chosen by the points that they win
on average, whatever the score, and cube actions follow from chances that were looked for without the cube.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sixprime.core import Event, Match, Play, RuleSet
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.bots.players import MatchPlayer
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.judges import ByChances, CubeJudge
from sixprime.engine.cube.views import CubeView
from sixprime.formats.protocols.external import written_steps
from sixprime.formats.protocols.ubgi import Role
from sixprime.peers.engines import Engine

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Adviser:
    """Answers questions with an engine that looks so many plies ahead. Not to be shared by threads."""

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
        match = self._match(situation)
        if not self.cubeful and situation.roll is not None:
            return written_steps(self._cubeless_steps(match))
        return _word(self._player.decide(match))

    @property
    def _player(self) -> MatchPlayer:
        return self.engine.player if self.cubeful else NetPlayer(self._cube_judge)

    @property
    def _cube_judge(self) -> CubeJudge:
        return self.engine.cube_judge if self.cubeful else ByChances(self.engine.judge)

    def _match(self, situation: Situation) -> Match:
        return situation.to_match(self.rules)

    def _play(self, situation: Situation) -> tuple[str, list[str]]:
        """The play and a line about what it is worth."""
        match = self._match(situation)
        if not match.legal_plays:
            return "pass", []
        steps = self._cubeful_steps(match) if self.cubeful else self._cubeless_steps(match)
        play = written_steps(steps)
        result = match.turn().play_of(steps).result
        if result.is_over:
            return play, [f"info role chequer depth {self.plies} pv {play}"]
        if not self.cubeful:
            chances = self.engine.judge.chances(result.flipped(), match.rules).for_opponent()
            worth = f"eq {chances.equity:.4f}"
        else:
            view = CubeView.of(match)
            look = self._cube_judge.look(result.flipped(), view.turned(), match.rules)
            chances = look.chances.for_opponent()
            worth = _worth(-CubeDecision.from_values(look.values, view.turned()).best, view)
        return play, [f"info role chequer depth {self.plies} {worth} {_shares(chances)} pv {play}"]

    def _cubeful_steps(self, match: Match) -> Steps:
        event = self.engine.player.decide(match)
        if isinstance(event, ev.Played):
            return event.steps
        return self._cubeless_steps(match)  # it would rather give up, which nobody can say here

    def _cubeless_steps(self, match: Match) -> Steps:
        ranked = self.engine.judge.rank(match.position, match.turn().roll, match.rules)
        return _pairs(ranked[0].play) if ranked else ()

    def _cube_told(self, situation: Situation) -> list[str]:
        """A line about what it is worth to be on roll. Where a double is offered there is only one question."""
        if situation.offer is not None:
            return []
        match = self._match(situation)
        view = CubeView.of(match)
        look = self._cube_judge.look(match.position, view, match.rules)
        worth = f"eq {look.chances.equity:.4f}"
        if self.cubeful:
            worth = _worth(CubeDecision.from_values(look.values, view).best, view)
        return [f"info role cube depth {self.plies} {worth} {_shares(look.chances)}"]

    def _cube_action(self, situation: Situation) -> str:
        """`double` or `nodouble`, or what to say to a cube that is offered."""
        event = self._player.decide(self._match(situation))
        if situation.offer is not None:
            return _word(event, beavers=True)
        return "double" if isinstance(event, ev.Doubled) else "nodouble"


def _worth(equity: float, view: CubeView) -> str:
    """An equity in a player's view, in matches with the chance to win it."""
    return f"eq {equity:.4f}" if view.is_money else f"eq {equity:.4f} mwc {view.chance(equity):.4f}"


def _shares(chances: Chances) -> str:
    return f"pwin {chances.win:.4f} pgammon {chances.win_gammon:.4f} pbg {chances.win_backgammon:.4f}"


def _pairs(play: Play) -> Steps:
    return play.pairs


def _word(event: Event | None, *, beavers: bool = False) -> str:
    """A decision in one word, or a play. Nobody resigns here."""
    match event:
        case ev.Played():
            return written_steps(event.steps)
        case ev.Doubled():
            return "double"
        case ev.Dropped():
            return "drop"
        case ev.Beavered() | ev.Raccooned() if beavers:
            return "beaver"
        case ev.Taken() | ev.Beavered() | ev.Raccooned():
            return "take"
        case _:
            return "roll"
