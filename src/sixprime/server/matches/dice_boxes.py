"""Where the dice of matches come from: the only place that reads their secrets.

A box throws; it does not show its secret until it is opened, which is done when nothing more will be thrown. Bots and
views never hold one.
"""

from __future__ import annotations

from sixprime.core import Roll
from sixprime.server.dice.derivation import MatchDice, Secret, Seeds, commitment
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
        """The next roll of a match: the same whenever it is asked for at this place."""
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
