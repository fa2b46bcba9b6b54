"""Dice that people can check: rolls derived from a secret that the server committed to, and from the players' seeds.

Transcripts of the dice of a match can be verified by anybody, and statistics compare all dice with fair ones.
"""

from sixprime.server.dice.derivation import MatchDice, Secret, Seeds, derive_roll
from sixprime.server.dice.statistics import DiceTally
from sixprime.server.dice.transcript_lines import find_transcript
from sixprime.server.dice.transcripts import InvalidTranscript, Transcript

__all__ = [
    "DiceTally",
    "InvalidTranscript",
    "MatchDice",
    "Secret",
    "Seeds",
    "Transcript",
    "derive_roll",
    "find_transcript",
]
