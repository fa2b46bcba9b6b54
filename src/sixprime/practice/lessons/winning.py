"""Lessons about what a win counts: single game, gammon and backgammon, as the rules of the game judge them."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Cube, Player, Position, RuleSet
from sixprime.core.match.results import judge_position
from sixprime.core.rules import TripleWin
from sixprime.messages import Message, counted, text
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter."""
    yield Lesson(
        "gammon",
        Chapter.WINNING,
        text("The gammon"),
        text("Whoever bears off all checkers first wins. If the loser has not borne off a single one, it is a gammon."),
        text("You have borne off your last checker. How many points is this win?"),
        text("How many checkers has Black borne off?"),
        text("Right."),
        "gammon",
        Setting(Position.of({}, {6: 5, 5: 5, 4: 5})),
        options=_counts(Position.of({}, {6: 5, 5: 5, 4: 5}), rules),
        rules=rules,
    )
    outside = rules.triple_win is TripleWin.OUTSIDE_HOME
    lost = (
        Position.of({}, {8: 1, 6: 3, 5: 3, 4: 3})
        if outside
        else Position.of({}, {23: 1, 13: 1, 8: 2, 6: 4, 5: 4, 4: 3})
    )
    yield Lesson(
        "backgammon",
        Chapter.WINNING,
        text("The backgammon"),
        text("By your leaflet it counts three times if the loser has any checker outside home at the end.")
        if outside
        else text(
            "It is even more if the loser has borne off none and still has a checker on the bar"
            " or in the winner's home: that is a backgammon."
        ),
        text("You have borne off your last checker. How many points is this win?"),
        text("Look where Black's rearmost checker stands."),
        text("Right."),
        "backgammon",
        Setting(lost),
        options=_counts(lost, rules),
        leaflet=text("By tournament rules this would be a single game: Black has borne off checkers already.")
        if outside
        else None,
        rules=rules,
    )


def _counts(position: Position, rules: RuleSet) -> tuple[LessonOption, ...]:
    """One, two or three points; which is right, the rules say, and why."""
    win, why = judge_position(position.flipped(), Player.BLACK, rules)
    return tuple(
        LessonOption(
            str(points),
            counted("{count} point", "{count} points", points),
            right_points(int(win), why) if points == win else wrong_points(int(win), why),
            is_right=points == win,
        )
        for points in (1, 2, 3)
    )


def right_points(points: int, why: Message) -> Message:
    """Praise for the right number of points."""
    return counted("Right, {count} point: {why}.", "Right, {count} points: {why}.", points, why=why)


def wrong_points(points: int, why: Message) -> Message:
    """The right number of points for somebody who chose another."""
    return counted("No, it is {count} point: {why}.", "No, it is {count} points: {why}.", points, why=why)


def cube_times_win(cube: Cube, position: Position, rules: RuleSet) -> tuple[int, Message]:
    """What a finished game counts with a cube, and why."""
    win, why = judge_position(position.flipped(), Player.BLACK, rules)
    return int(win) * cube.value, why
