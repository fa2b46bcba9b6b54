"""What a program says of every decision and roll of a match: sixprime at a depth, or GNU Backgammon.

An opinion is kept in a folder, so that a benchmark that was interrupted goes on. Equities are normalised. Times are the
processor's, on one core, and leave out how long a program takes to start.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sixprime.analysis import DEPTHS, DecisionKind, Depth, MatchDecision, decisions_of, review
from sixprime.analysis.depths import CLOSE, CLOSE_CUBE
from sixprime.analysis.figures import PlayerFigures, figures_of
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, PlaysFinding
from sixprime.core import Match, Play, Player, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.engine import Engine
from sixprime.engine.cube.views import CubeView
from sixprime.files import write_atomically
from sixprime.formats.match_files import read_match_file, write_match
from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, ImportedAnalysis
from sixprime.messages import text
from sixprime.training.judging.gnubg_reference import program

COMMANDS = """set analysis chequerplay evaluation plies {plies}
set analysis cubedecision evaluation plies {plies}
set analysis luckanalysis plies 0
set threads 1
import mat "{stem}.mat"
{last}
"""
ANALYSE = """analyse match
show statistics match
save match "{stem}.sgf"
"""
FEWEST_EVENTS = 20
"""Shorter matches are not worth comparing."""

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a program says of a match. Pairs are White's and Black's."""

    moves: tuple[int, int]
    unforced: tuple[int, int]
    cube: tuple[int, int]
    close_cube: tuple[int, int]
    error: tuple[float, float]
    luck: tuple[float, float]
    seconds: float
    losses: dict[int, float] = field(default_factory=dict)
    """What each decision lost, by the number of its event."""
    best: dict[int, list[list[int]]] = field(default_factory=dict)
    """The best play of each roll, as steps."""
    rolls: dict[int, float] = field(default_factory=dict)
    """The luck of each roll, by the number of its event."""


def matches_of(places: list[Path]) -> Iterator[tuple[str, Match]]:
    """The matches of the files, each once."""
    seen = set()
    for place in places:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if not path.is_file():
                continue
            try:
                matches = read_match_file(path).matches
            except SixprimeError:
                continue
            for read in matches:
                match = read.match
                if len(match.events) > FEWEST_EVENTS and (match.length, match.events) not in seen:
                    seen.add((match.length, match.events))
                    yield path.stem, match


def depth_of(written: str) -> Depth:
    """A depth by name, or like `2+3:0.01-0.1`: two plies, and three for plays that lose from 0.01 to 0.1; or like
    `2+144x7:0.01-0.1@0.08`: 144 games of these instead, cut off after seven rolls, and of cube actions that seem wrong
    or are right by less than 0.08."""
    if written in DEPTHS:
        return DEPTHS[written]
    found = re.fullmatch(r"(\d)\+(?:(\d)|(\d+)x(\d+))(?::([\d.]+)-([\d.]+))?(?:@([\d.]+))?", written)
    if found is None:
        sys.exit(f"{written} is no depth; write one of {', '.join(DEPTHS)}, or like 2+3:0.01-0.1 or 2+144x7:0.01-0.1")
    plies, games, truncate = int(found[1]), int(found[3] or 0), int(found[4] or 0)
    close = (float(found[5]), float(found[6])) if found[5] else CLOSE
    cube = (-float(found[7]), CLOSE_CUBE[1]) if found[7] else CLOSE_CUBE
    return Depth(written, text("for a benchmark"), plies, int(found[2] or plies), games, close, cube, truncate)


def _kept(path: Path) -> Opinion | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    pairs = {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
    maps = {name: {int(key): one for key, one in value.items()} for name, value in found.items() if type(value) is dict}
    return Opinion(**{**found, **pairs, **maps})


def _keep(path: Path, opinion: Opinion) -> Opinion:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(asdict(opinion)))
    return opinion


# Sixprime


def by_us(stem: str, match: Match, depth: Depth, folder: Path) -> Opinion:
    """Our review of a match."""
    with Engine(plies=0, threads=1) as engine:
        identity = engine.identity
    path = folder / f"sixprime-{identity}-{depth.name}" / f"{stem}.json"
    known = _kept(path)
    if known is not None:
        return known
    started = time.process_time()
    found = review(match, depth, threads=1)
    seconds = time.process_time() - started
    figures = figures_of(found, match)

    def pair(of: str) -> tuple[int, int]:
        one, other = (getattr(side, of).count for side in (figures.white, figures.black))
        return one, other

    sides: list[PlayerFigures] = [figures.white, figures.black]
    return _keep(
        path,
        Opinion(
            (sides[0].moves, sides[1].moves),
            pair("unforced"),
            pair("cube"),
            pair("close_cube"),
            (sides[0].total.loss, sides[1].total.loss),
            (sides[0].luck.luck, sides[1].luck.luck),
            seconds,
            {entry.decision.event: entry.loss for entry in found.decisions},
            {entry.decision.event: best for entry in found.decisions if (best := _best(entry)) is not None},
            {entry.event: entry.luck for entry in found.rolls},
        ),
    )


def _best(entry: DecisionReview) -> list[list[int]] | None:
    if not isinstance(entry.finding, PlaysFinding):
        assert isinstance(entry.finding, ActionsFinding)
        return None
    return [list(step) for step in entry.finding.candidates[0].steps]


# GNU Backgammon


def by_gnubg(stem: str, match: Match, plies: int, folder: Path) -> Opinion | None:
    """GNU Backgammon's analysis of a match; None if it reads the match differently.

    What it says of the decisions must add up to what it says of the match.
    """
    place = folder / f"gnubg-{plies}ply"
    known = _kept(place / f"{stem}.json")
    if known is not None:
        return known
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{stem}.mat").write_text(write_match(match, "mat"), encoding="utf-8")
    start, _ = _run(COMMANDS.format(plies=plies, stem=stem, last=""), place)
    seconds, told = _run(COMMANDS.format(plies=plies, stem=stem, last=ANALYSE.format(stem=stem)), place)
    read = read_match_file(place / f"{stem}.sgf").matches[0]
    if read.match.events != match.events:
        return None
    luck = told[told.index("Luck statistics") : told.index("Cube statistics")]
    overall = told[told.index("Overall statistics") :]
    error = _numbers("Error total EMG (MWC)", overall)
    losses, best = {}, {}
    for decision in decisions_of(match):
        found = _analysis_of(decision, match, read.analyses)
        if found is not None:
            losses[decision.event] = _loss(decision, match, found)
        if isinstance(found, CheckerAnalysis) and found.candidates:
            best[decision.event] = [list(step) for step in found.candidates[0].steps]
    sums = [sum(loss for event, loss in losses.items() if side_of(match, event) == side) for side in (0, 1)]
    if max(abs(sums[side] + error[side]) for side in (0, 1)) > 0.002:
        raise ValueError(f"GNU Backgammon says {error} of {stem}, and of its decisions {sums}")
    return _keep(
        place / f"{stem}.json",
        Opinion(
            _whole("Total moves", told),
            _whole("Unforced moves", told),
            _whole("Total cube decisions", told),
            _whole("Close or actual cube decisions", told),
            (-error[0], -error[1]),
            _numbers("Luck total EMG (MWC)", luck),
            seconds - start,
            losses,
            best,
            _lucks(match, read.analyses),
        ),
    )


def _run(commands: str, folder: Path) -> tuple[float, str]:
    """Run GNU Backgammon; the processor's seconds and what it said."""
    gnubg = program()
    if gnubg is None:
        sys.exit("GNU Backgammon is not here")
    asked = folder / "commands"
    asked.write_text(commands, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run(
        [gnubg, "--tty", "--quiet", "--no-rc", "--commands", asked.name], cwd=folder, capture_output=True, text=True,
        check=False, env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    ).stdout  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told


def _numbers(line: str, told: str) -> tuple[float, float]:
    """The two numbers of a line of statistics."""
    found = re.search(rf"{re.escape(line)}\s+([-+]?[\d.]+)(?:\s*\([^)]*\))?\s+([-+]?[\d.]+)", told)
    if found is None:
        raise ValueError(f"GNU Backgammon does not say: {line}")
    return float(found[1]), float(found[2])


def _whole(line: str, told: str) -> tuple[int, int]:
    one, other = _numbers(line, told)
    return int(one), int(other)


def _analysis_of(
    decision: MatchDecision, match: Match, analyses: Mapping[int, tuple[ImportedAnalysis, ...]]
) -> ImportedAnalysis | None:
    """What a file says of a decision. The answer to a double is in the analysis of the double."""
    event = decision.event
    if decision.kind is DecisionKind.ANSWER:
        while not isinstance(match.events[event], ev.Doubled):
            event -= 1
    wanted = CheckerAnalysis if decision.kind is DecisionKind.PLAY else CubeAnalysis
    return next((one for one in analyses.get(event, ()) if isinstance(one, wanted)), None)


def _loss(decision: MatchDecision, match: Match, found: ImportedAnalysis) -> float:
    """What a decision lost by GNU Backgammon's definitions."""
    if isinstance(found, CheckerAnalysis):
        if found.played is None or not found.candidates:
            return 0.0
        best, played = found.candidates[0].equity, found.candidates[found.played].equity
        return max((best or 0.0) - (played or 0.0), 0.0)
    no_double, take, drop = cube_equities(decision, match, found)
    best = max(no_double, min(take, drop))
    if decision.action is Action.ROLL:
        return best - no_double
    if decision.action is Action.DOUBLE:
        return best - min(take, drop)
    return max(take - drop, 0.0) if decision.action is Action.TAKE else max(drop - take, 0.0)


def cube_equities(decision: MatchDecision, match: Match, found: CubeAnalysis) -> tuple[float, float, float]:
    """No double, double and take, double and drop, as normalised equities of who may double."""
    event, doubler = decision.event, decision.player
    if decision.kind is DecisionKind.ANSWER:
        doubler = doubler.opponent
        while not isinstance(match.events[event], ev.Doubled):
            event -= 1
    values = found.no_double or 0.0, found.double_take or 0.0
    if found.is_match_winning_chance:
        view = CubeView.of(match.state_at(event), doubler)
        values = view.equity(values[0]), view.equity(values[1])
    return *values, 1.0


def _lucks(match: Match, analyses: Mapping[int, tuple[ImportedAnalysis, ...]]) -> dict[int, float]:
    """The luck of rolls, which is kept with the plays after them."""
    found = {}
    for number, event in enumerate(match.events):
        if isinstance(event, ev.Played):
            for one in analyses.get(number, ()):
                if isinstance(one, CheckerAnalysis) and one.luck is not None:
                    found[number - 1] = one.luck
    return found


def play_of(match: Match, event: int, steps: list[list[int]]) -> Play:
    """A play of the roll that an event has played."""
    pairs = tuple((source, target) for source, target in steps)
    return Play.of_legal_steps(match.state_at(event).position, pairs)


def made_play(match: Match, event: int) -> Play | None:
    """The play that was made; None if the event is none."""
    made = match.events[event]
    return Play.of_legal_steps(match.state_at(event).position, made.steps) if isinstance(made, ev.Played) else None


def never_played(match: Match) -> tuple[int, int]:
    """How often each player might have doubled, rolled, and never played the roll because somebody resigned.

    GNU Backgammon does not count these decisions.
    """
    counts = [0, 0]
    for decision in decisions_of(match):
        if decision.action is Action.ROLL and not isinstance(match.events[decision.event + 1], ev.Played):
            counts[side_of(match, decision.event)] += 1
    return counts[0], counts[1]


def side_of(match: Match, event: int) -> int:
    """0 for White's events, 1 for Black's."""
    return int(getattr(match.events[event], "player", Player.WHITE) is Player.BLACK)
