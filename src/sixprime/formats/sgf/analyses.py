"""Reads and writes analyses in SGF files: GNU Backgammon's properties A, DA and LU of a node, and one of our own.

GNU Backgammon's equities are normalised, but the cubeful values of a doubling decision in a match are chances to win
the match. Other programs' analyses, and what its properties cannot hold, such as levels and errors, are in the property
XA as JSON. The root has two more: XP names the program whose analyses A and DA are where there is no XA, and XR is our
own review of the match as JSON, of which A and DA then are what GNU Backgammon can show. It ignores all three.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from sixprime.core import Player, SixprimeError, State, hooks
from sixprime.formats.reading.analyses import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedAnalysis,
    ImportedPlay,
)
from sixprime.formats.reading.analysis_json import analysis_from_json, analysis_to_json
from sixprime.formats.reading.imported_plays import MAX_FOR_A_ROLL, ImportedPlays, chances_of, known
from sixprime.formats.sgf.points import read_hops, write_hops

MAX_WRITTEN = 4000
"""Longer values are not read; a rollout with all its settings has about a thousand characters."""

LUCKY, VERY_LUCKY = 0.3, 0.6
"""From which luck on GNU Backgammon marks a roll."""
PIECE = 50_000
"""How much of a review stands in one value of XR; values that are too long are not read."""

_NUMBER = re.compile(r"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d{1,3})?")
_PLIES = re.compile(r"(\d{1,2})(C?)")
_ROLLOUT = "Rollout"


def _numbers(words: Sequence[str]) -> list[float]:
    """The numbers at the beginning of a list of words."""
    found: list[float] = []
    for word in words:
        if len(word) > 40 or not _NUMBER.fullmatch(word):
            break
        found.append(float(word))
    return found


def _after(words: list[str], *titles: str) -> list[float]:
    """The numbers after a title, which is searched from a given place on."""
    place = 0
    for title in titles:
        try:
            place = words.index(title, place) + 1
        except ValueError:
            return []
    return _numbers(words[place : place + 7])


def _level(written: str) -> tuple[str, int | None]:
    """The depth of an evaluation by GNU Backgammon: `2C` is two plies with the cube."""
    found = _PLIES.fullmatch(written)
    if found is None:
        return "", None
    plies = int(found[1])
    return (f"{plies}-ply" if found[2] else f"{plies}-ply cubeless"), plies


def _without_version(words: list[str]) -> list[str]:
    return words[2:] if words[:1] == ["ver"] else words


def read_plays(
    values: Sequence[str], luck: str, state: State, player: Player, analysed: ImportedPlays
) -> CheckerAnalysis | None:
    """The plays of a roll (property A) and its luck (LU); None if the node has neither."""
    candidates: list[ImportedPlay] = []
    played: int | None = None
    index = values[0].strip() if values else ""
    chosen = int(index) if index.isdecimal() and len(index) < 5 else None
    for number, value in zip(count(), values[1:], strict=False):
        if len(candidates) >= MAX_FOR_A_ROLL and number != chosen:
            continue
        candidate = _candidate(value[:MAX_WRITTEN].split(), state, player, analysed)
        if candidate is None:
            continue
        if number == chosen:
            played = len(candidates)
        candidates.append(candidate)
    told = _numbers([luck.strip()])
    fortune = known(told[0]) if told else None
    if not candidates and fortune is None:
        return None
    return CheckerAnalysis(tuple(candidates), played, fortune)


def _candidate(words: list[str], state: State, player: Player, analysed: ImportedPlays) -> ImportedPlay | None:
    hops = read_hops(words[0], player) if words and words[0] not in ("E", "X", "R") else []
    kind, rest = (words[1:2], words[2:]) if hops else (words[:1], words[1:])
    if hops is None or not kind:
        return None
    rest = _without_version(rest)
    if kind[0] == "E":
        numbers = _numbers(rest[:6])
        if len(numbers) < 6:
            return None
        level, plies = _level(rest[6]) if len(rest) > 6 else ("", None)
        return analysed.candidate(
            state, hops, equity=known(numbers[5]), chances=chances_of(*numbers[:5]), level=level, plies=plies
        )
    outputs, score = _after(rest, "Output"), _after(rest, "Score")
    if kind[0] not in ("X", "R") or len(outputs) < 5:
        return None
    equity = known(score[0]) if score else None
    return analysed.candidate(
        state, hops, equity=equity, chances=chances_of(*outputs[:5]), level=_rollout(rest), is_rollout=True
    )


def _rollout(words: list[str]) -> str:
    games = _after(words, "Trials")
    return f"{_ROLLOUT} {int(games[0])}" if games and 0 < games[0] < 1e9 else _ROLLOUT


def read_cube(value: str, is_match: bool) -> CubeAnalysis | None:
    """A doubling decision (property DA)."""
    words = value[:MAX_WRITTEN].split()
    level, plies, rollout = "", None, False
    if words[:1] == ["E"]:
        numbers = _numbers(words[-14:])
        without, doubled = numbers[:7], numbers[7:]
        # Before the numbers come plies, whether they were deterministic, noise and pruning; once a number more.
        has_one_more = words[1:3] == ["ver", "2"]
        place = len(words) - (19 if has_one_more else 18)
        if place > 0:
            level, plies = _level(words[place])
    elif words[:1] in (["X"], ["R"]):
        without, doubled = _after(words, "NoDouble", "Output"), _after(words, "DoubleTake", "Output")
        level, rollout = _rollout(words), True
    else:
        return None
    if len(without) < 7 or len(doubled) < 7:
        return None
    return CubeAnalysis(
        no_double=known(without[6]),
        double_take=known(doubled[6]),
        double_drop=None if is_match else 1.0,
        chances=chances_of(*without[:5]),
        chances_after_double=chances_of(*doubled[:5]),
        cubeless=known(without[5]),
        level=level,
        plies=plies,
        is_rollout=rollout,
        is_match_winning_chance=is_match,
    )


# Writing


def write_plays(analysis: CheckerAnalysis, player: Player) -> str:
    """The properties A and LU; without A if GNU Backgammon has no name for how the plays were evaluated."""
    written: list[str] = []
    played: int | None = None
    for number, candidate in enumerate(analysis.candidates):
        evaluation = _evaluation(candidate)
        if evaluation is None:
            continue
        if number == analysis.played:
            played = len(written)
        written.append(f"[{write_hops(candidate.steps, player)} {evaluation}]")
    properties = f"A[{played}]{''.join(written)}" if played is not None else ""
    return properties + (_luck(analysis.luck, player) if analysis.luck is not None else "")


def _luck(luck: float, player: Player) -> str:
    """The property LU, and a mark of GNU Backgammon's for whom the roll was good: GW or GB."""
    size = 2 if abs(luck) > VERY_LUCKY else 1 if abs(luck) > LUCKY else 0
    favoured = player if luck > 0 else player.opponent
    mark = f"G{'W' if favoured is Player.WHITE else 'B'}[{size}]" if size else ""
    return f"{mark}LU[{luck:.5f}]"


def _evaluation(candidate: ImportedPlay) -> str | None:
    if candidate.chances is None or candidate.equity is None:
        return None
    chances = _chances(candidate.chances)
    if candidate.is_rollout:
        outputs = f"{chances} {candidate.chances.cubeless_equity:.6f} {candidate.equity:.6f}"
        games = _games(candidate.level)
        return f"X ver 3 Score {candidate.equity:.6f} 0 Trials {games} Output {outputs} StdDev 0 0 0 0 0 0 0 SK 0"
    if candidate.plies is None:
        return None
    cube = "" if candidate.level.endswith("cubeless") else "C"
    return f"E ver 3 {chances} {candidate.equity:.6f} {candidate.plies}{cube} 0 1 0.000000 0"


def write_cube(analysis: CubeAnalysis, state: State) -> str:
    """The property DA for the player on roll in a state; empty if GNU Backgammon could not read it.

    In a match, equities become chances to win it. An evaluation that GNU Backgammon has no name for is written as a
    rollout without a number of games.
    """
    without, doubled = analysis.chances, analysis.chances_after_double
    if without is None or analysis.no_double is None or analysis.double_take is None or state.on_roll is None:
        return ""
    if analysis.is_match_winning_chance and state.length is None:
        return ""
    values = [analysis.no_double, analysis.double_take]
    if state.length is not None and not analysis.is_match_winning_chance:
        values = [float(hooks.ask("winning chance", state, state.on_roll, equity)) for equity in values]
    doubled = doubled or without
    cubeless = without.cubeless_equity if analysis.cubeless is None else analysis.cubeless
    first = f"{_chances(without)} {cubeless:.6f} {values[0]:.6f}"
    second = f"{_chances(doubled)} {cubeless:.6f} {values[1]:.6f}"
    if analysis.is_rollout or analysis.plies is None:
        zeros = "StdDev 0 0 0 0 0 0 0"
        trials = f"Trials {_games(analysis.level)}"
        return f"DA[X ver 3 Eq {trials} NoDouble Output {first} {zeros} DoubleTake Output {second} {zeros} SK 0]"
    cube = "" if analysis.level.endswith("cubeless") else "C"
    return f"DA[E ver 3 {analysis.plies}{cube} 1 0.000000 0 {first} {second}]"


def read_others(values: Sequence[str]) -> list[ImportedAnalysis]:
    """The analyses of the property XA; those that are damaged are left out."""
    found: list[ImportedAnalysis] = []
    for value in values:
        try:
            found.append(analysis_from_json(json.loads(value)))
        except (ValueError, RecursionError, SixprimeError):
            continue
    return found


def others_written(analyses: Sequence[ImportedAnalysis], state: State, program: str) -> Iterator[str]:
    """The values of the property XA: the analyses that A, DA and LU, which are a program's, do not hold as they are.

    If one of the plays or of the cube has to stand here, all of them do, because A and DA are then not read.
    """
    for kind in (CheckerAnalysis, CubeAnalysis):
        found = [analysis for analysis in analyses if isinstance(analysis, kind)]
        is_match = state.length is not None
        if len(found) == 1 and found[0].program == program and is_whole(found[0], is_match=is_match):
            continue
        for analysis in found:
            yield json.dumps(analysis_to_json(analysis), separators=(",", ":"), ensure_ascii=False)


def is_whole(analysis: ImportedAnalysis, *, is_match: bool) -> bool:
    """Whether the properties of GNU Backgammon hold an analysis as it is."""
    if isinstance(analysis, CheckerAnalysis):
        return _holds_plays(analysis)
    return _holds_cube(analysis, is_match=is_match)


def review_written(review: Mapping[str, object]) -> Iterator[str]:
    """The values of the property XR: a review as JSON, in pieces."""
    written = json.dumps(review, separators=(",", ":"))
    for start in range(0, len(written), PIECE):
        yield written[start : start + PIECE]


def read_review(values: Sequence[str]) -> dict[str, object] | None:
    """The review of the property XR; None if there is none, or a damaged one."""
    try:
        review = json.loads("".join(values))
    except (ValueError, RecursionError):
        return None
    return review if isinstance(review, dict) else None


def _holds_plays(analysis: CheckerAnalysis) -> bool:
    return (
        analysis.error is None
        and (analysis.played is not None or not analysis.candidates)
        and all(
            play.chances is not None and play.equity is not None and play.win_chance is None
            for play in analysis.candidates
        )
        and all(_is_named(play.level, play.plies, play.is_rollout) for play in analysis.candidates)
    )


def _holds_cube(analysis: CubeAnalysis, *, is_match: bool) -> bool:
    numbers = (analysis.no_double, analysis.double_take, analysis.cubeless)
    return (
        analysis.is_match_winning_chance is is_match
        and analysis.double_drop == (None if is_match else 1.0)
        and None not in (*numbers, analysis.chances, analysis.chances_after_double)
        and analysis.error is analysis.answer_error is None
        and _is_named(analysis.level, analysis.plies, analysis.is_rollout)
    )


def _is_named(level: str, plies: int | None, is_rollout: bool) -> bool:
    """Whether GNU Backgammon has this name for how something was evaluated."""
    if is_rollout:
        games = _games(level)
        return level == (f"{_ROLLOUT} {games}" if games else _ROLLOUT)
    return plies is not None and level in (f"{plies}-ply", f"{plies}-ply cubeless")


def _chances(chances: FileChances) -> str:
    numbers = (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    )
    return " ".join(f"{number:.6f}" for number in numbers)


def _games(level: str) -> int:
    """The number of games of a rollout, if its level says so."""
    last = level.rpartition(" ")[2]
    return int(last) if last.isdecimal() and len(last) < 10 else 0
