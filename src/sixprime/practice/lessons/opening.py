"""The last lessons: who begins, before the first game of one's own."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Position, RuleSet
from sixprime.core.rules import OpeningTie
from sixprime.messages import text
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter."""
    start = Setting(Position.standard())
    yield Lesson(
        "opening-roll",
        Chapter.FIRST_GAME,
        text("Who begins?"),
        text("At the start each player rolls one die. The higher number begins, and plays both numbers."),
        text("You roll a 3, Black rolls a 5. Who begins, and with which numbers?"),
        text("Which number is higher? And are there new dice?"),
        text("Right."),
        "opening-roll",
        start,
        options=(
            LessonOption("you", text("you, with 5 and 3"), text("The higher number begins, and that is Black's 5.")),
            LessonOption(
                "black-both",
                text("Black, with 5 and 3"),
                text("Right: Black begins and plays the two numbers on the table."),
                is_right=True,
            ),
            LessonOption(
                "black-new",
                text("Black, with two new dice"),
                text("Black begins, but without a new roll: the two numbers on the table are played."),
            ),
        ),
        rules=rules,
    )
    if rules.opening_tie is OpeningTie.AUTOMATIC_DOUBLE:
        yield Lesson(
            "automatic-double",
            Chapter.FIRST_GAME,
            text("A tie at the start"),
            text("By an optional rule of your leaflet equal numbers at the start double the stake."),
            text("You roll a 4, and so does Black. What happens?"),
            text("Nobody has the higher number, so both roll again. But before that ..."),
            text("Right."),
            "automatic-doubles",
            start,
            options=(
                LessonOption(
                    "again", text("both roll again, nothing else"), text("By this rule the cube is turned first.")
                ),
                LessonOption(
                    "cube",
                    text("the cube goes to 2, and both roll again"),
                    text("Right: the cube shows 2 and stays in the middle, so both may still double."),
                    is_right=True,
                ),
            ),
            leaflet=text("By tournament rules both would simply roll again."),
            rules=rules,
        )
