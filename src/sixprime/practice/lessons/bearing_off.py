"""Lessons about the way home and off the board. Here the leaflets differ most, and the lessons with them."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Position, Roll, RuleSet
from sixprime.core.rules import BearOff
from sixprime.messages import text
from sixprime.practice.lessons.goals import BearsOff, BringsAllHome, Clears, LeavesNoBlot
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting

BLACK_AT_HOME = {6: 4, 5: 4, 4: 3, 3: 2, 2: 2}


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter."""
    yield Lesson(
        "bear-in",
        Chapter.BEARING_OFF,
        text("Bringing all home"),
        text("Before a checker may leave the board, all fifteen have to be in your home board, on the points 6 to 1."),
        text("You have rolled 4 and 2. Bring all checkers home."),
        text("Two checkers are still outside, on 9 and on 7. Each needs one of the numbers."),
        text("All home: from the next roll on you may bear off."),
        "all-home",
        Setting(Position.of({9: 1, 7: 1, 6: 5, 5: 4, 4: 4}, BLACK_AT_HOME), Roll(4, 2)),
        (BringsAllHome(),),
        "9/5 7/5",
        "9/3",
        rules=rules,
    )
    yield Lesson(
        "bear-off-at-once",
        Chapter.BEARING_OFF,
        text("Off in the same turn"),
        text("If the first number brings the last checker home, the second may already bear one off."),
        text("You have rolled 6 and 1. Bear off a checker in this turn."),
        text("First the 1: from 7 to 6. Then all are home, and the 6 bears one off from the 6 point."),
        text("The first one is off. Fourteen to go!"),
        "all-home",
        Setting(Position.of({7: 1, 6: 4, 5: 4, 4: 3, 3: 2, 2: 1}, BLACK_AT_HOME), Roll(6, 1)),
        (BearsOff(1),),
        "7/6 6/off",
        "7/1 6/5",
        rules=rules,
    )
    yield Lesson(
        "bear-off-exact",
        Chapter.BEARING_OFF,
        text("Bearing off"),
        text("A number bears off a checker from the point of the same number: a 6 from the 6 point, a 4 from the 4."),
        text("You have rolled 6 and 4. Bear off two checkers."),
        text("Tap the checker on 6, then one on 4."),
        text("Two checkers with one roll. First to bear off all fifteen wins."),
        "exact",
        Setting(Position.of({6: 1, 4: 3, 3: 2, 2: 2}, BLACK_AT_HOME), Roll(6, 4)),
        (BearsOff(2),),
        "6/off 4/off",
        "6/2 4/off",
        rules=rules,
    )
    yield _from_the_rear(rules) if rules.bear_off is BearOff.REARMOST_ONLY else _empty_point(rules)
    yield _exact_number(rules) if rules.bear_off is BearOff.EXACT_ONLY else _higher_number(rules)
    yield Lesson(
        "not-compulsory",
        Chapter.BEARING_OFF,
        text("Safe rather than fast"),
        text(
            "Nobody has to bear off while the number can be played otherwise."
            " As long as Black can still hit you, a safe play is often worth more."
        ),
        text("You have rolled 3 and 1, and Black waits on the bar. Play so that no checker of yours is alone."),
        text("Two checkers are alone: on 6 and on 4. Both can reach the 3 point."),
        text("Black has nothing to hit. You bear off next time."),
        "not-compulsory",
        Setting(Position.of({6: 1, 4: 1, 3: 2, 1: 2}, {25: 1, 6: 4, 5: 4, 4: 3, 3: 3}), Roll(3, 1)),
        (LeavesNoBlot(),),
        "6/3 4/3",
        "3/off 1/off",
        rules=rules,
    )


def _empty_point(rules: RuleSet) -> Lesson:
    return Lesson(
        "bear-off-gap",
        Chapter.BEARING_OFF,
        text("An empty point"),
        text("If none of your checkers stands on the point of your number, you must play it from a higher point."),
        text("You have rolled 5 and 3. Bear off one checker."),
        text("The 5 point is empty: play the 5 from 6 to 1. The 3 bears off from the 3 point."),
        text("One moved, one off."),
        "exact",
        Setting(Position.of({6: 2, 4: 3, 3: 3, 2: 2, 1: 2}, BLACK_AT_HOME), Roll(5, 3)),
        (BearsOff(1),),
        "6/1 3/off",
        "6/1 6/3",
        rules=rules,
    )


def _from_the_rear(rules: RuleSet) -> Lesson:
    return Lesson(
        "bear-off-rear",
        Chapter.BEARING_OFF,
        text("From the rear"),
        text(
            "By your leaflet checkers leave from the rear to the front."
            " A number that is too small for the rearmost checker only moves checkers."
        ),
        text("You have rolled 4 and 3. Bring both rearmost checkers forward, so that the 6 point is empty."),
        text("Both stand on 6. One goes to 2, the other to 3."),
        text("Now your rearmost checkers are on 4, and a 4, 5 or 6 will bear them off."),
        "exact",
        Setting(Position.of({6: 2, 4: 3, 3: 3, 2: 2}, BLACK_AT_HOME), Roll(4, 3)),
        (Clears(6),),
        "6/2 6/3",
        "6/2 4/1",
        leaflet=text("By tournament rules the 4 and the 3 would each bear off a checker from their own points here."),
        rules=rules,
    )


def _higher_number(rules: RuleSet) -> Lesson:
    return Lesson(
        "bear-off-higher",
        Chapter.BEARING_OFF,
        text("A number too high"),
        text("If no checker stands so high, a number bears off one from your highest occupied point."),
        text("You have rolled 6 and 5. Bear off two checkers."),
        text("Your highest point is the 4 point. Tap it twice."),
        text("High numbers are never wasted when you bear off."),
        "exact",
        Setting(Position.of({4: 3, 3: 2, 2: 2, 1: 1}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 1}), Roll(6, 5)),
        (BearsOff(2),),
        "4/off(2)",
        "4/off 3/off",
        rules=rules,
    )


def _exact_number(rules: RuleSet) -> Lesson:
    return Lesson(
        "bear-off-only-exact",
        Chapter.BEARING_OFF,
        text("A number too high"),
        text("By your leaflet a checker is borne off by its exact number only. A larger number bears nothing off."),
        text("You have rolled 6 and 5. What can you play?"),
        text("No checker stands on the 6 or on the 5 point, and none behind them could move."),
        text("Right."),
        "exact",
        Setting(Position.of({4: 3, 3: 2, 2: 2, 1: 1}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 1}), Roll(6, 5)),
        options=(
            LessonOption(
                "two", text("two checkers off"), text("Not by your leaflet: a 4 bears off from 4, not a 6 or a 5.")
            ),
            LessonOption("one", text("one checker off"), text("Neither number is exact for any checker here.")),
            LessonOption(
                "nothing", text("nothing"), text("Right: the roll is lost, and it is Black's turn."), is_right=True
            ),
        ),
        leaflet=text("By tournament rules both numbers would bear off a checker from the highest point here."),
        rules=rules,
    )
