"""Seeds: what a player adds to the dice, and commits to before any seed is revealed (docs/dice.md)."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

OCTETS = 32
_TAG = b"sixprime dice seed v1"


@dataclass(frozen=True, slots=True)
class Seed:
    """32 bytes that nobody else knows until they are revealed."""

    octets: bytes = field(repr=False)

    @classmethod
    def new(cls) -> Seed:
        """A random seed from the operating system; each match needs its own."""
        return cls(secrets.token_bytes(OCTETS))

    @property
    def commitment(self) -> str:
        """The hash that is sent before any seed is revealed."""
        fields = (_TAG, self.octets)
        framed = b"".join(len(octets).to_bytes(4, "big") + octets for octets in fields)
        return hashlib.sha256(framed).hexdigest()

    @property
    def revealed(self) -> str:
        """The seed as hexadecimal digits, to be sent once all players have committed to theirs."""
        return self.octets.hex()
