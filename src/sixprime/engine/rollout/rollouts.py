"""Rollouts: positions played out many times by the engine against itself, to see what they are worth.

    >>> from sixprime import Position, Roll
    >>> from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
    >>> start, roll = Position.standard(), Roll(3, 1)
    >>> plays = list(start.legal_plays(roll))[:3]
    >>> rollout = Rollout([Candidate.after(play) for play in plays], RolloutSettings(games=72))
    >>> result = rollout.run(progress=lambda so_far: print(so_far.games))  # doctest: +SKIP
    >>> print(result.ranked[0].label, result.ranked[0].equity)  # doctest: +SKIP

All candidates meet the same dice. The same seed gives the same numbers, whoever does the work and in however many
pieces. A rollout that is interrupted keeps its finished pieces: `run` goes on from there, and `rollout_files` keeps it
on disk.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sixprime.compiled.arrays import Doubles, SignedBytes
from sixprime.compiled.jit import plain
from sixprime.compiled.moves import MAX_PLAYS
from sixprime.core import STANDARD, BearOff, Play, Position, RuleSet, SixprimeError
from sixprime.engine.choice.net_stack_kernels import NetStack, without_deep
from sixprime.engine.choice.net_stacks import net_stack
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, Efficiencies
from sixprime.engine.cube.decisions import CubeDecision
from sixprime.engine.cube.kernels import CubeSituation, CubeValues, as_stakes
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import default_net, shared_tables
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout import kernels
from sixprime.engine.rollout.dice_kernels import MOST_STRATIFIED
from sixprime.engine.rollout.results import RolloutResult, RolloutTally, result_of
from sixprime.engine.search.searchers import FILTERS, MAX_PLIES
from sixprime.engine.workers import Threads, Workers
from sixprime.messages import Message, shown, text

MOST_GAMES = 100_000_000
MOST_CANDIDATES = 100
LEAST_GAMES = 144
"""Before these no rollout ends because it is clear enough."""
QUICK_PIECE = 180
SLOW_PIECE = 36
"""Games of a piece where games are quick, and where they are slow."""
SEARCH_KEEP, SEARCH_MARGIN, SEARCH_EVALUATED = 6, 0.2, 12
"""As a `Searcher` chooses answers; how many plays the net looks at before a search."""

Progress = Callable[[RolloutResult], object]


class RolloutProblem(SixprimeError):
    """A rollout that cannot be done as asked.

    >>> from sixprime.engine import RolloutProblem, RolloutSettings
    >>> try:
    ...     RolloutSettings(games=0)
    ... except RolloutProblem:
    ...     print("refused")
    refused
    """


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How a rollout is done. All of it is kept with the result.

    >>> from sixprime.engine import RolloutSettings
    >>> RolloutSettings(games=324, plies=1).cubeful
    True
    """

    games: int = 1296
    seed: int = 1
    cubeful: bool = True
    """Whether the players use the cube."""
    variance_reduction: bool = True
    """Whether the luck of the dice, as the net sees it, is taken out of the results."""
    truncate: int = 0
    """After so many rolls the net says what the position is worth; 0 plays every game to its end."""
    bearoff_truncation: bool = True
    """Whether games end where the bear-off tables know their worth."""
    stratified: int = 2
    """For so many rolls, all rolls come up equally often."""
    plies: int = 0
    """How far the players look ahead."""
    deep_plies: int = 0
    """How far they do so in the first `deep_moves` moves."""
    deep_moves: int = 0
    deep: bool = False
    """Whether the deep net chooses the plays and values the position where a game is cut off, looking a ply ahead."""
    seconds: float | None = None
    """No piece is waited for after this time; what is finished counts."""
    stop_error: float | None = None
    """Stop when the joint standard error of the best and each other candidate is not larger; for a single candidate,
    its own error."""
    stop_clear: float | None = None
    """Stop when each other candidate is so many joint standard errors behind the best."""
    keep: int = 4
    """How many plays the net chooses from, of those that the quick net likes."""
    margin: float = 0.12
    """How much less than the best the quick net may like them."""
    luck_keep: int = 4
    """How many plays the net chooses from where the luck of a roll is judged."""
    luck_margin: float = 0.12
    """How much less than the best the quick net may like them there."""
    efficiencies: Efficiencies = DEFAULT_EFFICIENCIES

    def __post_init__(self) -> None:
        _check_whole("games", self.games, 1, MOST_GAMES)
        _check_whole("seed", self.seed, 0, 2**62)
        _check_whole("truncate", self.truncate, 0, kernels.MAX_TURNS)
        _check_whole("stratified", self.stratified, 0, MOST_STRATIFIED)
        _check_whole("plies", self.plies, 0, MAX_PLIES)
        _check_whole("deep_plies", self.deep_plies, 0, MAX_PLIES)
        _check_whole("deep_moves", self.deep_moves, 0, kernels.MAX_TURNS)
        _check_whole("keep", self.keep, 1, MAX_PLAYS)
        _check_whole("luck_keep", self.luck_keep, 1, MAX_PLAYS)
        for name in ("seconds", "stop_error", "stop_clear"):
            if getattr(self, name) is not None:
                _check_number(name, getattr(self, name), 1e9)
        _check_number("margin", self.margin, 9.0)
        _check_number("luck_margin", self.luck_margin, 9.0)
        for name in ("cubeful", "variance_reduction", "bearoff_truncation", "deep"):
            if type(getattr(self, name)) is not bool:
                raise RolloutProblem(_cannot_be(name, getattr(self, name)))
        numbers = tuple(self.efficiencies)
        if len(numbers) != len(DEFAULT_EFFICIENCIES):
            raise RolloutProblem(_cannot_be("efficiencies", numbers))
        for number in numbers:
            _check_number("efficiencies", number, 1.0)
        object.__setattr__(self, "efficiencies", Efficiencies(*(float(number) for number in numbers)))


def _cannot_be(name: str, value: object) -> Message:
    return text("{name} of a rollout cannot be {value}", name=name, value=shown(value))


def _check_whole(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise RolloutProblem(
            text(
                "{name} of a rollout is a whole number from {least} to {most}, not {value}",
                name=name,
                least=least,
                most=most,
                value=shown(value),
            )
        )


def _check_number(name: str, value: object, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise RolloutProblem(
            text(
                "{name} of a rollout is a number from 0 to {most}, not {value}",
                name=name,
                most=f"{most:g}",
                value=shown(value),
            )
        )


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Something to be rolled out: all of it, and what comes of it, in the view of the player who decides."""

    label: str
    position: Position
    on_roll: bool
    """Whether that player has the first roll; after a play it is the opponent."""
    view: CubeView
    """Cube and score when the games begin."""
    unit: CubeView
    """Cube and score at the decision, in whose terms the results are told."""
    may_double: bool = True
    """Whether who has the first roll may double before it."""
    play: Play | None = None
    """The play, where that is what is rolled out."""

    def __post_init__(self) -> None:
        if self.position.is_over:
            raise RolloutProblem(text("the game is over: there is nothing to roll out"))

    def is_same(self, other: Candidate) -> bool:
        """Whether both are the same games to play."""
        mine, theirs = (
            (one.label, one.position, one.on_roll, one.may_double, one.view.situation, one.view.stakes.tolist())
            for one in (self, other)
        )
        return mine == theirs

    @classmethod
    def after(cls, play: Play, view: CubeView | None = None) -> Candidate:
        """A play of the player whose view of cube and score it is; money play if not told otherwise."""
        view = view or CubeView.money()
        return cls(str(play), play.result, False, view, view, play=play)

    @classmethod
    def to_roll(cls, position: Position, view: CubeView | None = None, label: str = "") -> Candidate:
        """A position, of the player on roll, who doubles before the first roll if that is right."""
        view = view or CubeView.money()
        return cls(label, position, True, view, view)

    @classmethod
    def cube_actions(cls, position: Position, view: CubeView | None = None) -> list[Candidate]:
        """No double, and a double that is taken, for the player on roll."""
        view = view or CubeView.money()
        if not view.may_double:
            raise RolloutProblem(text("there is no double to roll out: the player on roll may not double"))
        return [
            cls(str(text("no double")), position, True, view, view, False),
            cls(str(text("double, take")), position, True, view.doubled(), view, False),
        ]


@dataclass(frozen=True, slots=True)
class RolloutPlan:
    """All that a piece of a rollout depends on besides the net, in a form that can be sent away."""

    settings: RolloutSettings
    checkers: int
    bear_off: BearOff
    starts: tuple[tuple[tuple[int, ...], bool, CubeSituation, tuple[float, ...], float, bool], ...]
    """For each candidate what `kernels.Start` holds."""
    games: int
    """How many there are in a piece."""


def plan_of(candidates: Sequence[Candidate], settings: RolloutSettings, rules: RuleSet) -> RolloutPlan:
    starts = []
    for candidate in candidates:
        position = candidate.position if candidate.on_roll else candidate.position.flipped()
        situation = candidate.view.situation
        if not settings.cubeful:
            situation = situation._replace(jacoby=False)
        starts.append(
            (
                position.points,
                candidate.on_roll,
                situation,
                tuple(candidate.view.stakes.tolist()),
                float(candidate.unit.situation.cube),
                candidate.may_double,
            )
        )
    quick = not (settings.variance_reduction or settings.plies or settings.deep_plies or settings.deep)
    return RolloutPlan(
        settings,
        candidates[0].position.checkers,
        rules.bear_off,
        tuple(starts),
        QUICK_PIECE if quick else SLOW_PIECE,
    )


_local = threading.local()


def play_piece(nets: tuple[Net, ...], plan: RolloutPlan, first_game: int) -> tuple[Doubles, SignedBytes]:
    """Play some games of each candidate: their numbers (games, candidates, numbers) and their first rolls."""
    if not hasattr(_local, "buffers"):
        _local.buffers = kernels.new_rollout_buffers()
    buffers: kernels.RolloutBuffers = _local.buffers
    buffers.search.cache.depths[:] = 0  # what another net has seen
    settings = plan.settings
    games = min(plan.games, settings.games - first_game)
    numbers = np.zeros((len(plan.starts), games, kernels.NUMBERS))
    first_rolls = np.zeros(games, dtype=np.int8)
    terms = kernels.Terms(
        plan.checkers, settings.seed, settings.stratified, settings.truncate, settings.bearoff_truncation,
        settings.variance_reduction, settings.cubeful, settings.plies, settings.deep_plies, settings.deep_moves,
        settings.deep, settings.efficiencies,
    )  # fmt: skip
    player = _player_nets(nets[0], plan)
    for row, (points, leading, situation, stakes, unit, may_double) in enumerate(plan.starts):
        start = kernels.Start(np.array(points, dtype=np.int8), leading, situation, as_stakes(stakes), unit, may_double)
        kernels.play_games(first_game, start, terms, player, buffers, numbers[row], first_rolls)
    return np.ascontiguousarray(numbers.transpose(1, 0, 2)), first_rolls


def _player_nets(net: Net, plan: RolloutPlan) -> kernels.PlayerNets:
    settings = plan.settings

    def stack(keep: int, margin: float) -> NetStack:
        return net_stack(net, shared_tables(), plan.bear_off, keep=keep, margin=margin, deep=settings.deep)

    filters = [FILTERS[plies] for plies in range(1, MAX_PLIES + 1)]
    return kernels.PlayerNets(
        plain(without_deep)(stack(settings.keep, settings.margin)),
        plain(without_deep)(stack(settings.luck_keep, settings.luck_margin)),
        stack(SEARCH_KEEP, SEARCH_MARGIN),
        SEARCH_EVALUATED,
        np.array([1, *(chosen.keep for chosen in filters)]),
        np.array([0.0, *(chosen.margin for chosen in filters)]),
    )


class Rollout:
    """Candidates that are rolled out, and what has been found so far."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        settings: RolloutSettings | None = None,
        *,
        net: Net | None = None,
        rules: RuleSet = STANDARD,
    ) -> None:
        self.candidates = tuple(candidates)
        self.settings = settings or RolloutSettings()
        self.net = net or default_net()
        self.rules = rules
        if not 1 <= len(self.candidates) <= MOST_CANDIDATES:
            raise RolloutProblem(
                text(
                    "a rollout has 1 to {most} candidates, not {count}",
                    most=MOST_CANDIDATES,
                    count=len(self.candidates),
                )
            )
        if len({(candidate.position.checkers, candidate.unit.is_money) for candidate in self.candidates}) > 1:
            raise RolloutProblem(text("the candidates of a rollout must belong to the same game"))
        self.tally = RolloutTally(len(self.candidates))
        self.seconds = 0.0

    @property
    def result(self) -> RolloutResult:
        """What has been found so far."""
        scales = []
        for candidate in self.candidates:
            # Normalising is linear: two points of it tell all.
            shift = candidate.unit.equity(0.0)
            scales.append((candidate.unit.equity(1.0) - shift, shift))
        labels = [candidate.label for candidate in self.candidates]
        plays = [candidate.play for candidate in self.candidates]
        result = result_of(self.tally, labels, scales, self.settings.stratified > 0, self.seconds, plays)
        return replace(result, cube=self._cube(result))

    def _cube(self, result: RolloutResult) -> CubeDecision | None:
        """What the cube actions came to, if those were rolled out."""
        candidates = self.candidates
        if not result.games or len(candidates) != 2 or any(one.may_double or not one.on_roll for one in candidates):
            return None
        view = candidates[0].unit
        waiting, taken = (one.mwc or one.equity for one in result.candidates)
        return CubeDecision.from_values(CubeValues(waiting.value, taken.value, view.won()), view)

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to play: by the number of games, or because it is clear enough."""
        return self.tally.games >= self.settings.games or self._is_clear()

    def run(
        self, progress: Progress | None = None, *, workers: Workers | None = None, threads: int | None = None
    ) -> RolloutResult:
        """Play what is left; `progress` is told after each piece what has been found so far.

        Without `workers` the pieces are done by threads of this machine, as many as it has processors if not told
        otherwise. If something interrupts it, finished pieces are kept, and another `run` goes on from there.
        """
        plan = plan_of(self.candidates, self.settings, self.rules)
        began = time.monotonic() - self.seconds
        deadline = math.inf if self.settings.seconds is None else time.monotonic() + self.settings.seconds
        if self.is_done:
            return self.result
        pool = workers or Threads(threads)
        pieces = pool.do(play_piece, (self.net,), plan, range(self.tally.games, self.settings.games, plan.games))
        try:
            for _, (numbers, first_rolls) in pieces:
                self.tally.add(numbers, first_rolls)
                self.seconds = time.monotonic() - began
                if progress is not None:
                    progress(self.result)
                if self._is_clear() or time.monotonic() >= deadline:
                    break
        finally:
            if isinstance(pieces, Generator):
                pieces.close()
        return self.result

    def play(self, games: int) -> RolloutResult:
        """Play at most so many more games of each candidate, in this thread; returns what has been found so far.

        >>> from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
        >>> from sixprime import Position
        >>> rollout = Rollout([Candidate.to_roll(Position.standard())], RolloutSettings(games=6))
        >>> rollout.play(4).games, rollout.play(4).games, rollout.is_done
        (4, 6, True)
        """
        if not self.is_done:
            began = time.monotonic()
            plan = replace(plan_of(self.candidates, self.settings, self.rules), games=games)
            self.tally.add(*play_piece((self.net,), plan, self.tally.games))
            self.seconds += time.monotonic() - began
        return self.result

    def go_on_from(self, earlier: Rollout) -> bool:
        """Take over the games of an earlier rollout of the same candidates; returns whether it was one."""
        is_same = (
            self.settings == earlier.settings
            and self.rules.bear_off is earlier.rules.bear_off
            and len(self.candidates) == len(earlier.candidates)
            and all(one.is_same(other) for one, other in zip(self.candidates, earlier.candidates, strict=True))
        )
        if is_same:
            self.tally, self.seconds = earlier.tally, earlier.seconds
        return is_same

    def _is_clear(self) -> bool:
        """Whether the settings say that no more games are needed."""
        settings = self.settings
        if (settings.stop_error is None and settings.stop_clear is None) or self.tally.games < LEAST_GAMES:
            return False
        result = self.result
        if len(self.candidates) == 1:
            return settings.stop_error is not None and result.candidates[0].equity.error <= settings.stop_error
        best, *others = result.order
        for other in others:
            ahead = result.difference(best, other)
            known = settings.stop_error is not None and ahead.error <= settings.stop_error
            clear = settings.stop_clear is not None and ahead.value >= settings.stop_clear * ahead.error
            if not (known or clear):
                return False
        return True
