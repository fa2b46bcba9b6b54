"""`DicePins`: what a player pins before revealing a seed, and compares with the transcript at the end.

Everything that goes into a roll besides the server's secret is pinned: a server that could still change one of them
after it has learnt the player's seed could try values until it likes the rolls. docs/dice.md explains why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sixprime.core import Player, Roll
from sixprime.formats.dice.transcripts import MAX_TOLD, Transcript, Verification
from sixprime.messages import Message, counted, text


@dataclass(frozen=True, slots=True)
class DicePins:
    """What was known of the dice of a match before the own seed was revealed; None where it was not noted."""

    match: str | None = None
    """The number of the match."""
    commitment: str | None = None
    """The server's, to its secret."""
    seed: bytes | None = None
    """The own one."""
    seed_commitments: Mapping[Player, str | None] = field(default_factory=dict)
    """The commitment to the seed of each side, None for a side that has none; a side that is not here was not noted."""
    imported: int | None = None
    """How many rolls the match had before the first throw of the server."""
    rolls: Mapping[int, Roll] = field(default_factory=dict)
    """The rolls that the player saw, by their numbers."""
    counts_rolls: bool = False
    """Whether the numbers are the player's own count. Then none can be missing between two that were seen."""

    def verify(self, transcript: Transcript) -> Verification:
        """Verify a transcript, and compare it with the pins; `notes` say what could not be compared."""
        found = transcript.verify()
        problems = (*self.differences(transcript), *found.problems)
        return Verification(found.verified, problems, tuple(self.notes(transcript)))

    def differences(self, transcript: Transcript) -> Iterator[Message]:
        """Where a transcript is not what was pinned."""
        if self.match is not None and self.match != transcript.match:
            yield text("the transcript is of match {found}, not of {pinned}", found=transcript.match, pinned=self.match)
        if self.commitment is not None and self.commitment.lower() != transcript.commitment.lower():
            yield text("the server committed to {found}, not to what you noted", found=transcript.commitment)
        revealed = [committed.seed for committed in transcript.seeds.values()]
        if self.seed is not None and transcript.rolls and self.seed not in revealed:
            yield text("your seed was not used")
        for player, pinned in self.seed_commitments.items():
            committed = transcript.seeds.get(player)
            found = None if committed is None else committed.commitment.lower()
            if found != (None if pinned is None else pinned.lower()):
                yield text(
                    "{player} committed to {pinned} before the seeds were revealed, and the transcript says {found}",
                    player=player.label,
                    found=found or text("no seed"),
                    pinned=pinned or text("no seed"),
                )
        if self.imported is not None and self.imported != transcript.imported:
            yield text(
                "there were {pinned} imported rolls, and the transcript says {found}",
                found=transcript.imported,
                pinned=self.imported,
            )
        wrong = list(self._wrong_rolls(transcript))
        yield from wrong[:MAX_TOLD]

    def _wrong_rolls(self, transcript: Transcript) -> Iterator[Message]:
        listed = {entry.number: entry.roll for entry in transcript.rolls}
        for number, seen in self.rolls.items():
            if number > transcript.imported and number in listed and listed[number] != seen:
                yield text(
                    "roll {number} is {found} in the transcript, and you saw {seen}",
                    number=number,
                    found=listed[number],
                    seen=seen,
                )
        if self.counts_rolls and self.rolls:
            last = max(self.rolls)
            for number in sorted(number for number in listed if number < last and number not in self.rolls):
                yield text("roll {number} of the transcript was never shown to you", number=number)

    def notes(self, transcript: Transcript) -> Iterator[Message]:
        """What was not pinned, and so could not be compared."""
        if self.match is None:
            yield text("the number of the match was not noted before the match")
        if self.commitment is None:
            yield text("the server's commitment was not noted before the match")
        if any(player not in self.seed_commitments for player in Player):
            yield text("who committed to which seed was not noted before the match")
        if self.imported is None:
            yield text("how many rolls were imported was not noted before the match")
        unseen = sum(entry.number not in self.rolls for entry in transcript.rolls)
        if unseen:
            yield counted(
                "{count} roll was not noted during the match", "{count} rolls were not noted during the match", unseen
            )
