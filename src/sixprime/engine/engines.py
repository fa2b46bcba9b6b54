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
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sixprime.core import STANDARD, Event, IllegalAction, Match, Play, Position, Roll, RuleSet, SixprimeError, State
from sixprime.core.situations import Situation
from sixprime.engine.analyses import Analysis, Evaluation
from sixprime.engine.bots.levels import Level, level_named
from sixprime.messages import shown, text

if TYPE_CHECKING:
    from sixprime.engine.cube.judges import CubefulPlay, CubeLook
    from sixprime.engine.cube.views import CubeView
    from sixprime.engine.match_equity.equities import MatchEquities
    from sixprime.engine.net.nets import Net
    from sixprime.engine.rollout.results import RolloutResult
    from sixprime.engine.rollout.rollouts import Candidate, RolloutSettings
    from sixprime.engine.search.cube_searchers import CubeSearcher
    from sixprime.engine.workers import Workers

MAX_PLIES = 3
DEFAULT_PLIES = 2
REMEMBERED = 512
"""Analyses that an engine keeps, the latest ones."""
ROLLED_OUT = 5
"""Plays that a rollout takes if nobody says which."""

Source = Match | State | Situation
Progress = Callable[["RolloutResult"], object]


class EngineProblem(SixprimeError):
    """An engine that cannot be had as asked, or has been closed."""


class EngineCancelled(SixprimeError):
    """A question that was cancelled before there was any answer."""


@dataclass(frozen=True, slots=True)
class _Cubeful:
    """A search with the cube that stops when it is told to."""

    searcher: CubeSearcher
    stop: threading.Event

    def look(self, position: Position, view: CubeView, rules: RuleSet = STANDARD) -> CubeLook:
        return self.searcher.look(position, view, rules, self.stop)

    def weigh(self, position: Position, roll: Roll, view: CubeView, rules: RuleSet = STANDARD) -> list[CubefulPlay]:
        return self.searcher.weigh(position, roll, view, rules, self.stop)


class Engine:
    """Answers questions about worth: `evaluate`, `analyse`, `decide`, `rollout`.

    `plies` is how far it looks ahead (0 is the net alone, 2 if nothing is said); `seconds` lets it look as far as the
    time allows; `level` names a playing strength, which sets the plies and, for `decide` alone, how often it errs.
    `threads` share the work on one question, as many as the machine has if not told otherwise.
    """

    def __init__(
        self,
        *,
        plies: int | None = None,
        seconds: float | None = None,
        level: str | Level | None = None,
        threads: int | None = None,
        net: Net | None = None,
        equities: MatchEquities | None = None,
        seed: int = 0,
    ) -> None:
        self.level = level_named(level) if isinstance(level, str) else level
        if self.level is not None and (plies is not None or seconds is not None):
            raise EngineProblem(
                text("a level says how far the engine looks ahead: give either that or plies or seconds")
            )
        if threads is not None and (type(threads) is not int or threads < 1):
            raise EngineProblem(text("an engine has at least one thread, not {threads}", threads=shown(threads)))
        if seconds is not None and not seconds > 0:
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
        self._net = net
        self._seed = seed
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._closed = False
        self._free: dict[str, SimpleQueue[Any]] = {
            "cubeful": SimpleQueue(),
            "cubeless": SimpleQueue(),
            "level": SimpleQueue(),
        }
        self._made: list[Any] = []
        self._known: OrderedDict[Hashable, Analysis] = OrderedDict()

    # Questions

    def evaluate(self, position: Position, rules: RuleSet = STANDARD) -> Evaluation:
        """What a position is worth to the player on roll, before the roll: money play, cube in the middle.

        >>> from sixprime import Engine, Position
        >>> with Engine(plies=0, threads=1) as engine:
        ...     found = engine.evaluate(Position.standard())
        >>> 0.5 < found.chances.win < 0.55
        True
        """
        from sixprime.engine.cube.decisions import CubeDecision
        from sixprime.engine.cube.views import CubeView

        stop = self._begin()
        with self._searcher("cubeful") as searcher:
            view = CubeView.money(jacoby=False)
            look = searcher.look(position, view, rules, stop)
            cube = CubeDecision.from_values(look.values, view)
            return Evaluation(look.chances, cube.best, look.plies)

    def analyse(self, source: Source, rules: RuleSet = STANDARD, *, cubeless: bool = False) -> Analysis:
        """The decision that stands in a match or situation: all that may be done, the best first.

        What an id does not say about the rules is as in `rules`. With `cubeless` everything is as if nobody had a cube,
        for money. A cancelled analysis is what has been found so far.

        >>> from sixprime import Engine, Situation
        >>> situation = Situation.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10")
        >>> with Engine(plies=0, threads=1) as engine:
        ...     print(engine.analyse(situation).best.play)
        8/4 6/4
        """
        stop = self._begin()
        match = _match_of(source, rules)
        state = match.state
        key = (state, cubeless)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        analysis = self._analysed(match, stop, cubeless=cubeless)
        if not stop.is_set() and self.seconds is None:
            with self._lock:
                self._known[key] = analysis
                while len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        return analysis

    def decide(self, match: Match) -> Event | None:
        """What the player to act does now: play, double, take, drop, resign and so on; None to roll the dice.

        The engine never throws dice. A level errs here as its players do.

        >>> from sixprime import Engine, Match
        >>> match = Match(length=3)
        >>> _ = match.open((6, 1))
        >>> with Engine(level="expert", threads=1) as engine:
        ...     print(engine.decide(match).steps)
        ((13, 7), (8, 7))
        """
        from sixprime.engine.bots.net_players import NetPlayer

        stop = self._begin()
        if self.level is not None and self.level.noise > 0:
            with self._searcher("level") as judge:
                return NetPlayer(judge, self.equities).decide(match)
        with self._searcher("cubeful") as searcher:
            return NetPlayer(_Cubeful(searcher, stop), self.equities).decide(match)

    def rollout(
        self,
        source: Source,
        rules: RuleSet = STANDARD,
        *,
        games: int = 1296,
        plays: Sequence[Play] | int | None = None,
        progress: Progress | None = None,
        workers: Workers | None = None,
        settings: RolloutSettings | None = None,
    ) -> RolloutResult:
        """Play a situation out many times, and say what it is worth with its standard error.

        With a roll, the plays are compared: those given, or so many of the best. Without, doubling and not doubling
        are, where the player on roll may double. `progress` is called with what has been found so far. `settings`
        replace everything that is said here about the games. A rollout that is cancelled gives what it has found.

        >>> from sixprime import Engine, Position, Situation
        >>> race = Situation(Position.of({6: 2, 1: 1}, {5: 2, 3: 1}), roll=(2, 1))
        >>> with Engine(plies=0, threads=1) as engine:
        ...     result = engine.rollout(race, games=36)
        >>> result.games
        36
        """
        from sixprime.engine.rollout.rollouts import Rollout, RolloutSettings

        stop = self._begin()
        match = _match_of(source, rules)
        rollout = Rollout(
            self._candidates(match, plays),
            settings or RolloutSettings(games=games, seed=self._seed or 1),
            net=self._net,
            rules=match.rules,
        )

        def watch(result: RolloutResult) -> None:
            if progress is not None:
                progress(result)
            if stop.is_set():
                raise _Stopped

        try:
            return rollout.run(watch, workers=workers, threads=self.threads)
        except _Stopped:
            return rollout.result

    def cancel(self) -> None:
        """Stop all questions that are being answered now; they answer what they have found so far."""
        with self._lock:
            self._stop.set()
            self._stop = threading.Event()

    def close(self) -> None:
        """Stop everything and end the threads."""
        self.cancel()
        with self._lock:
            self._closed = True
            made, self._made = self._made, []
            self._known.clear()
        for searcher in made:
            searcher.close()

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
            with self._lock:
                self._made.append(searcher)
        try:
            yield searcher
        finally:
            self._free[kind].put(searcher)

    def _new(self, kind: str) -> Any:
        from sixprime.engine.bots.level_evaluators import LevelEvaluator
        from sixprime.engine.search.cube_searchers import CubeSearcher
        from sixprime.engine.search.searchers import Searcher

        if kind == "cubeful":
            return CubeSearcher(self.plies, net=self._net, threads=self.threads, seconds=self.seconds)
        if kind == "cubeless":
            return Searcher(self.plies, net=self._net, threads=self.threads, seconds=self.seconds)
        assert self.level is not None
        return LevelEvaluator(self.level, self._seed, threads=self.threads)

    def _analysed(self, match: Match, stop: threading.Event, *, cubeless: bool) -> Analysis:
        from sixprime.engine.bots.net_players import analyse_decision
        from sixprime.engine.cube.judges import ByChances

        if cubeless:
            with self._searcher("cubeless") as searcher:
                return analyse_decision(match, ByChances(searcher), self.equities)
        with self._searcher("cubeful") as searcher:
            return analyse_decision(match, _Cubeful(searcher, stop), self.equities)

    def _candidates(self, match: Match, plays: Sequence[Play] | int | None) -> list[Candidate]:
        """What a rollout compares."""
        from sixprime.engine.cube.views import CubeView
        from sixprime.engine.rollout.rollouts import Candidate

        state = match.state
        if match.to_act is None:
            raise IllegalAction(text("there is nothing to decide"))
        view = CubeView.of(state, equities=self.equities)
        if state.roll is None:
            if view.may_double:
                return Candidate.cube_actions(state.position, view)
            return [Candidate.to_roll(state.position, view)]
        if plays is None or isinstance(plays, int):
            most = ROLLED_OUT if plays is None else plays
            plays = [entry.play for entry in self.analyse(match).plays[:most]]
        if not plays:
            raise IllegalAction(text("there is nothing to decide"))
        return [Candidate.after(play, view) for play in plays]


class _Stopped(Exception):
    """The rollout has been cancelled."""


def _match_of(source: Source, rules: RuleSet) -> Match:
    """A match in which the decision stands."""
    if isinstance(source, Match):
        return source
    if isinstance(source, State):
        return Situation.from_state(source).to_match(source.rules)
    return source.to_match(rules)
