"""Texts that visitors send and the server keeps: names, details of matches, comments. What they may not contain.

A control character breaks lines and databases (PostgreSQL stores no NUL). An invisible character, or one that turns the
direction of writing, lets one name pass for another.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from sixprime.core import Event, Player
from sixprime.core.match.events import PositionSet
from sixprime.messages import Message, is_text, text
from sixprime.server.refusals import Invalid

MOST_POINTS = 999_999_999
"""The highest score that a match may begin with."""

_LINES = "\t\n\r"
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that show nothing though Unicode counts them as letters, marks or symbols."""
MOST_MARKS = 4
"""The most accents and other marks that a letter of a name can have; higher piles cover what stands above and below."""


def check_name(name: str) -> None:
    """Refuse a name that cannot be shown as it is; `Invalid` says why."""
    wrong = _fault(name)
    if wrong is not None:
        raise Invalid(wrong)


def check_names(names: Mapping[Player, str]) -> None:
    """Refuse names that cannot be shown as they are."""
    for name in names.values():
        check_name(name)


def _fault(name: str) -> Message | None:
    if not is_text(name):
        return text("a name has characters that cannot be written down")
    marks = 0
    for character in name:
        kind = unicodedata.category(character)
        code = f"U+{ord(character):04X}"
        if kind in ("Cc", "Zl", "Zp"):
            return text("a name cannot have control characters such as {code} in it", code=code)
        if kind == "Cf" or character in _INVISIBLE:
            return text(
                "a name cannot have the character {code} in it: it is invisible or changes the direction of writing",
                code=code,
            )
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return text("a letter of a name can have {most} marks at most", most=MOST_MARKS)
    return None


def check_details(details: Mapping[str, str]) -> None:
    """Refuse details of a match with control characters in them, other than the ends of lines."""
    for word in (*details, *details.values()):
        if has_control_characters(word):
            raise Invalid(text("the details of a match cannot have control characters in them"))


def has_control_characters(words: str) -> bool:
    """Whether a text has control characters other than tabs and the ends of lines."""
    return any(unicodedata.category(character) == "Cc" and character not in _LINES for character in words)


def without_control_characters(words: str) -> str:
    """A text without control characters, other than tabs and the ends of lines, and without halves of characters."""
    return "".join(c for c in words if c in _LINES or unicodedata.category(c) not in ("Cc", "Cs"))


def check_scores(events: Iterable[Event]) -> None:
    """Refuse a match that sets a score which the database has no room for."""
    for event in events:
        if isinstance(event, PositionSet) and max(event.score) > MOST_POINTS:
            raise Invalid(text("a score is at most {most} points", most=MOST_POINTS))
