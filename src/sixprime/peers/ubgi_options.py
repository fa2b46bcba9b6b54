"""The options of our UBGI engine: what can be set, between which bounds, and how each generation writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sixprime.core.choices import Choice
from sixprime.formats.protocols.ubgi import ErrorCode, UbgiError
from sixprime.messages import shown, text

MOST_THREADS = 64
"""What makes a difference to a search; a tool may ask for more than the machine has."""

_SWITCHES = {"on": "true", "true": "true", "1": "true", "off": "false", "false": "false", "0": "false"}


class EvalMode(Choice):
    """Whether cube and score count in what plays are worth."""

    AUTO = "auto"
    """Where anything is known of a session, a score or a cube."""
    CUBELESS = "cubeless"
    CUBEFUL = "cubeful"


@dataclass(frozen=True, slots=True)
class Option:
    """An option by both its names. It is a number between bounds, one of some words, or a switch."""

    name: str
    """In `setoption`, where upper and lower case are the same."""
    key: str
    """In `set`."""
    default: str
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    is_minor: bool = False
    """Whether it makes no difference to how well the engine plays."""

    @property
    def option_line(self) -> str:
        if self.bounds is not None:
            return f"option name {self.name} type spin default {self.default} min {self.bounds[0]} max {self.bounds[1]}"
        if self.choices:
            words = " ".join(f"var {choice}" for choice in self.choices)
            return f"option name {self.name} type combo default {self.default} {words}"
        return f"option name {self.name} type check default {self.default}"

    @property
    def key_line(self) -> str:
        kind = "bool"
        if self.bounds is not None:
            kind = f"int {self.bounds[0]}..{self.bounds[1]}"
        elif self.choices:
            kind = f"enum {'|'.join(self.choices)}"
        return f"key {self.key} {kind} {self.default}{' !' if self.is_minor else ''}"

    def read(self, written: str) -> str:
        """The value as it is kept, or a complaint that says what it can be."""
        if self.bounds is not None:
            lowest, highest = self.bounds
            if re.fullmatch(r"[0-9]{1,10}", written) and lowest <= int(written) <= highest:
                return str(int(written))
            allowed = f"{lowest}..{highest}"
        elif self.choices:
            if written.lower() in self.choices:
                return written.lower()
            allowed = ", ".join(self.choices)
        else:
            if written.lower() in _SWITCHES:
                return _SWITCHES[written.lower()]
            allowed = "true, false"
        why = text(
            "{name} cannot be {value}; allowed: {allowed}", name=self.name, value=shown(written), allowed=allowed
        )
        raise UbgiError(ErrorCode.BAD_ARGUMENT, why)


class Options:
    """All options with their values."""

    def __init__(self, deepest: int, plies: int = 0) -> None:
        self._options = (
            Option("Ply", "engine.ply", str(min(plies, deepest)), (0, deepest)),
            Option("EvalMode", "engine.evalmode", EvalMode.AUTO.value, choices=tuple(mode.value for mode in EvalMode)),
            Option("Threads", "engine.threads", "1", (1, MOST_THREADS), is_minor=True),
            Option("Seed", "engine.seed", "0", (0, 4294967295), is_minor=True),
            Option("Deterministic", "engine.deterministic", "true", is_minor=True),
            Option("Variant", "game.variant", "backgammon", choices=("backgammon", "nackgammon", "hypergammon")),
            Option("Beavers", "game.beavers", "true"),
        )
        self._values = {option.name: option.default for option in self._options}

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def set(self, name: str, written: str) -> None:
        option = self._named(name)
        self._values[option.name] = option.read(written)

    def get(self, name: str) -> str:
        """The value of an option by either of its names."""
        return self._values[self._named(name).name]

    def _named(self, name: str) -> Option:
        for option in self._options:
            if name.lower() in (option.name.lower(), option.key):
                return option
        names = ", ".join(option.key for option in self._options)
        why = text("there is no option {name}; there are {names}", name=shown(name), names=names)
        raise UbgiError(ErrorCode.UNSUPPORTED_FEATURE, why)
