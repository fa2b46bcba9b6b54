"""A match as text for people: game by game, turn by turn, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sixprime.core import Match, Phase, Player, Roll
from sixprime.core import events as ev
from sixprime.formats.numbering import Numbering
from sixprime.messages import ENGLISH, Catalogue, Message, text


def player_label(match: Match, player: Player) -> Message:
    """A player's name, or the colour where there is none."""
    name = match.names[player]
    return text("{name} ({colour})", name=name, colour=player.label) if name else player.label


def transcript(match: Match, catalogue: Catalogue = ENGLISH, numbering: Numbering = Numbering.OWN) -> str:
    """The whole match in lines."""
    return "\n".join(_lines(match, catalogue, numbering)) + "\n"


def _lines(match: Match, catalogue: Catalogue, numbering: Numbering) -> Iterator[str]:
    def say(message: Message) -> str:
        return message.in_language(catalogue)

    players = [player_label(match, player) for player in Player]
    title = text("{white} against {black}", white=players[0], black=players[1])
    yield say(title)
    if match.length is None:
        yield say(text("Money play, {stake} a point", stake=match.rules.stake))
    else:
        yield say(text("Match to {length}", length=match.length))
    replay = Match(match.rules, length=match.length, names=match.names)
    pending: Roll | None = None
    turn = 0
    for event in match.events:
        state = replay.state
        if state.phase is Phase.OPENING and turn == 0:
            yield ""
            white, black = state.score
            score = f"{white}-{black}"
            if state.is_crawford:
                yield say(text("Game {number}, score {score}, Crawford game", number=state.game, score=score))
            else:
                yield say(text("Game {number}, score {score}", number=state.game, score=score))
        turn += 1
        games = len(replay.results)
        if isinstance(event, ev.Played) and pending is None:
            pending = state.roll
        notation = ""
        if isinstance(event, ev.Played):
            play = state.turn().play_of(event.steps)
            notation = play.notation(numbering.labels(event.player))
        replay.apply(event)
        match event:
            case ev.Rolled():
                pending = event.roll
            case ev.Played():
                moved = notation or say(text("cannot move"))
                yield f"  {say(player_label(match, event.player))} {pending}: {moved}"
                pending = None
            case _:
                yield f"  {say(event.describe(partial(player_label, match)))}"
        if len(replay.results) > games:
            turn = 0
            game = replay.results[-1]
            yield "  " + say(
                text(
                    "{winner} wins {points} ({win}): {why}",
                    winner=player_label(match, game.winner),
                    points=game.points,
                    win=game.win.label,
                    why=game.why,
                )
            )
    if match.result is not None:
        white, black = match.result.score
        yield ""
        yield say(text("Final score {white}-{black}: {why}", white=white, black=black, why=match.result.why))
