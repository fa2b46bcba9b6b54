"""`RuleSet`: by which rules a game is played. Every point on which the rule sheets differ is an option.

A rule set is a value; `standard` is the tournament game of today, and each printed sheet has a preset
under its own name. Options that are unknown or contradict each other are refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Self

from sixprime.core.choices import Choice
from sixprime.core.errors import InvalidPosition, InvalidRules
from sixprime.core.positions import MAX_CHECKERS, Position
from sixprime.messages import Message, listed, shown, text

CUBE_CEILING = 2**24
"""The highest cube where the rules set no limit. No game gets near it."""

MAX_STAKE = Decimal(10) ** 12


class OpeningTie(Choice):
    """What happens when both throw the same number for the opening.

    >>> RuleSet(opening_tie=OpeningTie.AUTOMATIC_DOUBLE).opening_tie.value
    'automatic-double'
    """

    REROLL = "reroll"
    AUTOMATIC_DOUBLE = "automatic-double"

    @property
    def label(self) -> Message:
        return _LABELS[self]


class BearOff(Choice):
    """Which checkers a die may bear off.

    STANDARD: from its own point; from the highest occupied point if that is lower.
    REARMOST_ONLY: always the rearmost checker, by its own or a larger number.
    EXACT_ONLY: by the exact number, never by a larger one.

    >>> RuleSet.preset("000-it").bear_off
    BearOff.EXACT_ONLY
    """

    STANDARD = "standard"
    REARMOST_ONLY = "rearmost-only"
    EXACT_ONLY = "exact-only"

    @property
    def label(self) -> Message:
        return _LABELS[self]


class TripleWin(Choice):
    """When a game counts three times.

    WINNERS_HOME: the loser has borne off none and has a checker on the bar or in the winner's home.
    OUTSIDE_HOME: the loser has a checker outside their home board.

    >>> RuleSet.preset("003-de").triple_win
    TripleWin.OUTSIDE_HOME
    """

    WINNERS_HOME = "winners-home"
    OUTSIDE_HOME = "outside-home"

    @property
    def label(self) -> Message:
        return _LABELS[self]


_LABELS: dict[Enum, Message] = {
    OpeningTie.REROLL: text("a tied opening roll is rolled again"),
    OpeningTie.AUTOMATIC_DOUBLE: text("a tied opening roll doubles the cube"),
    BearOff.STANDARD: text(
        "a die bears off from its own point; if all checkers are on lower points, from the highest of these"
    ),
    BearOff.REARMOST_ONLY: text("only the rearmost checker may be borne off"),
    BearOff.EXACT_ONLY: text("checkers are borne off by their exact number only"),
    TripleWin.WINNERS_HOME: text(
        "a win counts three times if the loser has borne off none and has a checker on the bar or in the winner's home"
    ),
    TripleWin.OUTSIDE_HOME: text("a win counts three times if the loser has any checker outside home"),
}

NAMED_STARTS: Mapping[str, Position] = {
    "standard": Position.standard(),
    "nackgammon": Position.nackgammon(),
    "hypergammon": Position.hypergammon(),
    "longgammon": Position.longgammon(),
}


class _RememberedHash:
    """A slot for the hash, outside the fields of the dataclass: it is neither compared nor pickled."""

    __slots__ = ("_hash",)
    _hash: int


@dataclass(frozen=True, slots=True)
class RuleSet(_RememberedHash):
    """All options of a game.

    Jacoby rule and beavers are rules of money play: in a match they are not in force, whatever stands here.
    The Crawford rule is one of matches: in money play it is not in force.

    >>> rules = RuleSet(jacoby=True, beavers=True)
    >>> rules.jacoby, rules.preset_name, RuleSet().preset_name
    (True, None, 'standard')
    """

    opening_tie: OpeningTie = OpeningTie.REROLL
    automatic_double_limit: int | None = None
    """How many automatic doubles one game may have; None where the cube's limit is the only one."""
    bear_off: BearOff = BearOff.STANDARD
    triple_win: TripleWin = TripleWin.WINNERS_HOME
    cube: bool = True
    cube_limit: int | None = None
    """The highest number the cube reaches; None for no limit."""
    beavers: bool = False
    raccoons: bool = False
    jacoby: bool = False
    crawford: bool = True
    start: Position = field(default_factory=Position.standard)
    stake: Decimal = Decimal(1)
    """What one point is worth in money play."""

    def __post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise InvalidRules(listed(problems))

    def __hash__(self) -> int:
        # Rules are part of many keys, and there are few of them: their hash is computed once.
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(tuple(getattr(self, option.name) for option in fields(self))))
            return self._hash

    def _problems(self) -> Iterator[Message]:
        for name, kind in _KINDS.items():
            value = getattr(self, name)
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                yield text("the option {option} cannot be {value}", option=name, value=shown(value))
                return
        for name in ("automatic_double_limit", "cube_limit"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
                yield text("the option {option} cannot be {value}", option=name, value=shown(value))
                return
        limit = self.cube_limit
        if limit is not None and (limit < 2 or limit > CUBE_CEILING or limit & (limit - 1)):
            yield text(
                "the cube's limit is a power of two from 2 to {ceiling}, not {limit}",
                ceiling=CUBE_CEILING,
                limit=shown(limit),
            )
        if not self.cube:
            if limit is not None:
                yield text("without a cube there is no cube limit")
            if self.beavers:
                yield text("without a cube there are no beavers")
            if self.jacoby:
                yield text("without a cube the Jacoby rule would leave no gammons")
            if self.opening_tie is OpeningTie.AUTOMATIC_DOUBLE:
                yield text("without a cube there are no automatic doubles")
        if self.raccoons and not self.beavers:
            yield text("raccoons answer beavers: they need beavers to be allowed")
        if self.automatic_double_limit is not None:
            if self.opening_tie is not OpeningTie.AUTOMATIC_DOUBLE:
                yield text("a limit for automatic doubles needs automatic doubles to be played")
            if not 1 <= self.automatic_double_limit <= 24:
                yield text(
                    "the limit for automatic doubles is 1 to 24, not {limit}", limit=shown(self.automatic_double_limit)
                )
        if not self.stake.is_finite() or not 0 < self.stake <= MAX_STAKE:
            yield text("the stake is a positive amount, not {stake}", stake=shown(str(self.stake)))
        elif self.stake != round(self.stake, 6):
            yield text("the stake has at most six decimals, not {stake}", stake=shown(str(self.stake)))
        if self.start.is_over:
            yield text("the start position is a finished game")

    @property
    def highest_cube(self) -> int:
        """The highest number the cube can show."""
        if not self.cube:
            return 1
        return self.cube_limit or CUBE_CEILING

    @property
    def start_name(self) -> str | None:
        """The name of the start position, if it has one."""
        return next((name for name, position in NAMED_STARTS.items() if position == self.start), None)

    def replace(self, **changes: object) -> RuleSet:
        """These rules with some options changed.

        >>> RuleSet().replace(jacoby=True).jacoby
        True
        """
        unknown = sorted(set(changes) - {option.name for option in fields(self)})
        if unknown:
            raise InvalidRules(text("unknown option {option}", option=shown(unknown[0])))
        return replace(self, **changes)  # type: ignore[arg-type]  # __post_init__ checks the kinds

    @classmethod
    def preset(cls, name: str) -> RuleSet:
        """The rules with a name in `PRESETS`."""
        if name not in PRESETS:
            raise InvalidRules(
                text("there are no rules called {name}; there are {names}", name=shown(name), names=", ".join(PRESETS))
            )
        return PRESETS[name]

    @property
    def preset_name(self) -> str | None:
        """The first preset that has exactly these rules, if any."""
        return next((name for name, rules in PRESETS.items() if rules == self), None)

    def to_json(self) -> dict[str, object]:
        """All options, as JSON can hold them."""
        start: object = self.start_name
        if start is None:
            start = {"points": list(self.start.points), "checkers": self.start.checkers}
        return {
            "opening_tie": self.opening_tie.value,
            "automatic_double_limit": self.automatic_double_limit,
            "bear_off": self.bear_off.value,
            "triple_win": self.triple_win.value,
            "cube": self.cube,
            "cube_limit": self.cube_limit,
            "beavers": self.beavers,
            "raccoons": self.raccoons,
            "jacoby": self.jacoby,
            "crawford": self.crawford,
            "start": start,
            "stake": str(self.stake),
        }

    @classmethod
    def from_json(cls, options: object) -> Self:
        """Rules from what `to_json` gave. Options left out are the standard ones; unknown ones are refused."""
        if not isinstance(options, dict):
            raise InvalidRules(text("rules are a set of named options, not {value}", value=shown(options)))
        known = {option.name for option in fields(cls)}
        values: dict[str, object] = {}
        for name, value in options.items():
            if name not in known:
                raise InvalidRules(text("unknown option {option}", option=shown(name)))
            values[name] = _read_option(name, value)
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks the kinds


_KINDS: Mapping[str, type] = {
    "opening_tie": OpeningTie,
    "bear_off": BearOff,
    "triple_win": TripleWin,
    "cube": bool,
    "beavers": bool,
    "raccoons": bool,
    "jacoby": bool,
    "crawford": bool,
    "start": Position,
    "stake": Decimal,
}


def _read_option(name: str, value: object) -> object:
    """One option from JSON. What has the wrong kind is left to the rule set's own check."""
    kind = _KINDS.get(name)
    if kind is not None and issubclass(kind, Enum):
        for choice in kind:
            if choice.value == value:
                return choice
        choices = ", ".join(str(choice.value) for choice in kind)
        raise InvalidRules(
            text(
                "the option {option} is one of {choices}, not {value}", option=name, choices=choices, value=shown(value)
            )
        )
    if name == "stake":
        return read_stake(value)
    if name == "start":
        return read_start(value)
    return value


def read_stake(value: object) -> Decimal:
    """A stake from text or a whole number. `RuleSet` checks whether it is a possible amount."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_STAKE:
        return Decimal(value)
    if isinstance(value, str | Decimal) and len(str(value)) < 50:
        try:
            return Decimal(value)
        except InvalidOperation:
            pass
    raise InvalidRules(text("the stake is a positive amount, not {stake}", stake=shown(value)))


def read_start(value: object) -> Position:
    """A start position from its name, or from points and checkers."""
    if isinstance(value, str) and value in NAMED_STARTS:
        return NAMED_STARTS[value]
    if isinstance(value, dict) and set(value) <= {"points", "checkers"} and isinstance(value.get("points"), list):
        try:
            return Position(tuple(value["points"]), value.get("checkers", MAX_CHECKERS))
        except InvalidPosition as error:
            raise InvalidRules(text("the start position is not possible: {why}", why=error.message)) from None
    raise InvalidRules(
        text(
            "a start position is one of {names}, or has 'points' and 'checkers', not {value}",
            names=", ".join(NAMED_STARTS),
            value=shown(value),
        )
    )


STANDARD = RuleSet()

PRESETS: Mapping[str, RuleSet] = {
    "standard": STANDARD,
    "000-de": RuleSet(crawford=False),
    "000-fr": RuleSet(crawford=False),
    "000-it": RuleSet(crawford=False, bear_off=BearOff.EXACT_ONLY),
    "001-hu": RuleSet(crawford=False, cube_limit=64),
    "001-hu-optional": RuleSet(
        crawford=False,
        cube_limit=64,
        opening_tie=OpeningTie.AUTOMATIC_DOUBLE,
        automatic_double_limit=1,
        beavers=True,
        jacoby=True,
    ),
    "002-it": RuleSet(crawford=False, cube_limit=32),
    "003-de": RuleSet(crawford=False, cube_limit=64, bear_off=BearOff.REARMOST_ONLY, triple_win=TripleWin.OUTSIDE_HOME),
    "004-fr": RuleSet(crawford=False, cube=False),
}
"""The tournament game, and the five printed sheets to the letter: 000 in its three languages, 001 with and
without the optional rules it lists, 002, 003 and 004. The sheets know no Crawford rule."""
