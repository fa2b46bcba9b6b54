"""Bot levels: from a beginner who sees what is obvious to everything the engine can do.

A weaker level looks at a position as a person does: each play's worth is misjudged a little, the more the less there
is between the plays, and what is plainly bad is not played. How much each level gives away has been measured; the
figures stand beside it, and docs/engine.md says how they came about.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sixprime.core import STANDARD, Position, Roll, RuleSet, SixprimeError
from sixprime.engine.chances import Chances
from sixprime.engine.cube.judges import CubefulPlay, CubeLook
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator, RankedPlay
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.searchers import Searcher
from sixprime.messages import Message, text


class UnknownLevel(SixprimeError):
    """A level that does not exist."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly a bot plays."""

    name: str
    title: Message
    plies: int
    blur: float
    """How far off the bot's judgement of a play typically is, in points; none at full strength."""
    worst: float
    """How much a play may give away, by the bot's own clear view, to be played at all."""
    error_rate: float
    """Thousandths of a point given away per decision that is not forced, measured by GNU Backgammon's 2-ply search."""


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("beginner", text("beginner"), 0, 0.3, 0.6, 53.4),
        Level("casual", text("casual player"), 0, 0.15, 0.4, 28.8),
        Level("club", text("club player"), 0, 0.08, 0.25, 16.0),
        Level("expert", text("expert"), 0, 0.0, 0.0, 4.4),
        Level("master", text("master"), 1, 0.0, 0.0, 2.5),
        Level("champion", text("champion"), 2, 0.0, 0.0, 1.8),
    )
}
DEFAULT_LEVEL = "master"


def level_named(name: str) -> Level:
    """The level of a name."""
    try:
        return LEVELS[name]
    except KeyError:
        known = ", ".join(LEVELS)
        raise UnknownLevel(text("there is no level {name}; there are {levels}", name=name, levels=known)) from None


class LevelEvaluator:
    """Ranks plays and weighs cube decisions as a level does. Chances it judges clearly.

    What it misjudges depends on the seed and on the position and the roll only: asked twice, it answers alike.
    """

    def __init__(self, level: Level, seed: int = 0, *, threads: int | None = None) -> None:
        self.level = level
        self._seed = seed
        self._clear: Searcher | NetEvaluator = (
            Searcher(level.plies, threads=threads) if level.plies else NetEvaluator.default()
        )
        self._with_cube = CubeSearcher(level.plies, threads=threads)

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:
        """The chances of the player on roll, before the roll."""
        return self._clear.chances(position, rules)

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays, in the order in which the level likes them."""
        ranked = self._clear.rank(position, roll, rules)
        if self.level.blur == 0 or len(ranked) < 2:
            return ranked
        chance = self._chance(position, roll)
        best = ranked[0].chances.equity
        seen = {id(entry): self._seen(entry.chances.equity, best, chance) for entry in ranked}
        return sorted(ranked, key=lambda entry: -seen[id(entry)])

    def look(self, position: Position, view: CubeView, rules: RuleSet = STANDARD) -> CubeLook:
        """What doubling or not is worth, as the level sees it: what it misjudges in plays, it misjudges here."""
        look = self._with_cube.look(position, view, rules)
        if self.level.blur == 0:
            return look
        chance = self._chance(position, None)
        waiting, taken = (
            view.chance(view.equity(value) + chance.gauss(0.0, self.level.blur)) for value in look.values[:2]
        )
        return replace(look, values=look.values._replace(no_double=waiting, double_take=taken))

    def weigh(self, position: Position, roll: Roll, view: CubeView, rules: RuleSet = STANDARD) -> list[CubefulPlay]:
        """The legal plays, in the order in which the level likes them with this cube and at this score."""
        weighed = self._with_cube.weigh(position, roll, view, rules)
        if self.level.blur == 0 or len(weighed) < 2:
            return weighed
        chance = self._chance(position, roll)
        best = weighed[0].equity
        seen = {id(entry): self._seen(entry.equity, best, chance) for entry in weighed}
        return sorted(weighed, key=lambda entry: -seen[id(entry)])

    def _chance(self, position: Position, roll: Roll | None) -> random.Random:
        dice = f"{roll.first}{roll.second}" if roll else "cube"
        return random.Random(f"{self._seed}/{position.points}/{dice}")

    def _seen(self, equity: float, best: float, chance: random.Random) -> float:
        """What the level thinks a play is worth: the nearer it is to the best, the less clearly that is seen."""
        off = chance.gauss(0.0, self.level.blur)
        lost = best - equity
        if lost > self.level.worst:
            return -math.inf
        return equity + off * (1 - lost / self.level.worst)
