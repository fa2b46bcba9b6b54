"""The honesty test of reasons: is each one true, and is the side it favours the better one more often than by chance?

    python benchmarks/reasons.py [--pairs 22000] [--cube-pairs 800] [--file FILE] [--store]
    python benchmarks/reasons.py --fresh --first-game 20000 --pairs 12000 --file OTHER --store

Bots of six levels play each other, for money and in matches. Each decision gives pairs: the best play against the one
that was made, against the second and against another candidate; doubling against rolling, taking against dropping. The
judge is the engine two plies deep; pairs that it holds for nearly equal are left out. All reasons are measured with the
pair in random order, so that a reason cannot know which choice is better.

Printed for each reason: how often it fires, how often the side it favours is the better one (with a 95 % interval), the
same where it is the weightiest difference, and two controls: the parity of the points the checkers stand on, which
means nothing, and the reason itself fired as often on pairs drawn by lot. Decisions about the cube are balanced, so
that to speak for an action that is right more often is no advantage. A reason is honest if its interval lies above both
controls. On every tenth pair numbers are counted again by the slow generator of tests/oracles, and compared.

Then the weights by which reasons are ranked, fitted to the differences in equity. What has been judged is kept in FILE,
and a run that is interrupted goes on there. `--store` writes the figures to benchmarks/reasons.json, which a test
compares with the table of reasons that are shown, and the table into docs/reasons.md; with `--fresh` they are those of
games that nobody had looked at, and go to benchmarks/reasons_fresh.json and into that page's second table.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "oracles"))

from judges.brute_force import legal_results

from sixprime import Engine, Match, Situation
from sixprime.analysis.reasons.cubes import CubeMeasures, compare_actions
from sixprime.analysis.reasons.kinds import OUTCOMES, SMALLEST_WORTH, Reason, ReasonKind
from sixprime.analysis.reasons.plays import BearoffTables, PlayMeasures, compare_plays
from sixprime.analysis.reasons.weights import PER_PIP_HIT, PER_UNIT
from sixprime.core import Cube, Phase, Play, Player, Position, SeededDice, State
from sixprime.core.dice import ALL_ROLLS
from sixprime.core.match.events import Action, PositionSet
from sixprime.engine.analyses import AnalysedAction, AnalysedPlay, Analysis
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.kernels import CubeValues
from sixprime.engine.cube.views import CubeView
from sixprime.formats.ids import xgid

STORED = Path(__file__).with_suffix(".json")
STORED_FRESH = Path(__file__).with_name("reasons_fresh.json")
PAGE = Path(__file__).parents[1] / "docs" / "reasons.md"
PLAYERS = ("beginner", "casual", "club", "expert", "master", "champion")
PLIES = 2
SMALLEST_GAP, LARGEST_CUBE_GAP = 0.01, 0.4
LENGTHS = (None, 1, 3, 5, 7, None)
MOST_EVENTS = 600
CHECKED = 10
"""Every so many-th pair is counted again by the slow generator."""
PIECE = 500
"""Decisions that a process measures at once."""
Z = 1.96
FEWEST = 20
"""A reason that fires less often is not judged."""

POINT_KINDS = (
    ReasonKind.MAKES_POINT, ReasonKind.KEEPS_POINT, ReasonKind.MAKES_ANCHOR, ReasonKind.KEEPS_ANCHOR,
)  # fmt: skip
MOST_FITTED = 0.6
"""Larger differences in equity would dominate the fit."""
RIDGE = 3.0


@dataclass(slots=True)
class Tally:
    """How often a reason fired, and how often its side was the better one."""

    fired: int = 0
    right: int = 0

    def add(self, *, right: bool) -> None:
        self.fired += 1
        self.right += right

    @property
    def share(self) -> float:
        return self.right / self.fired if self.fired else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        n, p = self.fired, self.share
        if not n:
            return 0.0, 1.0
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return middle - half, middle + half


# Games


def games(seed: int, start: int) -> Iterator[tuple[int, list[tuple[State, object]]]]:
    """Games between bots, the levels in turn, each with the decisions that were made."""
    engines = {name: Engine(level=name, threads=1, seed=seed) for name in PLAYERS}
    engines["champion"] = Engine(plies=1, threads=1)  # two plies take longer and show nothing new here
    for number in count(start):
        rng = random.Random(f"{seed} {number}")
        yield number, play_game(number, rng, [engines[rng.choice(PLAYERS)] for _ in range(2)])


def play_game(number: int, rng: random.Random, pair: list[Engine]) -> list[tuple[State, object]]:
    match = Match(length=LENGTHS[number % len(LENGTHS)])
    if match.length and match.length > 1:
        score = (rng.randrange(match.length), rng.randrange(match.length))
        match = Match(length=match.length)
        skip_to(match, score, rng)
    dice = SeededDice(f"reasons {number}")
    made: list[tuple[State, object]] = []
    first_game = match.state.game
    while match.state.phase is not Phase.OVER and match.state.game == first_game and len(match.events) < MOST_EVENTS:
        state = match.state
        if state.phase is Phase.OPENING:
            match.open(dice)
            continue
        player = state.to_act
        assert player is not None
        event = pair[0 if player.name == "WHITE" else 1].decide(match, seed=number)
        made.append((state, event))
        if event is None:
            match.roll(dice)
        else:
            match.apply(event)
    return made


def skip_to(match: Match, score: tuple[int, int], rng: random.Random) -> None:
    """Set up the first game at a score; the Crawford game counts as played where somebody is one away, at times."""
    assert match.length is not None
    crawford = max(score) == match.length - 1 and score[0] != score[1] and rng.random() < 0.5
    starter = rng.choice(list(Player))
    match.apply(PositionSet(Position.standard(), starter, Cube(), score, crawford))


# Decisions that are judged


def judged_play(state: State, event: Any, tools: Tools, rng: random.Random) -> dict[str, Any] | None:
    """The best play and up to three others, searched equally deeply."""
    if len(state.legal_plays) < 2:
        return None
    played = Play.of_legal_steps(state.position, event.steps)
    ranked = tools.measuring.analyse(state).plays
    other = rng.choice(ranked[1:12]).play
    analysis = tools.judge.analyse(state, including=(played, other))
    best = analysis.plays[0]
    wanted = {best.play, played, other, analysis.plays[1].play}
    chosen = [entry for entry in analysis.plays if entry.play in wanted and entry.depth == best.depth]
    plays = [
        {"steps": entry.play.pairs, "equity": round(entry.equity, 5), "chances": numbers_of(entry.chances)}
        for entry in chosen
        if entry is best or entry.loss >= SMALLEST_GAP
    ]
    return {"id": xgid(Situation.from_state(state)), "plays": plays} if len(plays) > 1 else None


def judged_cube(state: State, tools: Tools, rng: random.Random) -> dict[str, Any] | None:
    """Doubling or rolling, or taking or dropping, if the two are neither equal nor far apart."""
    if state.phase is Phase.TO_ROLL and rng.random() < 0.5:
        return None  # there are many of these
    analysis = tools.judge.analyse(state)
    if analysis.cube is None or len(analysis.actions) < 2:
        return None
    gap = analysis.actions[1].loss
    if not SMALLEST_GAP <= gap <= LARGEST_CUBE_GAP:
        return None
    return {
        "id": xgid(Situation.from_state(state)),
        "actions": [[entry.action.value, round(entry.equity, 5)] for entry in analysis.actions[:2]],
        "chances": numbers_of(analysis.chances),
        "cube": [analysis.cube.no_double, analysis.cube.double_take, analysis.cube.double_pass],
    }


def numbers_of(chances: Chances) -> list[float]:
    return [round(chance, 5) for chance in astuple(chances)]


@dataclass(slots=True)
class Tools:
    """Who judges, who measures, the tables, and how many numbers were counted again."""

    judge: Engine
    measuring: Engine
    tables: BearoffTables
    checked: int = 0
    wrong: int = 0


# Pairs with their reasons


@dataclass(frozen=True, slots=True)
class Pair:
    """Two choices in random order, and all reasons measured between them."""

    what: str
    gap: float
    first_is_better: bool
    reasons: list[Reason]
    parity: int
    bold_first: bool = True
    """Whether the first choice is to double or to take."""


def pairs_of(decision: dict[str, Any], number: int, tools: Tools) -> Iterator[Pair]:
    """The pairs of a judged decision: the best against each other one."""
    rng = random.Random(f"pairs {number}")
    state = Situation.parse(decision["id"]).to_match().state
    if "plays" in decision:
        entries = [
            AnalysedPlay(
                Play.of_legal_steps(state.position, [tuple(pair) for pair in play["steps"]]), Chances(*play["chances"]),
                play["equity"], decision["plays"][0]["equity"] - play["equity"], PLIES,
            )
            for play in decision["plays"]
        ]  # fmt: skip
        measures = [PlayMeasures(state, entry, tools.measuring, tools.tables) for entry in entries]
        for other in measures[1:]:
            swapped = rng.random() < 0.5
            one, another = (other, measures[0]) if swapped else (measures[0], other)
            reasons = compare_plays(one, another)
            if rng.randrange(CHECKED) == 0:
                check(reasons, one, another, tools)
            bit = parity(one.result) - parity(another.result)
            yield Pair("play", other.analysed.loss, not swapped, reasons, bit)
        return
    (best, first_equity), (second, second_equity) = decision["actions"]
    swapped = rng.random() < 0.5
    first, other_action = (Action(second), Action(best)) if swapped else (Action(best), Action(second))
    measured = CubeMeasures(state, stored_analysis(state, decision), tools.measuring)
    what = "double" if Action.ROLL in (first, other_action) else "answer"
    bold = first in (Action.DOUBLE, Action.TAKE)
    bit = 1 if parity(state.position) ^ bold else -1
    reasons = compare_actions(measured, first, other_action)
    yield Pair(what, first_equity - second_equity, not swapped, reasons, bit, bold)


def stored_analysis(state: State, decision: dict[str, Any]) -> Analysis:
    """The analysis of a cube decision, as it was judged."""
    assert state.to_act is not None
    doubler = state.changed(phase=Phase.TO_ROLL, offer=None)
    view = CubeView.of(doubler)
    equities = decision["cube"]
    values = CubeValues(*(view.chance(equity) for equity in equities))
    cube = CubeDecision.from_values(values, view)
    best = decision["actions"][0][1]
    actions = tuple(AnalysedAction(Action(name), equity, best - equity) for name, equity in decision["actions"])
    return Analysis(state.to_act, (), actions, Chances(*decision["chances"]), best, PLIES, cube)


def parity(position: Position) -> int:
    """Whether the points that the player's checkers stand on have an odd sum: true of positions, and meaningless."""
    return sum(point for point, checkers in enumerate(position.points) if checkers > 0) % 2


# Truth


def slow_replies(position: Position) -> dict[str, int]:
    """What the rolls of the player to roll can do, by the slow generator and in other words than the program's."""
    before = position.points
    counts = {"shots": 0, "dancing": 0}
    for roll in ALL_ROLLS:
        results = legal_results(before, (roll.first, roll.second), "standard")
        ways = 1 if roll.is_double else 2
        enemies = sum(-board_count for board_count in before[1:] if board_count < 0)
        counts["shots"] += ways * any(
            sum(-board_count for board_count in board[1:] if board_count < 0) < enemies for board in results
        )
        counts["dancing"] += ways * (not results and before[25] > 0)
    return counts


def check(reasons: list[Reason], first: PlayMeasures, second: PlayMeasures, tools: Tools) -> None:
    """Count the numbers of reasons again from the boards."""
    for reason in reasons:
        mine, other = (first, second) if reason.favours_first else (second, first)
        expected = recounted(reason, mine, other)
        if expected is not None:
            tools.checked += 1
            if expected != (reason.value, reason.other):
                tools.wrong += 1
                print(f"not true: {reason}: {mine.play} and {other.play} from {mine.play.position!r}: {expected}")


def recounted(reason: Reason, mine: PlayMeasures, other: PlayMeasures) -> tuple[float, float] | None:
    boards = mine.result.points, other.result.points
    kind = reason.kind
    if kind in (ReasonKind.SHOTS, ReasonKind.ENTERING):
        key = "shots" if kind is ReasonKind.SHOTS else "dancing"
        return slow_replies(mine.result.flipped())[key], slow_replies(other.result.flipped())[key]
    if kind is ReasonKind.THREATS:
        return slow_replies(mine.result)["shots"], slow_replies(other.result)["shots"]
    if kind is ReasonKind.HIT:
        bar = mine.play.position.points[0]
        return bar - boards[0][0], bar - boards[1][0]
    if kind is ReasonKind.LEAVES:
        return tuple(sum(max(points[point], 0) for point in range(19, 26)) for points in boards)  # type: ignore[return-value]
    if kind in POINT_KINDS:
        held = [{point for point in range(1, 25) if points[point] >= 2} for points in boards]
        named = set(reason.points)
        ok = named <= held[0] ^ held[1] and len(named & held[0]) == reason.value
        return (reason.value, reason.other) if ok else (-1, -1)
    if kind is ReasonKind.PRIME:
        return longest(boards[0]), longest(boards[1])
    if kind is ReasonKind.CHECKERS_OFF:
        checkers = sum(max(number, 0) for number in mine.play.position.points)
        return tuple(checkers - sum(max(number, 0) for number in points) for points in boards)  # type: ignore[return-value]
    if kind in (ReasonKind.WINS, ReasonKind.GAMMONS_WON, ReasonKind.GAMMONS_LOST):
        name = {"wins": "win", "gammons-won": "win_gammon", "gammons-lost": "lose_gammon"}[kind.value]
        return getattr(mine.chances, name), getattr(other.chances, name)
    return None


def longest(points: tuple[int, ...]) -> int:
    rows = [
        last - start + 1
        for start in range(1, 13)
        for last in range(start, 13)
        if all(points[point] >= 2 for point in range(start, last + 1)) and any(n < 0 for n in points[:start])
    ]
    return max(rows, default=0)


# Figures


def kept_decisions(file: Path) -> Iterator[dict[str, Any]]:
    """The games of a file, as far as they are whole."""
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                return  # the end of a run that was interrupted


def judged(
    file: Path, wanted: int, cube_wanted: int, seed: int, first_game: int, console: Console
) -> list[dict[str, Any]]:
    """The judged decisions of the file, and more of them until there are as many pairs as are wanted, of which so many
    about the cube are balanced. Once there are enough of the plays, only decisions about the cube are judged."""
    games_done = list(kept_decisions(file))
    decisions = [decision for game in games_done for decision in game["decisions"]]

    def pairs() -> int:
        return sum(len(decision.get("plays", (1, 2))) - 1 for decision in decisions)

    def cube_pairs() -> int:
        return sum("actions" in decision for decision in balanced(decisions))

    if pairs() >= wanted and cube_pairs() >= cube_wanted:
        return decisions
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(game) + "\n" for game in games_done), encoding="utf-8")
    tools = Tools(Engine(plies=PLIES, threads=1), Engine(plies=0, threads=1), BearoffTables())
    with file.open("a", encoding="utf-8") as kept:
        for number, made in games(seed, first_game + len(games_done)):
            rng = random.Random(f"decisions {seed} {number}")
            found: list[dict[str, Any]] = []
            enough_plays = pairs() >= wanted
            for state, event in made:
                decision = None
                if state.phase is Phase.TO_PLAY and not enough_plays:
                    decision = judged_play(state, event, tools, rng)
                elif state.phase in (Phase.TO_ROLL, Phase.TO_ANSWER_CUBE):
                    decision = judged_cube(state, tools, rng)
                found += [decision] if decision is not None else []
            kept.write(json.dumps({"game": number, "decisions": found}) + "\n")
            kept.flush()
            decisions += found
            if number % 20 == 0:
                console.print(f"judged: {pairs()} pairs, {cube_pairs()} about the cube, after {number + 1} games")
            if pairs() >= wanted and cube_pairs() >= cube_wanted:
                return decisions
    return decisions


def balanced(decisions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All decisions about plays, and of those about the cube as many for each action as for its alternative."""
    by_best: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for decision in decisions:
        by_best[decision["actions"][0][0] if "actions" in decision else ""].append(decision)
    chosen = by_best[""]
    for one, other in (("double", "roll"), ("take", "drop")):
        few = min(len(by_best[one]), len(by_best[other]))
        chosen += by_best[one][:few] + by_best[other][:few]
    return chosen


@cache
def tools_of_process() -> Tools:
    return Tools(Engine(plies=PLIES, threads=1), Engine(plies=0, threads=1), BearoffTables())


def measure_piece(piece: tuple[int, list[dict[str, Any]]]) -> tuple[list[Pair], int, int]:
    """The pairs of some decisions, how many numbers were counted again, and how many of these were wrong."""
    start, decisions = piece
    tools = tools_of_process()
    tools.checked = tools.wrong = 0
    pairs = [pair for number, decision in enumerate(decisions, start) for pair in pairs_of(decision, number, tools)]
    return pairs, tools.checked, tools.wrong


def measured(decisions: list[dict[str, Any]], processes: int, console: Console) -> tuple[list[Pair], int, int]:
    """All pairs with their reasons, and how many numbers were counted again and were wrong."""
    pieces = [(start, decisions[start : start + PIECE]) for start in range(0, len(decisions), PIECE)]
    pairs: list[Pair] = []
    checked = wrong = 0
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for found, counted, failed in pool.map(measure_piece, pieces):
            pairs += found
            checked, wrong = checked + counted, wrong + failed
            console.print(f"measured: {len(pairs)} pairs")
    return pairs, checked, wrong


def tallies_of(pairs: list[Pair]) -> dict[str, tuple[Tally, Tally, Tally]]:
    """For each reason how it does, how it does where it is the weightiest difference, and how it would do if it fired
    as often and for the same sides, but for pairs of the same kind that are drawn by lot.

    The sides of a pair of plays are the first and the second, which are in random order; those of a cube decision are
    the actions, so that a reason that always speaks for the same action gains nothing by that.
    """
    real: dict[str, Tally] = defaultdict(Tally)
    weightiest: dict[str, Tally] = defaultdict(Tally)
    shuffled: dict[str, Tally] = defaultdict(Tally)
    by_kind_of_pair: dict[str, list[bool]] = defaultdict(list)
    for pair in pairs:
        by_kind_of_pair[pair.what].append(pair.first_is_better == pair.bold_first)
    rng = random.Random("shuffled")
    for pair in pairs:
        telling = [reason for reason in pair.reasons if reason.worth >= SMALLEST_WORTH]
        causes = [reason for reason in telling if reason.kind not in OUTCOMES]
        for reason in telling:
            kind, right = reason.kind.value, reason.favours_first == pair.first_is_better
            real[kind].add(right=right)
            if causes and reason is causes[0]:
                weightiest[kind].add(right=right)
            favours_bold = reason.favours_first == pair.bold_first
            shuffled[kind].add(right=favours_bold == rng.choice(by_kind_of_pair[pair.what]))
    return {kind: (real[kind], weightiest[kind], shuffled[kind]) for kind in real}


def control_of(pairs: list[Pair], *, cube: bool) -> Tally:
    """How the parity of the points does."""
    tally = Tally()
    for pair in pairs:
        if pair.parity and (pair.what != "play") is cube:
            tally.add(right=(pair.parity > 0) == pair.first_is_better)
    return tally


CUBE_KINDS = frozenset(kind.value for kind in list(ReasonKind)[list(ReasonKind).index(ReasonKind.MARKET_LOSERS) :])


def figures_of(pairs: list[Pair]) -> dict[str, Any]:
    controls = {cube: control_of(pairs, cube=cube) for cube in (False, True)}
    rows = {}
    for kind, (real, first, shuffled) in sorted(tallies_of(pairs).items(), key=lambda entry: -entry[1][0].share):
        control = controls[kind in CUBE_KINDS]
        rows[kind] = {
            "fired": real.fired,
            "share": round(real.share, 4),
            "low": round(real.interval[0], 4),
            "high": round(real.interval[1], 4),
            "first": first.fired,
            "first_share": round(first.share, 4),
            "shuffled": round(shuffled.share, 4),
            "shuffled_high": round(shuffled.interval[1], 4),
            "honest": real.fired >= FEWEST and real.interval[0] > max(control.interval[1], shuffled.interval[1]),
        }
    return {
        "pairs": len(pairs),
        "plays": sum(pair.what == "play" for pair in pairs),
        "control": round(controls[False].share, 4),
        "control_high": round(controls[False].interval[1], 4),
        "cube_control": round(controls[True].share, 4),
        "cube_control_high": round(controls[True].interval[1], 4),
        "cube_kinds": sorted(CUBE_KINDS),
        "reasons": rows,
    }


def fitted_weights(pairs: list[Pair]) -> dict[str, float]:
    """What a unit of each difference is worth: least squares, on what the measured risk of being hit leaves open."""
    points = [f"{what} {point}" for what in ("made", "kept") for point in range(1, 25)]
    columns = [*(kind.value for kind in PER_UNIT), "pip hit", *points]
    places = {name: place for place, name in enumerate(columns)}
    plays = [pair for pair in pairs if pair.what == "play" and pair.gap <= MOST_FITTED]
    matrix, target = np.zeros((len(plays), len(columns))), np.zeros(len(plays))
    for row, pair in enumerate(plays):
        target[row] = pair.gap if pair.first_is_better else -pair.gap
        for reason in pair.reasons:
            sign = 1 if reason.favours_first else -1
            if reason.kind is ReasonKind.SHOTS:
                target[row] -= sign * reason.worth
            elif reason.kind in PER_UNIT:
                units = abs(reason.value - reason.other)
                if reason.kind is ReasonKind.HIT:
                    pips = PER_PIP_HIT * (reason.detail or 0.0)
                    units = (reason.worth - pips) / PER_UNIT[ReasonKind.HIT]
                    matrix[row, places["pip hit"]] = sign * (reason.detail or 0.0)
                matrix[row, places[reason.kind.value]] = sign * units
            elif reason.kind in POINT_KINDS:
                what = "made" if reason.kind in (ReasonKind.MAKES_POINT, ReasonKind.MAKES_ANCHOR) else "kept"
                for place, point in enumerate(reason.points):
                    matrix[row, places[f"{what} {point}"]] += sign if place < reason.value else -sign
    found = np.linalg.solve(matrix.T @ matrix + RIDGE * np.eye(len(columns)), matrix.T @ target)
    explained = 1 - np.sum((target - matrix @ found) ** 2) / np.sum(target**2)
    return {
        **{name: round(float(found[place]), 5) for name, place in places.items() if matrix[:, place].any()},
        "explained": round(float(explained), 3),
    }


def show(figures: dict[str, Any], weights: dict[str, float], console: Console) -> None:
    table = Table(title=f"{figures['pairs']} pairs, {figures['plays']} of plays")
    for column in ("reason", "fires", "right", "95 %", "weightiest", "right", "shuffled", "control", "honest"):
        table.add_column(column, justify="left" if column == "reason" else "right")
    for kind, row in figures["reasons"].items():
        control = figures["cube_control" if kind in CUBE_KINDS else "control"]
        table.add_row(
            kind, str(row["fired"]), f"{100 * row['share']:.1f} %",
            f"{100 * row['low']:.1f}-{100 * row['high']:.1f}", str(row["first"]), f"{100 * row['first_share']:.1f} %",
            f"{100 * row['shuffled']:.1f} %", f"{100 * control:.1f} %", "yes" if row["honest"] else "NO",
        )  # fmt: skip
    console.print(table)
    console.print(f"numbers counted again: {figures['checked']}, of which wrong: {figures['wrong']}")
    console.print("weights: " + ", ".join(f"{name} {weight}" for name, weight in weights.items()))


def table_of(figures: dict[str, Any], *, fresh: bool) -> list[str]:
    """The table as the page has it; of fresh games without what is weightiest."""
    lines = [
        "| reason, fresh games | fires | right | 95 % | by lot | passed |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    if not fresh:
        lines = [
            "| reason | fires | right | 95 % | weightiest | right | by lot | passed |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
        ]
    for kind, row in figures["reasons"].items():
        share, low, high, first, lot = (100 * row[name] for name in ("share", "low", "high", "first_share", "shuffled"))
        weightiest = f"{row['first']:,} | {first:.1f} % | " if row["first"] else "0 | | "
        lines.append(
            f"| {kind} | {row['fired']:,} | {share:.1f} % | {low:.1f}-{high:.1f} | {'' if fresh else weightiest}"
            f"{lot:.1f} % | {'yes' if row['honest'] else 'no'} |"
        )
    return lines


def write_page(figures: dict[str, Any], *, fresh: bool) -> None:
    """Put the table into docs/reasons.md."""
    plays, cube = (f"{100 * figures[name]:.1f} %" for name in ("control", "cube_control"))
    lines = [
        f"{figures['pairs']:,} pairs, {figures['plays']:,} of them plays. Numbers counted again by the slow generator:",
        f"{figures['checked']:,}, of which wrong: {figures['wrong']}. The parity control is right in",
        f"{plays} of the pairs of plays and in {cube} of those of cube actions.",
        "",
        *table_of(figures, fresh=fresh),
    ]
    name = "fresh figures" if fresh else "figures"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(f"<!-- {name} -->\n")
    _, _, after = rest.partition(f"<!-- end of {name} -->\n")
    table = "\n".join(lines)
    PAGE.write_text(f"{before}<!-- {name} -->\n{table}\n<!-- end of {name} -->\n{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=22_000)
    parser.add_argument("--cube-pairs", type=int, default=800, help="how many of them are about the cube, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=user_cache_path("sixprime") / "reasons.jsonl")
    parser.add_argument("--first-game", type=int, default=0, help="other games: begin with this one, in another FILE")
    parser.add_argument("--processes", type=int, default=1, help="processes that measure")
    parser.add_argument("--judge-only", action="store_true", help="judge decisions, and leave the rest for later")
    parser.add_argument("--store", action="store_true", help="write benchmarks/reasons.json and docs/reasons.md")
    parser.add_argument("--fresh", action="store_true", help="store them as figures of games nobody had looked at")
    options = parser.parse_args()
    console = Console(width=120)
    decisions = judged(options.file, options.pairs, options.cube_pairs, options.seed, options.first_game, console)
    if options.judge_only:
        return
    pairs, checked, wrong = measured(balanced(decisions), options.processes, console)
    figures = figures_of(pairs) | {"checked": checked, "wrong": wrong}
    weights = fitted_weights(pairs)
    show(figures, weights, console)
    if options.store:
        path = STORED_FRESH if options.fresh else STORED
        path.write_text(json.dumps({**figures, "weights": weights}, indent=1) + "\n", encoding="utf-8")
        write_page(figures, fresh=options.fresh)


if __name__ == "__main__":
    main()
