"""Goals: what a play in a lesson has to do, each with the sentence for a play that does not do it.

A goal looks at a play that is legal already; which plays are, only `sixprime.core` knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sixprime.core import Play
from sixprime.messages import Message, counted, text


class Goal(Protocol):
    """Something that a play does or does not do."""

    def refusal(self, play: Play) -> Message | None:
        """Why the play does not reach the goal; None if it does."""


@dataclass(frozen=True, slots=True)
class Hits:
    """The play hits a blot."""

    def refusal(self, play: Play) -> Message | None:
        return None if play.hits else text("That play hits nothing: the black checker stays where it is.")


@dataclass(frozen=True, slots=True)
class Makes:
    """The play leaves two or more of the player's checkers on each of these points."""

    points: tuple[int, ...]

    def refusal(self, play: Play) -> Message | None:
        for point in self.points:
            count = max(play.result.points[point], 0)
            if count < 2:
                return counted(
                    "After that you have {count} checker on the {point} point. It takes two to make a point.",
                    "After that you have {count} checkers on the {point} point. It takes two to make a point.",
                    count,
                    point=point,
                )
        return None


@dataclass(frozen=True, slots=True)
class Travels:
    """One checker goes from a point to another."""

    source: int
    target: int

    def refusal(self, play: Play) -> Message | None:
        before, after = play.position.points, play.result.points
        left = after[self.source] == before[self.source] - 1
        if left and after[self.target] == max(before[self.target], 0) + 1:
            return None
        return text(
            "No single checker has gone from the {source} point to the {target} point.",
            source=self.source,
            target=self.target,
        )


@dataclass(frozen=True, slots=True)
class MovesTwo:
    """Each number is played by another checker."""

    def refusal(self, play: Play) -> Message | None:
        first, second = play.steps
        if second.source != first.target:
            return None
        return text("One checker has played both numbers. Let another one play the second number.")


@dataclass(frozen=True, slots=True)
class LeavesNoBlot:
    """No checker of the player's is alone on a point."""

    def refusal(self, play: Play) -> Message | None:
        alone = [point for point in range(24, 0, -1) if play.result.points[point] == 1]
        if not alone:
            return None
        return text("After that a checker is alone on the {point} point, where it could be hit.", point=alone[0])


@dataclass(frozen=True, slots=True)
class Builds:
    """So many points in a row are the player's."""

    length: int

    def refusal(self, play: Play) -> Message | None:
        longest = run = 0
        for point in range(1, 25):
            run = run + 1 if play.result.points[point] >= 2 else 0
            longest = max(longest, run)
        if longest >= self.length:
            return None
        return counted(
            "Your longest wall is {count} point long. It should be {length}.",
            "Your longest wall is {count} points long. It should be {length}.",
            longest,
            length=self.length,
        )


@dataclass(frozen=True, slots=True)
class BringsAllHome:
    """All checkers are in the home board after the play."""

    def refusal(self, play: Play) -> Message | None:
        rear = play.result.rearmost
        return None if rear <= 6 else text("A checker is still on the {point} point, outside home.", point=rear)


@dataclass(frozen=True, slots=True)
class BearsOff:
    """The play bears off so many checkers."""

    count: int

    def refusal(self, play: Play) -> Message | None:
        off = play.result.off - play.position.off
        if off >= self.count:
            return None
        return counted(
            "That bears off {off}. There is a play that bears off {count} checker.",
            "That bears off {off}. There is a play that bears off {count} checkers.",
            self.count,
            off=off,
        )


@dataclass(frozen=True, slots=True)
class Clears:
    """No checker of the player's stays on a point."""

    point: int

    def refusal(self, play: Play) -> Message | None:
        left = max(play.result.points[self.point], 0)
        if not left:
            return None
        return counted(
            "{count} checker is still on the {point} point.",
            "{count} checkers are still on the {point} point.",
            left,
            point=self.point,
        )
