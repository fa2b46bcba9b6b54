"""A match from its first event to its last, for replaying: every position, with words for what led there, and what the
file of an imported match says about it."""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.core import Player, Position, State
from sixprime.core import events as ev
from sixprime.core.plays import Play, Step
from sixprime.messages import Catalogue
from sixprime.server.dice.transcript_lines import is_about_dice
from sixprime.server.encoding import compact_json
from sixprime.server.matches.logs import AppliedEvent, Moment
from sixprime.server.matches.notes import Note, Notes
from sixprime.server.views.states import Json, naming, result_json


def written_play(position: Position, pairs: tuple[tuple[int, int], ...]) -> str:
    """The standard notation of steps that are known to be legal."""
    points = list(position.points)
    steps = []
    for source, target in pairs:
        hit = target > 0 and points[target] == -1
        points[source] -= 1
        if target > 0:
            points[target] = 1 if hit else points[target] + 1
        steps.append(Step(source, target, source - target, hit))
    return Play(position, tuple(steps), position).notation()


def white_board(state: State) -> list[int]:
    """The board as White sees it."""
    position = state.position if state.on_roll is not Player.BLACK else state.position.flipped()
    return list(position.points)


def replay(
    match: str,
    moment: Moment,
    details: Mapping[str, str],
    notes: Notes,
    catalogue: Catalogue,
    *,
    with_analyses: bool = False,
) -> str:
    """The whole match, as JSON."""
    games: list[Json] = []
    lines = list(moment.applied_events())
    lines.reverse()
    before = moment.start
    for line in lines:
        if not games or games[-1]["number"] != before.game:
            games.append(_game(before))
        if isinstance(line.event, ev.PositionSet):
            games[-1] |= _game(line.state) | {"moves": games[-1]["moves"]}
        moves = games[-1]["moves"]
        assert isinstance(moves, list)
        note = notes.get(line.count - 1, Note())
        told = {"comment": note.comment, "analyses": note.analyses_json() if with_analyses else None}
        moves.append(_move(line, before, moment, catalogue) | told)
        if line.state.history is not before.history and line.state.history is not None:
            games[-1]["result"] = result_json(line.state.history.last, naming(moment), catalogue)
        before = line.state
    return compact_json(
        {
            "match": match,
            "version": moment.version,
            "length": moment.start.length,
            "checkers": moment.start.rules.start.checkers,
            "names": {player.value: moment.seat(player).name for player in Player},
            "details": {name: words for name, words in details.items() if not is_about_dice(name)},
            "analysed": sum(note.analyses is not None for note in notes.values()),
            "start": white_board(moment.start),
            "games": games,
        }
    )


def _game(state: State) -> Json:
    white, black = state.score
    return {
        "number": state.game,
        "score": {"white": white, "black": black},
        "crawford": state.is_crawford,
        "moves": [],
        "result": None,
    }


def _move(line: AppliedEvent, before: State, moment: Moment, catalogue: Catalogue) -> Json:
    event, after = line.event, line.state
    ended = after.history is not before.history and after.history is not None
    board, cube = white_board(after), after.cube
    if ended and after.history is not None:
        # The state is that of the next game already; what people want to see is how this one ended.
        result = after.history.last
        view = result.position if result.winner is Player.WHITE else result.position.flipped()
        board, cube = list(view.points), result.cube
    player = getattr(event, "player", None)
    if isinstance(event, ev.OpeningRolled | ev.PositionSet):
        player = after.on_roll
    roll = before.roll if isinstance(event, ev.Played) else after.roll
    steps = [list(step) for step in event.steps] if isinstance(event, ev.Played) else None
    return {
        "version": line.seq,
        "type": event.action.value,
        "player": None if player is None else player.value,
        "roll": _roll(event, roll),
        "steps": steps,
        "notation": written_play(before.position, event.steps) if isinstance(event, ev.Played) else None,
        "words": event.describe(naming(moment)).in_language(catalogue),
        "board": board,
        "cube": {"value": cube.value, "owner": None if cube.owner is None else cube.owner.value},
    }


def _roll(event: ev.Event, roll: object) -> list[int] | None:
    if isinstance(event, ev.OpeningRolled):
        return [event.white, event.black]
    return list(roll) if isinstance(event, ev.Played | ev.Rolled) and roll is not None else None  # type: ignore[call-overload]
