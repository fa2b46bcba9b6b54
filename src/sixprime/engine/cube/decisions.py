"""`CubeDecision`: whether to double, whether to take, and what each way is worth."""

from __future__ import annotations

from dataclasses import dataclass

from sixprime.core import STANDARD, BearOff, Match, Position, RuleSet, State
from sixprime.core.choices import Choice
from sixprime.core.movegen import to_board
from sixprime.core.situations import Situation
from sixprime.engine.chances import Chances
from sixprime.engine.cube import kernels
from sixprime.engine.cube.board_kernels import DEFAULT_EFFICIENCIES, Efficiencies, efficiencies_on, exact_action
from sixprime.engine.cube.kernels import THEIRS, CubeAction, CubeValues
from sixprime.engine.cube.views import CubeView
from sixprime.engine.match_equity.equities import MatchEquities
from sixprime.engine.net.evaluators import shared_tables
from sixprime.messages import Message, text

OPTIONAL = 1e-4
"""Actions whose equities differ by less are equally good."""


class Verdict(Choice):
    """What both sides should do.

    >>> from sixprime.engine import Verdict
    >>> Verdict("double-take").name
    'DOUBLE_TAKE'
    """

    NO_DOUBLE_TAKE = "no-double-take"
    NO_DOUBLE_BEAVER = "no-double-beaver"
    OPTIONAL_DOUBLE_TAKE = "optional-double-take"
    DOUBLE_TAKE = "double-take"
    DOUBLE_BEAVER = "double-beaver"
    DOUBLE_PASS = "double-pass"
    OPTIONAL_DOUBLE_PASS = "optional-double-pass"
    TOO_GOOD_PASS = "too-good-pass"
    TOO_GOOD_TAKE = "too-good-take"
    NOT_AVAILABLE = "not-available"
    """The opponent owns the cube."""
    NOT_ALLOWED = "not-allowed"
    """It is the Crawford game, there is no cube, or the cube stands at its limit."""
    DEAD = "dead"
    """Winning this game wins the match as it is."""

    @property
    def label(self) -> Message:
        return _LABELS[self][0]

    @property
    def redouble_label(self) -> Message:
        """The words for a player who owns the cube."""
        return _LABELS[self][1]


_LABELS = {
    Verdict.NO_DOUBLE_TAKE: (text("no double, take"), text("no redouble, take")),
    Verdict.NO_DOUBLE_BEAVER: (text("no double, beaver"), text("no redouble, beaver")),
    Verdict.OPTIONAL_DOUBLE_TAKE: (text("optional double, take"), text("optional redouble, take")),
    Verdict.DOUBLE_TAKE: (text("double, take"), text("redouble, take")),
    Verdict.DOUBLE_BEAVER: (text("double, beaver"), text("redouble, beaver")),
    Verdict.DOUBLE_PASS: (text("double, pass"), text("redouble, pass")),
    Verdict.OPTIONAL_DOUBLE_PASS: (text("optional double, pass"), text("optional redouble, pass")),
    Verdict.TOO_GOOD_PASS: (text("too good to double, pass"), text("too good to redouble, pass")),
    Verdict.TOO_GOOD_TAKE: (text("too good to double, take"), text("too good to redouble, take")),
    Verdict.NOT_AVAILABLE: (text("the opponent owns the cube"), text("the opponent owns the cube")),
    Verdict.NOT_ALLOWED: (text("no doubling here"), text("no redoubling here")),
    Verdict.DEAD: (text("the cube is dead"), text("the cube is dead")),
}


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """The cube action of the player on roll, before the roll, and of the opponent.

    Equities are the player's, normalised to the cube before the double: a double that is dropped is worth 1. In a match
    `chances` has the player's chances to win it after each action; for money there are none.

    >>> from sixprime.engine import Chances, CubeDecision
    >>> from sixprime.engine.cube.views import CubeView
    >>> view = CubeView.money()
    >>> decision = CubeDecision.from_values(view.cube_action(Chances(0.75, 0.0, 0.0, 0.0, 0.0), 0.68), view)
    >>> print(decision.label)
    double, take
    """

    no_double: float
    double_take: float
    double_pass: float
    may_double: bool
    """Whether the rules let the player double at all."""
    double: bool
    """Whether the player should."""
    take: bool
    """Whether the opponent should take a double, right or wrong."""
    beaver: bool
    """Whether the opponent should beaver it."""
    verdict: Verdict
    is_redouble: bool = False
    chances: CubeValues | None = None

    @classmethod
    def from_values(cls, values: CubeValues, view: CubeView) -> CubeDecision:
        """From what each action is worth, equities for money and chances to win the match otherwise, however they were
        found: by the net, by search or by rollouts."""
        equities = CubeValues(*(view.equity(value) for value in values))
        action: CubeAction = kernels.right_action(values, view.situation)
        return cls(
            *equities,
            may_double=view.may_double,
            double=bool(action.double),
            take=bool(action.take),
            beaver=bool(action.beaver),
            verdict=_verdict(equities, action, view),
            is_redouble=view.is_redouble,
            chances=None if view.is_money else CubeValues(*(float(value) for value in values)),
        )

    @property
    def doubled(self) -> float:
        """The equity of doubling when the opponent answers as is best."""
        return min(2 * self.double_take if self.beaver else self.double_take, self.double_pass)

    @property
    def best(self) -> float:
        """The equity when both do what is right."""
        return self.doubled if self.double else self.no_double

    @property
    def error_of_doubling(self) -> float:
        """What a double gives away; 0 where it is right."""
        return max(self.best - self.doubled, 0.0)

    @property
    def error_of_waiting(self) -> float:
        """What not doubling gives away."""
        return max(self.best - self.no_double, 0.0)

    @property
    def error_of_taking(self) -> float:
        """What the opponent gives away by taking a double."""
        return max(self.double_take - self.double_pass, 0.0)

    @property
    def error_of_passing(self) -> float:
        """What the opponent gives away by dropping it."""
        return max(self.double_pass - self.double_take, 0.0)

    @property
    def label(self) -> Message:
        """The verdict in words."""
        return self.verdict.redouble_label if self.is_redouble else self.verdict.label


def decide_cube(
    source: Match | State | Situation,
    chances: Chances,
    *,
    rules: RuleSet = STANDARD,
    equities: MatchEquities | None = None,
    efficiencies: Efficiencies = DEFAULT_EFFICIENCIES,
) -> CubeDecision:
    """The cube decision of the player on roll, whose chances before the roll are given.

    At the end of a race for money, where the bear-off tables know better, the chances are not needed.
    """
    view = CubeView.of(source, rules=rules, equities=equities)
    state = source.state if isinstance(source, Match) else source
    played = state.rules if isinstance(state, State) else rules
    return CubeDecision.from_values(cube_values(state.position, view, chances, played, efficiencies), view)


def cube_values(
    position: Position,
    view: CubeView,
    chances: Chances,
    rules: RuleSet = STANDARD,
    efficiencies: Efficiencies = DEFAULT_EFFICIENCIES,
) -> CubeValues:
    """What each action is worth to the player on roll: exactly where the bear-off tables say it, otherwise by the
    chances and the cube's efficiency in this position."""
    board = to_board(position)
    two_sided = shared_tables().arrays(exact_endings=rules.bear_off is BearOff.STANDARD).two_sided
    known, values = exact_action(board, position.checkers, view.situation, two_sided)
    if known:
        return values
    found = efficiencies_on(board, position.checkers, not view.is_money, two_sided, efficiencies)
    return view.cube_action(chances, found)


def _verdict(equities: CubeValues, action: CubeAction, view: CubeView) -> Verdict:
    """The name of what is right."""
    no_double, take, drop = equities
    if not view.may_double:
        return _hindrance(view)
    doubled = min(2 * take if action.beaver else take, drop)
    if abs(no_double - doubled) < OPTIONAL and not action.beaver:
        return Verdict.OPTIONAL_DOUBLE_TAKE if action.take else Verdict.OPTIONAL_DOUBLE_PASS
    if action.double:
        if not action.take:
            return Verdict.DOUBLE_PASS
        return Verdict.DOUBLE_BEAVER if action.beaver else Verdict.DOUBLE_TAKE
    if no_double > drop:
        return Verdict.TOO_GOOD_TAKE if action.take else Verdict.TOO_GOOD_PASS
    return Verdict.NO_DOUBLE_BEAVER if action.beaver else Verdict.NO_DOUBLE_TAKE


def _hindrance(view: CubeView) -> Verdict:
    """Why the player may not double."""
    situation = view.situation
    if situation.owner == THEIRS:
        return Verdict.NOT_AVAILABLE
    if situation.crawford or 2 * situation.cube > situation.limit:
        return Verdict.NOT_ALLOWED
    return Verdict.DEAD
