"""Finds the plays that match files write among the legal ones.

Files differ in the order of a play's moves, in whether they join them and mark hits; but the resulting position is the
same. So a play is looked up by its result. `sixprime.core.notation` reads unusual forms, and says why a play is
illegal.

A hop is a move of one checker by one die or several, given as (source, target).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from sixprime.core import BAR, OFF, IllegalPlay, Play, Position, State
from sixprime.core.notation import MAX_CHARACTERS, parse_play
from sixprime.core.plays import move_checker
from sixprime.messages import shown, text

Hops = tuple[tuple[int, int], ...]

_WORD = re.compile(r"(bar|b|[0-9]{1,2})((?:[/-](?:off|o|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")
_PLACES = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF} | {str(point): point for point in range(26)}


@lru_cache(maxsize=1 << 15)
def read_hops(written: str) -> Hops | None:
    """The hops of a written play, the rearmost checkers first; None if it is written in an unusual form."""
    hops: list[tuple[int, int]] = []
    for word in written.lower().split():
        parsed = _WORD.fullmatch(word)
        if parsed is None:
            return None
        stops = [parsed[1], *re.split("[/-]", parsed[2].replace("*", ""))[1:]]
        if any(stop not in _PLACES for stop in stops) or len(hops) > 4:
            return None
        places = [_PLACES[stop] for stop in stops]
        hops += list(pairwise(places)) * int(parsed[3] or 1)
    return rearmost_first(hops)


def rearmost_first(hops: Iterable[tuple[int, int]]) -> Hops | None:
    """Hops in an order in which every checker has arrived before it moves on; None if one does not go forward."""
    ordered = tuple(sorted(hops, reverse=True))
    if len(ordered) > 4 or any(not OFF <= target < source <= BAR or target == BAR for source, target in ordered):
        return None
    return ordered


def points_after(points: Sequence[int], hops: Iterable[tuple[int, int]]) -> list[int] | None:
    """A board after some hops, in the mover's view; None if a checker is missing or its target is blocked."""
    after = list(points)
    for source, target in hops:
        if after[source] <= 0 or (target != OFF and after[target] < -1):
            return None
        move_checker(after, source, target)
    return after


def find_play(state: State, hops: Hops) -> Play | None:
    """The legal play that leads to the same position as these hops; None if there is none."""
    points = points_after(state.position.points, hops)
    if points is None:
        return None
    return state.legal_plays.reaching(Position(tuple(points), state.position.checkers))


def completions(state: State, hops: Hops) -> list[Play]:
    """The legal plays that have all of these hops among their steps, if the hops are fewer."""
    wanted = Counter(hops)
    return [play for play in state.legal_plays if len(play.pairs) > len(hops) and wanted <= Counter(play.pairs)]


def read_written_play(state: State, written: str) -> Play:
    """The play that a file's text means for the roll on the table. If it is illegal, the error says why."""
    if len(written) > MAX_CHARACTERS:
        raise IllegalPlay(text("a play is not longer than {most} characters", most=MAX_CHARACTERS))
    hops = read_hops(written)
    play = find_play(state, hops) if hops else None
    return play if play is not None else parse_play(written, state.turn())


def read_steps(state: State, steps: Iterable[tuple[int, int]]) -> Play:
    """The legal play of some hops. If it is illegal, the error says why."""
    listed = list(steps)
    hops = rearmost_first(listed)
    if hops is None:
        raise IllegalPlay(text("steps are pairs of points, not {value}", value=shown(listed)))
    play = find_play(state, hops) if hops else None
    if play is not None:
        return play
    return parse_play(" ".join(f"{source}/{target}" for source, target in hops), state.turn())
