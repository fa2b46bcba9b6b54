"""The cube and match equities against GNU Backgammon itself, as it judges without looking ahead."""

import random
from pathlib import Path

import pytest

from conftest import not_here
from engine.support.game_positions import random_positions
from engine.support.inside_gnubg import ask_gnubg
from sixprime import Position
from sixprime.core.movegen import to_board
from sixprime.engine.chances import Chances
from sixprime.engine.cube.board_kernels import GNUBG_EFFICIENCIES, efficiency_of
from sixprime.engine.cube.kernels import MINE, NOBODYS, THEIRS
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import SYSTEM_FOLDERS, MatchEquities

JUDGE = """
gnubg.command("set jacoby off")
gnubg.command("new game")
now = dict(gnubg.evalcontext(), cubeful=1, plies=0, deterministic=1, noise=0.0)
answers = []
for board, cube, owner, length, score, crawford in questions:
    info = gnubg.cubeinfo(cube, owner, 1, length, tuple(score), crawford)
    board = tuple(map(tuple, board))
    answers.append([gnubg.evaluate(board, info, now)[:5], gnubg.cfevaluate(board, info, now)[1:3]])
"""

LOOK_UP = """
answers = {}
for path in questions:
    gnubg.command('set met "%s"' % path)
    answers[path] = gnubg.met(64)
"""


def sides(position: Position) -> list[list[int]]:
    """The opponent's and the mover's checkers, each counted from its own home."""
    own = [max(position.points[point], 0) for point in range(1, 26)]
    return [[max(-position.points[25 - point], 0) for point in range(1, 26)], own]


def test_cube_actions_are_theirs(tmp_path: Path) -> None:
    """Money and matches of all lengths, any score and cube."""
    rng = random.Random(11)
    places = [place for place in random_positions(320, 3) if place.checkers == 15 and not place.is_over]
    questions: list[tuple[list[list[int]], int, int, int, list[int], int]] = []
    for place in places:
        length = rng.choice((0, 1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 40))
        score = [rng.randrange(length), rng.randrange(length)] if length else [0, 0]
        cube = rng.choice((1, 1, 2, 4, 8))
        crawford = int(length > 1 and (max(score) == length - 1 != min(score)) and rng.random() < 0.5)
        cube = 1 if crawford else cube
        questions.append((sides(place), cube, -1 if cube == 1 else rng.choice((0, 1)), length, score, crawford))
    compared = 0
    for place, question, (told, expected) in zip(places, questions, ask_gnubg(JUDGE, questions, tmp_path), strict=True):
        _, cube, owned, length, score, crawford = question
        owner = (NOBODYS, THEIRS, MINE)[owned + 1]
        if length:
            view = CubeView.match(length - score[1], length - score[0], cube, owner, crawford=bool(crawford))
        else:
            view = CubeView.money(cube, owner)
        if few_checkers(place) or abs(view.won() - view.lost()) < 0.01:
            continue  # looked up there with another efficiency; or all chances the same in single precision
        efficiency = efficiency_of(to_board(place), GNUBG_EFFICIENCIES)
        values = [view.equity(value) for value in view.cube_action(Chances(*told), efficiency)]
        assert values[:2] == pytest.approx(expected, abs=2e-5), (place, question)
        compared += 1
    assert compared > 150


def few_checkers(place: Position) -> bool:
    """Whether the two-sided database may know it."""
    return place.all_home and place.flipped().all_home


def test_tables_are_theirs(tmp_path: Path) -> None:
    """All explicit tables and what comes beyond them. After the Crawford game nobody needs as many points as the
    table is long, and the program does not read that last figure. Tables by formula it does not work out."""
    folder = next((folder for folder in SYSTEM_FOLDERS if folder.is_dir()), None)
    if folder is None:
        not_here("GNU Backgammon's match equity tables are not installed: sudo apt install gnubg-data")
    paths = [str(path) for path in sorted(folder.glob("*.xml")) if path.stem not in ("catalog", "zadeh", "mec")]
    for path, (before, *after) in ask_gnubg(LOOK_UP, paths, tmp_path).items():
        equities = MatchEquities.load(Path(path))
        for away in range(1, 65):
            found = [equities.chance(away, other) for other in range(1, 65)]
            assert found == pytest.approx(before[away - 1], abs=1e-7)
        for first, row in zip((True, False), after, strict=True):
            known = range(1, equities.length)
            found = [equities.chance(away, 1, crawford_over=True, first=first) for away in known]
            assert found == pytest.approx(row[: equities.length - 1], abs=1e-7)
