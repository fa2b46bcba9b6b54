"""Analyses of decisions by other programs, as match files and position texts have them.

All chances and equities are those of the player who decides: for a double the player who may double, for its answer the
player who may take. Equities are for money, or normalised in a match: a single win at the present cube counts 1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileChances:
    """The chances of a game's results, each from 0 to 1. Wins include gammons, and gammons include backgammons.

    >>> FileChances(win=0.625, win_gammon=0.25).cubeless_equity
    0.5
    """

    win: float
    win_gammon: float = 0.0
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    lose_backgammon: float = 0.0

    @property
    def cubeless_equity(self) -> float:
        """The equity for money without a cube."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win) - self.lose_gammon - self.lose_backgammon


@dataclass(frozen=True, slots=True)
class ImportedPlay:
    """A play that a program has evaluated: its notation, its steps as (source, target), and its equity.

    >>> ImportedPlay("8/5 6/5", ((8, 5), (6, 5)), equity=0.159).play
    '8/5 6/5'
    """

    play: str
    steps: tuple[tuple[int, int], ...]
    equity: float | None = None
    chances: FileChances | None = None
    level: str = ""
    """How it was evaluated, in the words of the program: `2-ply`, `XG Roller+`, `Rollout`."""
    plies: int | None = None
    """The plies of look-ahead as GNU Backgammon counts them, 0 for the net alone; None for a rollout, or if unknown."""
    is_rollout: bool = False
    win_chance: float | None = None
    """The chance to win the match, if the file has it."""


@dataclass(frozen=True, slots=True)
class CheckerAnalysis:
    """The analysis of a play: the candidate plays of the roll, the best one first.

    >>> CheckerAnalysis((ImportedPlay("8/5 6/5", ((8, 5), (6, 5))),), played=0).candidates[0].play
    '8/5 6/5'
    """

    candidates: tuple[ImportedPlay, ...]
    played: int | None = None
    """The number of the candidate that was played, counted from 0; None if it is not among them."""
    luck: float | None = None
    """How lucky the roll was, in equity."""
    error: float | None = None
    """How much equity the play lost, from 0 up, if the file has it."""
    program: str = ""
    """The program that made the analysis, if the file says so."""


@dataclass(frozen=True, slots=True)
class CubeAnalysis:
    """The analysis of a cube decision. Equities are those of the player who may double.

    >>> CubeAnalysis(no_double=0.6, double_take=0.55, double_drop=1.0).double_take
    0.55
    """

    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None
    chances: FileChances | None = None
    """The chances without a double."""
    chances_after_double: FileChances | None = None
    cubeless: float | None = None
    level: str = ""
    plies: int | None = None
    is_rollout: bool = False
    is_match_winning_chance: bool = False
    """Whether the three values are chances to win the match, from 0 to 1, instead of equities."""
    error: float | None = None
    """How much equity the decision to double or not lost, from 0 up, if the file has it."""
    answer_error: float | None = None
    """How much equity the take or drop lost."""
    program: str = ""
    """The program that made the analysis, if the file says so."""


ImportedAnalysis = CheckerAnalysis | CubeAnalysis
"""Any analysis by another program, whatever file or text it comes from."""
