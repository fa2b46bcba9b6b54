"""Match equity tables as GNU Backgammon writes them: XML, explicit or by the parameters of a formula.

The files come from anywhere, so they are read with care: a document type may be named, but nothing may be defined in
the file and nothing outside is looked at. Parameters and players are those of the files that come with that program.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from sixprime.core import SixprimeError
from sixprime.engine.match_equity import models
from sixprime.engine.match_equity.tables import EquityTable, InvalidEquities
from sixprime.messages import Message, shown, text

MAX_DEPTH = 8
COMPUTED_LENGTH = 64
"""Points that a table by formula is worked out to."""

PARAMETERS: Mapping[str, Mapping[str, float]] = {
    "zadeh": {"gammon-rate-leader": 0.25, "gammon-rate-trailer": 0.15, "delta": 0.08, "delta-bar": 0.06},
    "zadeh-after": {"gammon-rate-trailer": 0.25, "free-drop-2-away": 0.015, "free-drop-4-away": 0.004},
    "mec": {"gammon-rate": 0.26, "win-rate": 0.5},
    "mec-after": {"gammon-rate": 0.26, "win-rate": 0.5, "free-drop-2-away": 0.015, "free-drop-4-away": 0.004},
}
"""The parameters of each formula, with their usual values. All are parts of 1."""


@dataclass(slots=True)
class _Element:
    """A piece of XML."""

    name: str
    attributes: dict[str, str]
    children: list[_Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def all(self, name: str) -> list[_Element]:
        return [child for child in self.children if child.name == name]

    def one(self, name: str) -> _Element:
        found = self.all(name)
        if len(found) != 1:
            raise InvalidEquities(text("<{outer}> needs one <{inner}>", outer=shown(self.name), inner=name))
        return found[0]


def read_gnubg_equities(content: bytes) -> EquityTable:
    """The table in the content of an XML file."""
    root = _parse(content)
    if root.name != "met":
        raise InvalidEquities(text("not a match equity table: it begins with <{name}>", name=shown(root.name)))
    told = root.one("info")
    names = {name: " ".join(element.text for element in told.all(name)) for name in ("name", "description")}
    square = root.one("pre-crawford-table")
    after = _rows_after(root.all("post-crawford-table"))
    kind = square.attributes.get("type", "explicit")
    if kind == "explicit":
        rows = [_figures(row) for row in square.all("row")]
    elif kind == "zadeh":
        told_values = _parameters(square, "zadeh")
        rows = _computed(
            lambda: models.zadeh(
                COMPUTED_LENGTH,
                _long(after[0]),
                told_values["gammon-rate-leader"],
                told_values["gammon-rate-trailer"],
                told_values["delta"],
                told_values["delta-bar"],
            )
        )
    elif kind == "mec":
        told_values = _parameters(square, "mec")
        rows = _computed(
            lambda: models.tornberg(
                COMPUTED_LENGTH,
                _long(after[0]),
                _long(after[1]),
                told_values["gammon-rate"],
                told_values["win-rate"],
            )
        )
    else:
        raise InvalidEquities(_unknown_kind(kind))
    return EquityTable(
        names["name"][:200],
        names["description"][:1000],
        tuple(tuple(row) for row in rows),
        (tuple(after[0]), tuple(after[1])),
    )


def _parse(content: bytes) -> _Element:
    """The elements of a file, without entities of its own."""
    top = _Element("", {})
    path = [top]
    parser = expat.ParserCreate()

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(path) > MAX_DEPTH:
            raise InvalidEquities(text("elements are nested too deeply in this XML"))
        element = _Element(name, attributes)
        path[-1].children.append(element)
        path.append(element)

    def refuse(*_: object) -> NoReturn:
        raise InvalidEquities(text("this XML defines or uses entities of its own, and is not read"))

    def document_type(_name: str, _system: str | None, _public: str | None, has_definitions: bool) -> None:
        if has_definitions:
            refuse()

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop()
    parser.CharacterDataHandler = lambda words: path[-1].words.append(words)
    parser.StartDoctypeDeclHandler = document_type
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise InvalidEquities(text("not XML: {why}", why=str(error))) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, SixprimeError):
            raise
        raise InvalidEquities(text("not XML: {why}", why=shown(str(error)))) from None
    return top.children[0]


def _rows_after(elements: list[_Element]) -> tuple[list[float], list[float]]:
    """Both players' chances after the Crawford game."""
    rows: dict[int, list[float]] = {}
    for element in elements:
        player = element.attributes.get("player", "both")
        if player not in ("0", "1", "both"):
            raise InvalidEquities(text("the player of a table is 0, 1 or both, not {player}", player=shown(player)))
        for number in (0, 1) if player == "both" else (int(player),):
            rows[number] = _row_after(element, number)
    if set(rows) != {0, 1}:
        raise InvalidEquities(text("the table needs the games after the Crawford game for both players"))
    return rows[0], rows[1]


def _row_after(element: _Element, player: int) -> list[float]:
    kind = element.attributes.get("type", "explicit")
    if kind == "explicit":
        return _figures(element.one("row"))
    if kind not in ("zadeh", "mec"):
        raise InvalidEquities(_unknown_kind(kind))
    told = _parameters(element, f"{kind}-after")
    drops = {2: told["free-drop-2-away"], 4: told["free-drop-4-away"]}
    if kind == "zadeh":
        row = models.row_after_crawford([], COMPUTED_LENGTH, told["gammon-rate-trailer"], drops)
    else:
        win_rate = told["win-rate"] if player == 0 else 1 - told["win-rate"]
        row = models.row_after_crawford_with_drops(COMPUTED_LENGTH, told["gammon-rate"], win_rate, drops)
    return [min(max(chance, 0.0), 1.0) for chance in row[1:]]


def _parameters(element: _Element, formula: str) -> dict[str, float]:
    """The values of a formula's parameters; those that are not given have their usual ones."""
    values = dict(PARAMETERS[formula])
    for parameters in element.all("parameters"):
        for parameter in parameters.all("parameter"):
            name = parameter.attributes.get("name", "")
            if name not in values:
                raise InvalidEquities(text("unknown parameter {name}", name=shown(name)))
            values[name] = _chance(parameter.text)
    return values


def _computed(make: Callable[[], models.Square]) -> list[list[float]]:
    """A square by formula; parameters that make no sense are refused."""
    try:
        rows = [row[1:] for row in make()[1:]]
    except ZeroDivisionError:
        rows = []
    if not rows or not all(0 <= chance <= 1 for row in rows for chance in row):
        raise InvalidEquities(text("the parameters of this table give no chances"))
    return rows


def _figures(row: _Element) -> list[float]:
    return [_chance(entry.text) for entry in row.all("me")]


def _chance(words: str) -> float:
    try:
        chance = float(words[:50])
    except ValueError:
        chance = math.nan
    if not 0 <= chance <= 1:
        raise InvalidEquities(text("a chance is a number from 0 to 1, not {value}", value=shown(words)))
    return chance


def _long(row: list[float]) -> list[float]:
    """A row as the formulas want it: from a match that is won on, and long enough."""
    return models.row_after_crawford([1.0, *row], COMPUTED_LENGTH)


def _unknown_kind(kind: str) -> Message:
    return text("a table is explicit, zadeh or mec, not {kind}", kind=shown(kind))
