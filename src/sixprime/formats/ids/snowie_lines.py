"""Snowie's position line: forty values with semicolons between, alone in a file or inside a match.

Its board is seen by the player who is named first. Player 0 is White and player 1 is Black, as for GNU Backgammon,
which writes these lines too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sixprime.core import Cube, Player, Roll, State
from sixprime.core.match.states import MAX_LENGTH
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.rules import CUBE_CEILING
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids.fields import MOST_POINTS, bad_field, bad_id, position_of, whole_number
from sixprime.messages import Message, text

SNOWIE = "Snowie"
FIELDS = 40

# The number of each field in a line that is split at its semicolons.
LENGTH, JACOBY, BEAVERS, ON_ROLL, NAMES, CRAWFORD, SCORES, CUBE, OWNER, POINTS, DICE = (
    0,
    1,
    3,
    4,
    5,
    7,
    8,
    10,
    11,
    12,
    38,
)


@dataclass(frozen=True, slots=True)
class SnowiePosition:
    """A position line: the situation, and the names of the players."""

    situation: Situation
    names: Mapping[Player, str]


def snowie_line(state: State, names: Mapping[Player, str], roll: Roll | None) -> str:
    """The line of a position in which somebody is on roll, as matches have it for an illegal play.

    GNU Backgammon counts the player of the left column as 1 there, and finds whose board it is by that number.
    """
    on_roll = state.on_roll or Player.WHITE
    dice = (roll.first, roll.second) if roll is not None else (0, 0)
    owner = 0 if state.cube.owner is None else (1 if state.cube.owner is on_roll else -1)
    called = [names.get(player, "") or player.value.capitalize() for player in (on_roll, on_roll.opponent)]
    fields: list[object] = [
        state.length or 0,
        int(state.is_money and state.rules.jacoby),
        0,
        int(state.is_money and state.rules.beavers),
        int(on_roll is Player.WHITE),
        *("".join(" " if sign in "();:" else sign for sign in name) for name in called),
        int(state.is_crawford),
        state.points_of(on_roll),
        state.points_of(on_roll.opponent),
        state.cube.value,
        owner,
        *state.position.points,
        *dice,
    ]
    return "".join(f"{field};" for field in fields)


def parse_snowie_position(written: str) -> SnowiePosition:
    """The situation of a position line, and the names in it."""
    fields = [field.strip() for field in written.strip().strip("()").split(";")]
    if len(fields) == FIELDS + 1 and not fields[-1]:
        fields.pop()
    if len(fields) != FIELDS:
        why = text("the number of fields is {count} instead of {wanted}", count=len(fields), wanted=FIELDS)
        raise bad_id(SNOWIE, why)

    def number(place: int, name: Message, lowest: int, highest: int) -> int:
        return whole_number(SNOWIE, fields, place + 1, name, lowest, highest)

    on_roll = (Player.WHITE, Player.BLACK)[number(ON_ROLL, text("the turn"), 0, 1)]
    length = number(LENGTH, text("the length of the match"), 0, MAX_LENGTH) or None
    own, other = (number(SCORES + n, text("the score"), 0, MOST_POINTS) for n in range(2))
    points = [number(POINTS + n, text("a point"), -MAX_CHECKERS, MAX_CHECKERS) for n in range(26)]
    owner = {0: None, 1: on_roll, -1: on_roll.opponent}[number(OWNER, text("the cube's owner"), -1, 1)]
    value = number(CUBE, text("the cube"), 1, CUBE_CEILING)
    dice = [number(DICE + n, text("the dice"), 0, 6) for n in range(2)]
    if (dice[0] == 0) is not (dice[1] == 0):
        raise bad_id(SNOWIE, bad_field(DICE + 1, text("the dice"), fields[DICE], "1..6"))
    try:
        situation = Situation(
            position_of(SNOWIE, points, MAX_CHECKERS, turned=False),
            on_roll,
            Cube(value, owner if value > 1 else None),
            Roll(dice[0], dice[1]) if dice[0] else None,
            length=length,
            score=(own, other) if on_roll is Player.WHITE else (other, own),
            crawford=length is not None and number(CRAWFORD, text("the Crawford game"), 0, 1) == 1,
            jacoby=None if length else number(JACOBY, text("the Jacoby rule"), 0, 1) == 1,
            beavers=None if length else number(BEAVERS, text("beavers"), 0, 1) == 1,
        )
    except InvalidSituation as error:
        raise bad_id(SNOWIE, error.message) from None
    names = {on_roll: fields[NAMES], on_roll.opponent: fields[NAMES + 1]}
    return SnowiePosition(situation, names)
