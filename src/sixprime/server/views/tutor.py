"""What the tutor says about an action before it is taken, and what is told of it afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixprime.analysis.decisions import DecisionKind
from sixprime.analysis.tutor import Judgement, Tutor
from sixprime.analysis.wording import DONE_WORDS
from sixprime.core import Action, Match, Phase, Play, Player, SixprimeError, State, Win
from sixprime.core.match import events as ev
from sixprime.core.match.records import event_to_json
from sixprime.core.numbering import Numbering
from sixprime.formats.reading.detail_names import TUTOR
from sixprime.messages import Catalogue, Message, text
from sixprime.server.matches.logs import AppliedEvent, Moment
from sixprime.server.refusals import NotAllowed
from sixprime.server.schemas.tutor import AdviceAnswer, BetterChoiceAnswer, ChoiceAdviceAnswer, FirstChoiceAnswer
from sixprime.server.store.analyses import TutorNote
from sixprime.server.views.analyses import luck_mark
from sixprime.server.views.hints import decision_answer, play_hint, ranked_actions
from sixprime.server.views.positions import chances_answer

SHOWN_PLAYS = 5
"""How many of the best plays are shown beside the one that was chosen."""

Named = tuple[str, tuple[tuple[int, int], ...], int | None]
"""An action by its name, with the steps of a play and the value of a resignation."""


def advice(
    moment: Moment,
    player: Player,
    named: Named | None,
    tutor: Tutor,
    catalogue: Catalogue,
    *,
    shown: bool = False,
    numbering: Numbering = Numbering.OWN,
) -> tuple[AdviceAnswer, Judgement | None]:
    """What the tutor says about an action of a player, and its judgement; `shown` if the player wants to see what is
    better. `NotAllowed` if the rules do not allow the action.

    This takes time; call it in a thread.
    """
    state = moment.state
    is_resignation = named is not None and named[0] == Action.RESIGN.value
    if state.to_act is not player and not is_resignation:
        raise NotAllowed(text("it is the other side's turn"))
    try:
        judged = None if named is None else tutor.judge(state, _choice(state, named), player)
    except SixprimeError as error:
        raise NotAllowed(error.message) from None
    luck = None
    if state.to_act is player:
        found = tutor.prepare(state)
        forced, chances = len(found.plays or found.actions) < 2, found.chances
        luck = tutor.luck(_with_events(moment))
    else:
        assert judged is not None
        forced, chances = False, judged.chances
    answer = AdviceAnswer(
        version=moment.version,
        player=player.value,
        plies=tutor.engine.plies,
        forced=forced,
        luck=None if luck is None else round(luck, 4),
        luck_mark=None if luck is None else luck_mark(luck),
        chances=chances_answer(chances),
        choice=None if judged is None else _choice_answer(judged, tutor, catalogue, numbering, player, shown=shown),
    )
    return answer, judged


def _choice(state: State, named: Named) -> Play | Action | Win | str:
    name, steps, value = named
    if name == Action.RESIGN.value:
        return Win(value or 1)
    if state.phase is not Phase.TO_PLAY:
        return Action(name)
    if name != Action.PLAY.value:
        return Action(name)
    return state.turn().play_of(steps) if steps or state.legal_plays else ""


def _with_events(moment: Moment) -> Match | State:
    """The state, with the event before it if it was an opening roll, whose luck is another matter."""
    last = moment.last_event
    return moment.to_match() if last is not None and isinstance(last.event, ev.OpeningRolled) else moment.state


def _choice_answer(
    judged: Judgement, tutor: Tutor, catalogue: Catalogue, numbering: Numbering, player: Player, *, shown: bool
) -> ChoiceAdviceAnswer:
    action = judged.chosen if isinstance(judged.chosen, Action) else Action.PLAY
    is_better = shown and judged.best != judged.chosen
    return ChoiceAdviceAnswer.model_validate(
        {
            "kind": judged.kind.value,
            "action": action.value,
            "forced": judged.is_forced,
            "lost": round(judged.loss, 4),
            "mark": judged.mark.value,
            "chances": chances_answer(judged.chances),
            "better": _better(judged, tutor, catalogue, numbering, player) if is_better else None,
        }
    )


def _better(
    judged: Judgement, tutor: Tutor, catalogue: Catalogue, numbering: Numbering, player: Player
) -> BetterChoiceAnswer:
    best, analysis, label = judged.best, judged.analysis, numbering.labels(player)
    plays = [
        play_hint(entry, player)
        for place, entry in enumerate(analysis.plays)
        if place < SHOWN_PLAYS or entry.play == judged.chosen
    ]
    is_cube = judged.kind in (DecisionKind.DOUBLE, DecisionKind.ANSWER)
    return BetterChoiceAnswer.model_validate(
        {
            "action": best.value if isinstance(best, Action) else Action.PLAY.value,
            "words": judged.best_words.in_language(catalogue),
            "steps": list(best.pairs) if isinstance(best, Play) else None,
            "reasons": [message.in_language(catalogue) for message in tutor.why(judged, label)],
            "plays": plays if isinstance(best, Play) else None,
            "actions": None if judged.kind in NOT_RANKED else ranked_actions(analysis),
            "decision": decision_answer(judged.state, analysis.cube, catalogue) if is_cube and analysis.cube else None,
        }
    )


NOT_RANKED = (DecisionKind.PLAY, DecisionKind.RESIGNATION)


# Afterwards


def first_choice(
    note: TutorNote, applied: AppliedEvent, before: State, catalogue: Catalogue
) -> FirstChoiceAnswer | None:
    """What was chosen before the tutor asked to look again; None if it did not ask."""
    if note.choice is None:
        return None
    chosen = note.choice
    made = event_to_json(applied.event)
    return FirstChoiceAnswer.model_validate(
        {
            "action": chosen["action"],
            "words": _words(chosen, before).in_language(catalogue),
            "lost": round(note.lost or 0.0, 4),
            "changed": not _is_same(chosen, made, before),
            "shown": note.shown,
        }
    )


def _words(chosen: Mapping[str, Any], before: State) -> Message:
    action = Action(chosen["action"])
    if action is Action.PLAY:
        return Message("{play}", {"play": Play.of_legal_steps(before.position, _pairs(chosen)).notation()})
    if action is Action.RESIGN:
        return text("resign: {win}", win=Win(chosen["value"]).label)
    return DONE_WORDS[action]


def _is_same(chosen: Mapping[str, Any], made: Mapping[str, Any], before: State) -> bool:
    """Whether an action came to the same as the one that was chosen."""
    if chosen["action"] != made["type"]:
        return False
    if chosen["action"] == Action.PLAY.value:
        one, other = (Play.of_legal_steps(before.position, _pairs(steps)) for steps in (chosen, made))
        return one == other
    return bool(chosen.get("value") == made.get("value"))


def _pairs(written: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    return tuple((source, target) for source, target in written["steps"])


def tutor_details(notes: Mapping[int, TutorNote]) -> dict[str, str]:
    """The detail of a match file that says which sides had a tutor, so that statistics can tell these matches apart."""
    sides = sorted({note.side.value for note in notes.values()}, reverse=True)
    return {TUTOR: ", ".join(sides)} if sides else {}
