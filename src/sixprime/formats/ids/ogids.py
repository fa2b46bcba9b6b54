"""OGID, the id of OpenGammon: up to eleven fields with colons between, each side's checkers one by one.

Its points are numbered for both players alike: Black runs from 24 to 1 and enters from 25, White from 1 to 24 and
enters from 0. Its fifth field is the player who moved last: the opponent is to act, except after a double.
"""

from __future__ import annotations

import re

from sixprime.core import Cube, Offer, Player, Roll
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids.fields import MOST_POINTS, bad_field, bad_id, position_of, power_of_two, whole_number
from sixprime.messages import Message, text

OGID = "OGID"
FEWEST_FIELDS, MOST_FIELDS = 3, 11

_POINTS = "0123456789abcdefghijklmnop"
_OFF = "q"
_SIDES = {"W": Player.WHITE, "B": Player.BLACK}
_LETTERS = {Player.WHITE: "W", Player.BLACK: "B", None: "N"}
_PREFIX = re.compile(r"\s*+(?:ogid\s*+[=:]\s*+)?", re.IGNORECASE)
_CUBE = re.compile(r"(?P<owner>[WBND?])(?P<power>[0-9]|1[0-9]|2[0-4])(?P<action>[NOTP])")
_LENGTH = re.compile(r"(?P<length>[0-9]{1,4})(?P<modifier>[LCG]?)[0-9]{0,4}")

OPENING, ROLLED, TO_ROLL, DOUBLED, FINISHED = "IW", "R", "C", "D", "F"


def ogid(situation: Situation) -> str:
    """The OGID of a situation, without a name in front.

    >>> ogid(Situation(Position.standard(), Player.BLACK, roll=Roll(3, 1), length=7))
    '11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:7:0'
    """
    board = situation.position_for(Player.BLACK).points
    white, black = (
        "".join(letter * max(sign * count, 0) for letter, count in zip(_POINTS, board, strict=True)) for sign in (-1, 1)
    )
    doubled = situation.offer is Offer.DOUBLE
    power, owner = power_of_two(situation.cube.value), _LETTERS[situation.cube.owner]
    if situation.on_roll is None:
        reached_by, state = "W", OPENING
    else:
        reached_by = _LETTERS[situation.on_roll if doubled else situation.on_roll.opponent]
        state = DOUBLED if doubled else ROLLED if situation.roll else TO_ROLL
    fields = [
        white,
        black,
        f"{owner}{power}{'O' if doubled else 'N'}",
        f"{situation.roll.low}{situation.roll.high}" if situation.roll else "",
        reached_by,
        state,
        str(situation.score[0]),
        str(situation.score[1]),
        f"{situation.length or 0}{'C' if situation.crawford else ''}",
        "0",
    ]
    if situation.position.checkers != MAX_CHECKERS:
        fields.append(str(situation.position.checkers))
    return ":".join(fields)


def from_ogid(written: str) -> Situation:
    """The situation of an OGID, with or without its name, of three to eleven fields.

    Fields left out at the end mean money play, White on roll, and a score of 0-0.

    >>> from_ogid("11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:7:0").length
    7
    """
    prefix = _PREFIX.match(written)
    fields = written[prefix.end() if prefix else 0 :].strip().split(":")
    if not FEWEST_FIELDS <= len(fields) <= MOST_FIELDS:
        why = text("the number of fields is {count} instead of {wanted}", count=len(fields), wanted="3-11")
        raise bad_id(OGID, why)
    fields += [""] * (MOST_FIELDS - len(fields))
    checkers = _number(fields, 11, text("the number of checkers"), 1, MAX_CHECKERS, missing=MAX_CHECKERS)
    points = _points(fields, checkers)
    cube, offer = _cube(fields)
    roll = _roll(fields[3])
    length, crawford = _length(fields[8])
    _number(fields, 10, text("the move's number"), 0, MOST_POINTS)
    on_roll = _on_roll(fields, offer)
    untouched = roll is None and offer is None and cube.owner is None
    if fields[5][:1] == OPENING[0] and untouched and all(points[n] == -points[25 - n] for n in range(26)):
        on_roll = None
    try:
        return Situation(
            position_of(OGID, points, checkers, turned=on_roll is not Player.BLACK),
            on_roll,
            cube,
            roll=roll,
            offer=offer,
            length=length,
            score=(
                _number(fields, 7, text("the score"), 0, MOST_POINTS),
                _number(fields, 8, text("the score"), 0, MOST_POINTS),
            ),
            crawford=crawford,
        )
    except InvalidSituation as error:
        raise bad_id(OGID, error.message) from None


def _points(fields: list[str], checkers: int) -> list[int]:
    """The board as Black sees it."""
    points = [0] * 26
    for number, (sign, places) in enumerate(((-1, _POINTS[:25]), (1, _POINTS[1:])), 1):
        letters = fields[number - 1]
        name = text("White's checkers") if sign < 0 else text("Black's checkers")
        if len(letters) > checkers:
            why = text(
                "field {number} ({name}) has {count} characters, {most} at most",
                number=number,
                name=name,
                count=len(letters),
                most=checkers,
            )
            raise bad_id(OGID, why)
        for letter in letters.replace(_OFF, ""):
            if letter not in places:
                raise bad_id(OGID, bad_field(number, name, letters, f"{places[0]}-9 a-{places[-1]} q"))
            place = _POINTS.index(letter)
            if points[place] * sign < 0:
                raise bad_id(OGID, text("both sides stand on point {point}", point=place))
            points[place] += sign
    return points


def _cube(fields: list[str]) -> tuple[Cube, Offer | None]:
    """The cube, and whether it has been offered. A dead cube (D) and one that is not set (?) are in the middle."""
    parsed = _CUBE.fullmatch(fields[2])
    if parsed is None:
        raise bad_id(OGID, bad_field(3, text("the cube"), fields[2], "[WBND?][0..24][NOTP]"))
    if parsed["action"] == "P" or fields[5][:1] == FINISHED:
        raise bad_id(OGID, text("the game is over"))
    offer = Offer.DOUBLE if parsed["action"] == "O" or fields[5] == DOUBLED else None
    return Cube(2 ** int(parsed["power"]), _SIDES.get(parsed["owner"])), offer


def _roll(field: str) -> Roll | None:
    if not field:
        return None
    if not re.fullmatch(r"[1-6]{2}", field):
        raise bad_id(OGID, bad_field(4, text("the dice"), field, "11..66"))
    return Roll(int(field[0]), int(field[1]))


def _on_roll(fields: list[str], offer: Offer | None) -> Player | None:
    """Who is on roll: the opponent of the player who moved last, or the player who doubled."""
    if not fields[4]:
        return Player.WHITE
    if fields[4] not in _SIDES:
        raise bad_id(OGID, bad_field(5, text("the turn"), fields[4], "W, B"))
    reached_by = _SIDES[fields[4]]
    return reached_by if offer else reached_by.opponent


def _length(field: str) -> tuple[int | None, bool]:
    """The length of the match, and whether this is the Crawford game."""
    if not field:
        return None, False
    parsed = _LENGTH.fullmatch(field)
    if parsed is None:
        raise bad_id(OGID, bad_field(9, text("the length of the match"), field, "0..9999 L C G"))
    length = int(parsed["length"]) or None
    return length, parsed["modifier"] == "C" and length != 1


def _number(fields: list[str], number: int, name: Message, lowest: int, highest: int, *, missing: int = 0) -> int:
    """A field, counted from 1, that is a whole number or empty."""
    return whole_number(OGID, fields, number, name, lowest, highest) if fields[number - 1] else missing
