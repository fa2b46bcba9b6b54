"""The transcript of the dice of a match, and its verification.

A transcript holds what the players saw (commitments, seeds, rolls with their numbers) and, once the match has ended,
the secret. Verifying derives every roll again. docs/dice.md describes the JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sixprime.core import Player, Roll, SixprimeError
from sixprime.formats.dice.derivation import Secret, Seeds, commitment, derive_roll, is_committed, read_hexadecimal
from sixprime.messages import Message, is_text, shown, text

FORMAT = "sixprime-dice"
VERSION = 1
MAX_ROLLS = 1_000_000
MAX_CHARACTERS = 50_000_000
MAX_TOLD = 20
"""How many wrong rolls are reported one by one."""


class InvalidTranscript(SixprimeError):
    """A transcript that is damaged; the message names the place."""


@dataclass(frozen=True, slots=True)
class CommittedSeed:
    """What a player committed to, and the seed once it is revealed."""

    commitment: str
    seed: bytes | None = None

    def to_json(self) -> dict[str, object]:
        return {"commitment": self.commitment, "seed": None if self.seed is None else self.seed.hex()}


@dataclass(frozen=True, slots=True)
class NumberedRoll:
    """A roll and its number in the match, from 1."""

    number: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Verification:
    """What the verification of a transcript found: how many rolls are as derived, and everything that is wrong."""

    verified: int
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    """What could not be compared, because nobody had noted it (`sixprime.formats.dice.pins`)."""

    @property
    def is_good(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything about the dice of a match; `secret` is None until the match has ended."""

    match: str
    commitment: str
    seeds: Mapping[Player, CommittedSeed] = field(default_factory=dict)
    rolls: tuple[NumberedRoll, ...] = ()
    secret: Secret | None = None
    imported: int = 0
    """How many rolls the match had when it was imported; these dice did not throw them."""

    @classmethod
    def of_rolls(
        cls,
        match: str,
        committed: str,
        seeds: Mapping[Player, CommittedSeed],
        rolls: Iterable[Roll],
        *,
        secret: bytes | None = None,
        imported: int = 0,
    ) -> Transcript:
        """The transcript of a match with all its rolls, `Match.rolls`; the imported ones are passed over."""
        numbered = tuple(NumberedRoll(number, roll) for number, roll in enumerate(rolls, 1) if number > imported)
        return cls(match, committed, seeds, numbered, None if secret is None else Secret(secret), imported)

    # Verifying

    def verify(self) -> Verification:
        """Check everything that can be checked."""
        problems = list(self._seed_problems())
        if self.secret is None:
            waiting = text("the secret has not been revealed yet; it is when the match has ended")
            return Verification(0, (waiting, *problems))
        if commitment(self.secret) != self.commitment.lower():
            problems.append(text("the secret is not the one that the server committed to"))
        wrong = list(self._wrong_rolls(self.secret))
        return Verification(len(self.rolls) - len(wrong), (*problems, *self._order_problems(), *_first(wrong)))

    def revealed_seeds(self) -> Seeds:
        """The seeds that go into the rolls."""
        shown_seeds = {player: committed.seed or b"" for player, committed in self.seeds.items()}
        return Seeds(shown_seeds.get(Player.WHITE, b""), shown_seeds.get(Player.BLACK, b""))

    def _seed_problems(self) -> Iterator[Message]:
        for player, committed in self.seeds.items():
            if committed.seed is None:
                if self.rolls:
                    yield text("{player} committed to a seed that is missing", player=player.label)
            elif not is_committed(committed.seed, committed.commitment):
                yield text("the seed of {player} is not the one that was committed to", player=player.label)

    def _order_problems(self) -> Iterator[Message]:
        expected = self.imported
        for entry in self.rolls:
            expected += 1
            if entry.number != expected:
                yield text(
                    "roll {expected} is missing or not in its place: roll {number} stands there",
                    expected=expected,
                    number=entry.number,
                )
                return

    def _wrong_rolls(self, secret: Secret) -> Iterator[Message]:
        seeds = self.revealed_seeds()
        for entry in self.rolls:
            derived = derive_roll(secret, self.match, seeds, entry.number)
            if derived != entry.roll:
                yield text(
                    "roll {number} is {found}, and should have been {derived}",
                    number=entry.number,
                    found=entry.roll,
                    derived=derived,
                )

    def compared(self, rolls: Iterable[Roll]) -> Iterator[Message]:
        """Where the rolls of a match, as its record has them, are not those of the transcript.

        The transcript may have more of them: rolls of turns that were taken back.
        """
        played = list(rolls)[self.imported :]
        listed = {entry.number: entry.roll for entry in self.rolls}
        for number, roll in enumerate(played, self.imported + 1):
            if number not in listed:
                yield text("roll {number} of the match is not in the transcript", number=number)
            elif listed[number] != roll:
                yield text(
                    "roll {number} of the match is {found}, in the transcript {listed}",
                    number=number,
                    found=roll,
                    listed=listed[number],
                )

    def compared_without_ties(self, rolls: Iterable[Roll]) -> Iterator[Message]:
        """Where the rolls of a file are not those of the transcript, for formats that leave out tied opening rolls.

        `.mat` and `.sgf` are such formats. From the last roll to the first, a double of the transcript may be such a
        tie. The order of two dice is not compared, because files may change it.
        """
        played = [sorted(roll) for roll in rolls]
        for entry in reversed(self.rolls):
            if played and played[-1] == sorted(entry.roll):
                played.pop()
            elif not entry.roll.is_double:
                yield text("roll {number} of the transcript is not in the match", number=entry.number)
                return
        if len(played) > self.imported:
            yield text("roll {number} of the match is not in the transcript", number=len(played))

    # JSON

    def to_json(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "match": self.match,
            "commitment": self.commitment,
            "secret": None if self.secret is None else self.secret.hex(),
            "seeds": {
                player.value: self.seeds[player].to_json() if player in self.seeds else None for player in Player
            },
            "imported": self.imported,
            "rolls": [{"number": entry.number, "dice": list(entry.roll)} for entry in self.rolls],
        }

    @classmethod
    def from_json(cls, written: object) -> Transcript:
        """A transcript from what `to_json` gave. It is complete, but not verified."""
        if not isinstance(written, dict) or written.get("format") != FORMAT:
            raise InvalidTranscript(text("this is not a transcript of dice"))
        if written.get("version") != VERSION:
            raise InvalidTranscript(
                text(
                    "the transcript has version {found}; this program reads version {known}",
                    found=shown(written.get("version")),
                    known=VERSION,
                )
            )
        missing = [
            name for name in ("match", "commitment", "secret", "seeds", "imported", "rolls") if name not in written
        ]
        if missing:
            raise InvalidTranscript(text("the field {field} is missing", field=missing[0]))
        match, rolls, secret = written["match"], written["rolls"], written["secret"]
        if not is_text(match) or len(match) > 200:
            raise _refuse("match", match)
        if not isinstance(rolls, list) or len(rolls) > MAX_ROLLS:
            raise _refuse("rolls", rolls)
        if not _is_count(written["imported"]):
            raise _refuse("imported", written["imported"])
        return cls(
            match,
            _octets("commitment", written["commitment"]).hex(),
            dict(_read_seeds(written["seeds"])),
            tuple(_read_roll(entry) for entry in rolls),
            None if secret is None else Secret(_octets("secret", secret)),
            written["imported"],
        )

    def to_text(self) -> str:
        """One line of JSON, as the details of a record can hold it."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @classmethod
    def from_text(cls, written: str) -> Transcript:
        """A transcript from JSON."""
        return cls.from_json(loads(written))


def loads(written: str) -> object:
    """Parse JSON that is not too long; `InvalidTranscript` otherwise."""
    if len(written) > MAX_CHARACTERS:
        raise InvalidTranscript(text("the transcript is longer than {most} characters", most=MAX_CHARACTERS))
    try:
        return json.loads(written)
    except json.JSONDecodeError as error:
        raise InvalidTranscript(
            text("not JSON: line {line}, column {column}", line=error.lineno, column=error.colno)
        ) from None
    except (ValueError, RecursionError):
        raise InvalidTranscript(text("this is not a transcript of dice")) from None


def _first(problems: list[Message]) -> Iterator[Message]:
    """Some of many problems, and how many more there are."""
    yield from problems[:MAX_TOLD]
    if len(problems) > MAX_TOLD:
        yield text("and {number} more rolls are not as derived", number=len(problems) - MAX_TOLD)


def _refuse(name: str, value: object) -> InvalidTranscript:
    return InvalidTranscript(text("the field {field} cannot be {value}", field=name, value=shown(value)))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**40


def _octets(name: str, value: object) -> bytes:
    try:
        return read_hexadecimal(value)
    except SixprimeError:
        raise _refuse(name, value) from None


def _read_seeds(written: object) -> Iterator[tuple[Player, CommittedSeed]]:
    sides = {player.value for player in Player}
    if not isinstance(written, dict) or not set(written) <= sides:
        raise _refuse("seeds", written)
    for player in Player:
        entry = written.get(player.value)
        if entry is None:
            continue
        if not isinstance(entry, dict) or set(entry) != {"commitment", "seed"}:
            raise _refuse("seeds", entry)
        seed = None if entry["seed"] is None else _octets("seed", entry["seed"])
        yield player, CommittedSeed(_octets("commitment", entry["commitment"]).hex(), seed)


def _read_roll(written: object) -> NumberedRoll:
    if not isinstance(written, dict) or set(written) != {"number", "dice"} or not _is_count(written["number"]):
        raise _refuse("rolls", written)
    dice = written["dice"]
    if not isinstance(dice, list):
        raise _refuse("dice", dice)
    try:
        return NumberedRoll(written["number"], Roll.of(dice))
    except SixprimeError:
        raise _refuse("dice", dice) from None
