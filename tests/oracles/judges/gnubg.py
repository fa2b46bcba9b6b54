"""GNU Backgammon as a judge: many questions are answered by one run of the program, without a display.

Its list of moves, best first, is complete when nothing is looked at deeper. The moves are text; they are
played on our plain boards by what the text says, points left, points reached and points hit.
"""

import os
import re
import shutil
import subprocess
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judges.boards import BAR, OFF, Board, Question

SCRIPT = Path(__file__).with_name("inside_gnubg.py")
DEBIAN_PLACE = Path("/usr/games/gnubg")  # not on root's search path


def program() -> str | None:
    """Where GNU Backgammon is, if it is here."""
    return shutil.which("gnubg") or (str(DEBIAN_PLACE) if DEBIAN_PLACE.exists() else None)


def position_id(board: Board) -> str:
    """GNU Backgammon's name for a board: for each point of the opponent, then of the mover, that many ones and a zero.

    Each side counts points from its own home, its bar last. Bits fill bytes from the lowest up.
    """
    opponent = [max(-board[25 - point], 0) for point in range(1, 26)]
    mover = [max(board[point], 0) for point in range(1, 26)]
    bits = "".join("1" * count + "0" for count in (*opponent, *mover)).ljust(80, "0")
    return b64encode(bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 80, 8))).decode().rstrip("=")


def after(board: Board, move: str) -> Board:
    """The board after a move such as `bar/24*/20 6/5(2)`. Points in between are written only where they are hit."""
    points = list(board)
    for leg in move.split():
        words = re.fullmatch(r"((?:bar|\d+)(?:/(?:off|\d+)\*?)+)(?:\((\d)\))?", leg)
        assert words, move
        stops = words[1].split("/")
        source, *path = (BAR if "bar" in stop else OFF if "off" in stop else int(stop.rstrip("*")) for stop in stops)
        for point, stop in zip(path, stops[1:], strict=True):
            if stop.endswith("*"):
                assert points[point] == -1, move
                points[point] = 0
                points[0] -= 1
        count = int(words[2] or 1)
        points[source] -= count
        if path[-1] != OFF:
            points[path[-1]] += count
    return tuple(points)


def ask(questions: Sequence[Question]) -> list[frozenset[Board]]:
    """For each question the boards that GNU Backgammon's legal moves lead to."""
    gnubg = program()
    assert gnubg
    # A home of its own: the settings of whoever runs this do not matter, and nothing of theirs is changed.
    with tempfile.TemporaryDirectory() as home:
        asked = Path(home, "questions")
        answered = Path(home, "answers")
        asked.write_text("".join(f"{position_id(q.board)} {q.dice[0]} {q.dice[1]}\n" for q in questions))
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
        run = subprocess.run(
            [gnubg, "--tty", "--quiet", "--no-rc", "--python", str(SCRIPT)],
            env={**environment, "HOME": home, "LC_ALL": "C", "QUESTIONS": str(asked), "ANSWERS": str(answered)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=3600,
        )
        lines = answered.read_text().splitlines() if answered.exists() else []
    if run.returncode != 0 or len(lines) != len(questions):
        raise RuntimeError(
            f"gnubg answered {len(lines)} of {len(questions)} questions:\n{run.stdout[-500:]}{run.stderr}"
        )
    results = []
    for question, line in zip(questions, lines, strict=True):
        name, *moves = line.split("|")
        assert name == position_id(question.board), f"gnubg did not set up {question}"
        results.append(frozenset(after(question.board, move) for move in moves))
    return results


def ask_many(questions: Sequence[Question], runs: int) -> list[frozenset[Board]]:
    """The same with several runs of the program side by side: each mostly waits for its own clock."""
    size = -(-len(questions) // runs)
    parts = [questions[at : at + size] for at in range(0, len(questions), size)]
    with ThreadPoolExecutor(runs) as pool:
        return [result for part in pool.map(ask, parts) for result in part]
