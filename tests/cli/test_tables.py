"""Tables in narrow and wide terminals: figures stay whole."""

import ast
import io
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

import sixprime
from sixprime.cli.shared.tables import print_board, print_table


def printed(width: int) -> list[str]:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("candidate")
    table.add_column("backgammons won", justify="right")
    table.add_row("24/23 13/10", "+0.1234 ± 0.0001")
    table.add_row("13/9", "0.5 %")
    console = Console(file=io.StringIO(), width=width, highlight=False)
    print_table(console, table)
    assert console.width == width
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined, no-any-return]


def test_where_there_is_room_headings_stand_in_one_line() -> None:
    assert [line.rstrip() for line in printed(80)] == [
        "candidate     backgammons won",
        "24/23 13/10  +0.1234 ± 0.0001",
        "13/9                    0.5 %",
    ]


@pytest.mark.parametrize("width", [5, 20, 30])
def test_cells_are_never_cut(width: int) -> None:
    rows = printed(width)
    assert "24/23 13/10  +0.1234 ± 0.0001" in [line.rstrip() for line in rows]
    assert "13/9                    0.5 %" in [line.rstrip() for line in rows]


def decisions(width: int) -> list[str]:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("game", justify="right")
    table.add_column("played")
    table.add_column("loss", justify="right")
    table.add_row("1", "no double (missed double, take)", "0.036")
    console = Console(file=io.StringIO(), width=width, highlight=False)
    print_table(console, table, words=[1])
    return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def test_words_are_broken_into_lines_before_a_heading_is_cut() -> None:
    assert decisions(80)[1] == "   1  no double (missed double, take)  0.036"
    assert decisions(36) == [
        "game  played                  loss",
        "   1  no double (missed      0.036",
        "      double, take)",
    ]


def test_a_board_is_left_to_the_terminal() -> None:
    console = Console(file=io.StringIO(), width=10)
    print_board(console, "+13-14-15-16 BAR\n|  X        O")
    assert console.file.getvalue() == "+13-14-15-16 BAR\n|  X        O\n"  # type: ignore[attr-defined]


def test_no_console_turns_words_into_pictures() -> None:
    """By default ":-1:" in an XGID and a name like ":smile:" become emoji."""
    calls = [
        (path.name, node)
        for path in sorted(Path(sixprime.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Console"
    ]
    assert len(calls) > 20
    assert not [name for name, node in calls if "emoji" not in [keyword.arg for keyword in node.keywords]]
