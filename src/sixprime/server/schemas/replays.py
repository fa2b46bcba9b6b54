"""What the replay of a match looks like, for the description of the HTTP interface, as in `answers`."""

from __future__ import annotations

from typing import Literal

from sixprime.server.schemas.matches import (
    Answer,
    Board,
    Dice,
    GameEnd,
    Numbers,
    PlainCube,
    Side,
    Steps,
    WinChances,
    Words,
)


class WeighedPlay(Answer):
    notation: str
    steps: Steps
    equity: float | None
    chances: WinChances | None
    win_chance: float | None
    level: str
    plies: int | None
    rollout: bool


class PlayAnalysis(Answer):
    type: Literal["plays"]
    plays: list[WeighedPlay]
    played: int | None
    luck: float | None
    error: float | None


class CubeAnalysis(Answer):
    type: Literal["cube"]
    no_double: float | None
    double_take: float | None
    double_drop: float | None
    in_winning_chances: bool
    cubeless: float | None
    chances: WinChances | None
    chances_after_double: WinChances | None
    level: str
    plies: int | None
    rollout: bool
    error: float | None
    answer_error: float | None


class ReplayMove(Answer):
    version: int
    type: str
    player: Side | None
    roll: Dice | None
    steps: Steps | None
    notation: str | None
    words: str
    board: Board
    cube: PlainCube
    comment: str | None
    analyses: list[PlayAnalysis | CubeAnalysis] | None


class ReplayGame(Answer):
    number: int
    score: Numbers
    crawford: bool
    moves: list[ReplayMove]
    result: GameEnd | None


class Replay(Answer):
    """Every position of a match."""

    match: str
    version: int
    length: int | None
    checkers: int
    names: Words
    details: dict[str, str]
    analysed: int
    start: Board
    games: list[ReplayGame]
