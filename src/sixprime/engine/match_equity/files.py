"""Files of match equities: our own JSON, and the XML of GNU Backgammon, told apart by what is in them.

Besides the chances our own form may tell their standard errors and how they were found.
"""

from __future__ import annotations

import json
from pathlib import Path

from sixprime.core import SixprimeError
from sixprime.engine.match_equity.gnubg_files import read_gnubg_equities
from sixprime.engine.match_equity.tables import EquityErrors, EquityTable, InvalidEquities, Rows
from sixprime.files import write_atomically
from sixprime.messages import is_text, shown, text
from sixprime.messages.system_errors import reason

FORMAT = "sixprime-match-equities"
VERSION = 1
MAX_BYTES = 1_000_000


class EquityFileProblem(SixprimeError):
    """A file that cannot be written."""


def read_equities(path: Path) -> EquityTable:
    """The table in a file."""
    if path.exists() and not path.is_file():
        raise InvalidEquities(text("cannot read {path}: not a file", path=path))
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidEquities(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    except ValueError as error:
        raise InvalidEquities(text("{path} is not a file name", path=shown(str(path)))) from error
    if len(content) > MAX_BYTES:
        raise InvalidEquities(text("{path} is too large for a match equity table", path=path))
    try:
        return _from_json(content) if content.lstrip()[:1] == b"{" else read_gnubg_equities(content)
    except InvalidEquities as error:
        raise InvalidEquities(text("{path} holds no match equity table: {why}", path=path, why=error.message)) from None


def write_equities(table: EquityTable, path: Path) -> None:
    """Write a table as JSON, whole or not at all."""
    fields = {
        "format": FORMAT,
        "version": VERSION,
        "name": table.name,
        "description": table.description,
        "credit": table.credit.splitlines(),
    }
    if table.made:
        fields["made"] = dict(table.made)
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    both = table.after[0] == table.after[1] and (table.errors is None or table.errors.after[0] == table.errors.after[1])
    lines += [_rows_json("before", table.before), _rows_json("after", table.after[:1] if both else table.after)]
    if table.errors is not None:
        errors = table.errors
        lines.append(_rows_json("before_errors", errors.before))
        lines.append(_rows_json("after_errors", errors.after[:1] if both else errors.after))
    write_equity_file(path, "{\n" + ",\n".join(lines) + "\n}\n")


def write_equity_file(path: Path, content: str) -> None:
    """Write a file atomically; `EquityFileProblem` if that fails."""
    try:
        write_atomically(path, content)
    except OSError as error:
        why = reason(error)
        raise EquityFileProblem(text("cannot write {path}: {why}", path=path, why=why)) from error


def _rows_json(name: str, rows: Rows) -> str:
    return f' "{name}": [\n  ' + ",\n  ".join(json.dumps(row) for row in rows) + "\n ]"


def _from_json(content: bytes) -> EquityTable:
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        raise InvalidEquities(text("not JSON")) from None
    if not isinstance(told, dict) or told.get("format") != FORMAT or told.get("version") != VERSION:
        raise InvalidEquities(text("not a table that this version can use"))
    credit = told.get("credit", [])
    words = [told.get("name", ""), told.get("description", ""), *(credit if isinstance(credit, list) else [None])]
    if not all(is_text(word) for word in words):
        raise InvalidEquities(text("name, description and credit are texts"))
    before, after = _rows(told.get("before")), _after(told.get("after"))
    errors = None
    if "before_errors" in told or "after_errors" in told:
        errors = EquityErrors(_rows(told.get("before_errors")), _after(told.get("after_errors")))
    made = told.get("made", {})
    if not isinstance(made, dict):
        raise InvalidEquities(text("how a table was made is told by texts and numbers"))
    return EquityTable(words[0], words[1], before, after, "\n".join(words[2:]), errors, tuple(made.items()))


def _after(told: object) -> tuple[tuple[float, ...], tuple[float, ...]]:
    rows = _rows(told)
    if len(rows) not in (1, 2):
        raise InvalidEquities(text("the table needs the games after the Crawford game, for both players or for each"))
    return rows[0], rows[-1]


def _rows(told: object) -> Rows:
    """Rows of numbers; what else they should be is for the table to say."""
    if not isinstance(told, list) or not all(isinstance(row, list) for row in told):
        raise InvalidEquities(text("the table needs rows of numbers"))
    return tuple(
        tuple(float(chance) if type(chance) is int and 0 <= chance <= 1 else chance for chance in row) for row in told
    )
