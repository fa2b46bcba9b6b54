"""The board line of FIBS, the First Internet Backgammon Server: `board:` and 52 values, written for one of the players.

O, whose checkers are positive, is White; X is Black. A line has no resignation, no Jacoby rule and no opening roll.
GNU Backgammon talks to other programs in nearly the same lines, which are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sixprime.core import BAR, Cube, Offer, Player, Position, Roll, SixprimeError
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.rules import CUBE_CEILING
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids.fields import MOST_POINTS, bad_field, bad_id, position_of, whole_number
from sixprime.messages import Message, text

FIBS_BOARD = "FIBS board"
FIELDS = 53
UNLIMITED = 9999

# The number of each field in a line that is split at its colons.
NAMES, LENGTH, SCORES, POINTS, TURN, DICE, CUBE, MAY_DOUBLE, DOUBLED = 1, 3, 4, 6, 32, 33, 37, 38, 40
COLOUR, DIRECTION, OFF, HAD_CRAWFORD, REDOUBLES = 41, 42, 45, 51, 52

_SIGNS = {Player.WHITE: 1, Player.BLACK: -1}
_SIDES = {sign: player for player, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class FibsBoard:
    """A board line: the situation, the player it is written for, and the names of both."""

    situation: Situation
    player: Player
    names: Mapping[Player, str]


def fibs_board(situation: Situation, *, player: Player | None = None, names: Mapping[Player, str] | None = None) -> str:
    """The board line that a player gets; without an argument, the player who has to decide.

    The points are numbered as that player counts them. Only the opponent of the player who has doubled is told about
    the double.

    >>> fibs_board(Situation(Position.standard(), roll=Roll(3, 1)))[:19]
    'board:You:Opponent:'
    """
    player = player or situation.to_act or Player.WHITE
    opponent, on_roll = player.opponent, situation.on_roll or Player.WHITE
    position = situation.position_for(player)
    called = {player: "You", opponent: "Opponent", **(names or {})}
    cube, roll = situation.cube, situation.roll
    dice = {side: (roll.high, roll.low) if roll and side is on_roll else (0, 0) for side in Player}
    values: list[object] = [
        "board",
        *(re.sub(r"[\s:]", "_", called[side]) or side.value for side in (player, opponent)),
        situation.length or UNLIMITED,
        situation.points_of(player),
        situation.points_of(opponent),
        *(_SIGNS[player] * count for count in position.points),
        _SIGNS[on_roll],
        *dice[player],
        *dice[opponent],
        cube.value,
        int(cube.may_be_turned_by(player)),
        int(cube.may_be_turned_by(opponent)),
        int(situation.offer is Offer.DOUBLE and on_roll is opponent),
        _SIGNS[player],
        *(-1, 0, BAR),  # from 24 to 1, home at 0, the bar at 25
        position.off,
        position.opponent_off,
        position.bar,
        position.opponent_bar,
        _movable(situation) if on_roll is player else 0,
        0,
        int(situation.length != 1 and situation.is_match_point and not situation.crawford),
        int(bool(situation.beavers)),
    ]
    return ":".join(map(str, values))


def _movable(situation: Situation) -> int:
    """How many checkers, or steps of checkers, the dice on the table can move."""
    if situation.roll is None or situation.position.is_over:
        return 0
    return max((len(play.steps) for play in situation.position.legal_plays(situation.roll)), default=0)


def from_fibs_board(written: str) -> Situation:
    """The situation of a board line, with or without `board:` in front.

    >>> from_fibs_board(fibs_board(Situation(Position.standard(), roll=Roll(3, 1)))).roll
    Roll(first=3, second=1)
    """
    return parse_fibs_board(written).situation


def parse_fibs_board(written: str, *, gnubg: bool | None = None) -> FibsBoard:
    """A board line with the names of its players, with or without `board:` in front.

    `gnubg` says whether GNU Backgammon wrote the line; if it is None, that is found out from the line itself. Its
    positive checkers are those of player 1, who is Black here, and it has names and scores the other way round unless
    it asks about a double.
    """
    fields = written.strip().split(":")
    if fields[0].lower() != "board":
        fields.insert(0, "board")
    if len(fields) != FIELDS:
        why = text("the number of fields is {count} instead of {wanted}", count=len(fields), wanted=FIELDS)
        raise bad_id(FIBS_BOARD, why)
    line = _Line(fields)
    by_gnubg = line.is_by_gnubg() if gnubg is None else gnubg
    sides = {sign: player.opponent for sign, player in _SIDES.items()} if by_gnubg else _SIDES
    player = sides[line.one_of(COLOUR, text("the colour"), -1, 1)]
    turn = line.one_of(TURN, text("the turn"), -1, 0, 1)
    if turn == 0:
        raise bad_id(FIBS_BOARD, text("the game is over"))
    on_roll = sides[turn]
    offer = Offer.DOUBLE if line.one_of(DOUBLED, text("the double"), -1, 0, 1) else None
    if offer and not by_gnubg:
        on_roll = player.opponent  # it is always the opponent who has doubled
    names = dict(zip((player, player.opponent), fields[NAMES : NAMES + 2], strict=True))
    scores = {player: line.score(SCORES), player.opponent: line.score(SCORES + 1)}
    if by_gnubg and not offer:
        names = {side: names[side.opponent] for side in names}
        scores = {side: scores[side.opponent] for side in scores}
    position = line.position(turned=on_roll is not player)
    length = line.length()
    cube = line.cube(player)
    white, black = scores[Player.WHITE], scores[Player.BLACK]
    no_crawford_yet = line.one_of(HAD_CRAWFORD, text("the Crawford game"), 0, 1) == 0
    leader_alone = length is not None and length > 1 and max(white, black) == length - 1 and white != black
    try:
        situation = Situation(
            position,
            on_roll,
            cube,
            None if offer else line.roll(on_roll is player),
            offer,
            None,
            None,
            length,
            (white, black),
            no_crawford_yet and leader_alone and cube == Cube() and offer is None,
            None,
            None if length is not None or by_gnubg else line.number(REDOUBLES, text("beavers"), 0, 99) > 0,
        )
    except InvalidSituation as error:
        raise bad_id(FIBS_BOARD, error.message) from None
    return FibsBoard(situation, player, names)


class _Line:
    """The fields of a line; reading a bad field raises an error that names it."""

    def __init__(self, fields: list[str]) -> None:
        self._fields = fields

    def number(self, place: int, name: Message, lowest: int, highest: int) -> int:
        return whole_number(FIBS_BOARD, self._fields, place + 1, name, lowest, highest)

    def one_of(self, place: int, name: Message, *allowed: int) -> int:
        if self._fields[place] not in map(str, allowed):
            raise self._complaint(place, name, ", ".join(map(str, allowed)))
        return int(self._fields[place])

    def _complaint(self, place: int, name: Message, allowed: str) -> SixprimeError:
        return bad_id(FIBS_BOARD, bad_field(place + 1, name, self._fields[place], allowed))

    def is_by_gnubg(self) -> bool:
        """Whether GNU Backgammon wrote the line: it gives both players the dice, and ends in 1 without dice."""
        dice, last = self._fields[DICE : DICE + 4], self._fields[REDOUBLES]
        if any(die != "0" for die in dice):
            return dice[:2] == dice[2:]
        unlimited = self._fields[LENGTH] == str(UNLIMITED)
        return last == "1" and not unlimited and self._fields[COLOUR : DIRECTION + 1] == ["1", "-1"]

    def length(self) -> int | None:
        length = self.number(LENGTH, text("the length of the match"), 0, UNLIMITED)
        return None if length in (0, UNLIMITED) else length

    def score(self, place: int) -> int:
        return self.number(place, text("the score"), 0, MOST_POINTS)

    def position(self, *, turned: bool) -> Position:
        """The board as the player of the line sees it, or flipped."""
        points = [self.number(POINTS + place, text("a point"), -MAX_CHECKERS, MAX_CHECKERS) for place in range(26)]
        colour = self.one_of(COLOUR, text("the colour"), -1, 1)
        if self.one_of(DIRECTION, text("the direction"), -1, 1) == 1:
            points.reverse()
        points = [colour * count for count in points]
        off = [self.number(OFF + place, text("the checkers off"), 0, MAX_CHECKERS) for place in range(2)]
        on_board = [sum(max(sign * count, 0) for count in points) for sign in (1, -1)]
        first, second = (here + there for here, there in zip(off, on_board, strict=True))
        if first != second and max(on_board) <= MAX_CHECKERS:
            wrong, total = (0, second) if second == MAX_CHECKERS or first < on_board[1] else (1, first)
            raise self._complaint(OFF + wrong, text("the checkers off"), str(total - on_board[wrong]))
        checkers = first if first == second else MAX_CHECKERS
        return position_of(FIBS_BOARD, points, checkers, turned=turned)

    def cube(self, player: Player) -> Cube:
        """The cube. Its owner is the only player who may double; a cube at 1 has no owner."""
        value = self.number(CUBE, text("the cube"), 1, CUBE_CEILING)
        may, other_may = (self.one_of(MAY_DOUBLE + n, text("may double"), 0, 1) for n in range(2))
        if value == 1 or may == other_may == 1:
            return Cube(value)
        if not may and not other_may:
            raise self._complaint(MAY_DOUBLE + 1, text("may double"), "1")
        return Cube(value, player if may else player.opponent)

    def roll(self, by_player: bool) -> Roll | None:
        place = DICE if by_player else DICE + 2
        dice = [self.one_of(place + n, text("the dice"), *range(7)) for n in range(2)]
        if dice == [0, 0]:
            return None
        if 0 in dice:
            raise self._complaint(place + dice.index(0), text("the dice"), "1-6")
        return Roll(dice[0], dice[1])
