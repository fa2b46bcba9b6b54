"""Replays: every position of a match, with words for the event that led there and the notes of an imported match."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.core import Play, Player, Roll, State
from sixprime.core.match import events as ev
from sixprime.formats.dice.transcript_lines import is_about_dice
from sixprime.messages import Catalogue
from sixprime.server.encoding import json_object
from sixprime.server.matches.logs import AppliedEvent, Moment
from sixprime.server.matches.notes import Note, Notes
from sixprime.server.schemas.base import AnswerModel, CubeValueAnswer, NumberBySide, TextBySide
from sixprime.server.schemas.replays import ReplayAnswer, ReplayGameAnswer, ReplayMoveAnswer
from sixprime.server.schemas.states import GameResultAnswer
from sixprime.server.store.analyses import TutorNote
from sixprime.server.views.positions import white_board
from sixprime.server.views.states import naming, result_json
from sixprime.server.views.tutor import first_choice


def replay(
    match: str,
    moment: Moment,
    details: Mapping[str, str],
    notes: Notes,
    catalogue: Catalogue,
    *,
    with_analyses: bool = False,
    comments: Mapping[int, str] | None = None,
    may_comment: bool = False,
    tutor_notes: Mapping[int, TutorNote] | None = None,
) -> ReplayAnswer:
    """The whole match, with the analyses of its notes if they are wanted.

    `comments` are those written here, and `tutor_notes` those that the viewer may see, by the numbers of the entries.
    """
    tutor_notes = tutor_notes or {}
    games: list[ReplayGameAnswer] = []
    applied_events = list(moment.applied_events())
    applied_events.reverse()
    before = moment.start
    for applied in applied_events:
        if not games or games[-1].number != before.game:
            games.append(_game(before))
        if isinstance(applied.event, ev.PositionSet):
            moves, games[-1] = games[-1].moves, _game(applied.state)
            games[-1].moves = moves
        note = notes.get(applied.count - 1, Note())
        move = _move(applied, before, moment, note, catalogue, with_analyses=with_analyses)
        move.own_comment = (comments or {}).get(applied.seq)
        if applied.seq in tutor_notes:
            move.first_choice = first_choice(tutor_notes[applied.seq], applied, before, catalogue)
        games[-1].moves.append(move)
        if applied.state.history is not before.history and applied.state.history is not None:
            result = result_json(applied.state.history.last, naming(moment), catalogue)
            games[-1].result = GameResultAnswer.model_validate(result)
        before = applied.state
    return ReplayAnswer(
        match=match,
        version=moment.version,
        length=moment.start.length,
        checkers=moment.start.rules.start.checkers,
        names=TextBySide(white=moment.white.name, black=moment.black.name),
        details={name: words for name, words in details.items() if not is_about_dice(name)},
        analysed=sum(note.analyses is not None for note in notes.values()),
        may_comment=may_comment,
        tutored=sorted({note.game for note in tutor_notes.values()}),
        start=white_board(moment.start),
        games=games,
    )


def replay_text(answer: ReplayAnswer) -> str:
    """A replay as JSON. It is written move by move: one call for all would hold up every other thread."""
    games = []
    for game in answer.games:
        moves = ",".join(move.model_dump_json(exclude_unset=True) for move in game.moves)
        games.append(json_object(_fields(game, "moves"), moves=f"[{moves}]"))
    return json_object(_fields(answer, "games"), games=f"[{','.join(games)}]")


def _fields(answer: AnswerModel, left_out: str) -> str:
    """The fields of an answer but one, for `json_object`."""
    return answer.model_dump_json(exclude={left_out}, exclude_unset=True)[1:-1]


def _game(state: State) -> ReplayGameAnswer:
    white, black = state.score
    return ReplayGameAnswer(
        number=state.game,
        score=NumberBySide(white=white, black=black),
        crawford=state.is_crawford,
        moves=[],
        result=None,
    )


def _move(
    applied: AppliedEvent, before: State, moment: Moment, note: Note, catalogue: Catalogue, *, with_analyses: bool
) -> ReplayMoveAnswer:
    event, after = applied.event, applied.state
    ended = after.history is not before.history and after.history is not None
    board, cube = white_board(after), after.cube
    if ended and after.history is not None:
        # The state is already that of the next game; show how this one ended.
        result = after.history.last
        view = result.position if result.winner is Player.WHITE else result.position.flipped()
        board, cube = list(view.points), result.cube
    player = getattr(event, "player", None)
    if isinstance(event, ev.OpeningRolled | ev.PositionSet):
        player = after.on_roll
    is_play = isinstance(event, ev.Played)
    notation = Play.of_legal_steps(before.position, event.steps).notation() if isinstance(event, ev.Played) else None
    return ReplayMoveAnswer.model_validate(
        {
            "version": applied.seq,
            "type": event.action.value,
            "player": None if player is None else player.value,
            "roll": _roll(event, before.roll if is_play else after.roll),
            "steps": event.steps if isinstance(event, ev.Played) else None,
            "notation": notation,
            "resigned": event.win.value if isinstance(event, ev.Resigned) else None,
            "words": event.describe(naming(moment)).in_language(catalogue),
            "board": board,
            "cube": CubeValueAnswer(value=cube.value, owner=None if cube.owner is None else cube.owner.value),
            "comment": note.comment,
            "own_comment": None,
            "first_choice": None,
            "analyses": note.analyses_json() if with_analyses else None,
        }
    )


def _roll(event: ev.Event, roll: Roll | None) -> tuple[int, int] | None:
    if isinstance(event, ev.OpeningRolled):
        return event.white, event.black
    return (roll.first, roll.second) if isinstance(event, ev.Played | ev.Rolled) and roll is not None else None
