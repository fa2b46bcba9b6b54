"""`Engine`: the one way to ask what positions, plays and cube actions are worth.

    >>> from sixprime import Engine, Match, Position
    >>> with Engine(plies=0, threads=1) as engine:
    ...     match = Match(length=5)
    ...     _ = match.open((3, 1))
    ...     analysis = engine.analyse(match)
    ...     match.apply(engine.decide(match))
    >>> print(analysis.best.play)
    8/5 6/5
    >>> match.position.pips
    167

An engine may be asked from many threads at once. Its searches share what it keeps in memory, which is bounded, and end
with it: leave the `with` block, or call `close`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import fmean
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sixprime.core import (
    STANDARD,
    Cube,
    Event,
    IllegalAction,
    Match,
    Offer,
    Phase,
    Play,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    State,
)
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation
from sixprime.engine.analyses import Analysis, Evaluation, RollAnalysis
from sixprime.engine.bots.levels import LEVELS, Level, UnknownLevel, level_named
from sixprime.messages import shown, text

if TYPE_CHECKING:
    from sixprime.engine.bots.net_players import Report
    from sixprime.engine.chances import Chances
    from sixprime.engine.cube.judges import CubefulPlay, CubeJudge, CubeLook
    from sixprime.engine.cube.views import CubeView
    from sixprime.engine.match_equity.equities import MatchEquities
    from sixprime.engine.net.evaluators import RankedPlay
    from sixprime.engine.net.nets import Net
    from sixprime.engine.rollout.results import RolloutResult
    from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutSettings
    from sixprime.engine.search.cube_searchers import CubeSearcher
    from sixprime.engine.search.searchers import Searcher
    from sixprime.engine.workers import Workers

MAX_PLIES = 3
DEFAULT_PLIES = 2
GENERATION = 3
"""To be counted up when search or cube formulas change what the engine answers with the same net."""
REMEMBERED = 128
"""Analyses that an engine keeps, the latest ones."""
ROLLED_OUT = 5
"""Plays that a rollout takes if nobody says which."""

Source = Match | State | Situation
"""Where a decision stands."""


class EngineProblem(SixprimeError):
    """An engine that cannot be had or asked like this, or has been closed."""


@dataclass(slots=True)
class _Cubeful:
    """A search with the cube that stops when it is told to, and reports on its way."""

    searcher: CubeSearcher
    stop: threading.Event
    report: Report | None = None
    including: tuple[Position, ...] = ()

    def look(self, position: Position, view: CubeView, rules: RuleSet = STANDARD) -> CubeLook:
        return self.searcher.look(position, view, rules, self.stop, self.report)

    def weigh(self, position: Position, roll: Roll, view: CubeView, rules: RuleSet = STANDARD) -> list[CubefulPlay]:
        return self.searcher.weigh(position, roll, view, rules, self.stop, self.report, self.including)


@dataclass(frozen=True, slots=True)
class _Cubeless:
    """A search for chances without the cube that stops when it is told to."""

    searcher: Searcher
    stop: threading.Event

    @property
    def depth(self) -> int:
        return self.searcher.depth

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:
        return self.searcher.chances(position, rules, self.stop)

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        return self.searcher.rank(position, roll, rules, self.stop)


class Engine:
    """Answers questions about worth: `evaluate`, `analyse`, `decide`, `rollout`.

    `plies` is how far it looks ahead (0 is the net alone, 2 if nothing is said); `seconds` lets it look as far as the
    time allows; `level` names a playing strength, which sets the plies and, for `decide` alone, how often it errs.
    `threads` share the work on one question, as many as the machine has if not told otherwise. `net` is another net
    than the one that comes with the program, or the path of its file; `equities` another match equity table. `seed`
    chooses the errors of a level: the same seed errs alike in the same position.

    >>> from sixprime import Engine, Position
    >>> with Engine(plies=1, threads=1) as engine:
    ...     engine.evaluate(Position.standard()).depth
    1
    """

    def __init__(
        self,
        *,
        plies: int | None = None,
        seconds: float | None = None,
        level: str | Level | None = None,
        threads: int | None = None,
        net: Net | str | Path | None = None,
        equities: MatchEquities | None = None,
        seed: int = 0,
    ) -> None:
        self.level = _level(level)
        if self.level is not None and (plies is not None or seconds is not None):
            raise EngineProblem(
                text("a level says how far the engine looks ahead: give either that or plies or seconds")
            )
        if threads is not None and (type(threads) is not int or threads < 1):
            raise EngineProblem(text("an engine has at least one thread, not {threads}", threads=shown(threads)))
        if seconds is not None and not (type(seconds) in (int, float) and seconds > 0):
            raise EngineProblem(text("an engine needs some time, not {seconds} seconds", seconds=shown(seconds)))
        if self.level is not None:
            plies = self.level.plies
        elif plies is None:
            plies = MAX_PLIES if seconds is not None else DEFAULT_PLIES
        if type(plies) is not int or not 0 <= plies <= MAX_PLIES:
            raise EngineProblem(
                text("an engine looks 0 to {most} plies ahead, not {plies}", most=MAX_PLIES, plies=shown(plies))
            )
        self.plies = plies
        self.seconds = seconds
        self.threads = threads
        self.equities = equities
        self.seed = seed
        self._net = _net(net)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._closed = False
        self._free: dict[str, SimpleQueue[Any]] = {"cubeful": SimpleQueue(), "cubeless": SimpleQueue()}
        self._known: OrderedDict[Hashable, Analysis] = OrderedDict()

    # Questions

    def evaluate(self, position: Position, rules: RuleSet = STANDARD) -> Evaluation:
        """What a position is worth to the player on roll, before the roll: money play, cube in the middle.

        The rules say whether there is a cube, and whether the Jacoby rule and beavers are played; by the usual ones
        they are not.

        >>> from sixprime import Engine, Position
        >>> with Engine(plies=0, threads=1) as engine:
        ...     found = engine.evaluate(Position.standard())
        >>> 0.5 < found.chances.win < 0.55
        True
        """
        from sixprime.engine.cube.decisions import CubeDecision
        from sixprime.engine.cube.views import CubeView

        stop = self._begin()
        if not isinstance(position, Position):
            raise EngineProblem(text("an engine evaluates positions, not {value}", value=shown(position)))
        view = CubeView.money(jacoby=rules.jacoby, beavers=rules.beavers, limit=rules.highest_cube)
        with self._searcher("cubeful") as searcher:
            look = searcher.look(position, view, rules, stop)
        return Evaluation(look.chances, CubeDecision.from_values(look.values, view).best, look.plies)

    def analyse(
        self,
        source: Source,
        rules: RuleSet = STANDARD,
        *,
        cubeless: bool = False,
        including: Sequence[Play | str] = (),
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """The decision that stands in a match or situation: all that may be done, the best first.

        What a situation does not say about the rules is as in `rules`. With `cubeless` the search leaves out the cube:
        plays are ranked by the points that they win on average for money, and cube actions follow from the chances by
        formula. Plays `including` are searched as deeply as the best ones, however bad they seem: what a play that was
        made loses can only be told if both were seen equally deeply. (A cubeless search does not heed that.)
        `progress` is called with what has been found so far, the last time with the answer. A cancelled analysis is
        what has been found so far.

        >>> from sixprime import Engine, Situation
        >>> situation = Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10")
        >>> with Engine(plies=0, threads=1) as engine:
        ...     print(engine.analyse(situation).best.play)
        8/4 6/4
        """
        stop = self._begin()
        state = _state_of(source, rules)
        results = tuple(play.result for play in _plays_of(state, including))
        analysis = self._recalled(state, cubeless=cubeless)
        if analysis is not None and not _all_searched(analysis, results):
            analysis = None
        told: list[Analysis] = []
        if analysis is None:

            def tell(found: Analysis) -> None:
                told.append(found)
                if progress is not None:
                    progress(found)

            watcher = tell if progress is not None else None
            analysis = self._analysed(state, stop, watcher, cubeless=cubeless, including=results)
            if not stop.is_set() and self.seconds is None:
                self._remember(state, analysis, cubeless=cubeless)
        if progress is not None and (not told or told[-1] != analysis):
            progress(analysis)
        return analysis

    def analyse_rolls(self, source: Source, rules: RuleSet = STANDARD, *, opening: bool = False) -> RollAnalysis:
        """What each roll is worth to the player on roll, which tells how lucky a roll was.

        A roll is worth what its best play is, by the net alone, with cube and score in mind. A roll that is on the
        table already is ignored. `opening` says that the roll decides who starts as well: then there are no doubles,
        and the mean is over the rolls of both players.

        >>> from sixprime import Engine, Match, Roll
        >>> match = Match(length=5)
        >>> _ = match.open((3, 1))
        >>> with Engine(plies=0, threads=1) as engine:
        ...     rolls = engine.analyse_rolls(match, opening=True)
        >>> len(rolls.rolls), rolls.luck(Roll(3, 1)) > rolls.luck(Roll(4, 1))
        (15, True)
        """
        from sixprime.engine.cube.views import CubeView

        self._begin()
        state = _state_of(source, rules)
        if state.on_roll is None or state.phase not in (Phase.TO_ROLL, Phase.TO_PLAY):
            raise IllegalAction(text("nobody is about to roll"))
        view = CubeView.of(state, equities=self.equities)
        with self._searcher("cubeful") as searcher:
            mine, chances = searcher.value_rolls(state.position, view, state.rules)
            if not opening:
                return RollAnalysis.of(state.on_roll, mine, chances, view)
            theirs, _ = searcher.value_rolls(state.position.flipped(), view.turned(), state.rules)
        mine, theirs = ([entry for entry in side if not entry[0].is_double] for side in (mine, theirs))
        against = fmean(value for _, value in theirs)
        return RollAnalysis.of(state.on_roll, mine, chances, view, -against if view.is_money else 1 - against)

    def decide(self, match: Source, *, seed: int | None = None) -> Event | None:
        """What the player to act does now: play, double, take, drop, resign and so on; None to roll the dice.

        The engine never throws dice. A level errs here as its players do; `seed` replaces the engine's own.

        >>> from sixprime import Engine, Match
        >>> match = Match(length=3)
        >>> _ = match.open((6, 1))
        >>> with Engine(level="expert", threads=1) as engine:
        ...     print(engine.decide(match).steps)
        ((13, 7), (8, 7))
        """
        from sixprime.engine.bots.level_evaluators import LevelEvaluator
        from sixprime.engine.bots.net_players import analyse_decision, event_of, was_declined
        from sixprime.engine.bots.rolled_decisions import decided_by_rollout, short_rollout

        stop = self._begin()
        state = _state_of(match, STANDARD)
        declined = isinstance(match, Match) and was_declined(match)
        errs = self.level is not None and self.level.noise > 0
        analysis = None if errs else self._recalled(state, cubeless=False)
        if analysis is None:
            with self._searcher("cubeful") as searcher:
                judge: CubeJudge = _Cubeful(searcher, stop)
                if errs:
                    assert self.level is not None
                    judge = LevelEvaluator(self.level, self.seed if seed is None else seed, searcher=judge)
                analysis = analyse_decision(state, judge, self.equities, with_doubler=False)
        if self.level is not None and self.level.games:
            settings = short_rollout(self.level.games)
            analysis = decided_by_rollout(analysis, lambda plays: self.rollout(state, plays=plays, settings=settings))
        return event_of(analysis, declined=declined)

    def rollout(
        self,
        source: Source,
        rules: RuleSet = STANDARD,
        *,
        games: int = 1296,
        plays: Sequence[Play | str] | int | None = None,
        seed: int = 1,
        progress: Callable[[RolloutResult], object] | None = None,
        workers: Workers | None = None,
        settings: RolloutSettings | None = None,
    ) -> RolloutResult:
        """Play a situation out many times, and say what it is worth with its standard error.

        With a roll, plays are compared: those given, or so many of the best. Without, doubling and not doubling are,
        where the player on roll may double, and all is in that player's view. `progress` is called with what has been
        found so far. `settings` replace everything that is said here about the games. A rollout that is cancelled gives
        what it has found.

        >>> from sixprime import Engine, Position, Roll, Situation
        >>> race = Situation(Position.of({6: 2, 1: 1}, {5: 2, 3: 1}), roll=Roll(2, 1))
        >>> with Engine(plies=0, threads=1) as engine:
        ...     result = engine.rollout(race, games=36)
        >>> result.games, str(result.best.play)
        (36, '6/4 1/off')
        """
        from sixprime.engine.workers import Threads

        stop = self._begin()
        rollout = self.plan_rollout(source, rules, games=games, plays=plays, seed=seed, settings=settings)

        def watch(result: RolloutResult) -> None:
            if progress is not None:
                progress(result)
            if stop.is_set():
                raise _Stopped

        try:
            return rollout.run(watch, workers=workers or Threads(self.threads, stop))
        except _Stopped:
            return rollout.result

    def plan_rollout(
        self,
        source: Source,
        rules: RuleSet = STANDARD,
        *,
        games: int = 1296,
        plays: Sequence[Play | str] | int | None = None,
        seed: int = 1,
        settings: RolloutSettings | None = None,
    ) -> Rollout:
        """The rollout that `rollout` would do, of which no game has been played yet.

        >>> from sixprime import Engine, Position, Roll, Situation
        >>> race = Situation(Position.of({6: 2, 1: 1}, {5: 2, 3: 1}), roll=Roll(2, 1))
        >>> with Engine(plies=0, threads=1) as engine:
        ...     rollout = engine.plan_rollout(race, games=36)
        >>> rollout.play(6).games, rollout.is_done
        (6, False)
        """
        from sixprime.engine.rollout.rollouts import Rollout, RolloutSettings

        state = _state_of(source, rules)
        return Rollout(
            self._candidates(state, plays),
            settings or RolloutSettings(games=games, seed=seed),
            net=self._net,
            rules=state.rules,
        )

    @cached_property
    def identity(self) -> str:
        """Which engine this is: answers of another one, or of another version of this one, may differ."""
        from sixprime.engine.net.evaluators import default_net

        net = self._net if self._net is not None else default_net()
        return f"{GENERATION}-{net.checksum[:16]}"

    def cancel(self) -> None:
        """Stop all questions that are being answered now; they answer what they have found so far."""
        with self._lock:
            self._stop.set()
            self._stop = threading.Event()

    def close(self) -> None:
        """Stop everything and end the threads. A closed engine refuses questions."""
        with self._lock:
            self._closed = True
            self._stop.set()
            self._known.clear()
        self._end_free_ones()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Who answers

    def _begin(self) -> threading.Event:
        """What stops the question that is asked now."""
        with self._lock:
            if self._closed:
                raise EngineProblem(text("the engine has been closed"))
            return self._stop

    @contextmanager
    def _searcher(self, kind: str) -> Iterator[Any]:
        """A searcher of a kind for this thread alone, as long as it needs it."""
        try:
            searcher = self._free[kind].get_nowait()
        except Empty:
            searcher = self._new(kind)
        try:
            yield searcher
        finally:
            self._free[kind].put(searcher)
            if self._closed:
                self._end_free_ones()

    def _end_free_ones(self) -> None:
        """End the threads of searchers that nobody uses; the others follow when they are done."""
        for free in self._free.values():
            try:
                while True:
                    free.get_nowait().close()
            except Empty:
                pass

    def _new(self, kind: str) -> CubeSearcher | Searcher:
        from sixprime.engine.search.cube_searchers import CubeSearcher
        from sixprime.engine.search.searchers import Searcher

        if kind == "cubeful":
            return CubeSearcher(self.plies, net=self._net, threads=self.threads, seconds=self.seconds)
        return Searcher(self.plies, net=self._net, threads=self.threads, seconds=self.seconds)

    def _analysed(
        self,
        state: State,
        stop: threading.Event,
        progress: Callable[[Analysis], object] | None,
        *,
        cubeless: bool,
        including: tuple[Position, ...] = (),
    ) -> Analysis:
        from sixprime.engine.bots.net_players import analyse_decision
        from sixprime.engine.cube.judges import ByChances

        if cubeless:
            with self._searcher("cubeless") as searcher:
                judge = _Cubeless(searcher, stop)
                return analyse_decision(state, ByChances(judge), self.equities, cubeless=judge)
        with self._searcher("cubeful") as searcher:
            judge_with_cube = _Cubeful(searcher, stop, including=including)
            return analyse_decision(state, judge_with_cube, self.equities, progress=progress)

    def _recalled(self, state: State, *, cubeless: bool) -> Analysis | None:
        with self._lock:
            known = self._known.get((state, cubeless))
            if known is not None:
                self._known.move_to_end((state, cubeless))
            return known

    def _remember(self, state: State, analysis: Analysis, *, cubeless: bool) -> None:
        with self._lock:
            if self._closed:
                return
            self._known[state, cubeless] = analysis
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def _candidates(self, state: State, plays: Sequence[Play | str] | int | None) -> list[Candidate]:
        """What a rollout compares."""
        from sixprime.engine.cube.views import CubeView
        from sixprime.engine.rollout.rollouts import Candidate

        if state.to_act is None or state.on_roll is None:
            raise IllegalAction(text("there is nothing to decide"))
        if state.resignation is not None:
            state = replace(state, resignation=None, phase=state.resignation.interrupted)
        if state.offer is not None and state.offer.kind is not Offer.DOUBLE:
            # The cube is turned already; what is left to see is how the game goes if it is taken.
            state = replace(state, cube=Cube(state.offer.value, state.offer.owner), offer=None, phase=Phase.TO_ROLL)
        view = CubeView.of(state, equities=self.equities)
        if state.roll is None:
            if view.may_double:
                return Candidate.cube_actions(state.position, view)
            return [Candidate.to_roll(state.position, view)]
        if plays is None or isinstance(plays, int):
            most = ROLLED_OUT if plays is None else max(plays, 0)
            plays = [entry.play for entry in self.analyse(state).plays[:most]]
            if not plays and most:
                raise IllegalAction(text("no play is possible with {roll}", roll=state.roll))
        return [Candidate.after(play, view) for play in _plays_of(state, plays)]


def _plays_of(state: State, plays: Sequence[Play | str]) -> list[Play]:
    """The plays of the roll on the table that these are; each is refused if it is not legal."""
    if not plays:
        return []
    legal, turn = state.legal_plays, state.turn()
    return [play if isinstance(play, Play) and play in legal else parse_play(str(play), turn) for play in plays]


def _all_searched(analysis: Analysis, results: Sequence[Position]) -> bool:
    """Whether an analysis has looked at the plays with these results as deeply as at the best one."""
    deep = {entry.play.result for entry in analysis.plays if entry.depth == analysis.depth}
    return deep.issuperset(results)


class _Stopped(Exception):
    """The rollout has been cancelled."""


def _level(level: object) -> Level | None:
    if level is None or isinstance(level, Level):
        return level
    if not isinstance(level, str):
        names = ", ".join(LEVELS)
        raise UnknownLevel(text("there is no level {name}; there are {levels}", name=shown(level), levels=names))
    return level_named(level)


def _net(net: object) -> Net | None:
    from sixprime.engine.net.nets import Net

    if isinstance(net, str | Path):
        return Net.load(Path(net))
    if net is not None and not isinstance(net, Net):
        raise EngineProblem(text("an engine takes a net or the path of its file, not {value}", value=shown(net)))
    return net


def _state_of(source: object, rules: RuleSet) -> State:
    """The state in which the decision stands."""
    if isinstance(source, Match):
        return source.state
    if isinstance(source, State):
        return source
    if not isinstance(source, Situation):
        raise EngineProblem(
            text("an engine is asked about a match, a state or a situation, not {value}", value=shown(source))
        )
    return source.to_match(rules).state
