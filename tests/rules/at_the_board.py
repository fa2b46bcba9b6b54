"""Words that the tests of the rules share: plays as players write them, and games that begin where a test needs them.

Positions are given by `Position.of(mover, opponent)`: checkers per point, each side counting from its own home, 25
for the bar. The mover's point p is the opponent's point 25 - p. Checkers that are not listed have been borne off.
"""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from sixprime import (
    BAR,
    OFF,
    STANDARD,
    Cube,
    GameResult,
    IllegalAction,
    IllegalPlay,
    Match,
    Player,
    Position,
    RecordedDice,
    Roll,
    RuleSet,
    Turn,
    Win,
)
from sixprime.core.match.events import Event, PositionSet

WHITE, BLACK = Player.WHITE, Player.BLACK

STUCK: Mapping[int, int] = {2: 7, 1: 7}
"""Fourteen checkers that no number from 2 up can move while the fifteenth is outside home."""


def steps(words: str) -> tuple[tuple[int, int], ...]:
    """`bar/21 8/5/3` as pairs of points: bar to 21, 8 to 5, 5 to 3. Stars, which mark hits, are left aside."""
    pairs: list[tuple[int, int]] = []
    for word in words.replace("*", "").split():
        stops = [{"bar": BAR, "off": OFF}[stop] if stop in ("bar", "off") else int(stop) for stop in word.split("/")]
        pairs.extend(pairwise(stops))
    return tuple(pairs)


def after(position: Position, roll: str, words: str, rules: RuleSet = STANDARD) -> Position:
    """The board after a legal play, as the player who made it sees it; the list of legal plays must know it too."""
    play = Turn(position, Roll.of(roll), rules).play_of(steps(words))
    assert play in position.legal_plays(Roll.of(roll), rules)
    return play.result


def why_refused(position: Position, roll: str, words: str, rules: RuleSet = STANDARD) -> str:
    """What the game says against a play. It is an error if it says nothing."""
    with pytest.raises(IllegalPlay) as refused:
        Turn(position, Roll.of(roll), rules).play_of(steps(words))
    return str(refused.value)


def plays(position: Position, roll: str, rules: RuleSet = STANDARD) -> set[str]:
    """All legal plays in standard notation."""
    return {str(play) for play in position.legal_plays(Roll.of(roll), rules)}


def game_from(
    position: Position,
    rules: RuleSet = STANDARD,
    *,
    on_roll: Player = WHITE,
    cube: Cube = Cube(),  # noqa: B008  # a value
    length: int | None = None,
    score: tuple[int, int] = (0, 0),
) -> Match:
    """A game that begins with this position, in the view of the player on roll."""
    match = Match(rules, length=length)
    match.apply(PositionSet(position, on_roll, cube, score))
    return match


def throw(match: Match, roll: str) -> None:
    """The player on turn throws exactly this."""
    match.roll(RecordedDice([roll]))


def opened(rules: RuleSet = STANDARD, *, length: int | None = None) -> Match:
    """A game after White's opening 3-1, played 8/5 6/5: Black is on turn and may double for the first time."""
    match = Match(rules, length=length)
    open_game(match)
    return match


def open_game(match: Match) -> None:
    """White opens with 3-1 and plays 8/5 6/5."""
    match.open(RecordedDice(["31"]))
    match.play(steps("8/5 6/5"))


def win_game(match: Match, winner: Player, win: Win = Win.SINGLE) -> None:
    """The next game goes to a player, by the other's resignation after the opening."""
    open_game(match)
    match.resign(win, winner.opponent)
    match.accept()


def last_checker_off(match: Match) -> GameResult:
    """The player on turn, who has one checker left, at home, throws its number and bears it off."""
    place = match.position.rearmost
    throw(match, f"6{place}")
    match.play([(place, OFF)])
    return match.results[-1]


def won_by_white(
    loser: Mapping[int, int],
    rules: RuleSet = STANDARD,
    *,
    cube: Cube = Cube(),  # noqa: B008  # a value
    length: int | None = None,
    last: int = 1,
) -> GameResult:
    """White bears off the last checker, from the `last` point.

    Black's checkers stand where `loser` says, counted from Black's own home.
    """
    return last_checker_off(game_from(Position.of({last: 1}, loser), rules, cube=cube, length=length))


def why_not(match: Match, event: Event) -> str:
    """What the match says against an event, which must change nothing. It is an error if it says nothing."""
    before = match.state
    with pytest.raises(IllegalAction) as refused:
        match.apply(event)
    assert match.state == before
    return str(refused.value)
