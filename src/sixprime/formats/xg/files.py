"""Reads files of eXtreme Gammon: matches (`.xg`) and positions (`.xgp`), with analyses and comments.

The first player is White here, who has the left column when eXtreme Gammon writes the match as text.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import chain, islice

from sixprime.core import Cube, Phase, Player, Position, Roll, SixprimeError, State
from sixprime.core.situations import Situation
from sixprime.formats.reading import detail_names
from sixprime.formats.reading.analyses import ImportedAnalysis
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.imported_plays import ImportedPlays
from sixprime.formats.reading.results import MatchFile, UnreadableFile
from sixprime.formats.reading.written_plays import read_steps
from sixprime.formats.xg.analyses import checker_analysis, read_candidates, read_cube_analysis
from sixprime.formats.xg.archives import COMMENTS, GAMES, HEAD_BYTES, MAGIC, RECORD_BYTES, ROLLOUTS, XgArchive
from sixprime.formats.xg.comments import read_comments
from sixprime.formats.xg.records import (
    CUBE,
    GAME_END,
    GAME_HEAD,
    MATCH_END,
    MATCH_HEAD,
    MISSING,
    MONEY_LENGTH,
    MOVE,
    Board,
    CubeRecord,
    GameHeader,
    MatchHeader,
    MoveRecord,
    read_cube_record,
    read_game_end,
    read_game_head,
    read_match_head,
    read_move_record,
)
from sixprime.messages import text

WRITER = "eXtreme Gammon"
ROLLOUT_BYTES = 2184
MAX_ROLLOUTS = 20_000
MAX_COMMENT_BYTES = 16_000_000

_STARTS = {0: Position.standard(), 1: Position.nackgammon(), 2: Position.hypergammon(), 3: Position.longgammon()}
_PLAYERS = {1: Player.WHITE, -1: Player.BLACK}


def looks_like_xg(data: bytes) -> bool:
    """Whether a file begins as those of eXtreme Gammon do."""
    return data.startswith(MAGIC) and len(data) > HEAD_BYTES


def read_xg(data: bytes) -> MatchFile:
    """The match of a file, or the position if there is nothing else in it."""
    archive = XgArchive(data)
    reader = _XgReader(archive)
    records = _records(archive)
    first = list(islice(records, 5))
    if reader.read_position(first):
        return reader.finish()
    for number, record in enumerate(chain(first, records)):
        reader.builder.offset = number * RECORD_BYTES
        reader.read(record)
        if reader.builder.is_full:
            break
    return reader.finish()


def _records(archive: XgArchive) -> Iterator[bytes]:
    """The records of the games; an incomplete one at the end is dropped."""
    waiting = bytearray()
    for piece in archive.unpacked(GAMES):
        waiting += piece
        whole = len(waiting) - len(waiting) % RECORD_BYTES
        for place in range(0, whole, RECORD_BYTES):
            yield bytes(waiting[place : place + RECORD_BYTES])
        del waiting[:whole]
    if waiting:
        archive.problems.append(text("the last record of the file is cut off"))


class _XgReader:
    """Follows the records of a file and reports them to a builder."""

    def __init__(self, archive: XgArchive) -> None:
        self.builder = MatchBuilder("xg", WRITER)
        self._archive = archive
        self._analysed = ImportedPlays()
        comments = b"".join(archive.unpacked(COMMENTS, MAX_COMMENT_BYTES))
        self._comments = read_comments(comments) if comments else []
        self._rollouts = _rollout_games(archive)
        self._version = 0
        self._has_match = False
        self._is_fresh = True
        """Whether nothing has happened in the game."""
        self._automatic_doubles = 0
        self._footers: tuple[int, int] = (-1, -1)
        """The comments for the end of the game and of the match."""
        self._cube_notes: list[str | ImportedAnalysis] = []
        """What belongs to the next roll, because nobody doubled before it."""

    def finish(self) -> MatchFile:
        self.builder.offset = None
        for message in self._archive.problems:
            self.builder.problem(message)
        return self.builder.finish()

    def read(self, record: bytes) -> None:
        kind = record[8]
        if kind == MATCH_HEAD:
            self._begin_match(record)
        elif not self._has_match:
            if kind <= MISSING:
                self._has_match = True
                self.builder.problem(text("the record does not say who plays; it is read as money play"))
                self.read(record)
        elif kind == GAME_HEAD:
            self._begin_game(read_game_head(record, self._version))
        elif kind == CUBE:
            self._turn_cube(read_cube_record(record))
        elif kind == MOVE:
            self._move(read_move_record(record))
        elif kind == GAME_END:
            self._end_game(record)
        elif kind == MATCH_END:
            self._comment(self._footers[1])
        elif kind != MISSING:
            self.builder.problem(text("there is no record of the kind {kind}", kind=kind))

    # Matches and games

    def _begin_match(self, record: bytes) -> None:
        head = read_match_head(record)
        if record[556:560] != b"DMLI":
            self.builder.problem(text("the record of the match is not marked as one"))
        self._version, self._has_match = head.version, True
        length = _length(head)
        self.builder.begin_match(
            length,
            names=_names(head),
            details=self._details(head),
            crawford=head.crawford if length else None,
            jacoby=head.jacoby if not length else None,
            beavers=head.beavers if not length else None,
            cube_limit=_cube_limit(head),
            automatic_doubles=head.automatic_doubles if not length else None,
            start=_STARTS.get(head.variation),
        )
        self._footers = (-1, head.comments[1])

    def _details(self, head: MatchHeader) -> dict[str, str]:
        details = {
            detail_names.EVENT: head.event,
            detail_names.ROUND: head.round,
            detail_names.SITE: head.place,
            detail_names.ANNOTATOR: head.transcriber,
            detail_names.COMMENT: self._words(head.comments[0]),
        }
        if head.match_id:
            details[detail_names.MATCH_ID] = str(head.match_id)
        if head.date is not None:
            details[detail_names.DATE] = f"{head.date:%Y-%m-%d}"
            details[detail_names.TIME] = f"{head.date:%H.%M}"
        keys = (detail_names.WHITE_RATING, detail_names.BLACK_RATING)
        for key, rating, experience in zip(keys, head.ratings, head.experience, strict=True):
            if 0 < rating < 10_000:
                details[key] = f"{rating:.2f}/{experience}"
        return {name: value for name, value in details.items() if value.strip()}

    def _begin_game(self, head: GameHeader) -> None:
        self._cube_notes = []
        self._automatic_doubles = head.automatic_doubles
        self._footers = (head.comments[1], self._footers[1])
        in_match = self.builder.part.match.length is not None
        cube = Cube(1 << head.automatic_doubles) if head.automatic_doubles else None
        self.builder.begin_game(head.score, crawford=head.crawford if in_match else None, cube=cube)
        self._is_fresh = True
        self._comment(head.comments[0])

    def _end_game(self, record: bytes) -> None:
        end = read_game_end(record)
        winner = _PLAYERS.get(end.winner)
        if winner is None:
            self.builder.problem(text("the file does not say who won the game"))
        else:
            self.builder.win(winner, end.points if 0 < end.points < 1_000_000 else None)
        self._comment(self._footers[0])
        self._cube_notes = []

    # Events

    def _turn_cube(self, record: CubeRecord) -> None:
        player = self._player(record.player)
        if player is None:
            return
        self._align(record.board, player, record.cube)
        analysis = read_cube_analysis(record, self._rollouts)
        notes: list[str | ImportedAnalysis] = [note for note in (analysis, self._words(record.comment)) if note]
        if record.doubled != 1:
            self._cube_notes = notes
            return
        self._is_fresh = False
        self.builder.double(player)
        self._tell(notes)
        self._answer(record, player)

    def _answer(self, record: CubeRecord, player: Player) -> None:
        """Report the answer to a double: a take, a drop, or a beaver with its own answer."""
        answers = (record.answer, record.beaver_answer, record.raccoon_answer)
        turners = (self.builder.beaver, self.builder.raccoon)
        for number, answer in enumerate(answers):
            player = player.opponent
            if answer == 2 and number < 2:
                turners[number](player)
                continue
            if answer == 1:
                self.builder.take(player)
            elif answer == 0:
                self.builder.drop(player)
            return

    def _move(self, record: MoveRecord) -> None:
        player = self._player(record.player)
        if player is None:
            return
        self._align(record.board, player, record.cube)
        self._is_fresh = False
        self.builder.roll(player, record.dice)
        self._tell(self._cube_notes)
        self._cube_notes = []
        state = self.builder.part.state
        if not self.builder.game_is_running or state.phase is not Phase.TO_PLAY:
            return
        candidates = read_candidates(record, state, self._analysed, self._rollouts)
        steps = self._steps(record, state)
        if steps is not None:
            self.builder.play(player, steps)
        else:
            self._play_illegally(record, state, player)
        analysis = checker_analysis(record, candidates, steps)
        self._tell([note for note in (analysis, self._words(record.comment)) if note])

    def _steps(self, record: MoveRecord, state: State) -> tuple[tuple[int, int], ...] | None:
        """The steps of a play: found by its resulting position or, if that is not in the file, by its moves."""
        after = _position(record.board_after, state.position.checkers)
        play = state.legal_plays.reaching(after) if after is not None else None
        if play is None and record.is_told and record.hops:
            try:
                play = read_steps(state, record.hops)
            except SixprimeError as error:
                self.builder.problem(
                    text("{player} {roll}: {why}", player=self._label(state), roll=state.roll, why=error.message)
                )
        if play is not None:
            return play.pairs
        return () if record.is_told and not record.hops else None

    def _play_illegally(self, record: MoveRecord, state: State, player: Player) -> None:
        """Keep the board after an illegal play that was let stand; the next record may have another one."""
        after = _position(record.board_after, state.position.checkers)
        if record.is_told and after is not None and after != state.position and not after.is_over:
            self.builder.set_up(after.flipped(), player.opponent)

    def _label(self, state: State) -> object:
        return state.on_roll.label if state.on_roll is not None else ""

    def _player(self, number: int) -> Player | None:
        player = _PLAYERS.get(number)
        if player is None:
            self.builder.problem(text("there is no player {number}", number=number))
        return player

    def _align(self, board: Board, player: Player, cube: int) -> None:
        """Set up the board of a record if it differs from the board of the game."""
        state = self.builder.part.state
        first_view = _position(board, state.rules.start.checkers)
        if first_view is None or first_view.is_over:
            return
        position = first_view if player is Player.WHITE else first_view.flipped()
        if self._is_fresh:
            start = state.rules.start
            if position == (start if player is Player.WHITE else start.flipped()):
                return
        elif self.builder.game_is_running:
            if state.phase is Phase.TO_PLAY and state.on_roll is player.opponent:
                play = state.legal_plays.reaching(position.flipped())
                if play is not None:
                    self.builder.play(player.opponent, play.pairs)
                    return
            if state.on_roll is player and state.position == position and state.phase is not Phase.TO_PLAY:
                return
        elif not self.builder.game_is_damaged:
            return  # the game is over
        self.builder.set_up(position, player, self._cube(cube))

    def _cube(self, number: int) -> Cube:
        """The cube of a record, which does not include automatic doubles."""
        value = 1 << min(abs(number), 20) << self._automatic_doubles
        return Cube(value, None if number == 0 else _PLAYERS[1 if number > 0 else -1])

    # Notes

    def _words(self, index: int) -> str:
        return self._comments[index] if 0 <= index < len(self._comments) else ""

    def _comment(self, index: int) -> None:
        words = self._words(index)
        if words:
            self.builder.comment(words)

    def _tell(self, notes: list[str | ImportedAnalysis]) -> None:
        for note in notes:
            if isinstance(note, str):
                self.builder.comment(note)
            else:
                self.builder.analysis(note)

    # Positions

    def read_position(self, records: list[bytes]) -> bool:
        """Read the file as a position if it is one: a single game with at most one decision. Returns whether it is."""
        kinds = [record[8] for record in records]
        if kinds not in (
            [MATCH_HEAD, GAME_HEAD, CUBE],
            [MATCH_HEAD, GAME_HEAD, MOVE],
            [MATCH_HEAD, GAME_HEAD, CUBE, MOVE],
        ):
            return False
        head = read_match_head(records[0])
        game = read_game_head(records[1], head.version)
        cube = read_cube_record(records[2]) if kinds[2] == CUBE else None
        move = read_move_record(records[-1]) if kinds[-1] == MOVE else None
        decision = move or cube
        start = _STARTS.get(head.variation, _STARTS[0])
        first_view = _position(decision.board, start.checkers) if decision is not None else None
        player = _PLAYERS.get(decision.player) if decision is not None else None
        if decision is None or first_view is None or player is None or first_view == start:
            return False
        length = _length(head)
        self._automatic_doubles = game.automatic_doubles
        try:
            situation = Situation(
                first_view if player is Player.WHITE else first_view.flipped(),
                player,
                self._cube(decision.cube),
                roll=Roll.of(move.dice) if move is not None else None,
                length=length,
                score=game.score,
                crawford=game.crawford and length is not None,
                jacoby=None if length else head.jacoby,
                beavers=None if length else head.beavers,
                cube_limit=_cube_limit(head),
            )
        except SixprimeError as error:
            raise UnreadableFile(text("the position cannot be: {why}", why=error.message)) from None
        self.builder.add_situation(situation, _names(head), self._details(head))
        self._tell_position(cube, move)
        return True

    def _tell_position(self, cube: CubeRecord | None, move: MoveRecord | None) -> None:
        """Report the analyses and comments of a position."""
        if cube is not None:
            analysis = read_cube_analysis(cube, self._rollouts)
            self._tell([note for note in (analysis, self._words(cube.comment)) if note])
        state = self.builder.part.state
        if move is not None and state.phase is Phase.TO_PLAY:
            candidates = read_candidates(move, state, self._analysed, self._rollouts)
            steps = self._steps(move, state)
            plays = checker_analysis(move, candidates, steps)
            self._tell([note for note in (plays, self._words(move.comment)) if note])


def _length(head: MatchHeader) -> int | None:
    return head.length if 0 < head.length < MONEY_LENGTH else None


def _names(head: MatchHeader) -> dict[Player, str]:
    return {Player.WHITE: head.names[0], Player.BLACK: head.names[1]}


def _cube_limit(head: MatchHeader) -> int | None:
    """The highest cube; 1024 or more means no limit, as in eXtreme Gammon's text files."""
    return head.cube_limit if head.cube_limit is not None and head.cube_limit < 1024 else None


def _position(board: Board, checkers: int) -> Position | None:
    """The position of a board, in the view of its player; None if it is not valid."""
    if not any(board):
        return None
    try:
        return Position(board, checkers)
    except SixprimeError:
        return None


def _rollout_games(archive: XgArchive) -> list[int]:
    """How many games each rollout of a file had."""
    data = b"".join(archive.unpacked(ROLLOUTS, MAX_ROLLOUTS * ROLLOUT_BYTES))
    places = range(0, len(data) - ROLLOUT_BYTES + 1, ROLLOUT_BYTES)
    return [max(struct.unpack_from("<i", data, place + 84)[0], 0) for place in places]
