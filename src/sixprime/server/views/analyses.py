"""Reviews as clients get them: figures, all decisions and rolls of a match, and everything about one decision.

These are made from a `MatchReview` and its `Match` alone, without a server, so that files can have the same content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sixprime.analysis import DecisionKind, DecisionReview, MatchReview, RollReview
from sixprime.analysis.figures import (
    DEFAULT_MARKS,
    LUCKY,
    VERY_LUCKY,
    Marks,
    MatchFigures,
    Tally,
    cube_error_of,
    figures_of,
)
from sixprime.analysis.reviewing import decision_at
from sixprime.analysis.reviews import ActionsFinding, DoubleValues, Finding, PlayCandidate, PlaysFinding
from sixprime.core import Action, Match, Play, Player, Roll, SixprimeError, State
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.analyses import ACTION_WORDS
from sixprime.engine.cube.views import CubeView
from sixprime.formats.ids import xgid
from sixprime.messages import Catalogue, Message, text
from sixprime.server.encoding import json_object
from sixprime.server.schemas.analyses import (
    AnalysedActionAnswer,
    AnalysisAnswer,
    ComparisonAnswer,
    DecisionAnswer,
    DecisionSummaryAnswer,
    FiguresAnswer,
    FiguresBySide,
    GameFiguresAnswer,
    LuckAnswer,
    PlayCandidateAnswer,
    ReviewAnswer,
    RollLuckAnswer,
    TallyAnswer,
)
from sixprime.server.schemas.base import CubeValueAnswer, NumberBySide
from sixprime.server.schemas.states import TurnGraphAnswer
from sixprime.server.schemas.studies import CubeDecisionAnswer
from sixprime.server.views.positions import board_of, chances_answer, white_board

DIGITS, KEPT_DIGITS = 5, 7
"""How many digits after the point are shown, and how many are kept in files."""
MARK_WORDS: Mapping[Action, Message] = {**ACTION_WORDS, Action.ROLL: text("no double")}
"""What players did: to roll where a double was possible is not to double."""


def finished_analysis(review: MatchReview) -> AnalysisAnswer:
    """The job of a review that no server has made."""
    done = len(review.decisions) + len(review.rolls)
    return AnalysisAnswer.model_validate(
        {
            "analysis": "", "match": None, "event": None, "depth": review.depth,
            "state": "done" if review.is_complete else "cancelled", "done": done, "total": review.total, "ahead": 0,
            "engine": review.engine, "is_current": True, "mine": False, "message": None,
        }
    )  # fmt: skip


@dataclass(frozen=True)
class ReviewView:
    """A review of a match, in a language. `versions` are those of the log after each event, where there is a log."""

    review: MatchReview
    match: Match
    catalogue: Catalogue
    versions: Sequence[int] | None = None
    marks: Marks = DEFAULT_MARKS

    # All of it

    def answer(
        self,
        analysis: AnalysisAnswer | None = None,
        available: Sequence[AnalysisAnswer] = (),
        file_programs: Sequence[str] = (),
    ) -> ReviewAnswer:
        """Everything that was found, but for the candidates of each decision."""
        told = analysis or finished_analysis(self.review)
        return ReviewAnswer.model_validate(
            {
                "analysis": told,
                "match": told.match or "",
                "version": self._version(len(self._events) - 1),
                "depth": self.review.depth,
                "engine": self.review.engine,
                "is_current": told.is_current,
                "is_complete": self.review.is_complete,
                "figures": self.figures(),
                "games": [
                    GameFiguresAnswer(game=number, figures=self.figures(number))
                    for number in sorted({entry.decision.game for entry in self.review.decisions})
                ],
                "decisions": list(self.decisions()),
                "rolls": list(self.rolls()),
                "available": list(available),
                "file_programs": list(file_programs),
            }
        )

    def decisions(self, reviews: Sequence[DecisionReview] | None = None) -> Iterator[DecisionSummaryAnswer]:
        """The decisions in short; all of them, or some."""
        for entry in self.review.decisions if reviews is None else reviews:
            yield self._summary(entry)

    def rolls(self, reviews: Sequence[RollReview] | None = None) -> Iterator[RollLuckAnswer]:
        """The rolls; all of them, or some."""
        for entry in self.review.rolls if reviews is None else reviews:
            roll = _roll_of(self._events[entry.event])
            yield RollLuckAnswer(
                event=entry.event,
                version=self._version(entry.event),
                game=entry.game,
                player=entry.player.value,
                roll=(roll.first, roll.second),
                luck=_rounded(entry.luck),
                match_luck=_maybe(entry.match_luck),
                mark=luck_mark(entry.luck),
                win_chance=_rounded(entry.win_chance),
                match_chance=_maybe(entry.match_chance),
            )

    def figures(self, game: int | None = None) -> FiguresBySide:
        """The figures of the match, or of one game."""
        found = figures_of(self.review, self.match, game=game, marks=self.marks)
        white, black = (self._figures_of(found, player) for player in Player)
        return FiguresBySide(white=white, black=black)

    @cached_property
    def _events(self) -> tuple[ev.Event, ...]:
        return self.match.events

    @cached_property
    def _luck(self) -> dict[int, RollReview]:
        return {entry.event: entry for entry in self.review.rolls}

    def _version(self, event: int) -> int:
        if event < 0:
            return 0
        return event + 1 if self.versions is None else self.versions[event]

    def _name(self, player: Player) -> Message:
        written = self.match.names[player]
        return Message("{name}", {"name": written}) if written else player.label

    def _say(self, message: Message) -> str:
        return message.in_language(self.catalogue)

    # Figures

    def _figures_of(self, figures: MatchFigures, player: Player) -> FiguresAnswer:
        found, adjusted = figures.of(player), figures.luck_adjusted_result(player)
        luck = found.luck
        return FiguresAnswer(
            name=self.match.names[player],
            moves=found.moves,
            decisions=found.decisions,
            pr=_rounded(found.pr),
            band=self._say(found.band),
            gnubg_rate=_rounded(found.gnubg_rate),
            gnubg_play_rate=_rounded(found.gnubg_play_rate),
            gnubg_cube_rate=_rounded(found.gnubg_cube_rate),
            snowie_rate=_rounded(found.snowie_rate),
            loss=_rounded(found.total.loss),
            match_loss=_rounded(found.total.match_loss),
            plays=self._tally(found.plays),
            cube=self._tally(found.cube),
            doubles=self._tally(found.doubles),
            answers=self._tally(found.answers),
            resignations=self._tally(found.resignations),
            marks={mark.value: self._tally(tally, mark.label) for mark, tally in found.marks.items()},
            cube_errors={
                kind.value: self._tally(tally, kind.plural_label) for kind, tally in found.cube_errors.items()
            },
            luck=LuckAnswer(
                sum=_rounded(luck.luck),
                match=_rounded(luck.match_luck),
                points=_rounded(luck.points),
                difference=_rounded(figures.luck_difference(player)),
                very_lucky=list(luck.very_lucky),
                lucky=list(luck.lucky),
                unlucky=list(luck.unlucky),
                very_unlucky=list(luck.very_unlucky),
            ),
            luck_adjusted_result=_maybe(adjusted),
        )

    def _tally(self, tally: Tally, label: Message | None = None) -> TallyAnswer:
        counted = TallyAnswer(
            count=tally.count,
            loss=_rounded(tally.loss),
            match_loss=_rounded(tally.match_loss),
            events=list(tally.events),
        )
        if label is not None:
            counted.label = self._say(label)
        return counted

    # Decisions

    def _summary(self, entry: DecisionReview) -> DecisionSummaryAnswer:
        decision = entry.decision
        luck = self._luck.get(decision.event - 1) if decision.kind is DecisionKind.PLAY else None
        error = cube_error_of(entry)
        return DecisionSummaryAnswer.model_validate(
            {
                "event": decision.event,
                "version": self._version(decision.event),
                "game": decision.game,
                "player": decision.player.value,
                "kind": decision.kind.value,
                "action": decision.action.value,
                "forced": entry.is_forced,
                "loss": _rounded(entry.loss),
                "match_loss": _maybe(entry.match_loss),
                "mark": self.marks.of(entry.loss).value,
                "cube_error": None if error is None else error.value,
                "words": self._say(self._done(entry)),
                "best": self._say(self._best(entry)),
                "luck": None if luck is None else _rounded(luck.luck),
            }
        )

    def _done(self, entry: DecisionReview) -> Message:
        """What the player did."""
        event = self._events[entry.decision.event]
        return MARK_WORDS[Action.ROLL] if isinstance(event, ev.Rolled) else event.describe(self._name)

    def _best(self, entry: DecisionReview) -> Message:
        """What the player should have done."""
        finding = entry.finding
        if isinstance(finding, PlaysFinding):
            position = self.match.state_at(entry.decision.event).position
            notation = Play.of_legal_steps(position, finding.candidates[0].steps).notation()
            return Message("{play}", {"play": notation}) if notation else text("cannot move")
        if entry.decision.kind is DecisionKind.RESIGNATION:
            return text("play on") if entry.loss else MARK_WORDS[Action.RESIGN]
        return MARK_WORDS[max(finding.actions, key=lambda one: one.equity).action]

    def decision(self, event: int, comparison: ComparisonAnswer | None = None) -> DecisionAnswer | None:
        """Everything about the decision that an event made; None if it made none, or it has not been reviewed."""
        entry = self.review.at(event)
        if entry is None:
            return None
        decision = entry.decision
        state, _ = decision_at(self.match, decision, self._events[event])
        luck = self._luck.get(event - 1) if decision.kind is DecisionKind.PLAY else None
        error = cube_error_of(entry)
        found = finding_fields(entry.finding, decision.kind, state, decision.player, self.catalogue)
        for number, candidate in enumerate(found["plays"] or ()):
            candidate.played = number == entry.played
        for action in found["actions"] or ():
            action.played = action.action == decision.action.value
        return DecisionAnswer.model_validate(
            found
            | {
                "event": event,
                "version": self._version(event),
                "action": decision.action.value,
                "words": self._say(self._done(entry)),
                "loss": _rounded(entry.loss),
                "match_loss": _maybe(entry.match_loss),
                "mark": self.marks.of(entry.loss).value,
                "cube_error": None if error is None else error.value,
                "depth": self.review.depth,
                "engine": self.review.engine,
                "luck": None if luck is None else _rounded(luck.luck),
                "comparison": comparison,
            }
        )


def review_text(answer: ReviewAnswer) -> str:
    """A review as JSON. It is written in parts: one call for all would hold up every other thread."""
    parts = {}
    for name in ("decisions", "rolls"):
        entries: Sequence[DecisionSummaryAnswer | RollLuckAnswer] = getattr(answer, name)
        parts[name] = f"[{','.join(entry.model_dump_json(exclude_unset=True) for entry in entries)}]"
    fields = answer.model_dump_json(exclude={"decisions", "rolls"}, exclude_unset=True)[1:-1]
    return json_object(fields, **parts)


def position_decision(
    state: State, kind: DecisionKind, finding: Finding, depth: str, engine: str, catalogue: Catalogue
) -> DecisionAnswer:
    """Everything about the decision of a position that is no part of a match."""
    player = state.to_act
    assert player is not None
    found = finding_fields(finding, kind, state, player, catalogue)
    for name in ("event", "version", "action", "words", "loss", "match_loss", "mark", "cube_error"):
        found[name] = None
    return DecisionAnswer.model_validate(found | {"depth": depth, "engine": engine, "luck": None, "comparison": None})


def finding_fields(
    finding: Finding, kind: DecisionKind, state: State, player: Player, catalogue: Catalogue
) -> dict[str, Any]:
    """What a `DecisionAnswer` tells of a state and of what was found about it."""
    white, black = state.score
    best: PlayCandidate | ActionsFinding
    if isinstance(finding, PlaysFinding):
        best, legal = finding.candidates[0], finding.legal
        plays, actions, cube = _plays(finding, state, player), None, None
    else:
        best, legal = finding, 0
        plays, actions = None, _actions(finding, catalogue)
        cube = None if finding.double is None else _cube_decision(finding.double, finding, state, catalogue)
    # For an offer of a resignation the values are those of the player who answers.
    chances = best.chances.for_opponent() if kind is DecisionKind.RESIGNATION else best.chances
    return {
        "player": player.value,
        "kind": kind.value,
        "board": white_board(state),
        "roll": None if state.roll is None else (state.roll.first, state.roll.second),
        "cube": CubeValueAnswer(
            value=state.cube.value, owner=None if state.cube.owner is None else state.cube.owner.value
        ),
        "length": state.length,
        "score": NumberBySide(white=white, black=black),
        "crawford": state.is_crawford,
        "xgid": _xgid(state),
        "legal": legal,
        "turn": None if plays is None else _turn(state),
        "plays": plays,
        "actions": actions,
        "cube_decision": cube,
        "chances": chances_answer(chances),
        "plies": best.depth,
        "games": best.games,
        "error": _maybe(best.error),
    }


def _turn(state: State) -> TurnGraphAnswer:
    assert state.roll is not None
    return TurnGraphAnswer.model_validate({"nodes": turn_graph(state.position, state.roll, state.rules)})


def _plays(finding: PlaysFinding, state: State, player: Player) -> list[PlayCandidateAnswer]:
    best = finding.candidates[0].equity
    found = []
    for candidate in finding.candidates:
        play = Play.of_legal_steps(state.position, candidate.steps)
        found.append(
            PlayCandidateAnswer(
                notation=play.notation(),
                steps=list(play.pairs),
                board=board_of(play.result, player),
                equity=_rounded(candidate.equity),
                loss=_rounded(max(best - candidate.equity, 0.0)),
                match_chance=_maybe(candidate.match_chance),
                chances=chances_answer(candidate.chances),
                plies=candidate.depth,
                games=candidate.games,
                error=_maybe(candidate.error),
                played=False,
            )
        )
    return found


def _actions(finding: ActionsFinding, catalogue: Catalogue) -> list[AnalysedActionAnswer]:
    best = max(entry.equity for entry in finding.actions)
    return [
        AnalysedActionAnswer.model_validate(
            {
                "action": entry.action.value,
                "equity": _rounded(entry.equity),
                "lost": _rounded(best - entry.equity),
                "words": MARK_WORDS[entry.action].in_language(catalogue),
                "match_chance": _maybe(entry.match_chance),
                "played": False,
            }
        )
        for entry in finding.actions
    ]


def _cube_decision(
    double: DoubleValues, finding: ActionsFinding, state: State, catalogue: Catalogue
) -> CubeDecisionAnswer | None:
    on_roll = state.on_roll
    if on_roll is None:
        return None
    view = CubeView.of(state, on_roll)
    values = (double.no_double, double.double_take, double.double_pass)
    label = double.verdict.redouble_label if double.is_redouble else double.verdict.label
    is_answer = state.offer is not None
    return CubeDecisionAnswer(
        player=on_roll.value,
        no_double=_rounded(double.no_double),
        double_take=_rounded(double.double_take),
        double_pass=_rounded(double.double_pass),
        match_chances=None if view.is_money else [_rounded(view.chance(value)) for value in values],
        may_double=is_answer or any(entry.action is Action.DOUBLE for entry in finding.actions),
        redouble=double.is_redouble,
        verdict=double.verdict.value,
        words=label.in_language(catalogue),
    )


def _xgid(state: State) -> str | None:
    try:
        return xgid(Situation.from_state(state))
    except SixprimeError:
        return None


def luck_mark(luck: float) -> Any:
    """What a roll of so much luck is called; None if it is nothing special."""
    if abs(luck) <= LUCKY:
        return None
    name = "lucky" if luck > 0 else "unlucky"
    return f"very-{name}" if abs(luck) > VERY_LUCKY else name


def _roll_of(event: ev.Event) -> Roll:
    if isinstance(event, ev.OpeningRolled):
        return Roll(event.white, event.black)
    assert isinstance(event, ev.Rolled)
    return event.roll


def _rounded(number: float) -> float:
    """A number as it is shown, which is the same whether it was kept in a file meanwhile or not."""
    return round(round(number, KEPT_DIGITS), DIGITS)


def _maybe(number: float | None) -> float | None:
    return None if number is None else _rounded(number)
