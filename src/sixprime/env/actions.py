"""The numbers of actions, in both styles.

In the style `afterstates`, action i of a roll chooses the i-th of its legal results; a roll that cannot be played has
one result, the board as it is. In the style `steps`, an action moves one checker by one die, and `PASS` is for rolls
that cannot be played. With a cube, both have six more actions at the end. The numbers do not change within a version
of the environments.
"""

from __future__ import annotations

from typing import Literal

from sixprime.core import Action
from sixprime.env.settings import InvalidSettings
from sixprime.messages import shown, text

VERSION = 0
"""The version of the environments: sizes and meanings of actions and observations are fixed within it."""

Style = Literal["afterstates", "steps"]
STYLES: tuple[Style, ...] = ("afterstates", "steps")

MOST_AFTERSTATES = 3060
"""No roll has more results: four equal steps shared among fifteen checkers, C(18, 4)."""
STEPS = 25 * 6
"""Every point from 1 to 24 and the bar (25), by every die."""
PASS = STEPS
"""In the style `steps`: nothing can be moved."""
CUBE_ACTIONS = (Action.ROLL, Action.DOUBLE, Action.TAKE, Action.DROP, Action.BEAVER, Action.RACCOON)
"""The actions at the end, if there is a cube, in this order."""


def style_of(name: object) -> Style:
    """A style by its name, or an error that names both."""
    for style in STYLES:
        if style == name:
            return style
    raise InvalidSettings(
        text(
            "the option {option} is one of {choices}, not {value}",
            option="actions",
            choices=", ".join(STYLES),
            value=shown(name),
        )
    )


def action_count(style: Style, *, cube: bool) -> int:
    """How many actions there are.

    >>> [action_count(style, cube=cube) for style in STYLES for cube in (False, True)]
    [3060, 3066, 151, 157]
    """
    return first_cube_action(style) + (len(CUBE_ACTIONS) if cube else 0)


def first_cube_action(style: Style) -> int:
    """The number of `Action.ROLL`; the other cube actions follow it.

    >>> first_cube_action("steps")
    151
    """
    return MOST_AFTERSTATES if style == "afterstates" else PASS + 1


def cube_action(style: Style, action: Action) -> int:
    """The number of a cube action.

    >>> cube_action("steps", Action.DOUBLE)
    152
    """
    return first_cube_action(style) + CUBE_ACTIONS.index(action)


def step_action(source: int, die: int) -> int:
    """The number of moving a checker from a point (25: the bar) by a die, in the style `steps`.

    >>> step_action(24, 6)
    143
    """
    return 6 * (source - 1) + die - 1


def source_and_die(action: int) -> tuple[int, int]:
    """The point and the die of a step.

    >>> source_and_die(143)
    (24, 6)
    """
    return action // 6 + 1, action % 6 + 1
