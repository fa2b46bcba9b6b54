"""`PuzzleSet`: puzzles with their answers, as a file, and the puzzle of each day.

    >>> from datetime import date
    >>> from sixprime.practice.puzzles.sets import puzzle_set
    >>> puzzles = puzzle_set()
    >>> len(puzzles.puzzles) >= 366
    True
    >>> puzzles.of_day(date(2026, 1, 1)) != puzzles.of_day(date(2026, 1, 2))
    True

What other plays are worth, and the reasons, are not in the file: the engine is asked when somebody has answered. The
set that comes with the program is data, which `sixprime puzzles` makes.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

from sixprime.core import Roll, SixprimeError
from sixprime.core.match.events import Action
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation
from sixprime.core.turns import Turn
from sixprime.engine.phases import GamePhase
from sixprime.files import write_atomically
from sixprime.formats.ids import from_xgid
from sixprime.messages import shown, text
from sixprime.messages.system_errors import reason

FORMAT, VERSION = "sixprime-puzzles", 1
OWN_FILE = Path(__file__).parent.parent / "data" / "puzzles.json"
MOST_BYTES = 5_000_000
KEY_CHARACTERS = 10
FIRST_DAY = date(2026, 1, 1)
KINDS = ("play", "double", "answer")
DEVIATION = 120.0
"""How sure the rating of a puzzle is that only bots have answered."""


class InvalidPuzzles(SixprimeError):
    """A file that is no set of puzzles, or a puzzle that it does not have."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question with its answer."""

    id: str
    """The situation, as XGID."""
    phase: GamePhase
    best: str
    """The best play in notation, or the best cube action by its name."""
    gap: float
    """How much the next best loses, by a search."""
    rollout_gap: float
    """How much the next best loses, by rollouts."""
    error: float
    """The standard error of `rollout_gap`."""
    rating: int
    """How hard it is, measured by the answers of bots."""

    @property
    def key(self) -> str:
        """What it is known by: the same question always has the same."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:KEY_CHARACTERS]

    @property
    def situation(self) -> Situation:
        return from_xgid(self.id)

    @property
    def kind(self) -> str:
        """What is decided: `play`, `double` or `answer`."""
        situation = self.situation
        return "play" if situation.roll is not None else "answer" if situation.offer is not None else "double"


@dataclass(frozen=True, slots=True)
class SetSettings:
    """How a set was made."""

    puzzles: int = 370
    plies: int = 2
    """How far the search looked that found the answers."""
    games: int = 144
    """Games of each play or cube action in the rollouts that check them."""
    truncate: int = 12
    """After so many rolls the net says what a position is worth."""
    seed: int = 1


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles, in the order in which they were found."""

    settings: SetSettings
    engine: str
    """Which engine has made it: `Engine.identity`."""
    program: str
    puzzles: tuple[Puzzle, ...] = ()
    starts: int = 0
    """How many starts of games have been used up."""

    @property
    def command(self) -> str:
        """The command that makes this set."""
        usual, own = SetSettings(), self.settings
        words = [
            f" --{name} {getattr(own, name)}"
            for name in ("puzzles", "games", "seed")
            if getattr(own, name) != getattr(usual, name)
        ]
        return "sixprime puzzles --make puzzles.json" + "".join(words)

    @cached_property
    def by_key(self) -> Mapping[str, Puzzle]:
        return {puzzle.key: puzzle for puzzle in self.puzzles}

    def puzzle(self, key: str) -> Puzzle:
        """The puzzle of a key."""
        found = self.by_key.get(key)
        if found is None:
            raise InvalidPuzzles(text("there is no puzzle {key}", key=shown(key)))
        return found

    @cached_property
    def by_day(self) -> tuple[Puzzle, ...]:
        """The puzzles in the order of the days: kinds and difficulties mixed."""
        order = sorted(self.puzzles, key=lambda puzzle: puzzle.key)
        Random(FORMAT).shuffle(order)
        return tuple(order)

    def of_day(self, day: date) -> Puzzle:
        """The puzzle of a day; it comes back when all others have had theirs."""
        return self.by_day[(day - FIRST_DAY).days % len(self.puzzles)]


def dump_set(puzzles: PuzzleSet) -> str:
    """The content of a file, a line for each puzzle."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "command": puzzles.command,
        "program": puzzles.program,
        "engine": puzzles.engine,
        "settings": asdict(puzzles.settings),
        "starts": puzzles.starts,
        "columns": ["id", "phase", "best", "gap", "gap by rollouts", "its error", "rating"],
    }
    rows = ",\n".join(json.dumps(_row(puzzle), separators=(",", ":")) for puzzle in puzzles.puzzles)
    return f'{json.dumps(header)[:-1]},\n"puzzles":[\n{rows}\n]}}\n'


def save_set(puzzles: PuzzleSet, path: Path) -> None:
    """Write a set into a file, whole or not at all."""
    try:
        path.parent.stat()  # a folder that is missing is an error here: its name may be mistyped
        write_atomically(path, dump_set(puzzles))
    except OSError as error:
        raise InvalidPuzzles(text("cannot write {path}: {why}", path=path, why=reason(error))) from error


def load_set(path: Path) -> PuzzleSet:
    """Read a set, whole or begun."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidPuzzles(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    return parse_set(raw, str(path))


def parse_set(raw: str | bytes, path: str) -> PuzzleSet:
    """Read the content of a file; errors name the path."""
    try:
        content = json.loads(raw) if len(raw) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InvalidPuzzles(text("{path} is not a set of puzzles", path=path))
    if content.get("version") != VERSION:
        raise InvalidPuzzles(text("{path} is a set of puzzles of another version of this program", path=path))
    try:
        puzzles = tuple(_puzzle(row) for row in content["puzzles"])
        if len({puzzle.id for puzzle in puzzles}) < len(puzzles) or type(content["starts"]) is not int:
            raise ValueError
        settings = SetSettings(**content["settings"])
        return PuzzleSet(settings, str(content["engine"]), str(content["program"]), puzzles, content["starts"])
    except (SixprimeError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidPuzzles(text("{path} is a damaged set of puzzles", path=path)) from error


@cache
def puzzle_set() -> PuzzleSet:
    """The set that comes with the program."""
    return load_set(OWN_FILE)


def _row(puzzle: Puzzle) -> list[str | float | int]:
    gaps = (round(number, 3) for number in (puzzle.gap, puzzle.rollout_gap, puzzle.error))
    return [puzzle.id, puzzle.phase.value, puzzle.best, *gaps, puzzle.rating]


def _puzzle(row: Any) -> Puzzle:
    written, phase, best, gap, rollout_gap, error, rating = row
    if type(written) is not str or type(best) is not str or type(rating) is not int:
        raise ValueError
    numbers = [float(number) for number in (gap, rollout_gap, error)]
    if not all(map(math.isfinite, numbers)):
        raise ValueError
    puzzle = Puzzle(written, GamePhase(phase), best, numbers[0], numbers[1], numbers[2], rating)
    situation = puzzle.situation
    if situation.roll is not None:
        parse_play(best, Turn(situation.position, Roll.of(situation.roll)))
    else:
        Action(best)
    return puzzle
