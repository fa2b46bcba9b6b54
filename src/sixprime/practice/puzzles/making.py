"""Making a set of puzzles: positions of games between bots in which one play or cube action is clearly the best.

Games begin in the usual position or in one that is set up, and are played by bots that err, so that there is something
to punish. A decision becomes a puzzle if a search finds one answer that is clearly better than all others and rollouts
agree. How hard it is, is measured: bots of several levels answer, some of them several times with different errors,
and the puzzle gets the rating at which these answers are to be expected.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from random import Random

from sixprime.core import Offer, Phase, Position, SeededDice, SixprimeError, State
from sixprime.core.match.events import Action, Event, Played
from sixprime.core.situations import Situation
from sixprime.engine.analyses import Analysis
from sixprime.engine.engines import Engine
from sixprime.engine.phases import phase_of
from sixprime.engine.rollout.results import Estimate, RolloutResult
from sixprime.engine.rollout.rollouts import RolloutSettings
from sixprime.formats.ids import xgid
from sixprime.messages import text
from sixprime.practice.glicko import Glicko, expected
from sixprime.practice.puzzles.sets import Puzzle, PuzzleSet, SetSettings
from sixprime.training.selfplay.setups import SETUPS, set_up

STARTS = (None, *SETUPS)
"""Kinds of positions in which games begin; None is the usual one."""
PLAYERS = ("casual", "club")
"""The levels of the bots in whose games puzzles are found."""
RATED_LEVELS = {"beginner": 1100, "casual": 1400, "club": 1650, "expert": 2000, "master": 2200}
"""By level of the bots that answer, the rating that is given to it."""
NOISY_ANSWERS = 6
"""How often a bot answers whose errors are drawn by lot."""
PRIOR = ((600.0, 0.0), (2600.0, 1.0))
"""Answers that are added, by rating of who answers, so that a puzzle that all or none got right has a rating too."""
EASIEST, HARDEST = 700, 2500
TIERS = ((1300, 0.3), (1700, 0.62), (HARDEST + 1, 0.5))
"""Puzzles below a rating (and not below the one before) are at most this part of the set."""
KIND_SHARES = {"play": 0.75, "double": 0.16, "answer": 0.16}
PHASE_SHARE = 0.16
"""No kind of position is more than this part of the set."""
EVENTS = 150
"""How far a game is followed."""
A_GAME = 3
"""How many puzzles of one game are taken at most."""
LEAST_PLAYS = 4
SEEN_GAP = 0.05
"""The best must be ahead by so much at a first glance, a ply deep ..."""
CLEAR_GAP = 0.06
"""... by so much in the search ..."""
ROLLED_GAP = 0.04
"""... and by so much, and three standard errors, in rollouts."""
ERRORS = 3.0
COMPARED = 3
"""So many plays are rolled out."""
LARGEST_CUBE_GAP = 0.5
"""Cube actions that are farther apart are no question."""


class OtherSet(SixprimeError):
    """A set that was begun in another way than the one that is to be made."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """The best of a decision by its name, and how far the next best is behind."""

    best: str
    gap: float


def make_set(
    settings: SetSettings, *, program: str, begun: PuzzleSet | None = None, threads: int | None = None
) -> Iterator[PuzzleSet]:
    """Make a set: yields what there is so far, after each round. What was `begun` in the same way is gone on with; a
    set that is complete stays as it is.

    A round is a game from each kind of start. Its games know the puzzles of earlier rounds only, so that it does not
    matter how many threads look at them.
    """
    if begun is not None and begun.settings == settings and len(begun.puzzles) >= settings.puzzles:
        return
    with ExitStack() as stack:
        maker = _Maker(settings, stack)
        made = begun or PuzzleSet(settings, maker.search.identity, program)
        if (made.settings, made.engine) != (settings, maker.search.identity):
            raise OtherSet(
                text("this set of puzzles was begun with other settings or by another engine and cannot be continued")
            )
        pool = ThreadPoolExecutor(threads or os.cpu_count())
        stack.callback(pool.shutdown, cancel_futures=True)
        while len(made.puzzles) < settings.puzzles:
            before = made
            games = range(before.starts, before.starts + len(STARTS))
            for found in pool.map(lambda start, before=before: maker.find(before, start), games):
                for puzzle in found:
                    others = made.puzzles
                    if len(others) < settings.puzzles and _is_wanted(puzzle, others, settings.puzzles):
                        made = replace(made, puzzles=(*others, puzzle))
            made = replace(made, starts=games.stop)
            yield made


def _is_wanted(puzzle: Puzzle, others: Sequence[Puzzle], most: int) -> bool:
    """Whether a set may have another puzzle of this kind, phase and difficulty; one without a rating has any."""
    if any(one.id == puzzle.id for one in others):
        return False
    if sum(one.kind == puzzle.kind for one in others) >= KIND_SHARES[puzzle.kind] * most:
        return False
    if sum(one.phase is puzzle.phase for one in others) >= PHASE_SHARE * most:
        return False
    if not puzzle.rating:
        return True
    lowest = 0
    for bound, share in TIERS:
        if lowest <= puzzle.rating < bound:
            return sum(lowest <= one.rating < bound for one in others) < share * most
        lowest = bound
    return False


class _Maker:
    """The engines that play, search, check and answer."""

    def __init__(self, settings: SetSettings, stack: ExitStack) -> None:
        self.settings = settings
        self.glance = stack.enter_context(Engine(plies=1, threads=1))
        self.search = stack.enter_context(Engine(plies=settings.plies, threads=1))
        self.bots = {level: stack.enter_context(Engine(level=level, threads=1)) for level in RATED_LEVELS}

    def find(self, made: PuzzleSet, start: int) -> list[Puzzle]:
        """The puzzles of a game, by its number."""
        random = Random(f"puzzles {self.settings.seed}/{start}")
        kind = STARTS[start % len(STARTS)]
        position = Position.standard() if kind is None else set_up(kind, random)
        decisions = list(self._decisions(position, random))
        random.shuffle(decisions)
        found: list[Puzzle] = []
        for situation in decisions:
            if len(found) == A_GAME:
                break
            puzzle = self._puzzle(situation, (*made.puzzles, *found))
            if puzzle is not None:
                found.append(puzzle)
        return found

    def _decisions(self, start: Position, random: Random) -> Iterator[Situation]:
        """The decisions of a game between bots, and what might have been decided in it."""
        match = Situation(start).to_match()
        dice = SeededDice(random.getrandbits(32))
        for _ in range(EVENTS):
            state = match.state
            if state.results or state.to_act is None:
                return
            situation = Situation.from_state(state)
            may_double = state.phase is Phase.TO_ROLL and Action.DOUBLE in match.actions(state.to_act)
            if state.phase is Phase.TO_PLAY or may_double:
                yield situation
            if may_double:
                yield replace(situation, offer=Offer.DOUBLE)
            event = self.bots[random.choice(PLAYERS)].decide(match, seed=random.getrandbits(32))
            if event is None:
                match.roll(dice)
            else:
                match.apply(event)

    def _puzzle(self, situation: Situation, others: Sequence[Puzzle]) -> Puzzle | None:
        """The puzzle of a decision; None if its answer is not clear, or if there are enough of its kind."""
        most = self.settings.puzzles
        draft = Puzzle(xgid(situation), phase_of(situation.position), "", 0.0, 0.0, 0.0, 0)
        if not _is_wanted(draft, others, most):
            return None
        state = situation.to_match().state
        if situation.roll is not None and len(state.legal_plays) < LEAST_PLAYS:
            return None
        seen = _answer(self.glance.analyse(state))
        if seen is None or seen.gap < SEEN_GAP:
            return None
        analysis = self.search.analyse(state)
        answer = _answer(analysis)
        if answer is None or answer.gap < CLEAR_GAP:
            return None
        rated = replace(draft, best=answer.best, gap=answer.gap, rating=self._rating(state, analysis))
        if not _is_wanted(rated, others, most):
            return None
        checked = self._rolled_out(state, analysis, answer)
        return None if checked is None else replace(rated, rollout_gap=checked.value, error=checked.error)

    def _rating(self, state: State, analysis: Analysis) -> int:
        """How hard a decision is: the rating at which the answers of the bots are to be expected."""
        answers = list(PRIOR)
        for level, rating in RATED_LEVELS.items():
            bot = self.bots[level]
            times = NOISY_ANSWERS if bot.level is not None and bot.level.noise else 1
            for seed in range(times):
                right = _is_best(bot.decide(state, seed=seed), state, analysis)
                answers.append((float(rating), float(right)))
        return rating_of(answers)

    def _rolled_out(self, state: State, analysis: Analysis, answer: _Answer) -> Estimate | None:
        """By how much the best is ahead in rollouts; None if it is not, or not clearly."""
        own = self.settings
        settings = RolloutSettings(games=own.games, seed=own.seed, truncate=own.truncate)
        plays = [one.play for one in analysis.plays[:COMPARED]] or None
        rollout = self.search.plan_rollout(state, plays=plays, settings=settings)
        rollout.play(own.games)
        ahead = _ahead(rollout.result, state, answer)
        return ahead if ahead is not None and ahead.value >= max(ROLLED_GAP, ERRORS * ahead.error) else None


def rating_of(answers: Sequence[tuple[float, float]]) -> int:
    """The rating of a puzzle at which as many of these answers are to be expected right as are; each answer is the
    rating of who gives it, and 1 if it is right.

    >>> rating_of([(1000, 0), (1500, 1), (1500, 0), (2000, 1)])
    1500
    """
    right = sum(points for _, points in answers)
    low, high = float(EASIEST), float(HARDEST)
    while high - low > 0.5:
        middle = (low + high) / 2
        hoped = sum(expected(Glicko(rating, 0.0), Glicko(middle, 0.0)) for rating, _ in answers)
        low, high = (middle, high) if hoped > right else (low, middle)
    return round((low + high) / 2)


def _answer(analysis: Analysis) -> _Answer | None:
    """The best choice, and how far the next best is behind."""
    if analysis.plays:
        first, *others = (entry for entry in analysis.plays if entry.depth == analysis.plays[0].depth)
        gap = others[0].loss if others else analysis.plays[1].loss if len(analysis.plays) > 1 else 0.0
        return _Answer(str(first.play), gap)
    if len(analysis.actions) != 2 or analysis.resignation is not None:
        return None
    best, other = analysis.actions
    return _Answer(best.action.value, other.loss) if other.loss <= LARGEST_CUBE_GAP else None


def _is_best(event: Event | None, state: State, analysis: Analysis) -> bool:
    """Whether a bot does what the analysis holds best."""
    best = analysis.best
    assert best is not None
    if isinstance(event, Played):
        return bool(analysis.best_play) and state.turn().play_of(event.steps).result == analysis.plays[0].play.result
    return (Action.ROLL if event is None else event.action) is best.action


def _ahead(result: RolloutResult, state: State, answer: _Answer) -> Estimate | None:
    """By how much the answer is ahead of the next best in a rollout; None if something else is best there."""
    if result.cube is None:
        order = result.order
        if str(result.candidates[order[0]].play) != answer.best or len(order) < 2:
            return None
        return result.difference(order[0], order[1])
    cube, (waiting, taken) = result.cube, result.candidates
    if state.offer is not None:
        best = Action.TAKE if cube.take else Action.DROP
        ahead = Estimate(abs(cube.double_take - cube.double_pass), taken.equity.error)
    else:
        best = Action.DOUBLE if cube.double else Action.ROLL
        doubled = min(cube.double_take, cube.double_pass)
        error = result.difference(1, 0).error if cube.take else waiting.equity.error
        ahead = Estimate(abs(cube.no_double - doubled), error)
    return ahead if best.value == answer.best else None
