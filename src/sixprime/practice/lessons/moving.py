"""The first lessons: which way checkers go, how dice are played, and what is blocked."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Position, Roll, RuleSet
from sixprime.messages import text
from sixprime.practice.lessons.goals import Makes, MovesTwo, Travels
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter."""
    start = Position.standard()
    yield Lesson(
        "direction",
        Chapter.MOVING,
        text("Which way?"),
        text(
            "You play the white checkers. They go from your higher points to your lower ones, into your home board:"
            " the points 6 to 1. Black goes the other way. Tap a checker to move it, or drag it."
        ),
        text("You have rolled 5 and 3. Bring the checker from the 13 point to the 5 point."),
        text("From 13 to 5 it is eight points: that is 5 and 3. Move the same checker twice."),
        text("Yes! Your checkers always go this way, towards home, and never back."),
        "direction",
        Setting(Position.of({13: 1, 8: 1, 6: 1}, {13: 1, 8: 1, 6: 1}, 3), Roll(5, 3)),
        (Travels(13, 5),),
        "13/5",
        "8/3 6/3",
        rules=rules,
    )
    yield Lesson(
        "two-checkers",
        Chapter.MOVING,
        text("Two dice, two moves"),
        text(
            "This is how every game starts. Each die is a move of its own:"
            " one checker may go by the first number and another by the second."
        ),
        text("You have rolled 4 and 2. Move two different checkers, one by each number."),
        text("Tap one checker, and then one on another point."),
        text("Well done. Which number comes first is up to you: tap the dice to swap them."),
        "two-moves",
        Setting(start, Roll(4, 2)),
        (MovesTwo(),),
        "8/4 6/4",
        "24/18",
        rules=rules,
    )
    yield Lesson(
        "one-checker",
        Chapter.MOVING,
        text("One checker, both dice"),
        text("One checker may play both numbers, one after the other. It touches down in between."),
        text("You have rolled 6 and 5. Bring one of your two rearmost checkers from 24 to the 13 point."),
        text("First the 6, from 24 to 18, then the 5, from 18 to 13. The other way round Black stands in the way."),
        text("That one is safe: it stands among friends now."),
        "two-moves",
        Setting(start, Roll(6, 5)),
        (Travels(24, 13),),
        "24/13",
        "13/7 13/8",
        rules=rules,
    )
    yield Lesson(
        "blocked",
        Chapter.MOVING,
        text("Blocked points"),
        text(
            "A checker may land on an empty point, on a point of its own side, or on a single enemy checker."
            " Two or more enemy checkers block a point: you may pass it, but not land there."
        ),
        text("You have rolled 5 and 3. Bring a checker from the 24 point to the 16 point."),
        text("Black blocks the 5, so begin with the 3. Tap the dice to swap them, or drag the checker."),
        text("Right: with the 3 first there was a free point in between."),
        "open-points",
        Setting(start, Roll(5, 3)),
        (Travels(24, 16),),
        "24/16",
        "13/8 13/10",
        rules=rules,
    )
    yield Lesson(
        "doubles",
        Chapter.MOVING,
        text("Doubles"),
        text("Two equal numbers are a double, and you play the number four times: with one checker or with several."),
        text("You have rolled 3 and 3. Make two new points at home: two checkers on 5 and two on 3."),
        text("Two checkers go from 8 to 5, and two from 6 to 3."),
        text("Four moves with one roll, and two new points that Black cannot land on."),
        "doubles",
        Setting(start, Roll(3, 3)),
        (Makes((5, 3)),),
        "8/5(2) 6/3(2)",
        "24/21(2) 13/10(2)",
        rules=rules,
    )
    yield Lesson(
        "both-numbers",
        Chapter.MOVING,
        text("Both numbers count"),
        text(
            "If there is a way to play both numbers, you must take it."
            " A first move that leaves no second one is not allowed then."
        ),
        text("You have rolled 5 and 2. Find the only way to play both."),
        text("After 14 to 9 there would be no 2 left. Try the checker on the 8 point."),
        text("Exactly. The board only lets you make moves that can be completed."),
        "both-numbers",
        Setting(Position.of({14: 1, 8: 1, 2: 3, 1: 2}, {19: 2, 18: 2, 13: 2, 6: 3, 5: 3, 4: 3}), Roll(5, 2)),
        (Travels(8, 1),),
        "8/1",
        "14/9",
        rules=rules,
    )
    yield Lesson(
        "no-move",
        Chapter.MOVING,
        text("Nothing to play"),
        text("Sometimes neither number can be played. Then the roll is lost, and it is Black's turn."),
        text("You have rolled 6 and 5. What can you play?"),
        text("Count from 24: where would a 6 land, and where a 5? Your other checkers are too near home."),
        text("Right."),
        "no-move",
        Setting(Position.of({24: 2, 2: 3, 1: 2}, {8: 2, 7: 3, 6: 3, 5: 3, 4: 2, 3: 2}), Roll(6, 5)),
        options=(
            LessonOption(
                "six",
                text("the 6"),
                text("The 6 leads from 24 to 18, and Black holds that point with three checkers."),
            ),
            LessonOption(
                "five",
                text("the 5"),
                text("The 5 leads from 24 to 19, and Black holds that point with three checkers."),
            ),
            LessonOption(
                "nothing",
                text("nothing"),
                text("Right: both points are blocked, and no other checker can move so far. The roll is lost."),
                is_right=True,
            ),
        ),
        rules=rules,
    )
