"""The figures that players quote: error rates as eXtreme Gammon, GNU Backgammon and Snowie count them, marks, luck.

docs/analysis.md has the formula of each. A figure is a `Tally`: what it comes to, and the decisions behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, MatchReview, PlaysFinding, RollReview
from sixprime.core import Match, Player
from sixprime.core.choices import Choice
from sixprime.core.match.events import Action
from sixprime.messages import Message, text

XG_SPREAD = 0.001
"""XG counts a play if the worst one loses at least so much."""
XG_CUBE = 0.2
"""XG counts a roll without a double if doubling differs from it by no more than this."""
GNUBG_CLOSE = 0.16
"""GNU Backgammon counts it if doubling loses less than this."""
LUCKY, VERY_LUCKY = 0.3, 0.6
"""GNU Backgammon's marks of rolls."""


class Mark(Choice):
    """How bad an error is.

    >>> Marks().of(0.05)
    Mark.ERROR
    """

    NONE = "none"
    INACCURACY = "inaccuracy"
    ERROR = "error"
    BLUNDER = "blunder"

    @property
    def label(self) -> Message:
        return _MARK_LABELS[self]


_MARK_LABELS = {
    Mark.NONE: text("fine"),
    Mark.INACCURACY: text("inaccuracy"),
    Mark.ERROR: text("error"),
    Mark.BLUNDER: text("blunder"),
}


@dataclass(frozen=True, slots=True)
class Marks:
    """From which loss on a decision is marked."""

    inaccuracy: float = 0.02
    error: float = 0.04
    blunder: float = 0.08

    def of(self, loss: float) -> Mark:
        """The mark of a loss; one that is shown as reaching a limit reaches it."""
        shown = round(loss, 4)
        if shown >= self.blunder:
            return Mark.BLUNDER
        if shown >= self.error:
            return Mark.ERROR
        return Mark.INACCURACY if shown >= self.inaccuracy else Mark.NONE


DEFAULT_MARKS = Marks()


class CubeError(Choice):
    """The kinds of errors with the cube."""

    MISSED_DOUBLE_TAKE = "missed-double-take"
    """Not doubling where the opponent could still have taken."""
    MISSED_DOUBLE_PASS = "missed-double-pass"
    """Not doubling where the opponent would have had to drop."""
    WRONG_DOUBLE_EARLY = "wrong-double-early"
    """Doubling too early."""
    WRONG_DOUBLE_TOO_GOOD = "wrong-double-too-good"
    """Doubling where playing on for a gammon is better."""
    WRONG_TAKE = "wrong-take"
    WRONG_DROP = "wrong-drop"
    WRONG_BEAVER = "wrong-beaver"
    MISSED_BEAVER = "missed-beaver"

    @property
    def label(self) -> Message:
        return _CUBE_ERROR_LABELS[self][0]

    @property
    def plural_label(self) -> Message:
        return _CUBE_ERROR_LABELS[self][1]


_CUBE_ERROR_LABELS = {
    CubeError.MISSED_DOUBLE_TAKE: (text("missed double, take"), text("missed doubles, take")),
    CubeError.MISSED_DOUBLE_PASS: (text("missed double, pass"), text("missed doubles, pass")),
    CubeError.WRONG_DOUBLE_EARLY: (text("double too early"), text("doubles too early")),
    CubeError.WRONG_DOUBLE_TOO_GOOD: (text("double when too good"), text("doubles when too good")),
    CubeError.WRONG_TAKE: (text("wrong take"), text("wrong takes")),
    CubeError.WRONG_DROP: (text("wrong pass"), text("wrong passes")),
    CubeError.WRONG_BEAVER: (text("wrong beaver"), text("wrong beavers")),
    CubeError.MISSED_BEAVER: (text("missed beaver"), text("missed beavers")),
}


@dataclass(frozen=True, slots=True)
class Tally:
    """Decisions, and what they gave away."""

    count: int = 0
    loss: float = 0.0
    match_loss: float = 0.0
    events: tuple[int, ...] = ()
    """The decisions behind it, by the numbers of their events."""

    @classmethod
    def of(cls, reviews: Iterable[DecisionReview]) -> Tally:
        found = list(reviews)
        return cls(
            len(found),
            sum(entry.loss for entry in found),
            sum(entry.match_loss or 0.0 for entry in found),
            tuple(entry.decision.event for entry in found),
        )

    def per(self, count: int) -> float:
        """The loss divided by so many decisions; 0 if there are none."""
        return self.loss / count if count else 0.0


@dataclass(frozen=True, slots=True)
class LuckTally:
    """How lucky a player's rolls were."""

    rolls: int
    luck: float
    """The sum, as an equity."""
    match_luck: float
    """The sum as a chance to win the match; 0 for money."""
    points: float
    """The sum in points, each roll times its cube."""
    very_lucky: tuple[int, ...]
    """Rolls by the numbers of their events; players call them jokers."""
    lucky: tuple[int, ...]
    unlucky: tuple[int, ...]
    very_unlucky: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of one player."""

    player: Player
    moves: int
    """Turns with a roll, forced and empty ones as well."""
    all_moves: int
    """Those of both players."""
    unforced: Tally
    """Plays where there was a choice, as GNU Backgammon counts them."""
    plays: Tally
    """Plays where the choice mattered, as XG counts them."""
    cube: Tally
    """All cube decisions, also those that nobody would think about."""
    close_cube: Tally
    """Close or actual cube decisions, as GNU Backgammon counts them."""
    doubles: Tally
    """Decisions to double or not that count for XG."""
    answers: Tally
    """Takes, drops and beavers."""
    resignations: Tally
    """Offers that were too much, and answers that gave away something. They are no part of the rates."""
    marks: Mapping[Mark, Tally]
    play_marks: Mapping[Mark, Tally]
    cube_errors: Mapping[CubeError, Tally]
    luck: LuckTally

    @property
    def total(self) -> Tally:
        """All errors but those with resignations."""
        return Tally(
            self.unforced.count + self.cube.count,
            self.unforced.loss + self.cube.loss,
            self.unforced.match_loss + self.cube.match_loss,
            tuple(sorted((*self.unforced.events, *self.cube.events))),
        )

    @property
    def decisions(self) -> int:
        """How many decisions XG counts."""
        return self.plays.count + self.doubles.count + self.answers.count

    @property
    def pr(self) -> float:
        """The performance rating of XG: 500 times the equity lost a decision."""
        lost = self.plays.loss + self.doubles.loss + self.answers.loss
        return 500 * lost / self.decisions if self.decisions else 0.0

    @property
    def gnubg_play_rate(self) -> float:
        """GNU Backgammon's error rate of plays, in thousandths of a point."""
        return 1000 * self.unforced.per(self.unforced.count)

    @property
    def gnubg_cube_rate(self) -> float:
        """GNU Backgammon's error rate with the cube, in thousandths of a point a close or actual decision."""
        return 1000 * self.cube.per(self.close_cube.count)

    @property
    def gnubg_rate(self) -> float:
        """GNU Backgammon's overall error rate, in thousandths of a point."""
        return 1000 * self.total.per(self.unforced.count + self.close_cube.count)

    @property
    def snowie_rate(self) -> float:
        """Snowie's error rate: in thousandths of a point for each turn of either player."""
        return 1000 * self.total.per(self.all_moves)

    @property
    def band(self) -> Message:
        """What a player with this PR is called."""
        return band_of(self.pr)


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """The figures of both players."""

    white: PlayerFigures
    black: PlayerFigures
    result: Mapping[Player, float] | None = None
    """What each player won: half of the match (0.5 or -0.5), or points for money; None if it is not over."""

    def of(self, player: Player) -> PlayerFigures:
        return self.white if player is Player.WHITE else self.black

    def luck_difference(self, player: Player) -> float:
        """A player's luck less the opponent's, as an equity."""
        return self.of(player).luck.luck - self.of(player.opponent).luck.luck

    def luck_adjusted_result(self, player: Player) -> float | None:
        """The result without the luck of both; None while there is no result."""
        if self.result is None:
            return None
        mine, theirs = self.of(player).luck, self.of(player.opponent).luck
        if abs(self.result[player]) == 0.5 and (mine.match_luck or theirs.match_luck):
            return self.result[player] - mine.match_luck + theirs.match_luck
        return self.result[player] - mine.points + theirs.points


BANDS: tuple[tuple[float, Message], ...] = (
    (2.5, text("world champion")),
    (5.0, text("world class")),
    (7.5, text("expert")),
    (12.5, text("advanced")),
    (17.5, text("intermediate")),
    (22.5, text("casual player")),
    (30.0, text("beginner")),
)


def band_of(pr: float) -> Message:
    """What a player with a PR is called.

    >>> str(band_of(4.67))
    'world class'
    """
    return next((label for limit, label in BANDS if pr < limit), text("distracted"))


def figures_of(
    review: MatchReview, match: Match | None = None, *, game: int | None = None, marks: Marks = DEFAULT_MARKS
) -> MatchFigures:
    """The figures of a review; of one game, if a number is given. With the match, its result is known as well."""
    decisions = [entry for entry in review.decisions if game in (None, entry.decision.game)]
    rolls = [entry for entry in review.rolls if game in (None, entry.game)]
    white, black = (_of_player(player, decisions, rolls, marks) for player in Player)
    return MatchFigures(white, black, _result(match) if match is not None and game is None else None)


def _result(match: Match) -> dict[Player, float] | None:
    if match.length is None:
        white = sum(game.points if game.winner is Player.WHITE else -game.points for game in match.results)
        return {Player.WHITE: float(white), Player.BLACK: float(-white)} if match.results else None
    if match.result is None or match.result.winner is None:
        return None
    won = match.result.winner
    return {won: 0.5, won.opponent: -0.5}


def _of_player(player: Player, decisions: list[DecisionReview], rolls: list[RollReview], marks: Marks) -> PlayerFigures:
    mine = [entry for entry in decisions if entry.decision.player is player]
    plays = [entry for entry in mine if entry.decision.kind is DecisionKind.PLAY]
    cube = [entry for entry in mine if entry.decision.kind in (DecisionKind.DOUBLE, DecisionKind.ANSWER)]
    doubles = [entry for entry in cube if entry.decision.kind is DecisionKind.DOUBLE]
    answers = [entry for entry in cube if entry.decision.kind is DecisionKind.ANSWER]
    unforced = [entry for entry in plays if not entry.is_forced]
    resigned = (DecisionKind.RESIGNATION, DecisionKind.RESIGNATION_ANSWER)
    counted = [*unforced, *cube]
    return PlayerFigures(
        player,
        len(plays),
        sum(entry.decision.kind is DecisionKind.PLAY for entry in decisions),
        Tally.of(unforced),
        Tally.of(entry for entry in unforced if _spread(entry) >= XG_SPREAD),
        Tally.of(cube),
        Tally.of(entry for entry in cube if _is_close_for_gnubg(entry)),
        Tally.of(entry for entry in doubles if _counts_for_xg(entry)),
        Tally.of(answers),
        Tally.of(entry for entry in mine if entry.decision.kind in resigned),
        _by(Mark, counted, lambda entry: marks.of(entry.loss)),
        _by(Mark, unforced, lambda entry: marks.of(entry.loss)),
        _by(CubeError, cube, cube_error_of),
        _luck([entry for entry in rolls if entry.player is player]),
    )


Kind = TypeVar("Kind", bound=Choice)


def _by(
    kinds: type[Kind], reviews: list[DecisionReview], kind_of: Callable[[DecisionReview], Kind | None]
) -> dict[Kind, Tally]:
    found = [(kind_of(entry), entry) for entry in reviews]
    return {kind: Tally.of(entry for one, entry in found if one is kind) for kind in kinds}


def _spread(review: DecisionReview) -> float:
    return review.finding.spread if isinstance(review.finding, PlaysFinding) else 0.0


def _is_close_for_gnubg(review: DecisionReview) -> bool:
    finding = review.finding
    if review.decision.action is not Action.ROLL or not isinstance(finding, ActionsFinding) or finding.double is None:
        return True
    double = finding.double
    return double.best - min(double.double_take, 1.0) < GNUBG_CLOSE


def _counts_for_xg(review: DecisionReview) -> bool:
    finding = review.finding
    if review.decision.action is not Action.ROLL or not isinstance(finding, ActionsFinding) or finding.double is None:
        return True
    return 0 < abs(finding.double.doubled - finding.double.no_double) <= XG_CUBE


def cube_error_of(review: DecisionReview) -> CubeError | None:
    """Which error with the cube a decision was; None if it lost nothing."""
    finding, action = review.finding, review.decision.action
    if not isinstance(finding, ActionsFinding) or review.loss <= 0:
        return None
    double = finding.double
    if action is Action.ROLL and double is not None:
        return CubeError.MISSED_DOUBLE_PASS if double.double_take > double.double_pass else CubeError.MISSED_DOUBLE_TAKE
    if action is Action.DOUBLE and double is not None:
        too_good = double.no_double > double.double_pass
        return CubeError.WRONG_DOUBLE_TOO_GOOD if too_good else CubeError.WRONG_DOUBLE_EARLY
    if action is Action.DROP:
        return CubeError.WRONG_DROP
    if action in (Action.BEAVER, Action.RACCOON):
        return CubeError.WRONG_BEAVER
    if action is Action.TAKE:
        best = finding.actions[0].action
        return CubeError.MISSED_BEAVER if best in (Action.BEAVER, Action.RACCOON) else CubeError.WRONG_TAKE
    return None


def _luck(rolls: list[RollReview]) -> LuckTally:
    def which(fits: Callable[[float], bool]) -> tuple[int, ...]:
        return tuple(entry.event for entry in rolls if fits(entry.luck))

    return LuckTally(
        len(rolls),
        sum(entry.luck for entry in rolls),
        sum(entry.match_luck or 0.0 for entry in rolls),
        sum(entry.luck * entry.cube for entry in rolls),
        which(lambda luck: luck > VERY_LUCKY),
        which(lambda luck: LUCKY < luck <= VERY_LUCKY),
        which(lambda luck: -VERY_LUCKY <= luck < -LUCKY),
        which(lambda luck: luck < -VERY_LUCKY),
    )
