"""Lessons about blots and the bar."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Position, Roll, RuleSet
from sixprime.messages import text
from sixprime.practice.lessons.goals import Hits
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter."""
    yield Lesson(
        "hit",
        Chapter.HITTING,
        text("Hitting a blot"),
        text(
            "A checker alone on a point is a blot. Land on an enemy blot and you hit it:"
            " it goes to the bar and has to start again from the very back."
        ),
        text("You have rolled 6 and 2. Hit the black blot."),
        text("The blot stands on the 18 point, six points from your rearmost checkers."),
        text("Hit! That costs Black the whole way that the checker had come."),
        "hit",
        Setting(Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 8: 3, 7: 1, 6: 5}), Roll(6, 2)),
        (Hits(),),
        "24/18* 13/11",
        "13/5",
        rules=rules,
    )
    yield Lesson(
        "enter",
        Chapter.HITTING,
        text("Entering from the bar"),
        text(
            "A checker on the bar must come in before any other may move: by a 1 on the 24 point, by a 2 on 23,"
            " and so on to a 6 on 19. What is left of the roll is then played as usual."
        ),
        text("You have rolled 6 and 4. Enter, and then hit Black's blot with the other number."),
        text("Black blocks the 6, so the 4 enters on 21. Then the other checker on 24 plays the 6."),
        text("In, and hit: now Black is on the bar."),
        "enter",
        Setting(Position.of({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 8: 2, 7: 1, 6: 4, 5: 2}), Roll(6, 4)),
        (Hits(),),
        "bar/21 24/18*",
        "bar/21 13/7",
        rules=rules,
    )
    yield Lesson(
        "dance",
        Chapter.HITTING,
        text("Staying out"),
        text(
            "If Black blocks the points of both numbers, your checker stays on the bar and the roll is lost."
            " The more points Black has made at home, the harder it is to come in."
        ),
        text("Which number would bring your checker in?"),
        text("A 1 enters on 24, a 2 on 23, a 3 on 22 and so on. Look for the point that is free."),
        text("Right."),
        "closed-out",
        Setting(Position.of({25: 1, 13: 5, 8: 4, 6: 5}, {13: 2, 8: 2, 6: 3, 5: 2, 4: 2, 3: 2, 2: 2})),
        options=(
            LessonOption(
                "1", text("a 1"), text("Right: the 24 point is the only one that Black does not hold."), is_right=True
            ),
            LessonOption("3", text("a 3"), text("A 3 enters on the 22 point, and Black holds it with two checkers.")),
            LessonOption("6", text("a 6"), text("A 6 enters on the 19 point, and Black holds it with three checkers.")),
        ),
        rules=rules,
    )
