"""Enumerations whose `repr` can be pasted back: `BearOff.STANDARD`."""

from enum import Enum


class Choice(Enum):
    """One of a few named things."""

    # There is one object for each name, so its identity will do; Enum's own hash is computed in Python each time.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
