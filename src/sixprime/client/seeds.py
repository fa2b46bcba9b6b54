"""Seeds: what a player adds to the dice, and commits to before any seed is revealed (docs/dice.md)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from sixprime.formats.dice.derivation import OCTETS, seed_commitment


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
        return seed_commitment(self.octets)

    @property
    def revealed(self) -> str:
        """The seed as hexadecimal digits, to be sent once all players have committed to theirs."""
        return self.octets.hex()
