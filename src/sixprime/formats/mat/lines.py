"""The lines of a `.mat` file that are not rows: the length of the match, the number of a game, its names and score."""

from __future__ import annotations

import re

MAT = "mat"
SCORE_CHARACTERS = 400

LENGTH_LINE = re.compile(r"\s*(-?[0-9]{1,7})\s*-?\s*(?:points?|pts?)\s+match\b", re.IGNORECASE)
UNLIMITED_LINE = re.compile(r"\s*(?:unlimited|money)\s+(?:match|session|game)\b", re.IGNORECASE)
GAME_LINE = re.compile(r"\s*game\s*#?\s*[0-9]{1,6}\b[^:]*:?\s*\Z", re.IGNORECASE)
SCORE_LINE = re.compile(
    r"\s*(?P<left>\S.*?|)\s*:\s*(?P<left_score>-?[0-9]{1,6})\s+"
    r"(?P<right>\S.*?|)\s*:\s*(?P<right_score>-?[0-9]{1,6})\s*\Z"
)
_RATED_NAME = re.compile(r"(?P<name>.+?)\s*,\s*(?P<rating>[0-9]{3,5}(?:[.][0-9]+)?)")


def is_remark(line: str) -> bool:
    """Whether a line that is not blank is a remark."""
    return line.lstrip()[0] in ";#"


def names_line(line: str) -> re.Match[str] | None:
    """The names and scores of a line in a game; None if it is not the line with the names."""
    if is_remark(line) or GAME_LINE.match(line) or LENGTH_LINE.match(line) or UNLIMITED_LINE.match(line):
        return None
    return SCORE_LINE.match(line) if len(line) < SCORE_CHARACTERS else None


def name_and_rating(written: str) -> tuple[str, str]:
    """A name, and the rating that some sites write after it."""
    rated = _RATED_NAME.fullmatch(written) if "," in written else None
    return (rated["name"], rated["rating"]) if rated else (written, "")
