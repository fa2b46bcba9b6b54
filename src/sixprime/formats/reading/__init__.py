"""What reading a match file gives, and what the readers of all formats share.

A reader reports what it finds to a `MatchBuilder` (`builder`), which checks it by the rules and builds the match; the
result is a `MatchFile`.
"""

from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, FileChances, ImportedAnalysis, ImportedPlay
from sixprime.formats.reading.results import MatchFile, Problem, ReadMatch, UnreadableFile

__all__ = [
    "CheckerAnalysis",
    "CubeAnalysis",
    "FileChances",
    "ImportedAnalysis",
    "ImportedPlay",
    "MatchFile",
    "Problem",
    "ReadMatch",
    "UnreadableFile",
]
