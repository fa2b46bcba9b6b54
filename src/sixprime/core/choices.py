"""Enumerations whose `repr` can be pasted back: `BearOff.STANDARD`."""

from enum import Enum


class Choice(Enum):
    """One of a few named things."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
