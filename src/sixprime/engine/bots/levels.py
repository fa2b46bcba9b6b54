"""Bot levels: from a beginner who sees what is obvious to everything the engine can do.

How much each level gives away has been measured; the figures stand beside it, and docs/engine.md says how they came
about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sixprime.core import SixprimeError
from sixprime.messages import Message, text


class UnknownLevel(SixprimeError):
    """A level that does not exist.

    >>> from sixprime.engine import UnknownLevel, level_named
    >>> try:
    ...     level_named("wizard")
    ... except UnknownLevel:
    ...     print("unknown")
    unknown
    """


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly a bot plays.

    >>> from sixprime.engine import LEVELS
    >>> LEVELS["champion"].plies
    2
    >>> LEVELS["beginner"].noise > LEVELS["club"].noise
    True
    """

    name: str
    title: Message
    plies: int
    noise: float
    """The standard deviation of the error that is added to what a play is worth, in points; 0 at full strength."""
    worst: float
    """How much a play may give away, by the bot's own clear view, to be played at all."""
    error_rate: float
    """Thousandths of a point given away per decision that is not forced, measured by GNU Backgammon's 2-ply search; for
    the level that rolls out, the champion's less what rollouts say it gained."""
    description: Message
    """For whom it is a good opponent; no two levels have the same."""
    games: int = 0
    """Games in which close decisions are played out before they are made; 0 if the search decides alone."""


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("beginner", text("beginner"), 0, 0.3, 0.6, 53.5, text("for your first games")),
        Level("casual", text("casual player"), 0, 0.15, 0.4, 28.0, text("like a family player")),
        Level("club", text("club player"), 0, 0.08, 0.25, 15.4, text("like a regular at a club")),
        Level("advanced", text("advanced player"), 0, 0.04, 0.15, 8.9, text("like a strong tournament player")),
        Level("expert", text("expert"), 0, 0.0, 0.0, 3.7, text("like a tournament winner")),
        Level("master", text("master"), 1, 0.0, 0.0, 2.1, text("stronger than the best players")),
        Level("champion", text("champion"), 2, 0.0, 0.0, 1.5, text("looks two moves ahead")),
        Level(
            "grandmaster",
            text("grandmaster"),
            2,
            0.0,
            0.0,
            1.2,
            text("full strength: plays close decisions out before it moves"),
            games=144,
        ),
    )
}
DEFAULT_LEVEL = "master"


def level_named(name: str) -> Level:
    """The level of a name; `UnknownLevel` if there is none.

    >>> from sixprime.engine import level_named
    >>> level_named("master").plies
    1
    """
    try:
        return LEVELS[name]
    except KeyError:
        known = ", ".join(LEVELS)
        raise UnknownLevel(text("there is no level {name}; there are {levels}", name=name, levels=known)) from None
