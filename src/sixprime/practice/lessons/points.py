"""Lessons about what makes a position good: points, safety, walls, anchors and the race."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Position, Roll, RuleSet
from sixprime.messages import text
from sixprime.practice.lessons.goals import Builds, LeavesNoBlot, Makes
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter."""
    start = Position.standard()
    yield Lesson(
        "make-a-point",
        Chapter.POINTS,
        text("Making a point"),
        text(
            "Two checkers on a point make it yours: they are safe there, and Black cannot land."
            " The best points are at home, right in front of Black's rearmost checkers."
        ),
        text("You have rolled 3 and 1. Make your 5 point."),
        text("One checker comes from 8, the other from 6."),
        text("The best opening play there is. Players call this the golden point."),
        "open-points",
        Setting(start, Roll(3, 1)),
        (Makes((5,)),),
        "8/5 6/5",
        "13/10 24/23",
        rules=rules,
    )
    yield Lesson(
        "safe-play",
        Chapter.POINTS,
        text("Leaving no blot"),
        text("A checker alone can be hit. Often there is a play after which all your checkers stand in pairs."),
        text("You have rolled 6 and 1. Play so that none of your checkers is alone."),
        text("Two checkers can meet on the 7 point: from 13 by the 6, from 8 by the 1."),
        text("Safe, and three points in a row that stand in Black's way."),
        "hit",
        Setting(start, Roll(6, 1)),
        (LeavesNoBlot(),),
        "13/7 8/7",
        "24/18 6/5",
        rules=rules,
    )
    yield Lesson(
        "prime",
        Chapter.POINTS,
        text("The prime"),
        text(
            "Points in a row are a wall. Six in a row are called a prime:"
            " no checker can get past it, because no die is larger than six."
        ),
        text("You have rolled 2 and 1. Close the wall to six points."),
        text("You hold 8, 7, 6, 5 and 4. Two checkers can meet on the 9 point."),
        text("The two black checkers behind it are locked in until you open the wall."),
        "prime",
        Setting(
            Position.of(
                {13: 3, 11: 1, 10: 1, 8: 2, 7: 2, 6: 2, 5: 2, 4: 2},
                {24: 2, 13: 5, 8: 3, 6: 5},
            ),
            Roll(2, 1),
        ),
        (Builds(6),),
        "11/9 10/9",
        "13/10",
        rules=rules,
    )
    yield Lesson(
        "anchor",
        Chapter.POINTS,
        text("The anchor"),
        text(
            "A point that you hold in Black's home is an anchor. You can always land there when you are hit,"
            " and Black can no longer lock you in."
        ),
        text("You have rolled 4 and 1. Make an anchor on the 20 point."),
        text("One of your checkers is there already. The other is four points behind it."),
        text("From now on you can take more risks: there is always a place to come in."),
        "open-points",
        Setting(Position.of({24: 1, 20: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), Roll(4, 1)),
        (Makes((20,)),),
        "24/20 6/5",
        "13/9 6/5",
        rules=rules,
    )
    race = Position.of({8: 3, 6: 4, 5: 4, 4: 4}, {10: 2, 8: 3, 6: 4, 5: 3, 4: 3})
    yield Lesson(
        "race",
        Chapter.POINTS,
        text("The race"),
        text(
            "When the two sides have passed each other, the dice alone decide. The pips tell who is ahead:"
            " for each checker the number of its point, all added up. The fewer, the better."
        ),
        text("Who is ahead in this race?"),
        text("Your checkers: three times 8, four times 6, four times 5, four times 4."),
        text("Right."),
        "aim",
        Setting(race),
        options=(
            LessonOption(
                "you",
                text("you"),
                text(
                    "Right: you have {pips} pips to go, Black has {others}.",
                    pips=race.pips,
                    others=race.opponent_pips,
                ),
                is_right=True,
            ),
            LessonOption(
                "black",
                text("Black"),
                text(
                    "Count again: you have {pips} pips to go, Black has {others}, and fewer is better.",
                    pips=race.pips,
                    others=race.opponent_pips,
                ),
            ),
        ),
        rules=rules,
    )
