"""Lessons about the doubling cube, for rules that have one; beavers, Jacoby and Crawford only where they are played."""

from __future__ import annotations

from collections.abc import Iterator

from sixprime.core import Cube, Player, Position, RuleSet
from sixprime.messages import Message, counted, text
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, Setting
from sixprime.practice.lessons.winning import cube_times_win, right_points, wrong_points

AHEAD = Position.of({8: 3, 6: 4, 5: 4, 4: 4}, {9: 3, 8: 2, 6: 4, 5: 3, 4: 3})
"""White leads the race by ten pips."""
CLOSE = Position.of({9: 1, 8: 3, 6: 4, 5: 4, 4: 3}, {8: 3, 6: 4, 5: 4, 4: 4})
"""Black leads by five pips, and White still wins three games in ten."""
HOPELESS = Position.of({13: 2, 10: 2, 8: 3, 6: 4, 5: 2, 4: 2}, {8: 2, 6: 4, 5: 4, 4: 4, 3: 1})
BEAVER = Position.of({8: 3, 6: 4, 5: 4, 4: 4}, {10: 2, 8: 3, 6: 4, 5: 3, 4: 3})
"""Black trails by eleven pips and doubles all the same."""
GAMMON = Position.of({}, {6: 5, 5: 5, 4: 5})


def lessons(rules: RuleSet) -> Iterator[Lesson]:
    """The lessons of this chapter; none where there is no cube."""
    if not rules.cube:
        return
    yield Lesson(
        "double",
        Chapter.CUBE,
        text("Doubling"),
        text(
            "Before you roll you may double: from then on the game counts twice as much."
            " Black either takes the double, or drops it and loses the game at once."
        ),
        text("You lead this race by ten pips, and it is your turn. Roll or double?"),
        text("You win about three games in four from here. Should they not count twice?"),
        text("Right."),
        "doubling",
        Setting(AHEAD),
        options=(
            LessonOption(
                "roll", text("roll"), text("You could do more: with such a lead the game should count twice.")
            ),
            LessonOption(
                "double",
                text("double"),
                text("Right: if Black takes, you are the favourite in a game that counts twice. If not, you have won."),
                is_right=True,
            ),
        ),
        leaflet=_limit(rules),
        rules=rules,
    )
    yield Lesson(
        "take",
        Chapter.CUBE,
        text("Taking"),
        text(
            "If you drop, you lose one point for certain. If you take, you play on for two. So a double is worth taking"
            " if you win at least one game in four: three lost games and one won cost no more than four drops."
        ),
        text("Black leads by five pips and doubles. You win about one game in three from here. Take or drop?"),
        text("One in three is more than one in four."),
        text("Right."),
        "take-or-drop",
        Setting(CLOSE, is_doubled=True),
        options=(
            LessonOption(
                "take",
                text("take"),
                text("Right: one in three is enough. And now the cube is yours: only you may double next."),
                is_right=True,
            ),
            LessonOption("drop", text("drop"), text("Too careful: you win often enough, and you would own the cube.")),
        ),
        rules=rules,
    )
    yield Lesson(
        "drop",
        Chapter.CUBE,
        text("Dropping"),
        text("With less than one game in four, dropping loses less: one point instead of two, again and again."),
        text("Black leads by more than thirty pips and doubles. Take or drop?"),
        text("Thirty pips are nearly four rolls. How often does Black roll so much worse than you?"),
        text("Right."),
        "take-or-drop",
        Setting(HOPELESS, is_doubled=True),
        options=(
            LessonOption(
                "take", text("take"), text("That would cost two points nearly every time. One lost point is cheaper.")
            ),
            LessonOption(
                "drop",
                text("drop"),
                text("Right: you lose one point and start a new game with new chances."),
                is_right=True,
            ),
        ),
        rules=rules,
    )
    yield Lesson(
        "cube-owner",
        Chapter.CUBE,
        text("Whose cube is it?"),
        text(
            "At the start the cube lies in the middle, and both may double. Whoever takes a double owns the cube,"
            " and only the owner may double next."
        ),
        text("Black owns the cube at 2. It is your turn, and you lead. May you double?"),
        text("Look on whose side the cube lies."),
        text("Right."),
        "doubling",
        Setting(AHEAD, cube=Cube(2, Player.BLACK)),
        options=(
            LessonOption(
                "yes", text("yes"), text("Black took the last double and owns the cube. Only Black may turn it.")
            ),
            LessonOption("no", text("no"), text("Right: only Black may turn it to 4. You roll."), is_right=True),
        ),
        rules=rules,
    )
    owned = Cube(4, Player.WHITE)
    points, why = cube_times_win(owned, GAMMON, rules)
    yield Lesson(
        "cube-times-gammon",
        Chapter.CUBE,
        text("Cube times gammon"),
        text("What a game counts is multiplied by the cube: a gammon with the cube at 2 is four points."),
        text("The cube shows 4 and you win a gammon. How many points is that?"),
        text("A gammon counts twice. Twice the cube is ..."),
        text("Right."),
        "gammon",
        Setting(GAMMON, cube=owned),
        options=_points((4, 6, 8), points, why),
        rules=rules,
    )
    if rules.jacoby:
        yield Lesson(
            "jacoby",
            Chapter.CUBE,
            text("The Jacoby rule"),
            text("By this rule of money play a gammon counts only if somebody has doubled in the game."),
            text("You win a gammon, and nobody has doubled. How many points is that?"),
            text("The cube still lies in the middle."),
            text("Right."),
            "jacoby",
            Setting(GAMMON),
            options=_points((1, 2, 3), 1, text("nobody has doubled, so the gammon does not count")),
            leaflet=text("This is one of the optional rules of your leaflet."),
            rules=rules,
        )
    if rules.beavers:
        yield Lesson(
            "beaver",
            Chapter.CUBE,
            text("The beaver"),
            text(
                "If you are doubled although you are the favourite, you may turn the cube again at once and keep it:"
                " that is a beaver, a rule of money play."
            ),
            text("Black trails by eleven pips and doubles all the same. What do you do?"),
            text("You are the favourite. For how many points do you want to play?"),
            text("Right."),
            "beavers",
            Setting(BEAVER, is_doubled=True),
            options=(
                LessonOption("drop", text("drop"), text("You are ahead! Dropping gives away a good game.")),
                LessonOption(
                    "take", text("take"), text("Taking is good, but there is something better for a favourite.")
                ),
                LessonOption(
                    "beaver",
                    text("beaver: turn the cube again"),
                    text("Right: the cube goes to 4, stays with you, and you are the favourite."),
                    is_right=True,
                ),
            ),
            leaflet=text("This is one of the optional rules of your leaflet."),
            rules=rules,
        )
    if rules.crawford:
        yield Lesson(
            "crawford",
            Chapter.CUBE,
            text("The Crawford game"),
            text(
                "In a match, when somebody needs only one more point, one game is played without the cube:"
                " the Crawford game."
            ),
            text("In a match to 5 you have just reached 4 points; Black has 2. May Black double in this game?"),
            text("You need only one more point, for the first time."),
            text("Right."),
            "crawford",
            Setting(Position.standard(), length=5, score=(4, 2), crawford=True),
            options=(
                LessonOption(
                    "yes", text("yes"), text("Not in this game: it is the Crawford game. In the next one, yes.")
                ),
                LessonOption(
                    "no",
                    text("no"),
                    text("Right: nobody may double in the Crawford game. In the next game Black will."),
                    is_right=True,
                ),
            ),
            rules=rules,
        )


def _limit(rules: RuleSet) -> Message | None:
    if rules.cube_limit is None:
        return None
    return text("By your leaflet the cube goes up to {limit}.", limit=rules.cube_limit)


def _points(choices: tuple[int, ...], right: int, why: Message) -> tuple[LessonOption, ...]:
    return tuple(
        LessonOption(
            str(points),
            counted("{count} point", "{count} points", points),
            right_points(right, why) if points == right else wrong_points(right, why),
            is_right=points == right,
        )
        for points in choices
    )
