"""What another program thought of a decision: its analysis, as a match file carries it.

All chances and equities are those of the player who decides: on a double the player who may double, on its answer
the one who may take. Equities are for money, or normalised in a match: a single win with the cube as it is counts 1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chances:
    """How a game may end, each from 0 to 1. A win contains its gammons, and those the backgammons."""

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    @property
    def cubeless_equity(self) -> float:
        """What a game without a cube is worth for money."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win) - self.lose_gammon - self.lose_backgammon


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play that was weighed: its notation, its steps as (source, target), and what it is worth."""

    play: str
    steps: tuple[tuple[int, int], ...]
    equity: float | None = None
    chances: Chances | None = None
    level: str = ""
    """How it was looked at, in the words of the program: `2-ply`, `XG Roller+`, `Rollout`."""
    plies: int | None = None
    """The look-ahead in GNU Backgammon's count, 0 for the bare net; None for a rollout or where it is not told."""
    is_rollout: bool = False
    win_chance: float | None = None
    """The chance to win the match, where the file tells it."""


@dataclass(frozen=True, slots=True)
class CheckerAnalysis:
    """The plays of a roll, the best one first."""

    candidates: tuple[Candidate, ...]
    played: int | None = None
    """Which of them was played, counted from 0; None if it is not among them."""
    luck: float | None = None
    """How lucky the roll was, in equity."""
    error: float | None = None
    """What the play lost, in equity from 0 up, where the file tells it."""


@dataclass(frozen=True, slots=True)
class CubeAnalysis:
    """Whether to double and whether to take. Equities are those of the player who may double."""

    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None
    chances: Chances | None = None
    """Without a double."""
    chances_after_double: Chances | None = None
    cubeless: float | None = None
    level: str = ""
    plies: int | None = None
    is_rollout: bool = False
    is_match_winning_chance: bool = False
    """Whether the three values are chances to win the match, from 0 to 1, instead of equities."""
    error: float | None = None
    """What the decision to double or not lost, in equity from 0 up, where the file tells it."""
    answer_error: float | None = None
    """What taking or dropping lost."""


Analysis = CheckerAnalysis | CubeAnalysis
