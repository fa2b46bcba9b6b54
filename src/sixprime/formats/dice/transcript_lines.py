"""The transcript of the dice in short lines, for files that are not JSON: tags of a `.mat`, words of an `.sgf`, text.

Each line has a name and a value, `dice commitment: 6c3d4b...`; docs/dice.md lists them. They are found in any text,
whatever stands around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sixprime.core import Player, Roll
from sixprime.formats.dice.derivation import Secret
from sixprime.formats.dice.transcripts import MAX_ROLLS, CommittedSeed, InvalidTranscript, NumberedRoll, Transcript
from sixprime.messages import text

DETAIL = "dice"
"""The detail of a record that holds the whole transcript, as JSON."""
ROLLS_A_LINE = 50

_HEX = "[0-9a-fA-F]{64}"
_MATCH = re.compile(r"\bdice match\W{1,4}([A-Za-z0-9_-]{1,200})")
_COMMITMENT = re.compile(rf"\bdice commitment\W{{1,4}}({_HEX})\b")
_SECRET = re.compile(rf"\bdice secret\W{{1,4}}({_HEX})\b")
_SEED = re.compile(rf"\bdice seed of (white|black)\W{{1,4}}({_HEX})(?: ({_HEX}))?\b")
_IMPORTED = re.compile(r"\bdice imported\W{1,4}([0-9]{1,9})\b")
_ROLLS = re.compile(r"\bdice rolls ([0-9]{1,9})\W{1,4}([1-6]{2}(?: [1-6]{2})*)\b")


def is_about_dice(name: str) -> bool:
    """Whether a detail of a match is a transcript of its dice, or a line of one."""
    return name == DETAIL or name.startswith(f"{DETAIL} ")


def dice_lines(transcript: Transcript) -> dict[str, str]:
    """The lines by their names."""
    lines = {"dice match": transcript.match, "dice commitment": transcript.commitment}
    if transcript.secret is not None:
        lines["dice secret"] = transcript.secret.hex()
    for player, committed in transcript.seeds.items():
        seed = "" if committed.seed is None else f" {committed.seed.hex()}"
        lines[f"dice seed of {player.value}"] = committed.commitment + seed
    lines["dice imported"] = str(transcript.imported)
    for first in range(0, len(transcript.rolls), ROLLS_A_LINE):
        some = transcript.rolls[first : first + ROLLS_A_LINE]
        lines[f"dice rolls {some[0].number}"] = " ".join(f"{it.roll.first}{it.roll.second}" for it in some)
    return lines


def in_words(transcript: Transcript) -> str:
    """The lines as text."""
    return "\n".join(f"{name}: {value}" for name, value in dice_lines(transcript).items())


def find_transcript(written: str) -> Transcript | None:
    """The first transcript whose lines stand in a text; None if there is none."""
    begin = _MATCH.search(written)
    if begin is None:
        return None
    following = _MATCH.search(written, begin.end())
    part = written[begin.start() : following.start() if following else len(written)]
    commitment, imported = _COMMITMENT.search(part), _IMPORTED.search(part)
    for name, found in (("dice commitment", commitment), ("dice imported", imported)):
        if found is None:
            raise InvalidTranscript(text("the field {field} is missing", field=name))
    assert commitment is not None
    assert imported is not None
    secret = _SECRET.search(part)
    seeds = {
        Player(found[1]): CommittedSeed(found[2].lower(), None if found[3] is None else bytes.fromhex(found[3]))
        for found in _SEED.finditer(part)
    }
    return Transcript(
        begin[1],
        commitment[1].lower(),
        seeds,
        tuple(_rolls(part)),
        None if secret is None else Secret(bytes.fromhex(secret[1])),
        int(imported[1]),
    )


def _rolls(part: str) -> Iterator[NumberedRoll]:
    count = 0
    for found in _ROLLS.finditer(part):
        for number, roll in enumerate(found[2].split(" "), int(found[1])):
            count += 1
            if count > MAX_ROLLS:
                return
            yield NumberedRoll(number, Roll(int(roll[0]), int(roll[1])))
