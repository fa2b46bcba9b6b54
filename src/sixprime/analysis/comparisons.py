"""Our review beside what other programs said in the file of a match: which of them agree on each decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sixprime.analysis.decisions import DecisionKind, MatchDecision
from sixprime.analysis.reviews import ActionsFinding, DecisionReview, MatchReview, PlaysFinding
from sixprime.analysis.wording import DONE_WORDS
from sixprime.core import Match, Player
from sixprime.core.match import events as ev
from sixprime.core.match.events import Action
from sixprime.core.plays import Play
from sixprime.engine.match_equity.equities import winning_chance
from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, ImportedAnalysis
from sixprime.messages import Message, text

Analyses = Mapping[int, Sequence[ImportedAnalysis]]
"""What a file says, by the number of the event, counted from 0."""


@dataclass(frozen=True, slots=True)
class FileComparison:
    """What another program said about a decision that we reviewed."""

    decision: MatchDecision
    program: str
    """Empty if the file does not say which it was."""
    level: str
    """How it looked, in its own words."""
    best: Message
    """The play or action that it thought best."""
    loss: float | None
    """What the decision lost by it, as an equity; None if the file does not say."""
    our_loss: float
    agrees: bool
    """Whether both think the same best."""

    @property
    def difference(self) -> float:
        """How far the two losses are apart; 0 if only one is known."""
        return 0.0 if self.loss is None else abs(self.loss - self.our_loss)


def programs_of(analyses: Analyses) -> list[str]:
    """The programs that analysed a match, whoever said most first; those without a name are left out."""
    names = [analysis.program for found in analyses.values() for analysis in found if analysis.program]
    return sorted(set(names), key=lambda name: (-names.count(name), name))


def compare(review: MatchReview, match: Match, analyses: Analyses) -> Iterator[FileComparison]:
    """Every decision of the review about which a file says what is best, in their order; one for each program."""
    for entry in review.decisions:
        yield from comparisons_at(entry, match, analyses)


def comparisons_at(entry: DecisionReview, match: Match, analyses: Analyses) -> Iterator[FileComparison]:
    """What a file says about one decision."""
    event = entry.decision.event
    if entry.decision.kind is DecisionKind.PLAY:
        for analysis in analyses.get(event, ()):
            if isinstance(analysis, CheckerAnalysis):
                yield from _about_play(entry, match, analysis)
    elif entry.decision.kind in (DecisionKind.DOUBLE, DecisionKind.ANSWER):
        found = [one for one in analyses.get(event, ()) if isinstance(one, CubeAnalysis)]
        if not found and entry.decision.kind is DecisionKind.ANSWER and isinstance(match.events[event - 1], ev.Doubled):
            # Some programs say what they think of the answer beside the double.
            found = [one for one in analyses.get(event - 1, ()) if isinstance(one, CubeAnalysis)]
        for analysis in found:
            yield from _about_cube(entry, match, analysis)


def _about_play(entry: DecisionReview, match: Match, analysis: CheckerAnalysis) -> Iterator[FileComparison]:
    finding = entry.finding
    if not analysis.candidates or not isinstance(finding, PlaysFinding):
        return
    position = match.state_at(entry.decision.event).position
    best = analysis.candidates[0]
    loss = analysis.error
    if loss is None and analysis.played is not None:
        made = analysis.candidates[analysis.played]
        if best.equity is not None and made.equity is not None:
            loss = max(best.equity - made.equity, 0.0)
    same = Play.of_legal_steps(position, best.steps) == Play.of_legal_steps(position, finding.candidates[0].steps)
    told = Message("{play}", {"play": best.play}) if best.play else text("cannot move")
    yield FileComparison(entry.decision, analysis.program, best.level, told, loss, entry.loss, same)


def _about_cube(entry: DecisionReview, match: Match, analysis: CubeAnalysis) -> Iterator[FileComparison]:
    finding, decision = entry.finding, entry.decision
    if not isinstance(finding, ActionsFinding):
        return
    doubler = decision.player if decision.kind is DecisionKind.DOUBLE else decision.player.opponent
    values = _equities(analysis, match, decision.event, doubler)
    if values is None:
        return
    no_double, double_take, double_pass = values
    told = analysis.error
    if decision.kind is DecisionKind.DOUBLE:
        beavered = 2 * double_take if double_take < 0 and match.is_money and match.rules.beavers else double_take
        worth = {Action.ROLL: no_double, Action.DOUBLE: min(beavered, double_pass)}
    else:
        worth = {Action.TAKE: -double_take, Action.DROP: -double_pass}
        told = analysis.answer_error
        if any(one.action is Action.BEAVER for one in finding.actions):
            worth[Action.BEAVER] = -2 * double_take
        elif decision.action not in worth:
            return  # a beaver is answered
    best = max(worth, key=lambda action: worth[action])
    loss = told if told is not None else worth[best] - worth[decision.action]
    ours = max(finding.actions, key=lambda one: one.equity).action
    yield FileComparison(decision, analysis.program, analysis.level, DONE_WORDS[best], loss, entry.loss, best is ours)


def _equities(analysis: CubeAnalysis, match: Match, event: int, doubler: Player) -> tuple[float, float, float] | None:
    """No double, double and take, double and pass, as normalised equities of the doubler; None if they are missing."""
    no_double, double_take, double_pass = analysis.no_double, analysis.double_take, analysis.double_drop
    if no_double is None or double_take is None:
        return None
    if not analysis.is_match_winning_chance:
        return no_double, double_take, 1.0 if double_pass is None else double_pass
    state = match.state_at(event)
    lost, won = (winning_chance(state, doubler, equity) for equity in (-1.0, 1.0))
    if won <= lost:
        return None

    def equity(chance: float) -> float:
        return 2 * (chance - lost) / (won - lost) - 1

    return equity(no_double), equity(double_take), 1.0 if double_pass is None else equity(double_pass)
