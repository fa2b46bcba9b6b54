"""Reads BGBlitz' analyses of plays and doubles."""

from __future__ import annotations

from sixprime.core import State
from sixprime.formats.bgf.values import Values, float_at, int_at, list_at, object_at, text_at, whole
from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, FileChances, ImportedPlay
from sixprime.formats.reading.imported_plays import MAX_FOR_A_ROLL, ImportedPlays, chances_of


def read_hops(move: Values) -> list[tuple[int, int]]:
    """The moves of a play as (source, target); the first unused source ends them, and what is below 1 is off."""
    hops: list[tuple[int, int]] = []
    for source, target in zip(list_at(move, "from"), list_at(move, "to"), strict=False):
        start, end = whole(source), whole(target)
        if start is None or start <= 0 or len(hops) == 4:
            break
        hops.append((start, max(end or 0, 0)))
    return hops


def _chances(equity: Values) -> FileChances | None:
    win = float_at(equity, "myWins")
    if win is None:
        return None
    others = (float_at(equity, name) or 0.0 for name in ("myGammon", "myBackGammon", "oppGammon", "oppBackGammon"))
    return chances_of(win, *others)


def _level(ply: int | None) -> str:
    return f"{ply}-ply" if ply is not None and 0 < ply < 100 else ""


def read_plays(move: Values, state: State, analysed: ImportedPlays) -> tuple[tuple[ImportedPlay, ...], int | None]:
    """The plays that were evaluated for the roll on the table, and the number of the one marked as played."""
    candidates: list[ImportedPlay] = []
    played: int | None = None
    for entry in list_at(move, "moveAnalysis")[:MAX_FOR_A_ROLL]:
        if not isinstance(entry, dict):
            continue
        equity = object_at(entry, "eq")
        value = float_at(equity, "emg")
        if value is None:
            value = float_at(object_at(equity, "cubeDecision"), "eqCubeFul")
        candidate = analysed.candidate(
            state,
            read_hops(object_at(entry, "move")),
            equity=value if value is not None else float_at(equity, "equity"),
            chances=_chances(equity),
            level=_level(int_at(entry, "ply")),
            win_chance=None if state.length is None else float_at(equity, "matchEquity"),
        )
        if candidate is None:
            continue
        if entry.get("played") is True:
            played = len(candidates)
        candidates.append(candidate)
    return tuple(candidates), played


def checker_analysis(move: Values, candidates: tuple[ImportedPlay, ...], played: int | None) -> CheckerAnalysis | None:
    """The analysis of a play with the luck of its roll; None if the file has neither."""
    fortune = object_at(move, "luck")
    luck = float_at(fortune, "luckPlain" if text_at(fortune, "mode") == "Money" else "luckWeighted")
    if not candidates and luck is None:
        return None
    return CheckerAnalysis(candidates, played, luck)


def cube_analysis(move: Values, *, is_match: bool) -> CubeAnalysis | None:
    """The analysis of a doubling decision; None if there is none. In a match its values are chances to win it."""
    equity = object_at(move, "equity")
    decision = object_at(equity, "cubeDecision")
    no_double = float_at(decision, "eqNoDouble")
    if no_double is None:
        return None
    return CubeAnalysis(
        no_double=no_double,
        double_take=float_at(decision, "eqDoubleTake"),
        double_drop=float_at(decision, "eqDoublePass"),
        chances=_chances(equity),
        cubeless=float_at(equity, "equity"),
        level=_level(int_at(move, "ply")),
        is_match_winning_chance=is_match,
    )
