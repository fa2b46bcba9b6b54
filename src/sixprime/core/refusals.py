"""Why a step is refused, in words: the first rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sixprime.core.plays import point_name
from sixprime.core.positions import BAR, OFF
from sixprime.core.rules import BearOff
from sixprime.messages import Message, counted, listed, shown, text

if TYPE_CHECKING:
    from sixprime.core.turns import Turn


def why_not(turn: Turn, source: int, target: int, label: Callable[[int], str] = str) -> Message:
    """Why a checker may not go from `source` to `target` by one of the dice left; `label` names the points."""
    if not _is_point(source, 1, BAR) or not _is_point(target, OFF, 24):
        return text(
            "{source}/{target} is not on the board: points are 1 to 24, bar and off",
            source=shown(source),
            target=shown(target),
        )
    step = f"{point_name(source, label=label)}/{point_name(target, target=True, label=label)}"
    points = turn.position.points
    dice_left = " ".join(map(str, turn.dice_left))
    if not turn.dice_left:
        return text("{step}: all the dice have been played", step=step)
    if points[source] <= 0:
        if source == BAR:
            return text("{step}: you have no checker on the bar", step=step)
        return text("{step}: you have no checker on the {point} point", step=step, point=label(source))
    if turn.position.bar and source != BAR:
        return text("{step}: your checker on the bar must enter first", step=step)
    if source <= target:
        return text("{step}: checkers only move forward, towards home", step=step)
    if target == OFF:
        refusal = _why_not_off(turn, source, step, dice_left, label)
        if refusal is not None:
            return refusal
    elif source - target not in turn.dice_left:
        return text(
            "{step} is {distance} away, and the dice left are {dice}",
            step=step,
            distance=source - target,
            dice=dice_left,
        )
    elif points[target] <= -2:
        return counted(
            "{step} is blocked: the opponent holds the {point} point with {count} checker",
            "{step} is blocked: the opponent holds the {point} point with {count} checkers",
            -points[target],
            step=step,
            point=label(target),
        )
    both_cannot_be_played = not any(turn.step(first).next_steps for first in turn.next_steps)
    if both_cannot_be_played and not turn.steps and not turn.roll.is_double:
        larger = turn.roll.high
        return text("{step}: only one number can be played, and it must be the larger, {die}", step=step, die=larger)
    return text("{step}: after that a number could not be played that can be played otherwise", step=step)


def why_not_from(turn: Turn, source: int, label: Callable[[int], str] = str) -> Message:
    """Why nothing can be played from a point, or why the roll does not make it where the player has no checker."""
    if not turn.dice_left or not _is_point(source, 1, BAR):
        return text("all the dice have been played") if not turn.dice_left else why_not(turn, source, OFF, label)
    if turn.position.bar and source != BAR:
        return text("your checker on the bar must enter first")
    if turn.position.points[source] <= 0 and source != BAR:
        dice_left = " ".join(map(str, turn.dice_left))
        return text(
            "you have no checker on the {point} point, and cannot make it with {dice}",
            point=label(source),
            dice=dice_left,
        )
    reasons = [why_not(turn, source, max(source - die, OFF), label) for die in dict.fromkeys(turn.dice_left)]
    return listed(list({str(reason): reason for reason in reasons}.values()))


def _why_not_off(turn: Turn, source: int, step: str, dice_left: str, label: Callable[[int], str]) -> Message | None:
    """Why no die left bears off from `source`, or None if one could."""
    rear = turn.position.rearmost
    rule = turn.rules.bear_off
    if rear == BAR:
        return text("{step}: no checker may be borne off while one is on the bar", step=step)
    if rear > 6:
        return text(
            "{step}: no checker may be borne off while one is on the {point} point, outside home",
            step=step,
            point=label(rear),
        )
    exact = source in turn.dice_left
    larger = any(die > source for die in turn.dice_left)
    if rule is BearOff.EXACT_ONLY and not exact:
        return text("{step}: checkers are borne off by their exact number, {die}", step=step, die=source)
    if rule is BearOff.REARMOST_ONLY and source != rear:
        return text(
            "{step}: the rearmost checker, on the {point} point, must be borne off first", step=step, point=label(rear)
        )
    if not exact and not larger:
        return text("{step} needs a {die}, and the dice left are {dice}", step=step, die=source, dice=dice_left)
    if not exact and source != rear:
        return text(
            "{step}: a larger number bears off the rearmost checker, on the {point} point", step=step, point=label(rear)
        )
    return None


def _is_point(number: object, lowest: int, highest: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and lowest <= number <= highest
