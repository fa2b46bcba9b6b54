"""What reading a match file gives, and what the readers of all formats share.

A reader reports what it finds to a `MatchBuilder` (`builder`), which checks it by the rules and builds the match; the
result is a `MatchFile`.
"""

from sixprime.formats.reading.analyses import AnalysedPlay, CheckerAnalysis, CubeAnalysis, FileAnalysis, FileChances
from sixprime.formats.reading.results import MatchFile, Problem, ReadMatch, UnreadableFile

__all__ = [
    "AnalysedPlay",
    "CheckerAnalysis",
    "CubeAnalysis",
    "FileAnalysis",
    "FileChances",
    "MatchFile",
    "Problem",
    "ReadMatch",
    "UnreadableFile",
]
