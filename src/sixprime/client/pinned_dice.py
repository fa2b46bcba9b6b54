"""`PinnedDice`: what a client keeps of the dice of a match before it reveals its seed, and the rolls that it sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixprime.client.followed_matches import FollowedMatch
from sixprime.client.seeds import Seed
from sixprime.client.states import MatchState
from sixprime.core import Player, Roll
from sixprime.formats.dice.pins import DicePins
from sixprime.formats.dice.transcripts import CommittedSeed, Transcript, Verification
from sixprime.messages import Message, text


class PinnedDice:
    """The pins of one match. What was pinned first is never replaced."""

    def __init__(self) -> None:
        self.pins: DicePins | None = None
        """None until the seats are taken; nobody reveals a seed before that."""
        self.rolls: dict[int, Roll] = {}
        """The rolls that the client has seen, numbered by its own count."""

    def pin(self, state: MatchState, seed: Seed | None, followed: FollowedMatch) -> Message | None:
        """Pin what the dice depend on, before the first throw; returns what has changed since it was pinned, if any."""
        shown = _before_the_first_roll(state, followed)
        if self.pins is None:
            if followed.roll_count != followed.imported_rolls:
                return text("dice were thrown before the seeds were revealed")
            committed = {player: shown.seeds.get(player) for player in Player}
            commitments = {player: None if one is None else one.commitment for player, one in committed.items()}
            octets = None if seed is None else seed.octets
            self.pins = DicePins(
                shown.match, shown.commitment, octets, commitments, shown.imported, self.rolls, counts_rolls=True
            )
        return next(self.pins.differences(shown), None)

    def verify(self, transcript: Mapping[str, Any]) -> Verification:
        """Derive all rolls of a transcript again, and compare it with the pins and the rolls that were seen."""
        pins = self.pins if self.pins is not None else DicePins(rolls=self.rolls, counts_rolls=True)
        return pins.verify(Transcript.from_json(transcript))


def _before_the_first_roll(state: MatchState, followed: FollowedMatch) -> Transcript:
    """What the server shows of the dice, without rolls."""
    dice = state.fields["dice"]
    seeds = {
        player: CommittedSeed(dice["seeds"][player.value]["commitment"])
        for player in Player
        if dice["seeds"][player.value] is not None
    }
    return Transcript(state.match, dice["commitment"], seeds, imported=followed.imported_rolls)
