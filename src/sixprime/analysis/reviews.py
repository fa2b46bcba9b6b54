"""What is known about the decisions and rolls of a match: `MatchReview`.

Chances and equities are those of the player who decides, but for `CubeValues`, which are the doubler's. Equities are
normalised (1 is what winning the number on the cube gives; for doubles and answers to them, the cube before it was
turned) and heed cube, score and rules. Losses are what a decision gave away, from 0 up.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import pairwise

from sixprime.analysis.decisions import DecisionKind, MatchDecision
from sixprime.analysis.json_values import InvalidValue, from_json, to_json
from sixprime.core import Match, Player, SixprimeError
from sixprime.core.match import records
from sixprime.core.match.events import Action
from sixprime.engine.chances import Chances
from sixprime.engine.cube.decisions import Verdict
from sixprime.messages import shown, text

FORMAT = "sixprime-review"
VERSION = 1
MAX_BYTES = 50_000_000


class InvalidReview(SixprimeError):
    """A file that is no review, is damaged, or belongs to another match."""


@dataclass(frozen=True, slots=True)
class PlayCandidate:
    """A play that was looked at, and what it is worth."""

    steps: tuple[tuple[int, int], ...]
    chances: Chances
    equity: float
    depth: int
    """How many plies ahead was looked; in a rollout, by its players."""
    match_chance: float | None = None
    """The chance to win the match; None for money."""
    games: int = 0
    """How many games were rolled out; 0 for a search."""
    error: float | None = None
    """The standard error of a rollout's equity."""

    @property
    def rank(self) -> tuple[bool, int, float]:
        """What candidates are ordered by, the largest first: one that was seen less deeply never tops one that was
        seen more deeply."""
        return self.games > 0, self.depth, self.equity


@dataclass(frozen=True, slots=True)
class PlaysFinding:
    """What was found about the plays of a roll: the candidates, the best first."""

    candidates: tuple[PlayCandidate, ...]
    legal: int
    """How many different positions the roll can lead to."""
    spread: float
    """How much worse than the best the worst legal play is."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """Something other than a play that may be done, and what it is worth."""

    action: Action
    equity: float
    match_chance: float | None = None


@dataclass(frozen=True, slots=True)
class DoubleValues:
    """What doubling or not is worth to the player who may double."""

    no_double: float
    double_take: float
    double_pass: float
    verdict: Verdict
    is_redouble: bool = False
    beaver: bool = False
    """Whether the opponent should beaver, which is then what `double_take` leads to."""

    @property
    def doubled(self) -> float:
        """The equity of doubling if the opponent answers as is best."""
        return min(2 * self.double_take if self.beaver else self.double_take, self.double_pass)

    @property
    def best(self) -> float:
        return max(self.no_double, self.doubled)


@dataclass(frozen=True, slots=True)
class ActionsFinding:
    """What was found about a decision that is not a play: what may be done, the best first."""

    actions: tuple[ActionValue, ...]
    chances: Chances
    depth: int
    double: DoubleValues | None = None
    """The cube decision of the player on roll, for a double and for the answer to one."""
    games: int = 0
    error: float | None = None


Finding = PlaysFinding | ActionsFinding


@dataclass(frozen=True, slots=True)
class DecisionReview:
    """A decision of the match, what was found about it, and what it gave away."""

    decision: MatchDecision
    finding: Finding
    loss: float
    match_loss: float | None = None
    """The loss as a chance to win the match; None for money."""
    played: int | None = None
    """The number of the candidate that was played."""

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose."""
        return isinstance(self.finding, PlaysFinding) and self.finding.legal < 2

    @property
    def depth(self) -> tuple[int, int]:
        """How deeply the best was seen: the games of a rollout, and plies."""
        best = self.finding.candidates[0] if isinstance(self.finding, PlaysFinding) else self.finding
        return best.games, best.depth


@dataclass(frozen=True, slots=True)
class RollReview:
    """A roll of the match, and how lucky it was for the player who rolled it."""

    event: int
    game: int
    player: Player
    luck: float
    """How much better it was than the mean of all rolls, as an equity."""
    cube: int
    """What the cube showed: so many times the luck is in points, for money."""
    match_luck: float | None = None
    win_chance: float = 0.5
    """The player's chance to win the game before the roll."""
    match_chance: float | None = None
    """The player's chance to win the match before the roll; None for money."""


@dataclass(frozen=True, slots=True)
class MatchReview:
    """What is known about a match. A review may be incomplete, while it is being made or because it was stopped."""

    names: tuple[str, str]
    """White's name, Black's."""
    length: int | None
    depth: str
    engine: str
    """Which engine made it: `Engine.identity`."""
    fingerprint: str
    """Of the events that were reviewed; see `fingerprint_of`."""
    decisions: tuple[DecisionReview, ...]
    rolls: tuple[RollReview, ...]
    total: int
    """How many decisions and rolls the match has; as many are here when the review is complete."""

    @property
    def is_complete(self) -> bool:
        return len(self.decisions) + len(self.rolls) == self.total

    def fits(self, match: Match) -> bool:
        """Whether this is a review of the match as it is now."""
        return self.fingerprint == fingerprint_of(match)

    def at(self, event: int) -> DecisionReview | None:
        """The review of the decision that an event made; None if it made none, or none that was reviewed."""
        return next((review for review in self.decisions if review.decision.event == event), None)

    def dumps(self) -> str:
        """The review as JSON.

        >>> from sixprime import Match
        >>> from sixprime.analysis import review
        >>> made = review(Match(length=3))
        >>> MatchReview.loads(made.dumps()) == made
        True
        """
        return json.dumps(self.to_json(), separators=(",", ":"))

    def to_json(self) -> dict[str, object]:
        """The review as JSON can hold it."""
        return {"format": FORMAT, "version": VERSION, **to_json(self)}

    @classmethod
    def loads(cls, written: str | bytes) -> MatchReview:
        """Read what `dumps` wrote; `InvalidReview` if it is none."""
        if len(written) > MAX_BYTES:
            raise InvalidReview(text("the review is longer than {most} bytes", most=MAX_BYTES))
        try:
            found = json.loads(written)
        except (ValueError, RecursionError) as error:
            raise InvalidReview(text("this is not a review: not JSON")) from error
        return cls.from_json(found)

    @classmethod
    def from_json(cls, written: object) -> MatchReview:
        """Read what `to_json` gave; `InvalidReview` if it is none."""
        found = dict(written) if isinstance(written, dict) else None
        if found is None or found.pop("format", None) != FORMAT:
            raise InvalidReview(text("this is not a review"))
        version = found.pop("version", None)
        if version != VERSION:
            raise InvalidReview(
                text("the review has version {found}; this program reads version {known}", found=version, known=VERSION)
            )
        try:
            review = from_json(cls, found)
        except InvalidValue as error:
            raise InvalidReview(text("the review is damaged: {why}", why=error.message)) from error
        for entry in review.decisions:
            _check(entry)
        for events in ([entry.decision.event for entry in review.decisions], [entry.event for entry in review.rolls]):
            misplaced = next((later for earlier, later in pairwise([-1, *events]) if later <= earlier), None)
            if misplaced is not None:
                raise _damaged("event", misplaced)
        return review


def _check(review: DecisionReview) -> None:
    """Refuse a review that says of a play what can only be said of an action, or the other way round."""
    finding, kind = review.finding, review.decision.kind
    if isinstance(finding, PlaysFinding) != (kind is DecisionKind.PLAY):
        raise InvalidReview(text("the review is damaged: a play is no cube action"))
    if isinstance(finding, PlaysFinding):
        if review.played is None or not 0 <= review.played < len(finding.candidates):
            raise InvalidReview(text("the review is damaged: the play that was made is missing"))
        return
    needed = {Action.ACCEPT, Action.DECLINE} if kind is DecisionKind.RESIGNATION else {review.decision.action}
    found = {entry.action for entry in finding.actions}
    if not needed <= found:
        raise _damaged("actions", sorted(action.value for action in found))


def _damaged(field: str, value: object) -> InvalidReview:
    why = text("the field {field} cannot be {value}", field=field, value=shown(value))
    return InvalidReview(text("the review is damaged: {why}", why=why))


def fingerprint_of(match: Match) -> str:
    """A digest of the rules and events of a match: what a review depends on, and not the names of the players."""
    record = records.match_to_json(match)
    told = {name: record[name] for name in ("rules", "length", "events") if name in record}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
