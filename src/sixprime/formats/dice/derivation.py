"""Dice that people can check: rolls derived from a secret that was committed to, and from the players' seeds.

Pure functions and values; docs/dice.md explains what they guarantee. The server keeps the `Secret` of a match,
shows only its commitment, and reveals it when the match has ended. What was shown until then is a `Transcript`
(`sixprime.formats.dice.transcripts`), which anybody can verify.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Self

from sixprime.core import Player, Roll, SixprimeError
from sixprime.messages import shown, text

OCTETS = 32
"""The length of a secret and of a seed."""
COMMITMENT_TAG = b"sixprime dice commitment v1"
SEED_TAG = b"sixprime dice seed v1"
ROLL_TAG = b"sixprime dice roll v1"
UNBIASED = 252
"""The greatest multiple of six that a byte can hold; larger bytes are skipped, so that all faces are equally likely."""


class InvalidDice(SixprimeError):
    """A secret, seed or commitment that cannot be one, or a seed that is not the one committed to."""


class Secret(bytes):
    """32 random bytes that decide the dice of a match. `repr`, logs and formatted text hide them; `hex` shows them."""

    __slots__ = ()

    def __new__(cls, octets: bytes) -> Self:
        if len(octets) != OCTETS:
            raise InvalidDice(text("a secret has {wanted} bytes, not {found}", wanted=OCTETS, found=len(octets)))
        return super().__new__(cls, octets)

    @classmethod
    def new(cls) -> Self:
        """A fresh one, from the operating system's entropy."""
        return cls(secrets.token_bytes(OCTETS))

    def __repr__(self) -> str:
        return "<Secret>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the players add to the dice, once both have revealed it; empty where a seat adds nothing."""

    white: bytes = b""
    black: bytes = b""

    def __post_init__(self) -> None:
        for seed in (self.white, self.black):
            if len(seed) not in (0, OCTETS):
                raise InvalidDice(text("a seed has {wanted} bytes, not {found}", wanted=OCTETS, found=len(seed)))

    def of(self, player: Player) -> bytes:
        return self.white if player is Player.WHITE else self.black


def framed(*fields: bytes) -> bytes:
    """Concatenate fields, each after its length in four bytes, so that different lists give different bytes."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def commitment(secret: bytes) -> str:
    """What the server publishes before the first roll: 64 hexadecimal digits that bind it to the secret."""
    return hashlib.sha256(framed(COMMITMENT_TAG, secret)).hexdigest()


def seed_commitment(seed: bytes) -> str:
    """What a player sends before any seed is revealed."""
    return hashlib.sha256(framed(SEED_TAG, seed)).hexdigest()


def is_committed(seed: bytes, committed: str) -> bool:
    """Whether a seed is the one that was committed to."""
    return hmac.compare_digest(seed_commitment(seed).encode(), committed.lower().encode("utf-8", "replace"))


def read_hexadecimal(written: object) -> bytes:
    """The 32 bytes of a secret, a seed or a commitment from 64 hexadecimal digits."""
    if isinstance(written, str) and len(written) == 2 * OCTETS:
        try:
            octets = bytes.fromhex(written)
        except ValueError:
            octets = b""
        if len(octets) == OCTETS:  # fromhex passes over spaces
            return octets
    raise InvalidDice(text("{value} is not a number of 64 hexadecimal digits", value=shown(written)))


def derive_roll(secret: bytes, match_id: str, seeds: Seeds, number: int) -> Roll:
    """Roll `number` of a match, counted from 1: the same whenever it is asked for."""
    head = framed(ROLL_TAG, match_id.encode(), seeds.white, seeds.black, number.to_bytes(8, "big"))
    first = block = 0
    while True:
        for octet in hmac.digest(secret, head + framed(block.to_bytes(4, "big")), "sha256"):
            if octet < UNBIASED:
                if first:
                    return Roll(first, 1 + octet % 6)
                first = 1 + octet % 6
        block += 1


class MatchDice:
    """The dice of one match, as `Match.roll` and `Match.open` want them.

    `thrown` is how many rolls the match has had, those of an imported record included (`len(match.rolls)`). A turn that
    is taken back is thrown again under the same number, and so shows the same dice.
    """

    def __init__(self, secret: bytes, match_id: str, seeds: Seeds, thrown: int) -> None:
        self._secret = Secret(secret)
        self._match_id = match_id
        self._seeds = seeds
        self._thrown = thrown

    def roll(self) -> Roll:
        self._thrown += 1
        return derive_roll(self._secret, self._match_id, self._seeds, self._thrown)

    def __repr__(self) -> str:
        return f"<MatchDice {self._match_id}, {self._thrown} thrown>"
