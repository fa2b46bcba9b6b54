"""The lines of a `.mat` file that are not rows: the length of the match, the number of a game, its names and score."""

from __future__ import annotations

import re
from typing import NamedTuple

MAT = "mat"
SCORE_CHARACTERS = 400

# What is repeated is never given back (`*+`), so that a long line cannot be tried in many ways.
LENGTH_LINE = re.compile(r"\s*+(-?[0-9]{1,7}+)\s*+(?:-\s*+)?(?:points?|pts?)\s++match\b", re.IGNORECASE)
UNLIMITED_LINE = re.compile(r"\s*(?:unlimited|money)\s+(?:match|session|game)\b", re.IGNORECASE)
GAME_LINE = re.compile(r"\s*+game\s*+(?:#\s*+)?[0-9]{1,6}+\b[^:]*+(?::\s*+)?\Z", re.IGNORECASE)
_SCORE = re.compile(r"\s*+(-?[0-9]{1,6}+)(?:\s++|\Z)")
_RATING = re.compile(r"[0-9]{3,5}+(?:[.][0-9]++)?")


class NamesLine(NamedTuple):
    """The line above the rows of a game: both names with their points, and the column of the right name."""

    left: str
    right: str
    score: tuple[int, int]
    right_column: int


def is_remark(line: str) -> bool:
    """Whether a line that is not blank is a remark."""
    return line.lstrip()[0] in ";#"


def names_line(line: str) -> NamesLine | None:
    """The names and scores of a line in a game; None if it is not the line with the names."""
    if is_remark(line) or GAME_LINE.match(line) or LENGTH_LINE.match(line) or UNLIMITED_LINE.match(line):
        return None
    return read_score_line(line)


def read_score_line(line: str) -> NamesLine | None:
    """Two names, each with a colon and points; None if the line is something else. A name may have colons in it."""
    last = line.rfind(":")
    right_score = _SCORE.fullmatch(line, last + 1)
    if last < 0 or right_score is None or len(line) >= SCORE_CHARACTERS:
        return None
    colon = line.find(":")
    while colon < last:
        left_score = _SCORE.match(line, colon + 1, last + 1)
        if left_score is not None and left_score.end() <= last and line[left_score.end() - 1].isspace():
            start = left_score.end()
            points = int(left_score[1]), int(right_score[1])
            return NamesLine(line[:colon].strip(), line[start:last].rstrip(), points, start)
        colon = line.find(":", colon + 1)
    return None


def name_and_rating(written: str) -> tuple[str, str]:
    """A name, and the rating that some sites write after it."""
    name, comma, rating = written.rpartition(",")
    if comma and name.strip() and _RATING.fullmatch(rating.strip()):
        return name.rstrip(), rating.strip()
    return written, ""
