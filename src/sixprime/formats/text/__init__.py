"""The game in sentences, in any language: transcripts of matches, rule sets, analyses.

These texts are for people; nothing here is read back.
"""

from sixprime.formats.text.analyses import analysis_lines
from sixprime.formats.text.rules import PRESET_TITLES, describe_rules
from sixprime.formats.text.transcripts import TranscriptLine, player_label, transcript, transcript_lines

__all__ = [
    "PRESET_TITLES",
    "TranscriptLine",
    "analysis_lines",
    "describe_rules",
    "player_label",
    "transcript",
    "transcript_lines",
]
