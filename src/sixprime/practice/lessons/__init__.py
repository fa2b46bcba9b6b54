"""Lessons: backgammon for beginners, as small boards to solve, by the rules of any leaflet.

`course` lists them for a rule set. A lesson is data: a position, a roll, what is to be done, and predicates that check
it; what is legal, `sixprime.core` says.
"""

from sixprime.practice.lessons.courses import course, lesson_named
from sixprime.practice.lessons.models import Chapter, Lesson, LessonOption, LessonProblem, LessonVerdict, Setting

__all__ = ["Chapter", "Lesson", "LessonOption", "LessonProblem", "LessonVerdict", "Setting", "course", "lesson_named"]
