"""Dice that people can check: rolls derived from a secret that the server committed to, and from the players' seeds.

Transcripts of the dice of a match can be verified by anybody, and compared with what a player pinned before the first
roll.
"""

from sixprime.formats.dice.derivation import MatchDice, Secret, Seeds, derive_roll
from sixprime.formats.dice.pins import DicePins
from sixprime.formats.dice.transcript_lines import find_transcript
from sixprime.formats.dice.transcripts import InvalidTranscript, Transcript, Verification

__all__ = [
    "DicePins",
    "InvalidTranscript",
    "MatchDice",
    "Secret",
    "Seeds",
    "Transcript",
    "Verification",
    "derive_roll",
    "find_transcript",
]
