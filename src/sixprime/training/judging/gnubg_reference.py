"""GNU Backgammon as a reference: what a position is worth, and which play it would make.

The program runs beside us and is asked over a socket in a folder of its own, by the text protocol that it has for
external players: no display, no settings of whoever runs it, and none of the pauses of its Python interface, where
every answer takes ten milliseconds at least. Its board lines have our numbering, the player on roll positive and moving
down, and it answers from the view of the player on roll: after a play that is the opponent. All values are cubeless and
for money: a win counts one, a gammon two, a backgammon three points.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import numpy as np

from sixprime.compiled.arrays import Boards, Doubles
from sixprime.core import BAR, STANDARD, Player, Position, Roll, SixprimeError
from sixprime.core.match.results import judge_position
from sixprime.messages import text
from sixprime.messages.system_errors import reason

DEBIAN_PLACE = Path("/usr/games/gnubg")  # not on everybody's search path
START_SECONDS = 60.0
ANSWER_SECONDS = 60.0

# GNU Backgammon goes on waiting when whoever asked it is gone. The shell here waits for the end of its own input, which
# comes even if we are killed, and then leaves neither the program nor the folder behind.
KEEPER = """
folder=$1
shift
exec 3<&0
"$@" <"$folder/commands" >"$folder/said" 2>&1 3<&- &
cat <&3 >/dev/null
kill -KILL "$!" 2>/dev/null
rm -rf "$folder"
"""
COMMANDS = """\
set jacoby off
set evaluation chequer eval plies {plies}
set evaluation chequer eval cubeful off
set evaluation chequer eval noise 0
external {socket}
"""


class GnubgProblem(SixprimeError):
    """GNU Backgammon is not here, does not start, or does not answer."""


def program() -> str | None:
    """Where GNU Backgammon is, if it is here."""
    return shutil.which("gnubg") or (str(DEBIAN_PLACE) if DEBIAN_PLACE.exists() else None)


def points_won(board: Sequence[int]) -> int:
    """What the player who bore off all checkers has won: 1, 2 or 3 points. The board is that player's view."""
    win, _ = judge_position(Position(tuple(board)).flipped(), Player.WHITE, STANDARD)
    return int(win)


def board_line(board: Sequence[int], dice: tuple[int, int] = (0, 0)) -> str:
    """A board with the player on roll positive, as FIBS writes it: money play, no cube turned.

    After the names come match length (9999: none) and score, the 26 points, whose turn it is, the dice of both, the
    cube and who may turn it, the colour, direction, home and bar of the player; what else FIBS sends is not looked at.
    """
    points = ":".join(str(count) for count in board)
    return f"board:X:O:9999:0:0:{points}:1:{dice[0]}:{dice[1]}:0:0:1:1:1:0:1:-1:0:{BAR}:0:0:0:0:0:0:0:0"


def after_steps(board: Sequence[int], steps: str) -> tuple[int, ...]:
    """The board after a move such as `25/22* 22/20 6/0`: 25 is the bar, 0 is off, every die is written out."""
    points = list(board)
    for step in steps.split():
        source, target = (int(point) for point in step.rstrip("*").split("/"))
        points[source] -= 1
        if target > 0:
            if points[target] == -1:
                points[target] = 0
                points[0] -= 1
            points[target] += 1
    return tuple(points)


class Gnubg:
    """A running GNU Backgammon. It starts with the first question, and once more if it breaks down over one.

    `plies` is how deep it looks when it chooses a play, with the candidates it keeps by itself; values can be asked
    at any depth. Plies are counted as it counts them: 0 is the net alone.
    """

    commands = COMMANDS
    """What it is told when it starts."""

    def __init__(self, plies: int = 0, *, answer_seconds: float = ANSWER_SECONDS) -> None:
        self.plies = plies
        self._answer_seconds = answer_seconds
        self._keeper: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._answers: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def version(self) -> str:
        """Which GNU Backgammon this is, such as 1.07.001."""
        for line in self._ask("version", lines=4):
            name, _, value = line.partition(": ")
            if name == "Software":
                return value
        raise GnubgProblem(text("GNU Backgammon does not tell its version"))

    def equities(self, boards: Boards | Sequence[Sequence[int]], plies: int = 0) -> Doubles:
        """What boards after a play are worth to the player who made it, the opponent being on roll.

        The boards are that player's view.
        """
        return np.array([self._equity([int(count) for count in board], plies) for board in boards], dtype=np.float64)

    def _equity(self, board: list[int], plies: int) -> float:
        if all(count <= 0 for count in board):
            return points_won(board)
        line = board_line([-count for count in reversed(board)])
        (answer,) = self._ask(f"evaluation fibsboard {line} plies {plies} cubeless jacobyrule off prune on")
        try:
            return -float(answer.split()[5])
        except (ValueError, IndexError) as error:
            raise GnubgProblem(text("GNU Backgammon answered {answer}", answer=repr(answer[:60]))) from error

    def choose(self, position: Position, roll: Roll) -> tuple[int, ...]:
        """The board after the play it makes, in the mover's view."""
        (answer,) = self._ask(board_line(position.points, (roll.first, roll.second)))
        try:
            return after_steps(position.points, answer)
        except (ValueError, IndexError) as error:
            raise GnubgProblem(text("GNU Backgammon answered {answer}", answer=repr(answer[:60]))) from error

    def close(self) -> None:
        """End the program. A later question starts it again."""
        if self._answers is not None:
            self._answers.close()
            self._answers = None
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._keeper is not None:
            assert self._keeper.stdin is not None
            self._keeper.stdin.close()
            try:
                self._keeper.wait(10)
            except subprocess.TimeoutExpired:
                self._keeper.kill()
                self._keeper.wait()
            self._keeper = None

    def __del__(self) -> None:
        if getattr(self, "_keeper", None) is not None:
            self.close()

    def _ask(self, question: str, lines: int = 1) -> list[str]:
        """Put a question and read so many lines. One at a time: it forgets what comes in while it thinks."""
        try:
            return self._exchange(question, lines)
        except OSError:
            # Perhaps somebody ended it. What makes it fail twice is not going to get better.
            self.close()
        try:
            return self._exchange(question, lines)
        except OSError as error:
            self.close()
            raise GnubgProblem(text("GNU Backgammon does not answer: {why}", why=reason(error))) from error

    def _exchange(self, question: str, lines: int) -> list[str]:
        if self._socket is None:
            self._start()
        assert self._socket is not None
        assert self._answers is not None
        self._socket.sendall(f"{question}\n".encode("ascii"))
        answer: list[str] = []
        for _ in range(lines):
            line = self._answers.readline()
            if not line.endswith(b"\n"):
                raise ConnectionError("it broke off")
            answer.append(line.decode("ascii", "replace").strip())
        return answer

    def _start(self) -> None:
        gnubg = program()
        if gnubg is None:
            raise GnubgProblem(text("GNU Backgammon is not here: install the package gnubg"))
        # The path of a socket must be short, so not every system's folder for temporary files will do.
        folder = Path(tempfile.mkdtemp(prefix="gnubg-", dir="/tmp" if Path("/tmp").is_dir() else None))
        address = folder / "socket"
        (folder / "commands").write_text(self.commands.format(plies=self.plies, socket=address), encoding="ascii")
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
        self._keeper = subprocess.Popen(
            ["sh", "-c", KEEPER, "keeper", str(folder), gnubg, "--tty", "--quiet", "--no-rc"],
            env={**environment, "HOME": str(folder), "LC_ALL": "C"},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C at our terminal is for us; the keeper ends with us.
            start_new_session=True,
        )
        self._socket = self._connect(address, folder / "said")
        self._socket.settimeout(self._answer_seconds)
        self._answers = self._socket.makefile("rb")

    def _connect(self, address: Path, said: Path) -> socket.socket:
        deadline = time.monotonic() + START_SECONDS
        while True:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(str(address))
            except OSError as error:
                connection.close()
                if time.monotonic() > deadline:
                    lines = said.read_text(encoding="utf-8", errors="replace").split("\n") if said.exists() else []
                    last_words = next((line for line in reversed(lines) if line.strip()), reason(error))
                    self.close()
                    raise GnubgProblem(text("GNU Backgammon does not start: {why}", why=last_words)) from error
                time.sleep(0.02)
            else:
                return connection


class GnubgMover:
    """Plays what GNU Backgammon chooses by itself, as deep as it was told to look."""

    def __init__(self, gnubg: Gnubg) -> None:
        self._gnubg = gnubg

    def __call__(self, position: Position, roll: Roll, boards_after: Boards) -> int:
        chosen = np.array(self._gnubg.choose(position, roll), dtype=np.int8)
        (found,) = np.nonzero((boards_after == chosen).all(axis=1))
        if len(found) != 1:
            raise GnubgProblem(
                text(
                    "GNU Backgammon made a play that is not legal: {position}, {roll}",
                    position=position.points,
                    roll=roll,
                )
            )
        return int(found[0])


class GnubgPlayer:
    """Plays what GNU Backgammon values most at some depth, every play looked at equally deep."""

    def __init__(self, gnubg: Gnubg, plies: int = 0) -> None:
        self._gnubg = gnubg
        self._plies = plies

    def __call__(self, boards_after: Boards) -> int:
        return int(np.argmax(self._gnubg.equities(boards_after, self._plies)))
