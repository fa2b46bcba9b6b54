"""What docs/boards.md says is true: its examples run, and its table is what the frames hold."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from formats.places import ROOT
from formats.strategies import BLACK, WHITE
from sixprime import Cube, Offer, Player, Position, Roll, Win
from sixprime.core.situations import Situation
from sixprime.formats.boards import gnubg_board, read_ascii_board, xg_board
from sixprime.formats.svg import THEMES

PAGE = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
FRAMES: dict[str, Callable[..., str]] = {"gnubg": gnubg_board, "xg": xg_board}
MATCH = Situation(Position.of({6: 3, 8: 2}, {5: 4}), WHITE, length=7, score=(6, 2))
MONEY = Situation(MATCH.position, BLACK)
ROWS: dict[str, tuple[Situation, set[str]]] = {
    "checkers on board and bar": (replace(MONEY, position=Position.of({25: 2, 3: 9}, {25: 1, 24: 1})), {"position"}),
    "checkers a side, if not 15": (replace(MONEY, position=Position.hypergammon()), {"position"}),
    "who is on roll, dice": (replace(MATCH, roll=Roll(5, 2)), {"on_roll", "roll"}),
    "that the opening roll has yet to come": (Situation(Position.standard(), None), {"on_roll"}),
    "cube, owner": (replace(MATCH, cube=Cube(4, BLACK)), {"cube"}),
    "double that waits": (replace(MATCH, offer=Offer.DOUBLE), {"offer"}),
    "beaver that waits": (replace(MONEY, offer=Offer.BEAVER), {"offer"}),
    "raccoon that waits": (replace(MONEY, offer=Offer.RACCOON), {"offer"}),
    "resignation that waits": (
        replace(MATCH, resignation=Win.GAMMON, resigned_by=BLACK),
        {"resignation", "resigned_by"},
    ),
    "length": (MATCH, {"length"}),
    "score, Crawford game": (replace(MATCH, crawford=True), {"score", "crawford"}),
    "Jacoby rule, beavers allowed": (replace(MONEY, jacoby=True, beavers=False), {"jacoby", "beavers"}),
    "highest cube": (replace(MATCH, cube_limit=64), {"cube_limit"}),
}


def table() -> dict[str, dict[str, str]]:
    lines = PAGE[PAGE.index("| without the id") :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(FRAMES, row[1:], strict=True)) for row in cells}


def test_the_table_has_every_row() -> None:
    assert set(table()) == {*ROWS, "names"}


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("frame", FRAMES)
def test_the_table_is_true(row: str, frame: str) -> None:
    situation, fields = ROWS[row]
    back = read_ascii_board(FRAMES[frame](situation, with_ids=False)).situation
    holds = all(getattr(back, field) == getattr(situation, field) for field in fields)
    assert table()[row][frame].startswith("yes" if holds else "no")


@pytest.mark.parametrize("frame", FRAMES)
def test_names(frame: str) -> None:
    names = {Player.WHITE: "Anna", Player.BLACK: "Béla"}
    assert read_ascii_board(FRAMES[frame](MATCH, names=names, with_ids=False)).names == names


def test_every_theme_is_named() -> None:
    assert all(f"`{name}`" in PAGE for name in THEMES)
