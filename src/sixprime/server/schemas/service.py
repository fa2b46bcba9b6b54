"""What the server tells about itself, about positions and about dice, for the description of the HTTP interface, as in
`answers`."""

from __future__ import annotations

from typing import Any, Literal

from sixprime.server.schemas.matches import Answer, Board, Dice, Numbers, PlainCube, ResignationState, SeedStates, Side


class Level(Answer):
    name: str
    title: str
    error_rate: float
    plies: int
    default: bool


class Preset(Answer):
    name: str
    title: str
    rules: dict[str, Any]
    words: list[str]
    money_words: list[str]


class ReadFormat(Answer):
    name: str
    extensions: list[str]


class Formats(Answer):
    read: list[ReadFormat]
    written: list[str]


class About(Answer):
    """What the server is and offers."""

    name: Literal["sixprime"]
    version: str
    languages: dict[str, str]
    levels: list[Level]
    presets: list[Preset]
    starts: list[str]
    formats: Formats


class Ids(Answer):
    position_id: str | None
    gnubg_id: str | None
    xgid: str | None
    ogid: str | None
    fibs_board: str | None


class PositionAnswer(Answer):
    """What an id or a board says. Of a board with defects only these, the board and the number of checkers are told."""

    kind: str | None
    board: Board
    checkers: int
    on_roll: Side | None = None
    to_act: Side | None = None
    roll: Dice | None = None
    cube: PlainCube | None = None
    offer: Literal["double", "beaver", "raccoon"] | None = None
    resignation: ResignationState | None = None
    length: int | None = None
    score: Numbers | None = None
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    pips: Numbers | None = None
    off: Numbers | None = None
    defects: list[str]
    ids: Ids | None


class NumberedDice(Answer):
    number: int
    dice: Dice


class DiceTranscript(Answer):
    """The transcript of the dice of a match; docs/dice.md tells what each field means."""

    format: Literal["sixprime-dice"]
    version: Literal[1]
    match: str
    commitment: str
    secret: str | None
    seeds: SeedStates
    imported: int
    rolls: list[NumberedDice]


class Spread(Answer):
    counts: dict[str, int]
    expected: dict[str, float]
    chi_square: float
    degrees: int
    p_value: float


class DiceStatistics(Answer):
    """How all dice of the server were spread."""

    matches: int
    rolls: int
    faces: Spread
    pairs: Spread
    doubles: Spread
    repeats: Spread
    runs_of_doubles: Spread


class Ready(Answer):
    """Whether the server can serve."""

    ready: bool
    board: bool
    bot: bool
    database: bool
    stopping: bool


class Health(Answer):
    """The process lives."""

    status: Literal["ok"]
    name: Literal["sixprime"]
