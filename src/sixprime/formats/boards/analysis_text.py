"""Reads the analysis below a pasted board: tables of plays and of cube actions by eXtreme Gammon and BGBlitz.

Both programs write in several languages, with points or commas in numbers. The tables are recognised by their form:
words matter only where the form leaves two meanings, and these are known in English, German, French and Japanese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sixprime.core import Phase, SixprimeError, State
from sixprime.core.situations import Situation
from sixprime.formats.reading.analyses import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedAnalysis,
    ImportedPlay,
)
from sixprime.formats.reading.imported_plays import MAX_FOR_A_ROLL, ImportedPlays, chances_of, known
from sixprime.formats.reading.written_plays import read_hops

MOST_LINES = 400
"""How many lines below a board are read."""
MOST_CHARACTERS = 200
DIGITS = 6

_NUMBER = r"[+-]?[0-9]{1,3}[.,][0-9]{1,6}"
_ERROR = rf"(?:\s{{0,9}}\(\s{{0,3}}(?P<error>{_NUMBER})\))?"
_SHARE = r"([0-9]{1,3}[.,][0-9]{1,4})%"

# eXtreme Gammon
_XG_PLAY = re.compile(
    rf"\s{{0,12}}(?P<rank>[0-9]{{1,3}})\.\s(?P<words>.{{1,80}})\s[^\s:]{{1,4}}:(?P<equity>{_NUMBER}){_ERROR}"
)
"""`    1. 4-ply       13/10 6/5                    eq:+0.123 (-0.045)`."""
_XG_CHANCES = re.compile(rf"[^:%]{{1,60}}[:：]\s{{0,9}}{_SHARE}\s?\(G:{_SHARE} B:{_SHARE}\)")
"""`Player:   54.40% (G:18.22% B:0.53%)`."""
_XG_CUBELESS = re.compile(
    rf"[^:=]{{1,60}}[:：][^:=]{{1,40}}=(?P<no_double>{_NUMBER}),?\s[^:=]{{1,40}}=(?P<double>{_NUMBER})"
)
_XG_CUBE = re.compile(rf"\s{{0,20}}(?P<label>[^:：0-9]{{1,60}})[:：]\s{{1,20}}(?P<value>{_NUMBER}){_ERROR}\Z")
_XG_LEVEL = re.compile(r"(?:Analyzed in|Analysé avec|Analysiert in)\s(?P<level>.{1,60})\Z")
_XG_PLIES = re.compile(r"(?P<plies>[1-9])-pl(?:y|ies|is)(?P<rest> red)?\Z")
_XG_FOOTNOTE = re.compile(r"\s{0,9}(?P<mark>[¹²³⁴-⁹]{1,2})\s{1,9}(?P<games>[0-9]{1,9})\s")
_MARKS = "¹²³⁴⁵⁶⁷⁸⁹"

# BGBlitz
_BLITZ_PLAY = re.compile(
    rf"\s{{0,6}}[0-9]{{1,3}}\.\s{{1,9}}(?:(?P<chance>{_NUMBER})\s{{1,3}}mwp\s{{0,3}}/\s{{1,9}})?"
    rf"(?P<equity>{_NUMBER})(?:\s{{1,9}}\(\s{{0,3}}{_NUMBER}\))?\s{{1,30}}(?P<play>[0-9A-Za-z].{{0,60}})\Z"
)
"""`  1.   0.124 mwp /  -0.492            19/18, 14/12`."""
_BLITZ_SHARES = re.compile(
    rf"\s{{0,20}}({_NUMBER})\s{{1,4}}({_NUMBER})\s{{1,4}}({_NUMBER})\s{{1,4}}-\s{{1,4}}"
    rf"({_NUMBER})\s{{1,4}}({_NUMBER})\s{{1,4}}({_NUMBER})\Z"
)
_BLITZ_WINS = re.compile(
    rf"\s{{0,3}}(?P<name>\S.{{0,60}}?)\s{{1,20}}({_NUMBER})\s{{1,9}}({_NUMBER})\s{{1,9}}({_NUMBER})\Z"
)
"""` Red          61.0  25.1  0.8`: percentages of wins, of gammons and backgammons, of backgammons."""
_BLITZ_CUBELESS = re.compile(
    rf"\s(?P<words>[^:]{{1,80}}):\s{{1,9}}(?P<value>{_NUMBER})\s{{1,9}}[^:]{{1,30}}:\s{{1,9}}{_NUMBER}\Z"
)
_BLITZ_CUBE = re.compile(
    rf"\s{{0,3}}(?P<label>[^:：0-9]{{1,60}}):\s{{1,9}}(?P<value>{_NUMBER})\s{{1,9}}\(\s{{0,3}}{_NUMBER}\)"
    rf"(?:\s{{1,9}}(?P<equity>{_NUMBER})\s{{1,9}}\(\s{{0,3}}{_NUMBER}\))?\Z"
)
"""` Double / Take         :  0.410   ( 0.000)      0.625   ( 0.000)`: winning chance and equity, or equity alone."""

_DROPS = ("pass", "drop", "ablehnen", "refuse", "rejet", "パス", "降りる")


def read_analyses(lines: Sequence[str], situation: Situation) -> tuple[ImportedAnalysis, ...]:
    """The analyses in the lines below a board; none if there are no tables, or nobody is on roll."""
    state = _state_of(situation)
    if state is None:
        return ()
    kept = [line.rstrip()[:MOST_CHARACTERS] for line in lines[:MOST_LINES]]
    readers = (_xg_plays, _blitz_plays) if state.phase is Phase.TO_PLAY else (_xg_cube, _blitz_cube)
    return tuple(found for read in readers if (found := read(kept, state)) is not None)[:1]


def _state_of(situation: Situation) -> State | None:
    if situation.on_roll is None:
        return None
    try:
        return situation.to_match().state
    except SixprimeError:
        return None


def _float(written: str | None) -> float | None:
    return None if written is None else known(float(written.replace(",", ".")))


def _shares(found: re.Match[str]) -> list[float]:
    """Percentages as numbers from 0 to 1."""
    return [round(float(group.replace(",", ".")) / 100, DIGITS) for group in found.groups()[-3:]]


# eXtreme Gammon


def _xg_plays(lines: list[str], state: State) -> CheckerAnalysis | None:
    plays = ImportedPlays()
    games = {mark["mark"]: mark["games"] for line in lines if (mark := _XG_FOOTNOTE.match(line))}
    candidates: list[ImportedPlay] = []
    for number, line in enumerate(lines):
        found = _XG_PLAY.match(line)
        if found is None or len(candidates) == MAX_FOR_A_ROLL:
            continue
        level, hops = _level_and_play(found["words"])
        if hops is None:
            continue
        name, plies, is_rollout = _xg_level(level, games)
        candidate = plays.candidate(
            state,
            hops,
            equity=_float(found["equity"]),
            chances=_xg_chances(lines[number + 1 : number + 3]),
            level=name,
            plies=plies,
            is_rollout=is_rollout,
        )
        if candidate is not None:
            candidates.append(candidate)
    return CheckerAnalysis(tuple(candidates)) if candidates else None


def _level_and_play(words: str) -> tuple[str, tuple[tuple[int, int], ...] | None]:
    """The level before a play, and the play; the level may have spaces, and so may the play."""
    parts = words.split()
    for number, part in enumerate(parts):
        if read_hops(part):
            return " ".join(parts[:number]), read_hops(" ".join(parts[number:]))
    return "", None


def _xg_level(level: str, games: dict[str, str]) -> tuple[str, int | None, bool]:
    """The level in English, its plies as GNU Backgammon counts them, and whether it is a rollout."""
    name = level.rstrip(_MARKS)
    if plies := _XG_PLIES.match(name):
        return f"{plies['plies']}-ply{plies['rest'] or ''}", int(plies["plies"]) - 1, False
    if name.lower().startswith("rollout"):
        counted = games.get(level[len(name) :])
        return f"Rollout {counted}" if counted else "Rollout", None, True
    return name, None, False


def _xg_chances(lines: Sequence[str]) -> FileChances | None:
    """The chances of two lines: the player's wins, gammons and backgammons, then the opponent's."""
    found = [chances for line in lines if (chances := _XG_CHANCES.match(line.strip()))]
    if len(found) != 2:
        return None
    (win, gammon, backgammon), (_, lost_gammon, lost_backgammon) = map(_shares, found)
    return chances_of(win, gammon, backgammon, lost_gammon, lost_backgammon)


def _xg_cube(lines: list[str], _: State) -> CubeAnalysis | None:
    rows = [row for line in lines if (row := _XG_CUBE.match(line))]
    first = next((number for number, line in enumerate(lines) if _XG_CHANCES.match(line)), None)
    values = _cube_values((row["label"], _float(row["value"])) for row in rows)
    if first is None or values is None:
        return None
    level = next((found["level"] for line in lines if (found := _XG_LEVEL.match(line.strip()))), "")
    cubeless = next((found for line in lines if (found := _XG_CUBELESS.match(line))), None)
    games = {mark["mark"]: mark["games"] for line in lines if (mark := _XG_FOOTNOTE.match(line))}
    name, plies, is_rollout = _xg_level(level, games)
    return CubeAnalysis(
        *values,
        chances=_xg_chances(lines[first : first + 2]),
        cubeless=_float(cubeless["no_double"]) if cubeless else None,
        level=name,
        plies=plies,
        is_rollout=is_rollout,
    )


def _cube_values(
    rows: Iterator[tuple[str, float | None]],
) -> tuple[float | None, float | None, float | None] | None:
    """The equities of no double, of a double that is taken, and of one that is dropped; None if there is no table."""
    no_double = double_take = double_drop = None
    for label, value in rows:
        if "/" not in label:
            no_double = value if no_double is None else no_double
        elif any(word in label.lower() for word in _DROPS):
            double_drop = value
        else:
            double_take = value
    return None if no_double is None or double_take is None else (no_double, double_take, double_drop)


# BGBlitz


def _blitz_plays(lines: list[str], state: State) -> CheckerAnalysis | None:
    plays = ImportedPlays()
    candidates: list[ImportedPlay] = []
    for number, line in enumerate(lines):
        found = _BLITZ_PLAY.match(line)
        hops = read_hops(found["play"].replace(",", " ")) if found else None
        if found is None or hops is None or len(candidates) == MAX_FOR_A_ROLL:
            continue
        shares = _BLITZ_SHARES.match(lines[number + 1]) if number + 1 < len(lines) else None
        win, gammon, backgammon, _, lost_gammon, lost_backgammon = (
            [float(group.replace(",", ".")) for group in shares.groups()] if shares else [0.0] * 6
        )
        candidate = plays.candidate(
            state,
            hops,
            equity=_float(found["equity"]),
            chances=chances_of(win, gammon, backgammon, lost_gammon, lost_backgammon) if shares else None,
            win_chance=_float(found["chance"]),
        )
        if candidate is not None:
            candidates.append(candidate)
    return CheckerAnalysis(tuple(candidates)) if candidates else None


def _blitz_cube(lines: list[str], state: State) -> CubeAnalysis | None:
    rows = [row for line in lines if (row := _BLITZ_CUBE.match(line))]
    values = _cube_values((row["label"], _float(row["equity"] or row["value"])) for row in rows)
    if values is None:
        return None
    cubeless = next((found for line in lines if (found := _BLITZ_CUBELESS.match(line))), None)
    wins = [found for line in lines if (found := _BLITZ_WINS.match(line))][:2]
    chances = None
    if len(wins) == 2:
        # The line of the cubeless equity names the player on roll, who is otherwise the second one.
        named = cubeless["words"] if cubeless else ""
        mine = 0 if f" {wins[0]['name']} " in f" {named} " and f" {wins[1]['name']} " not in f" {named} " else 1
        (win, gammon, backgammon), (_, lost_gammon, lost_backgammon) = _shares(wins[mine]), _shares(wins[1 - mine])
        chances = chances_of(win, gammon, backgammon, lost_gammon, lost_backgammon)
    has_equities = all(row["equity"] for row in rows)
    return CubeAnalysis(
        *values,
        chances=chances,
        cubeless=_float(cubeless["value"]) if cubeless else None,
        is_match_winning_chance=state.length is not None and not has_equities,
    )
