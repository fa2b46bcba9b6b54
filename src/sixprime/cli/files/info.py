"""`sixprime info`: players, length, result and problems of match files, in a few lines or in JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sixprime.cli.files.show import games_of
from sixprime.cli.shared import saves
from sixprime.cli.shared.match_files import plain, plain_path, problem_lines, read_file
from sixprime.core import Match, Phase, Player, SixprimeError
from sixprime.core.match import events as ev
from sixprime.formats.match_files import MatchFile, ReadMatch
from sixprime.formats.reading import CheckerAnalysis, detail_names
from sixprime.formats.text import player_label
from sixprime.messages import Catalogue, Message, counted, text

SOME_FAILED = 1
"""The exit code when not every file could be read."""
LONGEST = 200
"""Details longer than this are cut, except in JSON."""
DETAIL_NAMES: Mapping[str, Message] = {
    detail_names.EVENT: text("event"),
    detail_names.ROUND: text("round"),
    detail_names.PLACE: text("place"),
    detail_names.SITE: text("site"),
    detail_names.DATE: text("date"),
    detail_names.TIME: text("time"),
    detail_names.ANNOTATOR: text("annotator"),
    detail_names.COMMENT: text("comment"),
    detail_names.MATCH_ID: text("match id"),
    detail_names.WHITE_RATING: text("rating of White"),
    detail_names.BLACK_RATING: text("rating of Black"),
    detail_names.VARIATION: text("variation"),
}
"""Names of the known details of a match; details that some program invented keep their own names."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of one match of a file."""

    read: ReadMatch

    @property
    def match(self) -> Match:
        return self.read.match

    @property
    def games(self) -> int:
        return len(games_of(self.match))

    @property
    def plays(self) -> int:
        return sum(isinstance(event, ev.Played) for event in self.match.events)

    @property
    def winner(self) -> Player | None:
        return self.match.result.winner if self.match.result is not None else None

    @property
    def play_analyses(self) -> int:
        return sum(isinstance(found, CheckerAnalysis) for part in self.read.analyses.values() for found in part)

    @property
    def cube_analyses(self) -> int:
        return sum(map(len, self.read.analyses.values())) - self.play_analyses

    def as_json(self) -> dict[str, object]:
        """The summary for programs, always with the same fields."""
        match = self.match
        return {
            "players": {player.value: match.names[player] for player in Player},
            "length": match.length,
            "games": self.games,
            "plays": self.plays,
            "score": {player.value: points for player, points in match.score.items()},
            "is_over": match.phase is Phase.OVER,
            "winner": self.winner.value if self.winner is not None else None,
            "results": [
                {
                    "winner": game.winner.value,
                    "points": game.points,
                    "win": game.win.name.lower(),
                    "ending": game.ending.value,
                }
                for game in match.results
            ],
            "rules": match.rules.to_json(),
            "details": match.details,
            "comments": len(self.read.comments),
            "analyses": {"plays": self.play_analyses, "cube": self.cube_analyses},
            "review": self.read.review is not None,
        }

    def lines(self) -> Iterator[Message]:
        """The summary for people, a line each."""
        match = self.match
        white, black = (player_label(match, player) for player in Player)
        yield text("{white} against {black}", white=white, black=black)
        if match.length is None:
            yield text("Money play, {stake} a point", stake=match.rules.stake)
        else:
            yield text("Match to {length}", length=match.length)
        games = counted("{count} game", "{count} games", self.games)
        yield text("{games}, {plays}", games=games, plays=counted("{count} play", "{count} plays", self.plays))
        yield self._result()
        for name, value in match.details.items():
            shown = value if len(value) <= LONGEST else value[: LONGEST - 3] + "..."
            yield Message("{name}: {value}", {"name": DETAIL_NAMES.get(name, name), "value": shown})
        if self.read.analyses:
            plays = counted("{count} play", "{count} plays", self.play_analyses)
            cube = counted("{count} decision about the cube", "{count} decisions about the cube", self.cube_analyses)
            yield text("With analyses of {plays} and {cube}", plays=plays, cube=cube)
        elif self.read.review is None:
            yield text("Without analyses")
        if self.read.review is not None:
            yield text("With an analysis by sixprime")
        if self.read.comments:
            yield counted("With {count} comment", "With {count} comments", len(self.read.comments))

    def _result(self) -> Message:
        match = self.match
        white, black = match.state.score
        if match.result is not None:
            return text("Final score {white}-{black}: {why}", white=white, black=black, why=match.result.why)
        if match.phase is Phase.OPENING:
            return text("Score {white}-{black}, between two games", white=white, black=black)
        return text("Score {white}-{black}, a game is under way", white=white, black=black)


def inform(paths: Sequence[Path], *, as_json: bool, words: Catalogue) -> int:
    """Say what the files hold; the exit code."""
    console = Console(highlight=False, emoji=False)
    failed = False
    for number, written in enumerate(paths):
        path = saves.path_of(str(written))
        try:
            file = read_file(path)
        except SixprimeError as error:
            failed = True
            _tell_failure(path, error, words, as_json=as_json)
            continue
        if as_json:
            _print_json(_file_as_json(path, file, words))
            continue
        if number:
            console.print()
        for line in _file_lines(path, file, words):
            console.print(Text(line), soft_wrap=True)
    return SOME_FAILED if failed else 0


def _tell_failure(path: Path, error: SixprimeError, words: Catalogue, *, as_json: bool) -> None:
    why = error.message.in_language(words)
    if as_json:
        _print_json({"file": plain_path(path), "error": why})
    else:
        Console(stderr=True, highlight=False, emoji=False).print(Text(plain(f"sixprime: {why}")), soft_wrap=True)


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


def _file_as_json(path: Path, file: MatchFile, words: Catalogue) -> dict[str, object]:
    return {
        "file": plain_path(path),
        "format": file.format,
        "writer": file.writer,
        "matches": [Summary(read).as_json() for read in file.matches],
        "problems": [
            {"line": problem.line, "offset": problem.offset, "message": problem.message.in_language(words)}
            for problem in file.problems
        ],
        "problems_left_out": file.problems_left_out,
    }


def _file_lines(path: Path, file: MatchFile, words: Catalogue) -> Iterator[str]:
    def say(message: Message, indent: int = 2) -> str:
        return " " * indent + plain(message.in_language(words))

    yield plain_path(path)
    if file.writer:
        yield say(text("Format: {format}, written by {writer}", format=file.format, writer=file.writer))
    else:
        yield say(text("Format: {format}", format=file.format))
    for number, read in enumerate(file.matches, 1):
        if len(file.matches) > 1:
            yield say(text("Match {number} of {count}", number=number, count=len(file.matches)))
        indent = 4 if len(file.matches) > 1 else 2
        for line in Summary(read).lines():
            yield say(line, indent)
    problems = list(problem_lines(file))
    if not problems:
        yield say(text("No problems"))
        return
    count = len(file.problems) + file.problems_left_out
    yield say(counted("{count} problem:", "{count} problems:", count))
    for problem in problems:
        yield say(problem, 4)
