"""A set of decisions with what each play is worth, kept in a file: made once, and any number of players judged by it.

The file is JSON lines: a heading that says how it was made, then a decision a line. Making one takes a while, so that a
file can be interrupted at any time and continued, or made longer later, and is the same as if made at once.
"""

from __future__ import annotations

import fcntl
import json
import math
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import numpy as np
import platformdirs

from sixprime.compiled.arrays import Boards, Doubles, Flags
from sixprime.core import Position, Roll, SixprimeError
from sixprime.messages import text
from sixprime.messages.system_errors import reason
from sixprime.training.judging.decisions import Decision, DecisionMaker, Mover, Plays
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgMover

FORMAT = "sixprime decisions 1"
CHOICE_PLIES = (0, 1, 2)


class DecisionSetProblem(SixprimeError):
    """A file of decisions that cannot be read, written or continued."""


@dataclass(frozen=True, slots=True)
class Heading:
    """How a set is made. Sets can be compared, and files continued, only where all of this is equal.

    Every play is valued by the net alone; those that come within `margin` of the best, at most `candidates` of
    them and at least two, are valued at `plies`.
    """

    seed: int = 1
    plies: int = 2
    candidates: int = 12
    margin: float = 0.25
    movers: tuple[str, ...] = ("gnubg 0-ply",)
    gnubg: str = ""
    format: str = FORMAT


@dataclass(frozen=True)
class ReferenceDecision:
    """A decision, its plays, and what they are worth to the player who makes them: money, cubeless."""

    decision: Decision
    boards: Boards
    shallow: Doubles
    """By GNU Backgammon's net alone."""
    deep: Doubles
    """By its search; not a number for plays that are too far behind to be searched."""
    choices: tuple[int, ...]
    """What GNU Backgammon itself plays when it looks 0, 1 and 2 plies ahead: numbers of boards."""
    seconds: tuple[float, ...]
    """How long each of these took it."""

    @cached_property
    def beyond(self) -> Flags:
        """Which plays were not searched."""
        return np.isnan(self.deep)

    @cached_property
    def losses(self) -> Doubles:
        """What each play gives away against the best one.

        A play that was not searched loses what the best by the net alone loses, and what it is behind that by the net.
        """
        best = np.nanmax(self.deep)
        anchor = int(np.argmax(self.shallow))
        by_net = best - self.deep[anchor] + self.shallow[anchor] - self.shallow
        return np.where(self.beyond, by_net, best - self.deep)


def default_path(seed: int = 1) -> Path:
    """Where the set of a seed is kept if nobody says otherwise."""
    return Path(platformdirs.user_cache_dir("sixprime")) / f"decisions-{seed}.jsonl"


def load(path: Path, count: int | None = None) -> list[ReferenceDecision]:
    """The decisions of a file, or the first of them. A last line that was cut off is not one."""
    _, lines = _read(path)
    return [_decoded(line, path, number) for number, line in enumerate(lines[:count])]


def heading(path: Path) -> Heading:
    """How the set in a file was made."""
    return _read(path)[0]


def extend(
    path: Path,
    count: int,
    wanted: Heading | None = None,
    *,
    more_movers: dict[str, Mover] | None = None,
    fresh: bool = False,
) -> Iterator[int]:
    """Make the file hold `count` decisions, yielding how many there are: at once, and after each.

    A set that was made otherwise is refused, unless it is to be made afresh; a file that is no set, always.
    `more_movers` play some of the games that decisions come from; their names belong to the heading.
    """
    wanted = wanted or Heading()
    movers = more_movers or {}
    with ExitStack() as stack:
        walker = stack.enter_context(Gnubg(0))
        wanted = Heading(**{**asdict(wanted), "gnubg": walker.version(), "movers": ("gnubg 0-ply", *movers)})
        file = stack.enter_context(_opened(path, wanted, fresh))
        known = {reference.decision.key for reference in load(path)}
        done = len(known)
        yield done
        if done >= count:
            return
        choosers = [stack.enter_context(Gnubg(plies)) for plies in CHOICE_PLIES]
        for chooser in choosers:
            chooser.version()  # what it takes to start is not part of its first decision
        maker = DecisionMaker(wanted.seed, [GnubgMover(walker), *movers.values()])
        plays = Plays()
        for number in range(done, count):
            decision = maker.make(number, known)
            known.add(decision.key)
            reference = _judged(decision, plays(decision.position, decision.roll), walker, choosers, wanted)
            file.write(json.dumps(_encoded(reference), separators=(",", ":")) + "\n")
            file.flush()
            yield number + 1


def _judged(
    decision: Decision, boards: Boards, valuer: Gnubg, choosers: list[Gnubg], made: Heading
) -> ReferenceDecision:
    choices: list[int] = []
    seconds: list[float] = []
    for chooser in choosers:
        started = time.perf_counter()
        chosen = GnubgMover(chooser)(decision.position, decision.roll, boards)
        seconds.append(time.perf_counter() - started)
        choices.append(chosen)
    shallow = valuer.equities(boards)
    order = np.argsort(-shallow, kind="stable")[: made.candidates]
    near = [int(play) for play in order if shallow[play] >= shallow[order[0]] - made.margin]
    searched = sorted({*near, *(int(play) for play in order[:2]), *choices})
    deep = np.full(len(boards), np.nan)
    deep[searched] = valuer.equities(boards[searched], made.plies)
    return ReferenceDecision(decision, boards, shallow, deep, tuple(choices), tuple(seconds))


def _encoded(reference: ReferenceDecision) -> dict[str, object]:
    decision = reference.decision
    return {
        "source": decision.source,
        "position": list(decision.position.points),
        "roll": list(decision.roll),
        "boards": reference.boards.tolist(),
        "shallow": [round(value, 6) for value in reference.shallow.tolist()],
        "deep": [None if math.isnan(value) else round(value, 6) for value in reference.deep.tolist()],
        "choices": list(reference.choices),
        "seconds": [round(value, 7) for value in reference.seconds],
    }


def _decoded(line: str, path: Path, number: int) -> ReferenceDecision:
    try:
        entry: dict[str, Any] = json.loads(line)
        decision = Decision(Position(tuple(entry["position"])), Roll.of(entry["roll"]), str(entry["source"]))
        boards = np.array(entry["boards"], dtype=np.int8)
        shallow = np.array(entry["shallow"], dtype=np.float64)
        deep = np.array([np.nan if value is None else value for value in entry["deep"]], dtype=np.float64)
        choices = tuple(int(choice) for choice in entry["choices"])
        seconds = tuple(float(value) for value in entry["seconds"])
        plays = len(boards)
        sizes = boards.shape == (plays, 26) and shallow.shape == deep.shape == (plays,)
        if not sizes or not all(0 <= choice < plays for choice in choices) or np.isnan(deep[shallow.argmax()]):
            raise ValueError
    except (ValueError, TypeError, KeyError) as error:
        raise DecisionSetProblem(
            text("line {line} of {path} is damaged: make the set afresh", line=number + 2, path=path)
        ) from error
    return ReferenceDecision(decision, boards, shallow, deep, choices, seconds)


def _read(path: Path) -> tuple[Heading, list[str]]:
    try:
        *lines, _cut_off = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise DecisionSetProblem(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    except UnicodeDecodeError as error:
        raise DecisionSetProblem(text("{path} is not a set of decisions", path=path)) from error
    try:
        entries = json.loads(lines[0])
        if entries["format"] != FORMAT:
            raise ValueError
        return Heading(**{**entries, "movers": tuple(entries["movers"])}), lines[1:]
    except (IndexError, ValueError, TypeError, KeyError) as error:
        raise DecisionSetProblem(text("{path} is not a set of decisions", path=path)) from error


def _opened(path: Path, wanted: Heading, fresh: bool) -> IO[str]:
    """The file ready to be continued: locked, with a heading, and without a last line that was cut off."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise DecisionSetProblem(text("cannot write {path}: {why}", path=path, why=reason(error))) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        file.seek(0)
        written = file.read()
        if written and heading(path) != wanted and not fresh:
            raise DecisionSetProblem(
                text("{path} was made in another way: make it afresh, or choose another file", path=path)
            )
        whole = "" if fresh else written[: written.rfind("\n") + 1]
        if whole != written:
            file.truncate(len(whole.encode("utf-8")))
        if not whole:
            file.write(json.dumps(asdict(wanted)) + "\n")
            file.flush()
    except BlockingIOError as error:
        file.close()
        raise DecisionSetProblem(text("{path} is being written by another run", path=path)) from error
    except UnicodeDecodeError as error:
        file.close()
        raise DecisionSetProblem(text("{path} is not a set of decisions", path=path)) from error
    except BaseException:
        file.close()
        raise
    return file
