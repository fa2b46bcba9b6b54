"""docs/ids.md: its examples run, and its table says of each kind what is true."""

from dataclasses import replace

import pytest

from formats.places import ROOT
from formats.strategies import BLACK, WHITE
from sixprime import Cube, Offer, Position, Roll, Win
from sixprime.core.situations import Situation
from sixprime.formats.ids import IdKind, fibs_board
from sixprime.formats.ids.fibs_boards import parse_fibs_board

PAGE = (ROOT / "docs" / "ids.md").read_text(encoding="utf-8")
START = Position.standard()
MATCH = Situation(START, BLACK, length=7, score=(6, 2))
MONEY = Situation(START, BLACK, jacoby=False, beavers=False)
MIDDLE = Position.of({24: 1, 25: 1, 6: 5}, {25: 2, 20: 2})


def table() -> dict[str, dict[IdKind, str]]:
    """The rows of the table of what each kind can hold."""
    lines = PAGE.partition("## What each kind can hold\n\n")[2].partition("\n\n")[0].splitlines()
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    kinds = [IdKind(name) for name in head[1:]]
    return {name: dict(zip(kinds, cells, strict=True)) for name, *cells in rows}


# For each row, something to hold and the fields in which it shows.
ROWS: dict[str, tuple[Situation, set[str]]] = {
    "checkers on board and bar": (replace(MATCH, position=MIDDLE), {"position"}),
    "checkers a side, if not 15": (replace(MATCH, position=Position.hypergammon()), {"position"}),
    "who is on roll": (MATCH, {"on_roll"}),
    "that the opening roll has yet to come": (replace(MATCH, on_roll=None), {"on_roll"}),
    "dice": (replace(MATCH, roll=Roll(3, 1)), {"roll"}),
    "cube, owner": (replace(MATCH, cube=Cube(4, WHITE)), {"cube"}),
    "highest cube": (replace(MATCH, cube_limit=64), {"cube_limit"}),
    "double that waits": (replace(MATCH, offer=Offer.DOUBLE), {"offer"}),
    "beaver, raccoon that waits": (replace(MONEY, offer=Offer.RACCOON), {"offer"}),
    "resignation that waits": (
        replace(MATCH, resignation=Win.GAMMON, resigned_by=WHITE),
        {"resignation", "resigned_by"},
    ),
    "length, score": (MATCH, {"length", "score"}),
    "Crawford game": (replace(MATCH, crawford=True), {"crawford"}),
    "Jacoby rule": (replace(MONEY, jacoby=True), {"jacoby"}),
    "beavers allowed": (replace(MONEY, beavers=True), {"beavers"}),
}


def test_the_table_has_every_row() -> None:
    assert set(table()) == {*ROWS, "names"}


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("kind", IdKind)
def test_the_table_is_true(row: str, kind: IdKind) -> None:
    situation, fields = ROWS[row]
    holds = not fields & set(kind.lost(situation))
    assert table()[row][kind].startswith("yes" if holds else "no")


def test_names() -> None:
    held = {kind for kind, cell in table()["names"].items() if cell == "yes"}
    assert held == {IdKind.FIBS_BOARD}
    names = {WHITE: "Anna", BLACK: "Bela"}
    assert parse_fibs_board(fibs_board(MATCH, names=names)).names == names
