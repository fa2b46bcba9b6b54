"""How near the cube comes to a live one in each phase: the efficiencies of Janowski's formula, fitted by rollouts.

    python benchmarks/efficiency.py [--positions 60] [--games 1296] [--seed 1] [--file FILE]

Positions come from games of our net with itself, those in which the player on roll wins 20 to 80 % of the time. Each is
rolled out for money without a cube, which gives the chances, and with the cube in the middle, with the player and with
the opponent, where nobody doubles before the first roll. By Janowski the value is dead + x (live - dead), both
extremes following from the chances; x is fitted by least squares over all positions and places of the cube of a phase,
in races as a straight line over the player's pips. The standard errors allow for what the three rollouts of a
position have in common, and for a formula that does not fit every position. The players of the rollouts decide by GNU
Backgammon's efficiencies: a doubling point that is a little off costs next to nothing, and so changes no value.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sixprime.compiled.arrays import Doubles
from sixprime.core import Position, SeededDice
from sixprime.core.movegen import to_board
from sixprime.engine.bearoff.kernels import is_bearoff
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, GNUBG_EFFICIENCIES, Efficiencies, exact_action
from sixprime.engine.cube.kernels import MINE, NOBODYS, THEIRS
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator, shared_tables
from sixprime.engine.net.kernels import is_race
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings

LEAST_CHANCE = 0.2
OWNERS = {"in the middle": NOBODYS, "owned": MINE, "the opponent's": THEIRS}
PHASES = ("contact", "race", "bear-off")
GAP = 3
"""Positions of one game and phase are at least so many turns apart."""


@dataclass(frozen=True)
class Rolled:
    """A position that has been rolled out."""

    phase: str
    points: tuple[int, ...]
    pips: int
    chances: tuple[float, ...]
    equities: tuple[float, ...]
    """With the cube in each of the places, in units of the cube."""

    @classmethod
    def read(cls, told: dict[str, Any]) -> Rolled:
        points, chances, equities = (tuple(told[name]) for name in ("points", "chances", "equities"))
        return cls(told["phase"], points, told["pips"], chances, equities)


def phase_of(position: Position) -> str:
    """Which efficiency applies; empty where the bear-off tables know the cube's value exactly."""
    board = to_board(position)
    known, _ = exact_action(board, position.checkers, CubeView.money().situation, shared_tables().two_sided)
    if known:
        return ""
    if is_bearoff(board):
        return "bear-off"
    return "race" if is_race(board) else "contact"


def positions(seed: int) -> Iterator[tuple[str, Position]]:
    """Positions of self-play, without end."""
    evaluator = NetEvaluator.default()
    game = 0
    while True:
        game += 1
        dice = SeededDice(f"{seed}/{game}")
        position = Position.standard()
        last: dict[str, int] = {}
        turn = 0
        while not position.is_over:
            phase = phase_of(position)
            win = evaluator.chances(position).win
            if phase and turn > 3 and turn - last.get(phase, -GAP) >= GAP and LEAST_CHANCE <= win <= 1 - LEAST_CHANCE:
                last[phase] = turn
                yield phase, position
            plays = evaluator.rank(position, dice.roll())
            position = (plays[0].play.result if plays else position).flipped()
            turn += 1


def roll_out(position: Position, phase: str, games: int, seed: int) -> Rolled:
    views = [CubeView.money(1 if owner == NOBODYS else 2, owner) for owner in OWNERS.values()]
    candidates = [Candidate("", position, True, view, view, False) for view in views]
    settings = RolloutSettings(
        games=games, seed=seed, variance_reduction=False, efficiencies=GNUBG_EFFICIENCIES
    )  # fmt: skip
    cubeful = Rollout(candidates, settings).run()
    cubeless = Rollout(candidates[:1], replace(settings, cubeful=False)).run().candidates[0]
    pips = sum(point * max(count, 0) for point, count in enumerate(position.points))
    return Rolled(
        phase,
        position.points,
        pips,
        tuple(asdict(cubeless.chances).values()),
        tuple(one.equity.value for one in cubeful.candidates),
    )


def collect(count: int, games: int, seed: int, file: Path, console: Console) -> list[Rolled]:
    """So many of each phase, from the file as far as they are there."""
    kept = [Rolled.read(told) for told in json.loads(file.read_text(encoding="utf-8"))] if file.exists() else []
    chosen: dict[str, list[Position]] = {phase: [] for phase in PHASES}
    for phase, position in positions(seed):
        if len(chosen[phase]) < count:
            chosen[phase].append(position)
        if all(len(places) >= count for places in chosen.values()):
            break
    known = {one.points for one in kept}
    # In turns, so that an unfinished file has something of each phase.
    asked = [(phase, chosen[phase][number]) for number in range(count) for phase in PHASES]
    missing = [(phase, position) for phase, position in asked if position.points not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    for number, (phase, position) in enumerate(track(missing, "Rolling out", console=console)):
        kept.append(roll_out(position, phase, games, 1000 * seed + len(known) + number))
        file.write_text(json.dumps([asdict(one) for one in kept]), encoding="utf-8")
    wanted = {position.points for _, position in asked}
    return [one for one in kept if one.points in wanted]


def lines_of(rolled: list[Rolled]) -> tuple[Doubles, Doubles]:
    """For each position and place of the cube: live less dead, and rolled out less dead."""
    spans, excess = [], []
    for one in rolled:
        chances = Chances(*one.chances)
        views = [CubeView.money(1, owner) for owner in OWNERS.values()]
        dead = np.array([view.cubeless(chances) for view in views])
        spans.append([view.cubeful(chances, 1.0) for view in views] - dead)
        excess.append(np.array(one.equities) - dead)
    return np.array(spans), np.array(excess)


@dataclass(frozen=True)
class Fit:
    """Coefficients by least squares, and how they vary together."""

    coefficients: Doubles
    covariance: Doubles

    @property
    def errors(self) -> Doubles:
        return np.array(np.sqrt(np.diag(self.covariance)))

    def at(self, row: list[float]) -> tuple[float, float]:
        """The value of a combination of the coefficients, and its standard error."""
        weights = np.array(row)
        return float(weights @ self.coefficients), float(np.sqrt(weights @ self.covariance @ weights))


def fit(spans: Doubles, excess: Doubles, factors: Doubles) -> Fit:
    """Least squares of excess = x span with x = factors . coefficients; positions are clusters."""
    positions_, places = spans.shape
    design = spans[:, :, np.newaxis] * factors[:, np.newaxis, :]
    flat = design.reshape(positions_ * places, -1)
    inverse = np.linalg.inv(flat.T @ flat)
    coefficients = inverse @ flat.T @ excess.ravel()
    residuals = excess - design @ coefficients
    pulls = np.einsum("ijk,ij->ik", design, residuals)
    degrees = positions_ / (positions_ - factors.shape[1])
    return Fit(coefficients, inverse @ (pulls.T @ pulls) @ inverse * degrees)


def misses(rolled: list[Rolled], efficiencies: Efficiencies) -> float:
    """The root of the mean square by which the formula misses the rollouts."""
    spans, excess = lines_of(rolled)
    used = np.array([efficiency_for(one, efficiencies) for one in rolled])[:, np.newaxis]
    return float(np.sqrt(np.mean((excess - used * spans) ** 2)))


def efficiency_for(one: Rolled, efficiencies: Efficiencies) -> float:
    if one.phase == "contact":
        return efficiencies.contact
    if one.phase == "bear-off":
        return efficiencies.bearoff
    line = efficiencies.race + efficiencies.race_by_pip * one.pips
    return min(max(line, efficiencies.race_least), efficiencies.race_most)


def report(rolled: list[Rolled], console: Console) -> Efficiencies:
    by_phase = {phase: [one for one in rolled if one.phase == phase] for phase in PHASES}
    table = Table(title="The cube's efficiency, fitted by rollouts, with standard errors")
    for column in ("phase", "positions", "fitted", "GNU Backgammon", "in use", *OWNERS):
        table.add_column(column, justify="left" if column == "phase" else "right")
    single: dict[str, float] = {}
    for phase, members in by_phase.items():
        spans, excess = lines_of(members)
        ones = np.ones((len(members), 1))
        whole = fit(spans, excess, ones)
        single[phase] = float(whole.coefficients[0])
        by_owner = [fit(spans[:, [place]], excess[:, [place]], ones) for place in range(len(OWNERS))]
        used = [
            np.mean([efficiency_for(one, constants) for one in members])
            for constants in (GNUBG_EFFICIENCIES, DEFAULT_EFFICIENCIES)
        ]
        table.add_row(
            phase, str(len(members)), f"{single[phase]:.3f} ± {whole.errors[0]:.3f}", *(f"{x:.3f}" for x in used),
            *(f"{part.coefficients[0]:.2f} ± {part.errors[0]:.2f}" for part in by_owner),
        )  # fmt: skip
    console.print(table)
    races = by_phase["race"]
    pips = np.array([one.pips for one in races], dtype=np.float64)
    line = fit(*lines_of(races), np.column_stack((np.ones(len(races)), pips)))
    low, high = np.quantile(pips, (0.05, 0.95))
    ends = [line.at([1.0, float(at)]) for at in (low, high)]
    console.print(
        f"In races {line.coefficients[0]:.3f} ± {line.errors[0]:.3f} + pips x "
        f"({line.coefficients[1]:.5f} ± {line.errors[1]:.5f}): {ends[0][0]:.3f} ± {ends[0][1]:.3f} at {low:.0f} pips, "
        f"{ends[1][0]:.3f} ± {ends[1][1]:.3f} at {high:.0f}"
    )
    bounds = sorted(value for value, _ in ends)
    fitted = Efficiencies(
        round(single["contact"], 3), round(float(line.coefficients[0]), 3), round(float(line.coefficients[1]), 5),
        round(bounds[0], 3), round(bounds[1], 3), round(single["bear-off"], 3),
    )  # fmt: skip
    console.print(f"Fitted: {fitted}")
    told = Table(title="By how much the formula misses the rollouts (root mean square, luck of the rollouts included)")
    for column in ("constants", *PHASES):
        told.add_column(column, justify="left" if column == "constants" else "right")
    for name, constants in (
        ("GNU Backgammon's", GNUBG_EFFICIENCIES), ("in use", DEFAULT_EFFICIENCIES), ("fitted", fitted)
    ):  # fmt: skip
        told.add_row(name, *(f"{misses(by_phase[phase], constants):.4f}" for phase in PHASES))
    console.print(told)
    return fitted


def main() -> int:
    parser = argparse.ArgumentParser(description="Fit the cube's efficiencies by rollouts.")
    parser.add_argument("--positions", type=int, default=60, help="of each phase (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1296, help="of each rollout (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="where rollouts are kept (default: the user's cache folder)")
    asked = parser.parse_args()
    console = Console()
    file = asked.file or platformdirs.user_cache_path("sixprime") / f"efficiency-{asked.seed}-{asked.games}.json"
    report(collect(asked.positions, asked.games, asked.seed, file, console), console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
