"""`LevelEvaluator`: ranks plays and weighs cube decisions as a player of a level does.

A weaker level looks at a position as a person does: each play's worth is misjudged a little, the more the less there
is between the plays, and what is plainly bad is not played.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cached_property

from sixprime.core import STANDARD, Position, Roll, RuleSet
from sixprime.engine.bots.levels import Level
from sixprime.engine.bots.rolled_decisions import ranked_by_rollout
from sixprime.engine.chances import Chances
from sixprime.engine.cube.judges import CubefulPlay, CubeJudge, CubeLook
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator, RankedPlay
from sixprime.engine.search.cube_searchers import CubeSearcher
from sixprime.engine.search.searchers import Searcher


class LevelEvaluator:
    """Ranks plays and weighs cube decisions as a level does. Its chances have no noise.

    What it misjudges depends on the seed and on the position and the roll only: asked twice, it answers alike. It sees
    clearly what `searcher` sees, or a search of its own if none is given.
    """

    def __init__(
        self, level: Level, seed: int = 0, *, threads: int | None = None, searcher: CubeJudge | None = None
    ) -> None:
        self.level = level
        self._seed = seed
        self._threads = threads
        self._with_cube = searcher if searcher is not None else CubeSearcher(level.plies, threads=threads)

    @cached_property
    def _clear(self) -> Searcher | NetEvaluator:
        """The judge without the cube and without noise."""
        return Searcher(self.level.plies, threads=self._threads) if self.level.plies else NetEvaluator.default()

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:
        """The chances of the player on roll, before the roll."""
        return self._clear.chances(position, rules)

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        """The legal plays, in the order in which the level likes them."""
        ranked = self._clear.rank(position, roll, rules)
        if self.level.games and ranked:
            return ranked_by_rollout(ranked, self.level.games, rules=rules)
        if self.level.noise == 0 or len(ranked) < 2:
            return ranked
        chance = self._chance(position, roll)
        best = ranked[0].chances.equity
        seen = {id(entry): self._seen(entry.chances.equity, best, chance) for entry in ranked}
        return sorted(ranked, key=lambda entry: -seen[id(entry)])

    def look(self, position: Position, view: CubeView, rules: RuleSet = STANDARD) -> CubeLook:
        """What doubling or not is worth, as the level sees it: what it misjudges in plays, it misjudges here."""
        look = self._with_cube.look(position, view, rules)
        if self.level.noise == 0:
            return look
        chance = self._chance(position, None)
        waiting, taken = (
            view.chance(view.equity(value) + chance.gauss(0.0, self.level.noise)) for value in look.values[:2]
        )
        return replace(look, values=look.values._replace(no_double=waiting, double_take=taken))

    def weigh(self, position: Position, roll: Roll, view: CubeView, rules: RuleSet = STANDARD) -> list[CubefulPlay]:
        """The legal plays, in the order in which the level likes them with this cube and at this score."""
        weighed = self._with_cube.weigh(position, roll, view, rules)
        if self.level.noise == 0 or len(weighed) < 2:
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
        off = chance.gauss(0.0, self.level.noise)
        lost = best - equity
        if lost > self.level.worst:
            return -math.inf
        return equity + off * (1 - lost / self.level.worst)
