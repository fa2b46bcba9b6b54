"""The course: all lessons for a rule set, in their order."""

from __future__ import annotations

from functools import lru_cache

from sixprime.core import STANDARD, RuleSet
from sixprime.messages import shown, text
from sixprime.practice.lessons import bearing_off, cube, hitting, moving, opening, points, winning
from sixprime.practice.lessons.models import Lesson, LessonProblem

CHAPTERS = (moving, hitting, points, bearing_off, winning, cube, opening)


@lru_cache(maxsize=16)
def course(rules: RuleSet = STANDARD) -> tuple[Lesson, ...]:
    """All lessons that fit the rules; where leaflets differ, they teach the rule of the leaflet.

    >>> from sixprime import RuleSet
    >>> "double" in [lesson.name for lesson in course(RuleSet.preset("004-fr"))]
    False
    """
    return tuple(lesson for chapter in CHAPTERS for lesson in chapter.lessons(rules))


def lesson_named(name: str, rules: RuleSet = STANDARD) -> Lesson:
    """The lesson of a name; `LessonProblem` where these rules have none."""
    for lesson in course(rules):
        if lesson.name == name:
            return lesson
    raise LessonProblem(text("there is no lesson {name}", name=shown(name)))
