"""XGID, the id of eXtreme Gammon: ten fields with colons between, from the board to the highest cube.

Its board is always seen from the side of X, who is Black here and has capital letters; O is White. An XGID has no
resignation and no opening roll: before the opening roll, X is written as on roll.
"""

from __future__ import annotations

import re

from sixprime.core import Cube, Offer, Player, Roll
from sixprime.core.match.states import MAX_LENGTH
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids.fields import (
    MOST_POINTS,
    bad_character,
    bad_field,
    bad_id,
    position_of,
    power_of_two,
    whole_number,
)
from sixprime.messages import Message, text

XGID = "XGID"
BOARD_CHARACTERS = 26
MOST_FIELDS = 10
UNLIMITED = 10
"""What eXtreme Gammon writes if the cube has no limit; other programs write 0."""

_PREFIX = re.compile(r"\s*+(?:xgid\s*+(?:[=:]\s*+)?)?", re.IGNORECASE)
_CAPITALS = "ABCDEFGHIJKLMNOP"
_CHECKERS = {"-": 0} | {letter: n for n, letter in enumerate(_CAPITALS, 1)}
_CHECKERS |= {letter.lower(): -n for n, letter in enumerate(_CAPITALS, 1)}
_LETTERS = {count: letter for letter, count in _CHECKERS.items()}
_SIDES = {1: Player.BLACK, -1: Player.WHITE}
_SIGNS = {Player.BLACK: 1, Player.WHITE: -1, None: 0}
_OFFERS = {"D": Offer.DOUBLE, "B": Offer.BEAVER, "R": Offer.RACCOON}
_OFFER_LETTERS = {offer: letter for letter, offer in _OFFERS.items()}


def xgid(situation: Situation) -> str:
    """The XGID of a situation, its name in front.

    >>> xgid(Situation(Position.standard(), Player.BLACK, roll=Roll(3, 1), length=7))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10'
    """
    board = "".join(_LETTERS[count] for count in situation.position_for(Player.BLACK).points)
    dice = "00"
    if situation.roll is not None:
        dice = f"{situation.roll.high}{situation.roll.low}"
    elif situation.offer is not None:
        dice = _OFFER_LETTERS[situation.offer]
    limit = situation.cube_limit
    rules = int(bool(situation.jacoby)) + 2 * int(bool(situation.beavers))
    fields = (
        board,
        power_of_two(situation.cube.value),
        _SIGNS[situation.cube.owner],
        _SIGNS[situation.on_roll or Player.BLACK],
        dice,
        situation.points_of(Player.BLACK),
        situation.points_of(Player.WHITE),
        rules if situation.is_money else int(situation.crawford),
        situation.length or 0,
        UNLIMITED if limit is None else power_of_two(limit),
    )
    return f"{XGID}={':'.join(map(str, fields))}"


def from_xgid(written: str, checkers: int = MAX_CHECKERS) -> Situation:
    """The situation of an XGID, with or without its name, of all ten fields or without the last.

    `checkers` is how many each side plays with, which is not in the id: it matters if some have been borne off.

    >>> from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10").roll
    Roll(first=3, second=1)
    """
    prefix = _PREFIX.match(written)
    fields = written[prefix.end() if prefix else 0 :].strip().split(":")
    if len(fields) not in (MOST_FIELDS - 1, MOST_FIELDS):
        why = text("the number of fields is {count} instead of {wanted}", count=len(fields), wanted="9-10")
        raise bad_id(XGID, why)
    points = _points(fields[0])
    on_roll = _turn(fields)
    length = _number(fields, 9, text("the length of the match"), 0, MAX_LENGTH) or None
    rules = _number(fields, 8, text("the rules"), 0, 1 if length else 3)
    roll, offer = _dice(fields[4])
    limit = _number(fields, 10, text("the highest cube"), 0, 24) if len(fields) == MOST_FIELDS else UNLIMITED
    try:
        return Situation(
            position_of(XGID, points, checkers, turned=on_roll is Player.WHITE),
            on_roll,
            _cube(fields, on_roll, offer),
            roll=roll,
            offer=offer,
            length=length,
            score=(
                _number(fields, 7, text("the score"), 0, MOST_POINTS),
                _number(fields, 6, text("the score"), 0, MOST_POINTS),
            ),
            crawford=length is not None and length > 1 and rules == 1,
            jacoby=None if length else bool(rules & 1),
            beavers=None if length else bool(rules & 2),
            cube_limit=None if limit in (0, UNLIMITED) else 2**limit,
        )
    except InvalidSituation as error:
        raise bad_id(XGID, error.message) from None


def _points(letters: str) -> list[int]:
    """The board as X sees it."""
    for number, letter in enumerate(letters, 1):
        if letter not in _CHECKERS:
            raise bad_id(XGID, bad_character(number, letter, "- A-P a-p"))
    if len(letters) != BOARD_CHARACTERS:
        why = text("its board has {count} characters instead of {wanted}", count=len(letters), wanted=BOARD_CHARACTERS)
        raise bad_id(XGID, why)
    return [_CHECKERS[letter] for letter in letters]


def _cube(fields: list[str], on_roll: Player, offer: Offer | None) -> Cube:
    """The cube before it was offered.

    Only a player with access to the cube can have doubled. If the opponent owns it while a double waits, the cube is
    written as it will be after the take: eXtreme Gammon has written both forms.
    """
    value = 2 ** _number(fields, 2, text("the cube"), 0, 24)
    owner = _SIDES.get(_number(fields, 3, text("the cube's owner"), -1, 1))
    if offer is Offer.DOUBLE and owner is on_roll.opponent and value > 1:
        return Cube(value // 2, on_roll if value > 2 else None)
    return Cube(value, owner)


def _turn(fields: list[str]) -> Player:
    if fields[3] not in ("1", "-1"):
        raise bad_id(XGID, bad_field(4, text("the turn"), fields[3], "1, -1"))
    return _SIDES[int(fields[3])]


def _dice(field: str) -> tuple[Roll | None, Offer | None]:
    if field in _OFFERS:
        return None, _OFFERS[field]
    if field == "00":
        return None, None
    if len(field) == 2 and all(die in "123456" for die in field):
        return Roll(int(field[0]), int(field[1])), None
    raise bad_id(XGID, bad_field(5, text("the dice"), field, "00, 11..66, D, B, R"))


def _number(fields: list[str], number: int, name: Message, lowest: int, highest: int) -> int:
    return whole_number(XGID, fields, number, name, lowest, highest)
