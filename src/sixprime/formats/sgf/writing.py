"""Writes matches as SGF files that GNU Backgammon loads: a game tree for each game, with comments and analyses.

GNU Backgammon gets its own analyses, or else what our own review says.

What SGF cannot express is left out: ties of the opening roll, declined resignations, the stake, and rules of bearing
off and of triple wins other than the standard ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sixprime.core import Cube, Ending, Match, Phase, Player, Position, Roll, RuleSet, State, hooks
from sixprime.core.match import events as ev
from sixprime.formats.reading import detail_names
from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, ImportedAnalysis
from sixprime.formats.reading.results import ReadMatch, UnreadableFile
from sixprime.formats.sgf.analyses import is_whole, others_written, review_written, write_cube, write_plays
from sixprime.formats.sgf.files import read_sgf
from sixprime.formats.sgf.points import write_board, write_hops

WRITER = "sixprime"

_COLOURS = {Player.WHITE: "W", Player.BLACK: "B"}
_DETAILS = (
    ("WR", (detail_names.WHITE_RATING,)),
    ("BR", (detail_names.BLACK_RATING,)),
    ("DT", (detail_names.DATE,)),
    ("EV", (detail_names.EVENT,)),
    ("RO", (detail_names.ROUND,)),
    ("PC", (detail_names.PLACE, detail_names.SITE)),
    ("AN", (detail_names.ANNOTATOR,)),
    ("GC", (detail_names.COMMENT,)),
)


def write_sgf(*matches: Match | ReadMatch) -> str:
    """The text of a match with all its games; comments and analyses are those of the `ReadMatch`."""
    return "".join(_write_match(match if isinstance(match, ReadMatch) else ReadMatch(match)) for match in matches)


def _write_match(read: ReadMatch) -> str:
    games = list(_games(read.match))
    notes = _Notes(read)
    if read.review is not None:
        bare = "".join(_GameWriter(_Notes(ReadMatch(read.match)), *game).written() for game in games)
        notes = _Notes.with_review(read, bare)
    return "".join(_GameWriter(notes, *game).written() for game in games)


@dataclass(frozen=True, slots=True)
class _Notes:
    """What is written about a match beside its events."""

    read: ReadMatch
    review: Mapping[str, object] | None = None
    """Our own review, for the match as it will be read from the file."""
    own: Mapping[int, tuple[ImportedAnalysis, ...]] = field(default_factory=dict)
    """What it says about decisions, for GNU Backgammon."""

    @classmethod
    def with_review(cls, read: ReadMatch, written: str) -> _Notes:
        """The notes of a match that has been written like this without them. It is read again because SGF does not hold
        every event, and a review belongs to certain events. A review of something else is left out."""
        try:
            match = read_sgf(written.encode()).match
        except UnreadableFile:
            return cls(read)
        found = hooks.ask("review for a file", read.match, read.review, match)
        return cls(read) if found is None else cls(read, *found)

    @property
    def program(self) -> str:
        """The program whose analyses A and DA are."""
        if self.review is not None:
            return WRITER
        return next((analysis.program for found in self.read.analyses.values() for analysis in found), "")

    def at(self, number: int, state: State, player: Player) -> str:
        """The analyses of an event as properties of its node."""
        analyses, own = self.read.analyses.get(number, ()), self.own.get(number, ())
        if not analyses and not own:
            return ""
        # What GNU Backgammon holds as it is comes first, then our own, then as much of the others as it has words for.
        whole = (found for found in analyses if is_whole(found, is_match=state.length is not None))
        ranked = (*whole, *own, *analyses)
        cubes = (found for found in ranked if isinstance(found, CubeAnalysis))
        cube = next(filter(None, (write_cube(found, state) for found in cubes)), "")
        plays = (found for found in ranked if isinstance(found, CheckerAnalysis))
        written = cube + next(filter(None, (write_plays(found, player) for found in plays)), "")
        others = "".join(f"[{_escaped(value)}]" for value in others_written(analyses, state, self.program))
        return written + (f"XA{others}" if others else "")


def _games(match: Match) -> Iterator[tuple[int, int]]:
    """The first and last versions of the match in each game."""
    start = 0
    for version in range(1, match.version + 1):
        state, before = match.state_at(version), match.state_at(version - 1)
        if state.history is not before.history:
            yield start, version
            start = version
    if any(not isinstance(event, ev.SessionEnded) for event in match.events[start:]):
        yield start, match.version


@dataclass(slots=True)
class _Node:
    """A node that is being written: its properties, and its comments."""

    properties: str
    comments: list[str] = field(default_factory=list)

    def written(self) -> str:
        words = "\n".join(self.comments)
        return f"\n;{self.properties}" + (_property("C", words) if words else "")


class _GameWriter:
    """The game tree of one game."""

    def __init__(self, notes: _Notes, first: int, last: int) -> None:
        self._notes, self._first, self._last = notes, first, last
        self._match = notes.read.match
        self._nodes: list[_Node] = []
        self._roll: tuple[Player, Roll] | None = None
        """A roll that waits for its play."""
        self._roll_notes: list[str] = []
        self._roll_analysis = ""

    def written(self) -> str:
        for number in range(self._first, self._last):
            self._write_event(number, self._match.events[number])
        self._write_roll()
        return "(;" + self._root() + "".join(node.written() for node in self._nodes) + ")\n"

    # The root

    def _root(self) -> str:
        match, rules = self._match, self._match.rules
        opening = self._opened
        first = match.events[self._first]
        score = first.score if isinstance(first, ev.PositionSet) else match.state_at(self._first).score
        number = match.state_at(self._first).game - 1
        parts = [
            f"FF[4]GM[6]CA[UTF-8]AP[{WRITER}:{_version()}]",
            f"MI[length:{match.length or 0}][game:{number}][ws:{score[0]}][bs:{score[1]}]",
            _property("PW", match.names[Player.WHITE]),
            _property("PB", match.names[Player.BLACK]),
        ]
        if not number:
            parts += [_property(name, next(filter(None, map(match.details.get, kept)), "")) for name, kept in _DETAILS]
            parts.append(_property("XP", self._notes.program))
            if self._notes.review is not None:
                parts += ["XR", *(f"[{_escaped(piece)}]" for piece in review_written(self._notes.review))]
        parts.append(_property("RU", ":".join(_rules(rules, opening))))
        if opening.cube.owner is None and opening.cube.value > 1 and not self._sets_up:
            parts.append(f"CV[{opening.cube.value}]")
        ended = match.state_at(self._last)
        if ended.history is not None and ended.history is not match.state_at(self._first).history:
            game = ended.history.last
            resigned = "R" if game.ending is Ending.RESIGNED else ""
            parts.append(f"RE[{_COLOURS[game.winner]}+{game.points}{resigned}]")
        return "".join(parts)

    @property
    def _opened(self) -> State:
        """The state once the game has begun."""
        versions = range(self._first + 1, self._last + 1)
        begun = (state for state in map(self._match.state_at, versions) if state.phase is not Phase.OPENING)
        return next(begun, self._match.state_at(self._first))

    @property
    def _sets_up(self) -> bool:
        """Whether the game has to begin with a set-up board.

        A set-up that only changes score, cube or the Crawford game is written in the root node.
        """
        first = self._match.events[self._first]
        if not isinstance(first, ev.PositionSet):
            return _start_name(self._match.rules.start) is None
        before = self._match.state_at(self._first)
        start = self._match.rules.start
        usual = first.position == (start if first.on_roll is Player.WHITE else start.flipped())
        told = (first.score, first.crawford, first.cube.value) != (before.score, before.is_crawford, 1)
        rolls = self._first + 1 < self._last and isinstance(self._match.events[self._first + 1], ev.Rolled)
        named = _start_name(start) is not None
        return not (usual and told and rolls and named and first.cube.owner is None)

    # Events

    def _write_event(self, number: int, event: ev.Event) -> None:
        comment = self._notes.read.comments.get(number, "")
        match event:
            case ev.PositionSet():
                analysis = self._properties(number, event.on_roll)
                if number > self._first:
                    self._roll_analysis = _joined(self._roll_analysis, analysis)
                    self._replace_board(event, self._match.state_at(number).cube)
                elif self._sets_up:
                    self._set_up(event.position, event.on_roll, event.cube)
                    if analysis and number == self._last - 1:
                        # GNU Backgammon reads the analysis of a position from a double that nobody answers.
                        self._nodes.append(_Node(f"{_COLOURS[event.on_roll]}[double]{analysis}"))
            case ev.OpeningRolled():
                state = self._match.state_at(number + 1)
                if state.on_roll is not None and state.roll is not None:
                    if self._sets_up:
                        self._set_up(state.position, state.on_roll, state.cube)
                    self._keep_roll(state.on_roll, state.roll, comment, number)
                    return
            case ev.Rolled():
                self._keep_roll(event.player, event.roll, comment, number)
                return
            case ev.Played():
                self._write_play(event, comment, number)
                return
            case ev.Doubled() | ev.Beavered() | ev.Raccooned():
                self._nodes.append(_Node(f"{_COLOURS[event.player]}[double]{self._properties(number, event.player)}"))
            case ev.Taken():
                self._nodes.append(_Node(f"{_COLOURS[event.player]}[take]{self._properties(number, event.player)}"))
            case ev.Dropped():
                self._nodes.append(_Node(f"{_COLOURS[event.player]}[drop]{self._properties(number, event.player)}"))
            case _:
                pass
        if comment and self._nodes:
            self._nodes[-1].comments.append(comment)

    def _keep_roll(self, player: Player, roll: Roll, comment: str, number: int) -> None:
        self._roll = player, roll
        self._roll_notes = [comment] if comment else []
        self._roll_analysis = self._properties(number, player)

    def _write_play(self, event: ev.Played, comment: str, number: int) -> None:
        roll = self._roll[1] if self._roll is not None else Roll(1, 1)
        moves = f"{roll.first}{roll.second}{write_hops(event.steps, event.player)}"
        analysis = _joined(self._roll_analysis, self._properties(number, event.player))
        comments = self._roll_notes + ([comment] if comment else [])
        self._nodes.append(_Node(f"{_COLOURS[event.player]}[{moves}]{analysis}", comments))
        self._roll, self._roll_notes, self._roll_analysis = None, [], ""

    def _write_roll(self) -> None:
        """A roll that nobody played, because somebody resigned or the record ends there."""
        if self._roll is not None:
            player, roll = self._roll
            dice = f"PL[{_COLOURS[player]}]DI[{roll.first}{roll.second}]"
            self._nodes.append(_Node(dice + self._roll_analysis, self._roll_notes))

    def _set_up(self, position: Position, on_roll: Player, cube: Cube) -> None:
        owner = {None: "c", Player.WHITE: "w", Player.BLACK: "b"}[cube.owner]
        self._nodes += [_Node(write_board(position, on_roll)), _Node(f"CV[{cube.value}]"), _Node(f"CP[{owner}]")]

    def _replace_board(self, event: ev.PositionSet, cube: Cube) -> None:
        """A board in the middle of a game: after a roll, the result of an illegal play."""
        self._write_roll()
        self._roll, self._roll_notes, self._roll_analysis = None, [], ""
        if event.cube == cube:
            self._nodes.append(_Node(write_board(event.position, event.on_roll)))
        else:
            self._set_up(event.position, event.on_roll, event.cube)

    def _properties(self, number: int, player: Player) -> str:
        """The analyses of an event as properties of its node."""
        sets_up = isinstance(self._match.events[number], ev.PositionSet) and number == self._first
        state = self._match.state_at(number + 1 if sets_up else number)
        return self._notes.at(number, state, player)


def _rules(rules: RuleSet, opening: State) -> Iterator[str]:
    """The rules in force by GNU Backgammon's names, which ignores those that it does not know."""
    if not rules.cube:
        yield "NoCube"
    if opening.length is not None and opening.length > 1 and rules.crawford:
        yield "Crawford"
    if opening.is_crawford:
        yield "CrawfordGame"
    if opening.is_money and rules.jacoby:
        yield "Jacoby"
    if opening.is_money and rules.beavers:
        yield "Beavers"
    name = _start_name(rules.start)
    if name:
        yield name


def _start_name(start: Position) -> str | None:
    """GNU Backgammon's name of a start position; empty for the standard one, None if it has no name."""
    known = {Position.standard(): "", Position.nackgammon(): "Nackgammon"}
    known |= {Position.hypergammon(checkers): f"Hypergammon{checkers}" for checkers in (1, 2, 3)}
    return known.get(start)


def _property(name: str, value: str) -> str:
    """A property with a text; empty if there is no text."""
    return f"{name}[{_escaped(value)}]" if value.strip() else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _joined(roll: str, play: str) -> str:
    """The properties of a roll and of its play as those of one node, in which XA may stand only once."""
    before, mark, others = roll.partition("XA[")
    return f"{before}{play}{'' if 'XA[' in play or not mark else 'XA'}{'[' + others if mark else ''}"


def _version() -> str:
    from sixprime import __version__

    return __version__
