"""`DiceBox`: throws the dice of a match, and keeps their secret until the match has ended.

Bots and views are never given one.
"""

from __future__ import annotations

from sixprime.core import Roll
from sixprime.formats.dice.derivation import MatchDice, Secret, Seeds, commitment
from sixprime.server.matches.logs import Moment


class DiceBox:
    """The dice of one match."""

    __slots__ = ("_match", "_secret")

    def __init__(self, match: str, secret: bytes) -> None:
        self._match = match
        self._secret = Secret(secret)

    @classmethod
    def new(cls, match: str) -> DiceBox:
        """A box with a fresh secret."""
        return cls(match, Secret.new())

    @property
    def commitment(self) -> str:
        return commitment(self._secret)

    def secret_bytes(self) -> bytes:
        """The secret, for the database and nobody else."""
        return bytes(self._secret)

    def throw(self, moment: Moment) -> Roll:
        """The next roll of a match. At the same place of the match it is always the same."""
        seeds = Seeds(_octets(moment.white.seed), _octets(moment.black.seed))
        return MatchDice(self._secret, self._match, seeds, moment.rolls).roll()

    def open(self, moment: Moment) -> str:
        """The secret in hexadecimal digits; only once the match has ended."""
        if not moment.is_finished:
            raise RuntimeError("the secret of the dice is not shown before the end")
        return self._secret.hex()

    def __repr__(self) -> str:
        return f"<DiceBox {self._match}>"


def _octets(seed: str | None) -> bytes:
    return bytes.fromhex(seed) if seed else b""
