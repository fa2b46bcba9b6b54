"""The options of `sixprime play` that choose rules and match length. Contradictions are refused with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sixprime.cli.shared.options import BadOption, not_one_of, whole_number
from sixprime.core import (
    NAMED_STARTS,
    STANDARD,
    BearOff,
    InvalidRules,
    OpeningTie,
    Player,
    Position,
    RuleSet,
    TripleWin,
)
from sixprime.core.rules import read_stake
from sixprime.messages import shown, text

DEFAULT_LENGTH = 5


@dataclass(frozen=True, slots=True)
class RuleFlags:
    """The options for rules and match length as typed; None if a flag was not given."""

    preset: str | None = None
    length: str | None = None
    money: bool = False
    stake: str | None = None
    opening_tie: str | None = None
    automatic_doubles: str | None = None
    bear_off: str | None = None
    triple: str | None = None
    cube: bool | None = None
    cube_limit: str | None = None
    beavers: bool | None = None
    raccoons: bool | None = None
    jacoby: bool | None = None
    crawford: bool | None = None
    start: str | None = None

    def match_length(self) -> int | None:
        """The length of the match; None for money play."""
        if self.money:
            if self.length is not None:
                raise BadOption(text("--money and --length contradict each other"))
            return None
        if self.length is None:
            return None if self.stake is not None else DEFAULT_LENGTH
        return whole_number("--length", self.length, 0, 9999) or None

    def rules(self) -> RuleSet:
        """The rules of the preset, changed by the flags that were given."""
        base = RuleSet.preset(self.preset) if self.preset else STANDARD
        self._check_kind_of_play(self.match_length() is None)
        changes: dict[str, object] = {}
        if self.cube is False:
            changes |= _WITHOUT_CUBE
        if self.opening_tie is not None:
            changes["opening_tie"] = _choice("--opening-tie", self.opening_tie, OpeningTie)
            changes["automatic_double_limit"] = None
        if self.automatic_doubles is not None:
            changes |= self._automatic_doubles(self.automatic_doubles)
        if self.bear_off is not None:
            changes["bear_off"] = _choice("--bear-off", self.bear_off, BearOff)
        if self.triple is not None:
            changes["triple_win"] = _choice("--triple", self.triple, TripleWin)
        if self.cube is True:
            changes["cube"] = True
        if self.cube_limit is not None:
            unlimited = self.cube_limit.strip().lower() == "none"
            changes["cube_limit"] = None if unlimited else whole_number("--cube-limit", self.cube_limit, 2, 2**24)
        if self.beavers is False:
            changes["raccoons"] = False
        if self.raccoons is True and self.beavers is None:
            changes["beavers"] = True
        for name in ("beavers", "raccoons", "jacoby", "crawford"):
            value = getattr(self, name)
            if value is not None:
                changes[name] = value
        if self.stake is not None:
            changes["stake"] = _stake(self.stake)
        if self.start is not None:
            changes["start"] = _start(self.start)
        return base.but(**changes)

    def _automatic_doubles(self, written: str) -> dict[str, object]:
        limit = whole_number("--automatic-doubles", written, 0, 24)
        if limit and self.opening_tie == OpeningTie.REROLL.value:
            raise BadOption(text("--automatic-doubles and --opening-tie reroll contradict each other"))
        tie = OpeningTie.AUTOMATIC_DOUBLE if limit else OpeningTie.REROLL
        return {"opening_tie": tie, "automatic_double_limit": limit or None}

    def _check_kind_of_play(self, money: bool) -> None:
        """Refuse flags for rules that would have no effect in this kind of play, match or money."""
        if money and self.crawford:
            raise BadOption(text("the Crawford rule is for matches: give a length with --length"))
        if not money:
            for flag, is_on in (("--jacoby", self.jacoby), ("--beavers", self.beavers), ("--raccoons", self.raccoons)):
                if is_on:
                    raise BadOption(text("{flag} is for money play, not for matches: add --money", flag=flag))
            if self.stake is not None:
                raise BadOption(text("{flag} is for money play, not for matches: add --money", flag="--stake"))


_WITHOUT_CUBE: dict[str, object] = {
    "cube": False,
    "cube_limit": None,
    "beavers": False,
    "raccoons": False,
    "jacoby": False,
    "opening_tie": OpeningTie.REROLL,
    "automatic_double_limit": None,
}


def _choice(flag: str, written: str, kind: type[OpeningTie] | type[BearOff] | type[TripleWin]) -> object:
    for choice in kind:
        if choice.value == written.strip().lower():
            return choice
    raise not_one_of(flag, [choice.value for choice in kind], written)


def _stake(written: str) -> Decimal:
    try:
        return read_stake(written.replace(",", "."))
    except InvalidRules as error:
        raise BadOption(error.message) from error


def _start(written: str) -> Position:
    """A start position by name, or as 26 numbers for White's view and optionally the checkers a side."""
    if written.lower() in NAMED_STARTS:
        return NAMED_STARTS[written.lower()]
    words = written.replace(",", " ").split()
    if len(words) in (26, 27) and all(_is_integer(word) for word in words):
        numbers = [int(word) for word in words]
        return Position(tuple(numbers[:26]), *numbers[26:])
    raise BadOption(
        text(
            "--start is one of {names}, or 26 numbers as White sees the points 0 to 25, not {value}",
            names=", ".join(NAMED_STARTS),
            value=shown(written),
        )
    )


def _is_integer(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 4


def read_colour(written: str) -> Player:
    """White or Black, from the value of `--colour`."""
    for player in Player:
        if player.value == written.strip().lower():
            return player
    raise not_one_of("--colour", [player.value for player in Player], written)
