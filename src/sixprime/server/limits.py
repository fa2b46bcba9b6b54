"""Limits: how much of the server one visitor, address, match or connection may take.

Each is a setting, written `NAME=VALUE`. The table in docs/server.md is made from the fields of `Limits`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any

from sixprime.core import SixprimeError
from sixprime.messages import Message, shown, text

HOUR = 3600
DAY = 24 * HOUR
NONE = "none"
"""The value that switches a limit off."""


class BadSetting(SixprimeError):
    """A setting that the server cannot be started with."""


class Unit(Enum):
    """What a limit counts. The value has the endings of its numbers, each with its factor."""

    COUNT = (("", 1),)
    BYTES = (("B", 1), ("kB", 1000), ("MB", 1000**2), ("GB", 1000**3))
    TIME = (("s", 1), ("min", 60), ("h", HOUR), ("d", DAY))

    @property
    def example(self) -> Message:
        match self:
            case Unit.COUNT:
                return text("a number like 200")
            case Unit.BYTES:
                return text("a size like 16kB or 5MB")
            case _:
                return text("a time like 30s, 12h or 7d")

    def read(self, written: str) -> int | None:
        """The number that is written; None if it is not one of this unit above zero."""
        found = re.fullmatch(r"([0-9]{1,9})\s*([A-Za-z]*)", written, re.ASCII)
        if found is None:
            return None
        factors = {ending.lower(): factor for ending, factor in self.value}
        factor = factors.get(found[2].lower())
        return None if factor is None else int(found[1]) * factor or None

    def write(self, number: float) -> str:
        """A number in the largest unit that divides it."""
        fitting = [(factor, ending) for ending, factor in self.value if number % factor == 0]
        factor, ending = max(fitting, default=(1, self.value[0][0]))
        return f"{number / factor:,.12g}{' ' if ending else ''}{ending}"


def _limit(usual: int | None, unit: Unit, meaning: str, *, unlimited: str | None = None) -> Any:
    """A field with its default; `unlimited` says what it means that there is no limit, where that is possible."""
    return field(default=usual, metadata={"unit": unit, "meaning": meaning, "unlimited": unlimited})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server for many. Sizes are in bytes, times in seconds."""

    details: int = _limit(16_000, Unit.BYTES, "what a record or a file tells about a match besides the game")
    upload: int = _limit(5_000_000, Unit.BYTES, "a file to import")
    visitor_matches: int = _limit(200, Unit.COUNT, "unfinished matches in a visitor's list; studies do not count")
    address_matches: int = _limit(
        1000, Unit.COUNT, "unfinished matches that were created from an address; studies do not count"
    )
    rooms: int = _limit(
        256_000_000,
        Unit.BYTES,
        "memory for matches, in each process; above it, those that nobody watches are dropped from memory",
    )
    untouched: int | None = _limit(
        7 * DAY, Unit.TIME, "how long a match is kept in which nobody has ever moved", unlimited="for ever (at home)"
    )
    unfinished: int | None = _limit(
        365 * DAY, Unit.TIME, "how long an unfinished match is kept after its last move", unlimited="for ever (at home)"
    )
    visitor_analyses: int = _limit(5, Unit.COUNT, "analyses of a visitor that wait or are made; one is made at a time")
    address_analyses: int = _limit(20, Unit.COUNT, "analyses from an address that wait or are made")
    analyses: int = _limit(200, Unit.COUNT, "analyses in all that wait or are made")
    analysis_threads: int | None = _limit(
        None,
        Unit.COUNT,
        "threads for analyses, in each process; they rest while bots and hints need the processors",
        unlimited="one less than the machine has processors, shared by the processes",
    )
    analysis_results: int = _limit(
        1_000_000_000, Unit.BYTES, "what analyses have found, in all; above it, the oldest are removed"
    )
    position_time: int | None = _limit(
        30 * DAY,
        Unit.TIME,
        "how long the analysis of a position is kept; those of matches go with the match",
        unlimited="for ever",
    )
    visitor_cards: int = _limit(2000, Unit.COUNT, "cards of a learner")
    visitor_attempts: int = _limit(20_000, Unit.COUNT, "answers of a learner in practice")
    address_learners: int = _limit(1000, Unit.COUNT, "learners who began from an address")
    practice_time: int | None = _limit(
        730 * DAY,
        Unit.TIME,
        "how long cards and answers are kept after a learner was last here",
        unlimited="for ever (at home)",
    )
    header_time: float = _limit(10, Unit.TIME, "for the header of a request to arrive")
    body_time: float = _limit(30, Unit.TIME, "for the body of a request to arrive")
    read_time: float = _limit(30, Unit.TIME, "for a client to read something of what is sent to it")
    address_connections: int = _limit(64, Unit.COUNT, "connections of an address, in each process")
    connections: int | None = _limit(
        None, Unit.COUNT, "connections in all, in each process", unlimited="256 less than the system allows open files"
    )

    @classmethod
    def at_home(cls) -> Limits:
        """The limits of a server that only this machine can reach: nothing expires."""
        return cls(untouched=None, unfinished=None, practice_time=None)


UNITS: Mapping[str, Unit] = {known.name: known.metadata["unit"] for known in fields(Limits)}


def option_name(field_name: str) -> str:
    """The name of a limit as users write it."""
    return field_name.replace("_", "-")


def read_limits(written: str, usual: Limits, source: str) -> Limits:
    """Limits from text like `details=32kB,untouched=14d`; `BadSetting` names the source of a wrong one."""
    known = {option_name(name): name for name in UNITS}
    changes: dict[str, Any] = {}
    for part in written.split(","):
        if not part.strip():
            continue
        name, equals, value = (word.strip() for word in part.partition("="))
        if name not in known:
            raise BadSetting(
                text(
                    "{source} has no limit {name}; there are {names}",
                    source=source, name=shown(name), names=", ".join(sorted(known)),
                )
            )  # fmt: skip
        changes[known[name]] = _read_limit(known[name], name, value if equals else "")
    return replace(usual, **changes)


def _read_limit(field_name: str, name: str, value: str) -> int | None:
    unit = UNITS[field_name]
    if value.lower() == NONE and Limits.__dataclass_fields__[field_name].metadata["unlimited"] is not None:
        return None
    number = unit.read(value)
    if number is None:
        raise BadSetting(
            text("the limit {name} is {example}, not {value}", name=name, example=unit.example, value=shown(value))
        )
    return number


def table_of_limits() -> str:
    """All limits as a table in Markdown, for docs/server.md."""
    lines = ["| limit | usual | of what |", "| --- | --- | --- |"]
    for known in fields(Limits):
        unlimited: str | None = known.metadata["unlimited"]
        usual = unlimited if known.default is None else known.metadata["unit"].write(known.default)
        meaning = known.metadata["meaning"]
        if unlimited is not None:
            meaning += f"; `{NONE}`: {unlimited}" if known.default is not None else ""
        lines.append(f"| `{option_name(known.name)}` | {usual} | {meaning} |")
    return "\n".join(lines) + "\n"
