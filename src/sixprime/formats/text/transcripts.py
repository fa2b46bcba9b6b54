"""A match as text for people: game by game, turn by turn, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sixprime.core import Match, Phase, Player
from sixprime.core.match import events as ev
from sixprime.core.numbering import Numbering
from sixprime.messages import ENGLISH, Catalogue, Message, text


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A line of a transcript."""

    words: str
    event: int | None = None
    """The number of the event that it describes, counted from 0; None for headings, results and empty lines."""
    move: int | None = None
    """The number of the play in its game, counted from 1."""


def player_label(match: Match, player: Player) -> Message:
    """A player's name, or the colour if there is no name."""
    name = match.names[player]
    return text("{name} ({colour})", name=name, colour=player.label) if name else player.label


def transcript(match: Match, catalogue: Catalogue = ENGLISH, numbering: Numbering = Numbering.OWN) -> str:
    """The whole match as text.

    >>> print(transcript(Match(length=5)).splitlines()[1])
    Match to 5
    """
    return "\n".join(line.words for line in transcript_lines(match, catalogue, numbering)) + "\n"


def transcript_lines(
    match: Match, catalogue: Catalogue = ENGLISH, numbering: Numbering = Numbering.OWN
) -> Iterator[TranscriptLine]:
    """The lines of the whole match, each with the event that it describes."""

    def say(message: Message) -> str:
        return message.in_language(catalogue)

    players = [player_label(match, player) for player in Player]
    yield TranscriptLine(say(text("{white} against {black}", white=players[0], black=players[1])))
    if match.length is None:
        yield TranscriptLine(say(text("Money play, {stake} a point", stake=match.rules.stake)))
    else:
        yield TranscriptLine(say(text("Match to {length}", length=match.length)))
    begins = True
    move = 0
    for number, event in enumerate(match.events):
        state, after = match.state_at(number), match.state_at(number + 1)
        if state.phase is Phase.OPENING and begins:
            yield TranscriptLine("")
            white, black = state.score
            score = f"{white}-{black}"
            if state.is_crawford:
                heading = text("Game {number}, score {score}, Crawford game", number=state.game, score=score)
            else:
                heading = text("Game {number}, score {score}", number=state.game, score=score)
            yield TranscriptLine(say(heading))
        begins = False
        match event:
            case ev.Rolled():
                pass  # written with its play
            case ev.Played():
                move += 1
                play = state.turn().play_of(event.steps)
                moved = play.notation(numbering.labels(event.player)) or say(text("cannot move"))
                line = f"  {say(player_label(match, event.player))} {state.roll}: {moved}"
                yield TranscriptLine(line, number, move)
            case _:
                yield TranscriptLine(f"  {say(event.describe(partial(player_label, match)))}", number)
        if after.history is not None and after.history is not state.history:
            begins, move = True, 0
            game = after.history.last
            result = text(
                "{winner} wins {points} ({win}): {why}",
                winner=player_label(match, game.winner),
                points=game.points,
                win=game.win.label,
                why=game.why,
            )
            yield TranscriptLine("  " + say(result))
    if match.result is not None:
        white, black = match.result.score
        yield TranscriptLine("")
        ending = text("Final score {white}-{black}: {why}", white=white, black=black, why=match.result.why)
        yield TranscriptLine(say(ending))
