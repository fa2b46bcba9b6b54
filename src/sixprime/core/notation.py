"""Reads plays as people type them: `8/5 6/5`, `24/18*/13`, `bar/20`, `13/7(2)`, `6/off`, `8-5 6-5`.

Reading is generous about form and strict about the rules: the checkers' moves may be in any order, several steps of a
checker may be written as one, hits need not be marked. An illegal play is refused with the reason. `Play.notation`
writes plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from sixprime.core.errors import AmbiguousPlay, IllegalPlay, MalformedPlay, SixprimeError
from sixprime.core.numbering import Numbering
from sixprime.core.players import Player
from sixprime.core.plays import Play, Step
from sixprime.core.positions import BAR, OFF
from sixprime.core.turns import Turn
from sixprime.messages import Message, listed, shown, text

MAX_CHARACTERS = 200
MAX_STEPS = 4

BAR_WORDS = frozenset({"bar", "b", "25", "barre", "barra", "schranke", "cloison", "barriera", "sorompó", "sorompo"})
OFF_WORDS = frozenset(
    {"off", "o", "0", "out", "aus", "raus", "sorti", "sortie", "dehors", "fuori", "via", "uscita", "ki", "le"}
)


@dataclass(frozen=True, slots=True)
class _Leg:
    """The move of one checker: its stops, and those that are marked as hits."""

    stops: tuple[int, ...]
    starred: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Progress:
    """A turn while its text is followed: how far each checker has come, and where it has hit on the way."""

    turn: Turn
    at: tuple[int, ...]
    hits_on_the_way: tuple[int, ...] = field(default=())


_NO_MOVES = frozenset({"0/0", "off/off"})
"""What some programs write for a die that cannot be played any more."""
_LEG = re.compile(r"(?P<stops>[^\s()]+)(?:\((?P<times>[0-9]{1,2})\))?\Z")


def parse_play(written: str, turn: Turn, player: Player = Player.WHITE, numbering: Numbering = Numbering.OWN) -> Play:
    """The play that a text means, for the roll and position of `turn`.

    `player` and `numbering` matter only for boards that are numbered 1-12 and 1A-12A. An empty text, or a single
    dash, is the play of a roll with which nothing can be moved.

    >>> from sixprime import Position
    >>> str(parse_play("6/5, 8/5", Turn(Position.standard(), (3, 1))))
    '8/5 6/5'
    """
    legs = _read_legs(written, player, numbering)
    finished = list(_followed(legs, turn))
    if not finished:
        raise _refusal(legs, turn, numbering.labels(player))
    by_result: dict[object, tuple[int, Play]] = {}
    for progress in finished:
        play = progress.turn.play()
        mismatch = _mismatch(legs, progress)
        known = by_result.get(play.result)
        if known is None or mismatch < known[0]:
            by_result[play.result] = (mismatch, play)
    best = min(mismatch for mismatch, _ in by_result.values())
    fitting = [play for mismatch, play in by_result.values() if mismatch == best]
    if len(fitting) > 1:
        labels = numbering.labels(player)
        choices = ", ".join(sorted(play.notation(labels) for play in fitting))
        raise AmbiguousPlay(text("{play} can mean several plays: {choices}", play=written.strip(), choices=choices))
    return turn.position.legal_plays(turn.roll, turn.rules).reaching(fitting[0].result) or fitting[0]


def _read_legs(written: str, player: Player, numbering: Numbering) -> list[_Leg]:
    if len(written) > MAX_CHARACTERS:
        raise MalformedPlay(text("a play is not longer than {most} characters", most=MAX_CHARACTERS))
    words = " ".join(written.lower().replace(",", " ").split())
    words = re.sub(r"/ ?-(?![^ (])", "/off", words)
    words = re.sub(r" ?([/-]) ?| ([(*])", r"\1\2", words)
    words = re.sub(r"\( ?([0-9]++) ?\)", r"(\1) ", words)
    if words in ("", "-"):
        return []
    legs: list[_Leg] = []
    for word in words.split():
        if word in _NO_MOVES:
            continue
        parsed = _LEG.match(word)
        if parsed is None:
            raise MalformedPlay(text("{word} is not a move: write it like 8/5, bar/20 or 6/off", word=shown(word)))
        times = int(parsed["times"] or 1)
        if not 1 <= times <= MAX_STEPS:
            raise MalformedPlay(text("{word}: a move is made one to four times", word=shown(word)))
        legs += [_read_leg(word, parsed["stops"], player, numbering)] * times
    if sum(len(leg.stops) - 1 for leg in legs) > MAX_STEPS:
        raise MalformedPlay(text("{play} has more than four moves", play=shown(written.strip())))
    return legs


def _read_leg(word: str, written: str, player: Player, numbering: Numbering) -> _Leg:
    names = re.split(r"[/-]", written)
    if len(names) < 2:
        raise MalformedPlay(text("{word} is not a move: write it like 8/5, bar/20 or 6/off", word=shown(word)))
    stops: list[int] = []
    starred: set[int] = set()
    for place, name in enumerate(names):
        bare = name.rstrip("*")
        if bare in BAR_WORDS and place == 0:
            stops.append(BAR)
        elif bare in OFF_WORDS and place == len(names) - 1:
            stops.append(OFF)
        else:
            point = numbering.point(bare, player)
            if point is None:
                raise MalformedPlay(text("{word}: there is no {point} point", word=shown(word), point=shown(bare)))
            stops.append(point)
        if bare != name and place > 0:
            starred.add(stops[-1])
    for source, target in pairwise(stops):
        if target >= source:
            raise MalformedPlay(text("{word}: checkers only move forward, towards home", word=shown(word)))
    return _Leg(tuple(stops), frozenset(starred))


def _followed(legs: list[_Leg], turn: Turn) -> Iterator[_Progress]:
    """Every way to play exactly these legs as a complete turn."""
    stack = [_Progress(turn, tuple(leg.stops[0] for leg in legs))]
    seen: set[tuple[object, ...]] = set()
    while stack:
        progress = stack.pop()
        if all(place == leg.stops[-1] for place, leg in zip(progress.at, legs, strict=True)):
            if progress.turn.is_complete:
                yield progress
            continue
        for step in progress.turn.next_steps:
            for number in _legs_that_go_on(legs, progress, step):
                at = (*progress.at[:number], step.target, *progress.at[number + 1 :])
                hits = (*progress.hits_on_the_way, step.target) if step.hit else progress.hits_on_the_way
                key = (progress.turn.position, at, step, hits)
                if key not in seen:
                    seen.add(key)
                    stack.append(_Progress(progress.turn.step(step), at, hits))


def _legs_that_go_on(legs: list[_Leg], progress: _Progress, step: Step) -> Iterator[int]:
    """The legs whose checker may make this step without passing over its next stop; equal ones only once."""
    tried: set[tuple[int, tuple[int, ...]]] = set()
    for number, (place, leg) in enumerate(zip(progress.at, legs, strict=True)):
        if place != step.source or place == leg.stops[-1] or (place, leg.stops) in tried:
            continue
        tried.add((place, leg.stops))
        next_stop = next(stop for stop in leg.stops if stop < place)
        if step.target >= next_stop:
            yield number


def _mismatch(legs: list[_Leg], progress: _Progress) -> int:
    """How much hits and stars disagree. A star without a hit is worse than a hit without a star."""
    starred = {stop for leg in legs for stop in leg.starred}
    hit = set(progress.hits_on_the_way)
    return 10 * len(starred - hit) + len(hit - starred)


def _refusal(legs: list[_Leg], turn: Turn, label: Callable[[int], str]) -> SixprimeError:
    """Why these legs are not a legal play of the roll: the first thing that does not work."""
    if not legs:
        return _error_of(turn)
    for leg in sorted(legs, key=lambda leg: leg.stops[0] != BAR):
        place = leg.stops[0]
        for stop in leg.stops[1:]:
            after = _way(turn, place, stop)
            if after is None:
                return IllegalPlay(_hop_refusal(turn, place, stop, label))
            turn, place = after, stop
    return _error_of(turn)


def _error_of(turn: Turn) -> SixprimeError:
    """The error of `Turn.play`: numbers that must still be played."""
    try:
        turn.play()
    except IllegalPlay as error:
        return error
    return IllegalPlay(text("these moves are possible, but not together in this turn"))


def _way(turn: Turn, source: int, target: int) -> Turn | None:
    """The turn after one checker has gone from `source` to `target` by one or more dice."""
    return turn.journeys(source).get(target)


def _hop_refusal(turn: Turn, source: int, target: int, label: Callable[[int], str]) -> Message:
    """Why no die, and no dice in a row, take a checker from `source` to `target`."""
    dice = dict.fromkeys(turn.dice_left)
    distance = source - target
    sums = set(accumulate(turn.dice_left)) - dice.keys()
    several = distance in sums or (target == OFF and max(dice, default=0) < distance < max(sums, default=0))
    if not several or turn.position.points[source] <= 0 or (turn.position.bar and source != BAR):
        return turn.why_not(source, target, label)
    reasons = {str(reason): reason for reason in _obstacles(turn, source, target, label)}
    return listed(list(reasons.values())) if reasons else turn.why_not(source, target, label)


def _obstacles(turn: Turn, place: int, target: int, label: Callable[[int], str]) -> Iterator[Message]:
    """What stops a checker on its way from `place` to `target`, on each way that the dice left allow."""
    for die in dict.fromkeys(turn.dice_left):
        stop = max(place - die, OFF)
        if stop < target:
            continue
        if any((step.source, step.target) == (place, stop) for step in turn.next_steps):
            if stop != target:
                yield from _obstacles(turn.move(place, stop), stop, target, label)
        else:
            yield turn.why_not(place, stop, label)
