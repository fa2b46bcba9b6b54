"""Reads eXtreme Gammon's analyses of plays and doubles from its records."""

from __future__ import annotations

from collections.abc import Sequence

from sixprime.core import State
from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, FileChances, ImportedPlay
from sixprime.formats.reading.imported_plays import ImportedPlays, chances_of, known
from sixprime.formats.xg.records import NOT_EVALUATED, CubeRecord, Evaluation, MoveRecord

ROLLOUT = 100
_LEVELS = {
    12: "3-ply red",
    ROLLOUT: "Rollout",
    998: "Opening book",
    999: "Opening book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}
_PLIES = {level: level for level in range(7)} | {12: 2}
"""eXtreme Gammon calls the net alone 1-ply, which is 0 plies for GNU Backgammon."""


def level_name(level: int, games: int | None = None) -> str:
    """How something was evaluated, in eXtreme Gammon's words, and the number of games of a rollout."""
    if level == ROLLOUT and games:
        return f"Rollout {games}"
    return _LEVELS.get(level, f"{level + 1}-ply" if 0 <= level < 7 else "")


def read_chances(evaluation: Evaluation) -> FileChances | None:
    lost_backgammon, lost_gammon, _, win, gammon, backgammon, _ = evaluation
    return chances_of(win, gammon, backgammon, lost_gammon, lost_backgammon)


def _error(number: float) -> float | None:
    """An error in equity from 0 up; the file may have it with either sign."""
    loss = known(number) if number != NOT_EVALUATED else None
    return None if loss is None else abs(loss)


def read_cube_analysis(record: CubeRecord, rollouts: Sequence[int]) -> CubeAnalysis | None:
    """The analysis of a double, or of the roll before which nobody doubled; None if there is none."""
    if not record.is_analysed or not any(record.evaluation):
        return None
    is_rollout = record.level == ROLLOUT
    games = _games(record.rollout, rollouts) if is_rollout else None
    no_double, double_take, double_drop = record.equities
    return CubeAnalysis(
        no_double=known(no_double),
        double_take=known(double_take),
        double_drop=known(double_drop),
        chances=read_chances(record.evaluation),
        chances_after_double=read_chances(record.evaluation_doubled),
        cubeless=known(record.evaluation[6]),
        level=level_name(record.level, games),
        plies=_PLIES.get(record.level),
        is_rollout=is_rollout,
        error=_error(record.error),
        answer_error=_error(record.answer_error) if record.doubled == 1 else None,
    )


def read_candidates(
    record: MoveRecord, state: State, analysed: ImportedPlays, rollouts: Sequence[int]
) -> tuple[ImportedPlay, ...]:
    """The plays that were evaluated for the roll on the table."""
    found: list[ImportedPlay] = []
    for play in record.candidates:
        is_rollout = play.level == ROLLOUT
        candidate = analysed.candidate(
            state,
            play.hops,
            equity=known(play.evaluation[6]),
            chances=read_chances(play.evaluation),
            level=level_name(play.level, _games(play.rollout, rollouts) if is_rollout else None),
            plies=_PLIES.get(play.level),
            is_rollout=is_rollout,
        )
        if candidate is not None:
            found.append(candidate)
    return tuple(found)


def checker_analysis(
    record: MoveRecord, candidates: tuple[ImportedPlay, ...], steps: tuple[tuple[int, int], ...] | None
) -> CheckerAnalysis | None:
    """The analysis of a play, which has these steps if they are known; None if there is no analysis."""
    luck = known(record.luck) if record.luck != NOT_EVALUATED else None
    if not candidates and not luck:
        return None
    played = next((number for number, play in enumerate(candidates) if play.steps == steps), None)
    return CheckerAnalysis(candidates, played, luck, _error(record.error))


def _games(index: int, rollouts: Sequence[int]) -> int | None:
    return rollouts[index] if 0 <= index < len(rollouts) else None
