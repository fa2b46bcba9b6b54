"""`sixprime show`: a match file move by move, or one position of it.

Ids and pasted boards are shown by `sixprime.cli.files.show_board`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixprime.cli.files import show_board
from sixprime.cli.files.show_board import Found, PictureOptions
from sixprime.cli.shared.match_files import MOST_PROBLEMS, plain, plain_path, problem_lines, read_bytes
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.cli.shared.saves import FileProblem
from sixprime.core import Event, Match, Phase, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.formats.match_files import FORMATS, MatchFile, ReadMatch, UnreadableFile, read_match_bytes
from sixprime.formats.text import TranscriptLine, analysis_lines, transcript_lines
from sixprime.messages import Catalogue, text

INDENT = " " * 6


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """Which match, game and move of a file to show, as typed, and whether to show analyses."""

    match: str | None = None
    game: str | None = None
    move: str | None = None
    analysis: bool = False

    @property
    def is_one(self) -> bool:
        """Whether one position is asked for, not the whole match."""
        return self.game is not None or self.move is not None


def _read_if_match(path: Path) -> MatchFile | None:
    """The matches of a file; None if it holds a board or an id instead."""
    data = read_bytes(path)
    if not any(known.recognises(data) for known in FORMATS):
        return None
    try:
        return read_match_bytes(data, path.name)
    except UnreadableFile as error:
        try:
            show_board.read_board_file(path)
        except SixprimeError:
            raise FileProblem(text("{path}: {why}", path=plain_path(path), why=error.message)) from error
        return None


# Finding a position


def games_of(match: Match) -> list[range]:
    """For each game, the numbers of its events, counted from 0."""
    games: list[range] = []
    start = 0
    for number in range(match.version):
        if match.state_at(number + 1).history is not match.state_at(number).history:
            games.append(range(start, number + 1))
            start = number + 1
    if any(not isinstance(event, ev.SessionEnded) for event in match.events[start:]):
        games.append(range(start, match.version))
    return games


def version_at(match: Match, game: str | None = None, move: str | None = None) -> int:
    """The version of a match at a move, after its roll and before its play; without a move, at the end of the game.

    Moves are the rolls of a game, counted from 1 for both players together. The end of a finished game is the moment
    before its last event.
    """
    games = games_of(match)
    if not games:
        if game is not None or move is not None:
            raise BadOption(text("there is no game in this match"))
        return match.version
    if game is None and move is not None and len(games) > 1:
        raise BadOption(text("the match has {count} games: say which with --game", count=len(games)))
    number = len(games) if game is None else whole_number("--game", game, 1, len(games))
    events = games[number - 1]
    if move is not None:
        rolls = [at + 1 for at in events if _is_roll(match, at)]
        if not rolls:
            raise BadOption(text("game {number} has no moves", number=number))
        return rolls[whole_number("--move", move, 1, len(rolls)) - 1]
    end = events.stop
    is_over = match.state_at(end).phase in (Phase.OPENING, Phase.OVER)
    return end - 1 if is_over else end


def _is_roll(match: Match, number: int) -> bool:
    """Whether an event is a roll that is to be played, which a tie in the opening is not."""
    event = match.events[number]
    return isinstance(event, ev.Rolled) or (isinstance(event, ev.OpeningRolled) and event.white != event.black)


def _chosen(file: MatchFile, place: PlaceOptions) -> Sequence[ReadMatch]:
    """The matches of the file that are asked for."""
    count = len(file.matches)
    if place.match is not None:
        return [file.matches[whole_number("--match", place.match, 1, count) - 1]]
    if place.is_one and count > 1:
        raise BadOption(text("the file has {count} matches: say which with --match", count=count))
    return file.matches


# Showing


def show_source(source: str, options: PictureOptions, place: PlaceOptions, words: Catalogue) -> None:
    """Show an id, a board or a file; of a match, all moves or the one position that is asked for."""
    path = show_board.path_of_file(source) if source.strip() != show_board.STANDARD_STREAM else None
    file = _read_if_match(path) if path is not None else None
    if file is None:
        if place != PlaceOptions():
            raise BadOption(text("--match, --game, --move and --analysis are for files of matches"))
        show_board.show(source, options, words)
        return
    console = Console(highlight=False, emoji=False)
    chosen = _chosen(file, place)
    if place.analysis:
        chosen = [_with_own_analyses(read) for read in chosen]
    if options.are_any or place.is_one or not any(_has_plays(read.match) for read in chosen):
        places = [(read, version_at(read.match, place.game, place.move)) for read in chosen]
        show_board.show(source, options, words, read_file=lambda _: [_found(read.match, at) for read, at in places])
        if options.svg != show_board.STANDARD_STREAM:
            for read, at in places:
                _tell_decision(read, at, place, console, words)
    else:
        for number, read in enumerate(chosen, 1):
            if len(chosen) > 1:
                heading = text("Match {number} of {count}", number=number, count=len(chosen))
                console.print(Text(("\n" if number > 1 else "") + heading.in_language(words), "bold"))
            for line in _pages(read, place.analysis, words):
                console.print(Text(line), soft_wrap=True)
    errors = Console(stderr=True, highlight=False, emoji=False)
    for note in problem_lines(file, MOST_PROBLEMS):
        said = text("Note: {note}", note=note).in_language(words)
        errors.print(Text(plain(said), "yellow"), soft_wrap=True)


def _with_own_analyses(read: ReadMatch) -> ReadMatch:
    """The match with what our own review in the file says, after what other programs say."""
    if read.review is None:
        return read
    from sixprime.analysis.file_reviews import file_analyses, review_in  # loads the engine

    review = review_in(read)
    own = {} if review is None else file_analyses(review, read.match)
    events = sorted({*read.analyses, *own})
    return replace(read, analyses={event: (*read.analyses.get(event, ()), *own.get(event, ())) for event in events})


def _has_plays(match: Match) -> bool:
    return any(isinstance(event, ev.Played) for event in match.events)


def _found(match: Match, version: int) -> Found:
    names = {player: plain(name) for player, name in match.names.items() if name}
    return Found(Situation.from_state(match.state_at(version)), names)


def _tell_decision(read: ReadMatch, version: int, place: PlaceOptions, console: Console, words: Catalogue) -> None:
    """Print the play made at a position, and the file's analyses of it."""
    match = read.match
    event: Event | None = match.events[version] if version < match.version else None
    if isinstance(event, ev.Played) and place.move is not None:
        notation = match.state_at(version).turn().play_of(event.steps).notation()
        played = notation or text("cannot move").in_language(words)
        console.print(Text("\n" + text("Played: {play}", play=played).in_language(words), "bold"), soft_wrap=True)
    if place.analysis:
        for number in (version - 1, version):
            for line in _notes(read, number, words):
                console.print(Text(line), soft_wrap=True)


def _pages(read: ReadMatch, with_analyses: bool, words: Catalogue) -> Iterator[str]:
    """A match line by line: numbered moves, with comments and analyses below the move that they are about."""
    told = 0
    for line in transcript_lines(read.match, words):
        if line.event is not None:
            for number in range(told, line.event):  # rolls have no line of their own
                yield from _below(read, number, with_analyses, words)
            told = line.event + 1
        yield _numbered(line)
        if line.event is not None:
            yield from _below(read, line.event, with_analyses, words)
    for number in range(told, read.match.version):
        yield from _below(read, number, with_analyses, words)


def _numbered(line: TranscriptLine) -> str:
    if line.move is not None:
        return f"{line.move:>4}  {plain(line.words.strip())}"
    return plain(INDENT + line.words.strip() if line.words.startswith(" ") else line.words)


def _below(read: ReadMatch, number: int, with_analyses: bool, words: Catalogue) -> Iterator[str]:
    for line in read.comments.get(number, "").splitlines():
        yield f'{INDENT}  "{plain(line)}"'
    if with_analyses:
        yield from _notes(read, number, words)


def _notes(read: ReadMatch, number: int, words: Catalogue) -> Iterator[str]:
    for analysis in read.analyses.get(number, ()):
        for line in analysis_lines(analysis, words):
            yield INDENT + plain(line)
