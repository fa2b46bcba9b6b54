"""Reads match files of BGBlitz (`.bgf`). Green is White here, Red is Black.

A player is 1 or -1 in these files, and descriptions disagree on which of them is Green. The winners of the opening
rolls show it; if the match has problems then, it is read the other way round.
"""

from __future__ import annotations

import re
from datetime import datetime

from sixprime.core import NAMED_STARTS, Cube, Phase, Player, Position, Roll, SixprimeError, State
from sixprime.formats.bgf.analyses import checker_analysis, cube_analysis, read_hops, read_plays
from sixprime.formats.bgf.documents import looks_like_bgf, read_document
from sixprime.formats.bgf.smile import InvalidSmile
from sixprime.formats.bgf.values import Values, bool_at, int_at, list_at, object_at, text_at, whole
from sixprime.formats.reading import detail_names
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.imported_plays import ImportedPlays
from sixprime.formats.reading.results import MatchFile, UnreadableFile
from sixprime.messages import text

__all__ = ["looks_like_bgf", "read_bgf"]

WRITER = "BGBlitz"
UNPLAYABLE = 7
"""The number of a die that marks a turn without a move."""

_DETAILS = {
    "event": detail_names.EVENT,
    "round": detail_names.ROUND,
    "location": detail_names.PLACE,
    "place": detail_names.PLACE,
    "site": detail_names.SITE,
    "transcriber": detail_names.ANNOTATOR,
    "annotator": detail_names.ANNOTATOR,
    "comment": detail_names.COMMENT,
}
_DATES = ("%Y-%m-%d", "%Y.%m.%d", "%d.%m.%Y", "%b %d, %Y", "%B %d, %Y", "%d %b %Y", "%m/%d/%y", "%Y/%m/%d")


def read_bgf(data: bytes) -> MatchFile:
    """The match of a file."""
    try:
        document, is_cut = read_document(data)
    except InvalidSmile as error:
        raise UnreadableFile(error.message) from None
    green = _number_of_green(document)
    best: MatchFile | None = None
    failure: UnreadableFile | None = None
    for number in (green, -green):
        reader = _BgfReader(document, number)
        if is_cut:
            reader.builder.problem(text("the file is cut off; what is there has been read"))
        try:
            found = reader.read()
        except UnreadableFile as error:
            failure = failure or error
            continue
        if best is None or len(found.problems) < len(best.problems):
            best = found
        if len(best.problems) == is_cut:
            break
    if best is None:
        raise failure or UnreadableFile(text("there is no match in this file of BGBlitz"))
    return best


def _number_of_green(document: Values) -> int:
    """The number of Green, by who plays first after which opening rolls."""
    votes = 0
    for game in list_at(document, "games"):
        moves = list_at(game, "moves") if isinstance(game, dict) else ()
        first = moves[0] if moves else None
        if not isinstance(first, dict):
            continue
        player, green, red = (int_at(first, name) for name in ("player", "green", "red"))
        if player in (1, -1) and green is not None and red is not None and green != red:
            votes += player if green > red else -player
    return 1 if votes > 0 else -1


class _BgfReader:
    """Follows the moves of a document and reports them to a builder."""

    def __init__(self, document: Values, number_of_green: int) -> None:
        self.builder = MatchBuilder("bgf", WRITER)
        self._document = document
        self._players = {number_of_green: Player.WHITE, -number_of_green: Player.BLACK}
        self._analysed = ImportedPlays()
        self._is_match = False

    def read(self) -> MatchFile:
        self._begin_match()
        games = [game for game in list_at(self._document, "games") if isinstance(game, dict)]
        finals = int_at(self._document, "finalGreen"), int_at(self._document, "finalRed")
        scores = [_score(game) for game in games] + [(finals[0] or 0, finals[1] or 0) if any(finals) else None]
        for number, game in enumerate(games):
            self._read_game(game, scores[number], scores[number + 1])
            if self.builder.is_full:
                break
        return self.builder.finish()

    def _begin_match(self) -> None:
        document = self._document
        length = int_at(document, "matchlen")
        length = length if length is not None and length > 0 else None
        self._is_match = length is not None
        details = {key: text_at(document, name) for name, key in _DETAILS.items() if text_at(document, name).strip()}
        date = text_at(document, "date").strip()
        if date:
            details[detail_names.DATE] = _date(date)
        cube = bool_at(document, "useCube")
        self.builder.begin_match(
            length,
            names={Player.WHITE: text_at(document, "nameGreen"), Player.BLACK: text_at(document, "nameRed")},
            details=details,
            crawford=bool_at(document, "useCrawford") if length else None,
            jacoby=bool_at(document, "useJacoby") if not length and cube is not False else None,
            beavers=bool_at(document, "useBeaver") if not length and cube is not False else None,
            cube=cube,
            start=_named_start(text_at(document, "variant") or text_at(document, "variation")),
        )

    # Games

    def _read_game(self, game: Values, score: tuple[int, int] | None, after: tuple[int, int] | None) -> None:
        moves = [move for move in list_at(game, "moves") if isinstance(move, dict)]
        crawford = bool_at(game, "isCrawford") if self._is_match else None
        self.builder.begin_game(score, crawford=crawford)
        self._set_up(object_at(game, "initial"), moves)
        answered = False
        for number, move in enumerate(moves):
            if answered:
                answered = False
                continue
            answered = self._follow(move, moves[number + 1] if number + 1 < len(moves) else {})
        self._end_game(game, score or (0, 0), after)

    def _set_up(self, initial: Values, moves: list[dict[str, object]]) -> None:
        """Set up the game if it begins with another board, or with the cube turned."""
        start = self.builder.part.state.rules.start
        position = _white_view(initial)
        value = int_at(initial, "cube") or 1
        owner = self._players.get(int_at(initial, "cubeOwner") or 0)
        cube = Cube(value, owner if value > 1 else None)
        if (position is None or position == start) and cube == Cube():
            return
        first = next((self._players.get(int_at(move, "player") or 0) for move in moves), None) or Player.WHITE
        view = position or start
        self.builder.set_up(view if first is Player.WHITE else view.flipped(), first, cube)

    def _end_game(self, game: Values, before: tuple[int, int], after: tuple[int, int] | None) -> None:
        points = int_at(game, "wonPoints")
        points = abs(points) if points else None
        if after is None or after == before:
            if points is None or self.builder.game_is_running:
                return  # it was not played to its end
            winner = self.builder.part.state.results[-1].winner if self.builder.part.state.results else None
        else:
            winner = Player.WHITE if after[0] > before[0] else Player.BLACK
        if winner is not None:
            self.builder.win(winner, points)

    # Events

    def _follow(self, move: Values, following: Values) -> bool:
        """Report a move or a cube action. Returns whether the next entry is the answer to it."""
        player = self._players.get(int_at(move, "player") or 0)
        if player is None:
            self.builder.problem(text("a move does not say whose it is"))
            return False
        kind = text_at(move, "type").lower()
        decision = object_at(object_at(move, "equity"), "cubeDecision")
        doubled, accepted = bool_at(decision, "hasDoubled"), bool_at(decision, "hasAccepted")
        dice = _dice(move)
        if (doubled and not read_hops(move)) or "double" in kind:
            self.builder.double(player)
            analysis = cube_analysis(move, is_match=self._is_match)
            if analysis is not None:
                self.builder.analysis(analysis)
            if accepted is None:
                return False
            if accepted:
                self.builder.take(player.opponent)
            else:
                self.builder.drop(player.opponent)
            return self._players.get(int_at(following, "player") or 0) is player.opponent and not read_hops(following)
        if "take" in kind or "accept" in kind:
            self.builder.take(player)
        elif any(word in kind for word in ("pass", "drop", "reject")):
            self.builder.drop(player)
        elif dice:
            self._move(move, player, dice)
        return False

    def _move(self, move: Values, player: Player, dice: list[Roll]) -> None:
        state = self.builder.part.state
        roll = dice[0]
        is_dance = isinstance(move.get("dancingEquity"), dict) or _has_no_move(move)
        if is_dance and self.builder.game_is_running and state.phase is Phase.TO_ROLL:
            # The dice of a roll that cannot be played are in the place of the moves.
            roll = next((found for found in dice[1:] + dice if not _can_move(state, found)), roll)
        self.builder.roll(player, roll)
        cube = cube_analysis(move, is_match=self._is_match)
        if cube is not None and self.builder.game_is_running:
            self.builder.analysis(cube)
        state = self.builder.part.state
        if not self.builder.game_is_running or state.phase is not Phase.TO_PLAY:
            return
        candidates, played = read_plays(move, state, self._analysed)
        hops = [] if is_dance else read_hops(move)
        self.builder.play(player, hops)
        analysis = checker_analysis(move, candidates, played)
        if analysis is not None:
            self.builder.analysis(analysis)


def _can_move(state: State, roll: Roll) -> bool:
    return bool(state.position.legal_plays(roll, state.rules))


def _has_no_move(move: Values) -> bool:
    """Whether a die shows 7: nothing could be moved, and the dice are in the place of the first move."""
    return UNPLAYABLE in (int_at(move, "red"), int_at(move, "green"))


def _dice(move: Values) -> list[Roll]:
    """The possible rolls of a move: its dice, and the numbers in the place of its first move."""
    first, second = list_at(move, "from")[:1], list_at(move, "to")[:1]
    pairs = [(int_at(move, "red"), int_at(move, "green"))]
    pairs += [(whole(source), whole(target)) for source, target in zip(first, second, strict=False)]
    rolls: list[Roll] = []
    for one, other in pairs:
        if one is not None and other is not None and 1 <= min(one, other) <= max(one, other) <= 6:
            rolls.append(Roll(max(one, other), min(one, other)))
        elif not rolls and not _has_no_move(move):
            return []
    return rolls


def _score(game: Values) -> tuple[int, int] | None:
    green, red = int_at(game, "scoreGreen"), int_at(game, "scoreRed")
    return None if green is None or red is None else (green, red)


def _white_view(initial: Values) -> Position | None:
    """The board of a game: 24 points as Red numbers them, Green's checkers positive, and both bars."""
    numbers = [whole(value) for value in list_at(initial, "points")[:26]]
    counts = [number for number in numbers if number is not None and abs(number) <= 15]
    if len(counts) != len(numbers) or len(counts) < 24:
        return None
    green_bar, red_bar = (abs(number) for number in [*counts[24:], 0, 0][:2])
    try:
        return Position((-red_bar, *reversed(counts[:24]), green_bar))
    except SixprimeError:
        return None


def _named_start(name: str) -> Position | None:
    return NAMED_STARTS.get(re.sub(r"[^a-z]", "", name.lower()))


def _date(written: str) -> str:
    """A date as year, month and day, if its form is known; otherwise as it is written."""
    for pattern in _DATES:
        try:
            return f"{datetime.strptime(written[:40], pattern):%Y-%m-%d}"
        except ValueError:
            continue
    return written
