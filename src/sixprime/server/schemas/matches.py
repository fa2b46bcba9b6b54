"""What answers look like, for the description of the HTTP interface; the answers themselves are made without these.

Tests hold every answer against its model, so that the description stays true.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sixprime.server.matches.commands import ActionName, SideName

Side = SideName
Kind = Literal["bot", "screen", "link", "study"]
PhaseName = Literal[
    "seats", "seeds", "opening", "to-roll", "to-play", "to-answer-cube", "to-answer-resignation", "over", "aborted"
]
Board = Annotated[list[int], Field(min_length=26, max_length=26)]
Dice = Annotated[list[int], Field(min_length=2, max_length=2)]
Steps = list[Annotated[list[int], Field(min_length=2, max_length=2)]]


class Answer(BaseModel):
    """An object with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class ErrorWords(Answer):
    code: Literal[
        "malformed", "forbidden", "foreign-origin", "not-found", "stale", "not-allowed", "too-large", "too-fast",
        "unreadable", "stopping",
    ]  # fmt: skip
    message: str


class Error(Answer):
    """Why a request was refused."""

    error: ErrorWords


class Numbers(Answer):
    white: int
    black: int


class Words(Answer):
    white: str
    black: str


class SeatState(Answer):
    name: str
    kind: Literal["person", "bot"]
    level: str | None
    taken: bool
    present: bool


class Seats(Answer):
    white: SeatState
    black: SeatState


class Offered(Answer):
    by: Side
    value: int
    beavers: int


class CubeState(Answer):
    value: int
    owner: Side | None
    offered: Offered | None


class PlainCube(Answer):
    value: int
    owner: Side | None


class ResignationState(Answer):
    by: Side
    value: int


class Actions(Answer):
    white: list[ActionName]
    black: list[ActionName]


class TurnGraph(Answer):
    nodes: list[list[Annotated[list[int], Field(min_length=5, max_length=5)]]]


class GameEnd(Answer):
    game: int
    winner: Side
    win: Literal["single", "gammon", "backgammon"]
    cube: int
    points: int
    reason: str
    words: str


class MatchEnd(Answer):
    winner: Side | None
    score: Numbers
    words: str
    reason: str | None = None


class Ledger(Answer):
    stake: str
    games: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    balance: Words


class SeedState(Answer):
    commitment: str
    seed: str | None


class SeedStates(Answer):
    white: SeedState | None
    black: SeedState | None


class DiceState(Answer):
    commitment: str
    seeds: SeedStates
    rolls: int
    secret: str | None


class LogEntry(Answer):
    seq: int
    by: Side | None
    entry: dict[str, Any]


class LastEntry(Answer):
    seq: int
    entry: dict[str, Any]
    words: str


class State(Answer):
    """Where a match stands; docs/protocol.md tells what each field means."""

    match: str
    version: int
    kind: Kind
    created: str
    you: list[Side]
    seats: Seats
    invitation: str | None = None
    length: int | None
    rules: dict[str, Any]
    preset: str | None
    phase: PhaseName
    to_act: Side | None
    on_roll: Side | None
    board: Board
    checkers: int
    pips: Numbers
    off: Numbers
    roll: Dice | None
    cube: CubeState
    resignation: ResignationState | None
    score: Numbers
    game: int
    crawford: bool
    gammons_count: bool
    automatic_doubles: int
    actions: Actions
    turn: TurnGraph | None
    can_take_back: bool
    results: list[GameEnd]
    result: MatchEnd | None
    ledger: Ledger | None
    abort_asked: Side | None
    dice: DiceState
    last: LastEntry | None


class Links(Answer):
    play: str | None
    watch: str


class Created(Answer):
    """A match that has been created."""

    state: State
    links: Links
    invitation: str | None


class Joined(Answer):
    """A match in which a seat has been taken."""

    state: State


class Summary(Answer):
    match: str
    kind: Kind
    seats: Seats
    you: list[Side]
    length: int | None
    score: Numbers
    phase: PhaseName
    to_act: Side | None
    created: str
    updated: str
    result: MatchEnd | None


class MatchList(Answer):
    """Matches of the caller."""

    matches: list[Summary]
    more: bool


class LogPart(Answer):
    """A part of a log."""

    entries: list[LogEntry]
    version: int
    more: bool


class Acknowledged(Answer):
    """A command that was granted."""

    type: Literal["ack"]
    key: str
    version: int
    entries: list[LogEntry]


class Refused(Answer):
    """A command that was not granted."""

    type: Literal["refused"]
    key: str
    version: int
    error: ErrorWords


class LegalPlay(Answer):
    notation: str
    steps: Steps
    result: Board


class LegalPlays(Answer):
    """All plays of a roll."""

    version: int
    plays: list[LegalPlay]


class WinChances(Answer):
    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float


class PlayAdvice(Answer):
    notation: str
    steps: Steps
    board: Board
    equity: float
    lost: float
    chances: WinChances


class CubeAdvice(Answer):
    action: ActionName
    value: int | None
    equity: float
    chances: WinChances
    words: str


class Hint(Answer):
    """What the engine would do."""

    version: int
    player: Side
    plies: int
    plays: list[PlayAdvice] | None
    cube: CubeAdvice | None


class ImportedMatch(Answer):
    match: str
    names: Words
    length: int | None
    version: int
    games: int


class Imported(Answer):
    """What became of a file."""

    format: str
    matches: list[ImportedMatch]
    problems: list[str]
