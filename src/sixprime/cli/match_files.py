"""Match files at the command line: reading them, finding a position in one, and showing one move by move.

`sixprime show` comes here for files that hold matches. Ids and pasted boards are for `sixprime.cli.pictures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixprime.cli import pictures, saves
from sixprime.cli.options import BadOption, whole_number
from sixprime.cli.pictures import Found, PictureWishes
from sixprime.cli.saves import FileProblem
from sixprime.core import Event, Match, Phase, SixprimeError
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.formats.match_files import FORMATS, MatchFile, ReadMatch, UnreadableFile, read_match_bytes
from sixprime.formats.reading.results import MAX_FILE_BYTES
from sixprime.formats.text import TranscriptLine, analysis_lines, transcript_lines
from sixprime.messages import Catalogue, Message, counted, text

MOST_PROBLEMS = 10
"""So many problems of a file are told unasked."""
INDENT = " " * 6


@dataclass(frozen=True, slots=True)
class PlaceWishes:
    """Which place of a match file somebody wants to see, as it was typed, and whether with its analyses."""

    match: str | None = None
    game: str | None = None
    move: str | None = None
    analysis: bool = False

    @property
    def is_one(self) -> bool:
        """Whether a position is meant, and not the whole match."""
        return self.game is not None or self.move is not None


# Reading


def plain(words: str) -> str:
    """Words of a file, or its name, as a line of a terminal can show them."""
    return "".join(character if character.isprintable() else " " for character in words)


def plain_path(path: Path) -> str:
    """The name of a file as a line can show it."""
    return plain(str(path)).strip() or "?"


def read_file(path: Path) -> MatchFile:
    """The matches of a file; what is wrong with the file as a whole is said together with its name."""
    data = _bytes_of(path)
    try:
        return read_match_bytes(data, path.name)
    except SixprimeError as error:
        raise FileProblem(text("{path}: {why}", path=plain_path(path), why=error.message)) from error


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        why = saves.reason(error)
        raise FileProblem(text("cannot read {path}: {why}", path=plain_path(path), why=why)) from error
    except ValueError as error:
        raise FileProblem(text("{path} is not a file name", path=plain_path(path))) from error


def _read_if_match(path: Path) -> MatchFile | None:
    """The matches of a file; None if it holds none, but a board or an id."""
    data = _bytes_of(path)
    if not any(known.recognises(data) for known in FORMATS):
        return None
    try:
        return read_match_bytes(data, path.name)
    except UnreadableFile as error:
        try:
            pictures.read_board_file(path)
        except SixprimeError:
            raise FileProblem(text("{path}: {why}", path=plain_path(path), why=error.message)) from error
        return None


def problem_lines(file: MatchFile, most: int | None = None) -> Iterator[Message]:
    """What was wrong with a file, each problem in a sentence; `most` is how many are told."""
    shown = file.problems if most is None else file.problems[:most]
    for problem in shown:
        yield problem.describe()
    left = len(file.problems) - len(shown) + file.problems_left_out
    if left:
        yield counted("{count} more problem", "{count} more problems", left)


# Places


def games_of(match: Match) -> list[range]:
    """The events of each game, as their numbers from 0."""
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
    """The version of a match with the dice of a move on the table; without a move, at the end of the game.

    Moves are the rolls of a game, counted from 1 for both players together. Where a game is over, its end is the last
    moment before that.
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
    """Whether an event puts dice on the table to be played."""
    event = match.events[number]
    return isinstance(event, ev.Rolled) or (isinstance(event, ev.OpeningRolled) and event.white != event.black)


def _chosen(file: MatchFile, wish: PlaceWishes) -> Sequence[ReadMatch]:
    """The matches that are meant."""
    count = len(file.matches)
    if wish.match is not None:
        return [file.matches[whole_number("--match", wish.match, 1, count) - 1]]
    if wish.is_one and count > 1:
        raise BadOption(text("the file has {count} matches: say which with --match", count=count))
    return file.matches


# Showing


def show(source: str, wishes: PictureWishes, place: PlaceWishes, words: Catalogue) -> None:
    """Show an id, a board or a file: a match move by move, or one position of it if one is asked for."""
    path = pictures.path_of_file(source) if source.strip() != pictures.STANDARD_STREAM else None
    file = _read_if_match(path) if path is not None else None
    if file is None:
        if place != PlaceWishes():
            raise BadOption(text("--match, --game, --move and --analysis are for files of matches"))
        pictures.show(source, wishes, words)
        return
    console = Console(highlight=False)
    chosen = _chosen(file, place)
    if wishes.are_any or place.is_one or not any(_has_plays(read.match) for read in chosen):
        places = [(read, version_at(read.match, place.game, place.move)) for read in chosen]
        pictures.show(source, wishes, words, read_file=lambda _: [_found(read.match, at) for read, at in places])
        if wishes.svg != pictures.STANDARD_STREAM:
            for read, at in places:
                _tell_decision(read, at, place, console, words)
    else:
        for number, read in enumerate(chosen, 1):
            if len(chosen) > 1:
                heading = text("Match {number} of {count}", number=number, count=len(chosen))
                console.print(Text(("\n" if number > 1 else "") + heading.in_language(words), "bold"))
            for line in _pages(read, place.analysis, words):
                console.print(Text(line), soft_wrap=True)
    errors = Console(stderr=True, highlight=False)
    for note in problem_lines(file, MOST_PROBLEMS):
        said = text("Note: {note}", note=note).in_language(words)
        errors.print(Text(plain(said), "yellow"), soft_wrap=True)


def _has_plays(match: Match) -> bool:
    return any(isinstance(event, ev.Played) for event in match.events)


def _found(match: Match, version: int) -> Found:
    names = {player: plain(name) for player, name in match.names.items() if name}
    return Found(Situation.from_state(match.state_at(version)), names)


def _tell_decision(read: ReadMatch, version: int, place: PlaceWishes, console: Console, words: Catalogue) -> None:
    """What happened at a position, and what the file's analyses say about it."""
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
    """A match line by line, moves with their numbers, comments and analyses below what they are about."""
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
