"""Who is right where programs see a decision differently: rollouts, ours and GNU Backgammon's, kept in a folder."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

from match_opinions import Opinion, made_play, play_of
from references import FOUND, Reference, ask_gnubg
from sixprime.analysis import DecisionKind, MatchDecision
from sixprime.core import Cube, Match, Play, Player, Position, State
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.core.situations import Situation
from sixprime.engine import Engine, RolloutSettings
from sixprime.engine.cube.views import CubeView
from sixprime.engine.rollout.results import RolloutResult
from sixprime.files import write_atomically

GAMES_OF_GNUBG = 144


@dataclass(frozen=True, slots=True)
class Analysed:
    """A match, and what the programs say of it."""

    stem: str
    match: Match
    gnubg: Opinion
    ours: dict[str, Opinion]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rollout says of a decision."""

    loss: float
    error: float
    values: dict[str, float]
    """What the plays, or the cube actions, are worth."""
    games: int


class Arbiter:
    """Rolls decisions out in whole games in which the deep net chooses the plays, and keeps what it finds."""

    def __init__(self, games: int, folder: Path) -> None:
        self._engine = Engine(plies=0, threads=1)
        self._settings = RolloutSettings(games=games, deep=True)
        self._folder = folder / f"deep-rollouts-{self._engine.identity}-{games}"

    def close(self) -> None:
        self._engine.close()

    def judge(self, analysed: Analysed, decision: MatchDecision, *, compute: bool = True) -> Verdict | None:
        """The verdict about a decision; None if it is unknown and not to be computed, or has none."""
        path = self._folder / f"{analysed.stem}-{decision.event}.json"
        is_play = decision.kind is DecisionKind.PLAY
        plays = plays_of(analysed, decision) if is_play else []
        if path.exists():
            known = Verdict(**json.loads(path.read_text(encoding="utf-8")))
            if all(str(play) in known.values for play in plays):
                return known
        if not compute or decision.kind in (DecisionKind.RESIGNATION, DecisionKind.RESIGNATION_ANSWER):
            return None
        verdict = self._of_plays(analysed, decision, plays) if is_play else self._of_cube(analysed, decision)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(verdict)))
        return verdict

    def _of_plays(self, analysed: Analysed, decision: MatchDecision, plays: list[Play]) -> Verdict:
        result = self._engine.rollout(analysed.match.state_at(decision.event), plays=plays, settings=self._settings)
        values = {str(entry.play): entry.equity.value for entry in result.candidates}
        ranked = max(range(len(plays)), key=lambda number: result.candidates[number].equity.value)
        loss = result.candidates[ranked].equity.value - result.candidates[0].equity.value
        return Verdict(loss, _joint_error(result, ranked), values, result.games)

    def _of_cube(self, analysed: Analysed, decision: MatchDecision) -> Verdict:
        match, event = analysed.match, decision.event
        while not isinstance(match.events[event], ev.Doubled | ev.Rolled):
            event -= 1
        result = self._engine.rollout(match.state_at(event), settings=self._settings)
        cube = result.cube
        assert cube is not None
        lost = {
            Action.ROLL: max(cube.doubled - cube.no_double, 0.0),
            Action.DOUBLE: max(cube.no_double - cube.doubled, 0.0),
            Action.TAKE: max(cube.double_take - cube.double_pass, 0.0),
            Action.DROP: max(cube.double_pass - cube.double_take, 0.0),
        }
        values = {"no double": cube.no_double, "double, take": cube.double_take, "double, pass": cube.double_pass}
        return Verdict(lost[decision.action], _joint_error(result, 1), values, result.games)


def plays_of(analysed: Analysed, decision: MatchDecision) -> list[Play]:
    """The play that was made, and the best play of each program."""
    made = made_play(analysed.match, decision.event)
    assert made is not None
    plays = [made]
    for opinion in (analysed.gnubg, *analysed.ours.values()):
        best = play_of(analysed.match, decision.event, opinion.best[decision.event])
        if best not in plays:
            plays.append(best)
    return plays


def _joint_error(result: RolloutResult, other: int) -> float:
    """The standard error of the difference between the first candidate and another."""
    return result.difference(0, other).error if 0 < other < len(result.candidates) else 0.0


def rolled_out_by_gnubg(
    one: Analysed, decision: MatchDecision, verdict: Verdict, folder: Path
) -> tuple[float, float] | None:
    """What a decision loses by a rollout of GNU Backgammon, and its error; None where it has no such rollout.

    After a play the cube decision of the opponent is rolled out, so the opponent must be able to double.
    """
    path = folder / "gnubg-rollouts" / f"{one.stem}-{decision.event}.json"
    if path.exists():
        loss, error = json.loads(path.read_text(encoding="utf-8"))
        return loss, error
    match, event = one.match, decision.event
    while decision.kind is not DecisionKind.PLAY and not isinstance(match.events[event], ev.Doubled | ev.Rolled):
        event -= 1
    state = match.state_at(event)
    mover = state.on_roll
    assert mover is not None
    if decision.kind is not DecisionKind.PLAY:
        (no_double, first), (take, second) = _cube_by_gnubg(state, state.position, mover)
        doubled = min(take, 1.0)
        loss = {
            Action.ROLL: doubled - no_double,
            Action.DOUBLE: no_double - doubled,
            Action.TAKE: take - 1,
            Action.DROP: 1 - take,
        }[decision.action]
        found = (max(loss, 0.0), math.hypot(first, second))
    else:
        made = made_play(match, event)
        best = max(plays_of(one, decision), key=lambda play: verdict.values[str(play)])
        if made is None or best == made or not CubeView.of(state, mover.opponent).may_double:
            return None
        values = []
        for play in (best, made):
            (no_double, first), (take, second) = _cube_by_gnubg(state, play.result.flipped(), mover.opponent)
            values.append((-max(no_double, min(take, 1.0)), max(first, second if take < 1 else 0.0)))
        found = (max(values[0][0] - values[1][0], 0.0), math.hypot(values[0][1], values[1][1]))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(found))
    return found


def _cube_by_gnubg(state: State, position: Position, player: Player) -> tuple[tuple[float, float], tuple[float, float]]:
    """Not doubling, and double and take, with errors: GNU Backgammon's rollout for a player on roll in a position."""

    def side(whose: Player | None) -> Player | None:
        return None if whose is None else Player.BLACK if whose is player else Player.WHITE

    score = (state.points_of(player.opponent), state.points_of(player))
    situation = Situation(
        position, Player.BLACK, Cube(state.cube.value, side(state.cube.owner)), length=state.length, score=score,
        crawford=state.is_crawford,
    )  # fmt: skip
    said = ask_gnubg(Reference("", "", situation), GAMES_OF_GNUBG, 1, None)
    (_, no_double, _, first), (_, take, _, second) = FOUND.findall(said)[-2:]
    return (float(no_double), float(first)), (float(take), float(second))
