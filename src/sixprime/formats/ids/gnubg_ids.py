"""The ids of GNU Backgammon: a Position ID of 14 characters, and a Match ID of 12 for all that is not on the board.

Both are bits in base 64. GNU Backgammon's player 0 is White (O), its player 1 is Black (X). A Position ID alone
says nothing but where the checkers stand, as the player on roll sees them.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from operator import mul, sub
from string import ascii_letters, digits

from sixprime.core import BAR, Cube, Offer, Player, Position, Roll, SixprimeError, Win
from sixprime.core.positions import MAX_CHECKERS
from sixprime.core.situations import InvalidSituation, Situation
from sixprime.formats.ids.fields import bad_character, bad_id, cannot_hold, power_of_two
from sixprime.messages import Message, shown, text

POSITION_CHARACTERS = 14
MATCH_CHARACTERS = 12
ALPHABET = frozenset(ascii_letters + digits + "+/")
CENTRED = 3

POSITION_ID = "Position ID"
MATCH_ID = "Match ID"

# The first bit of each number of a Match ID, and how many bits it has.
FIELDS: Mapping[str, tuple[int, int]] = {
    "cube": (0, 4),
    "owner": (4, 2),
    "on_roll": (6, 1),
    "crawford": (7, 1),
    "state": (8, 3),
    "turn": (11, 1),
    "doubled": (12, 1),
    "resigned": (13, 2),
    "die": (15, 3),
    "other_die": (18, 3),
    "length": (21, 15),
    "score_0": (36, 15),
    "score_1": (51, 15),
    "no_jacoby": (66, 1),
    "unused": (67, 5),
}
NOT_STARTED, PLAYING = 0, 1

_RUNS = tuple("1" * count + "0" for count in range(MAX_CHECKERS + 1))
"""The bits of a place, by how many checkers are there."""

_PREFIX = re.compile(r"\s*+(?:(?:gnu[ -]?bg[ -]?id|gnu[ -]?id|position[ -]?id)\s*+[:=]\s*+)?", re.IGNORECASE)


# Positions


def position_id(position: Position) -> str:
    """The Position ID of a position, which is in the mover's view.

    >>> position_id(Position.standard())
    '4HPwATDgc/ABMA'
    """
    points = position.points
    runs = [_RUNS[-count] if count < 0 else "0" for count in points[BAR - 1 :: -1]]
    runs += [_RUNS[count] if count > 0 else "0" for count in points[1:]]
    return _characters(int("".join(runs)[::-1], 2), 10)


def position_from_id(written: str, checkers: int = MAX_CHECKERS) -> Position:
    """The position of a Position ID, in the mover's view.

    `checkers` is how many each side plays with, which is not in the id: it matters if some have been borne off.

    >>> position_from_id("4HPwATDgc/ABMA") == Position.standard()
    True
    """
    body = _body(written)
    bits = _bits(body, POSITION_ID, POSITION_CHARACTERS)
    counts = list(map(len, f"{bits:080b}"[::-1].split("0")))
    counts += [0] * (2 * BAR - len(counts))
    opponent, mover, beyond = counts[:BAR], counts[BAR : 2 * BAR], counts[2 * BAR :]
    facing = opponent[-2::-1]
    try:
        if any(map(mul, mover, facing)):
            Position.of(dict(enumerate(mover, 1)), dict(enumerate(opponent, 1)), checkers)  # names the point
        position = Position((-opponent[-1], *map(sub, mover, facing), mover[-1]), checkers)
    except SixprimeError as error:
        raise bad_id(POSITION_ID, error.message) from None
    if any(beyond):
        raise bad_id(POSITION_ID, text("there are checkers beyond the last point"))
    return position


# Matches


def match_id(situation: Situation) -> str:
    """The Match ID of a situation: everything but the board, whether beavers are allowed, and the cube's limit.

    >>> match_id(Situation(Position.standard(), on_roll=None, jacoby=True))
    'cAgAAAAAAAAA'
    """
    cube, turn = situation.cube, _number(situation.to_act)
    value, owner = cube.value, CENTRED if cube.owner is None else _number(cube.owner)
    if situation.offer in (Offer.BEAVER, Offer.RACCOON) and situation.on_roll is not None:
        # A beaver and a raccoon have each turned the cube, and the player who beavered has it.
        value *= 2 if situation.offer is Offer.BEAVER else 4
        owner = _number(situation.on_roll.opponent)
    if value >= 1 << 16:
        raise cannot_hold(MATCH_ID, text("the cube"), value)
    if max(situation.score) >= 1 << 15:
        raise cannot_hold(MATCH_ID, text("the score"), "{}-{}".format(*situation.score))
    roll = situation.roll
    numbers = {
        "cube": power_of_two(value),
        "owner": owner,
        "on_roll": _number(situation.on_roll),
        "crawford": int(situation.crawford),
        "state": NOT_STARTED if situation.on_roll is None else PLAYING,
        "turn": turn,
        "doubled": int(situation.offer is not None),
        "resigned": situation.resignation or 0,
        "die": roll.high if roll else 0,
        "other_die": roll.low if roll else 0,
        "length": situation.length or 0,
        "score_0": situation.score[0],
        "score_1": situation.score[1],
        "no_jacoby": int(not situation.jacoby),
    }
    return _characters(sum(number << FIELDS[name][0] for name, number in numbers.items()), 9)


def gnubg_id(situation: Situation) -> str:
    """Position ID and Match ID, with a colon between.

    >>> gnubg_id(Situation(Position.standard(), on_roll=None, jacoby=True))
    '4HPwATDgc/ABMA:cAgAAAAAAAAA'
    """
    seen_by = situation.on_roll or Player.BLACK
    return f"{position_id(situation.position_for(seen_by))}:{match_id(situation)}"


def from_gnubg_id(written: str, checkers: int = MAX_CHECKERS) -> Situation:
    """The situation of a Position ID and a Match ID with a colon between, or of a Position ID alone.

    A Position ID alone is read as White on roll in money play, with the cube in the middle.

    >>> from_gnubg_id("4HPwATDgc/ABMA:cAgAAAAAAAAA").jacoby
    True
    """
    board, colon, rest = _body(written).partition(":")
    position = position_from_id(board, checkers)
    return situation_of_ids(position, rest) if colon else Situation(position)


def situation_of_ids(position: Position, written: str) -> Situation:
    """The situation of a Match ID, with the position of the Position ID beside it."""
    bits = _bits(written.strip().rstrip("="), MATCH_ID, MATCH_CHARACTERS)
    numbers = {name: bits >> start & (1 << size) - 1 for name, (start, size) in FIELDS.items()}
    if numbers["unused"]:
        raise bad_id(MATCH_ID, _unused_bit(written.strip()))
    if numbers["state"] > PLAYING:
        raise bad_id(MATCH_ID, text("the game is over"))
    roll, (cube, offer) = _roll(numbers), _cube_and_offer(numbers)
    on_roll: Player | None = _player(numbers["on_roll"])
    if _is_opening(numbers, position, cube):
        on_roll, position = None, position if on_roll is Player.WHITE else position.flipped()
    length = numbers["length"] or None
    try:
        return Situation(
            position,
            on_roll,
            cube,
            roll=roll,
            offer=offer,
            resignation=Win(numbers["resigned"]) if numbers["resigned"] else None,
            resigned_by=_player(1 - numbers["turn"]) if numbers["resigned"] else None,
            length=length,
            score=(numbers["score_0"], numbers["score_1"]),
            crawford=bool(numbers["crawford"]) and length != 1,
            jacoby=not numbers["no_jacoby"] if length is None else None,
        )
    except InvalidSituation as error:
        raise bad_id(MATCH_ID, error.message) from None


def _is_opening(numbers: Mapping[str, int], position: Position, cube: Cube) -> bool:
    """Whether the opening roll has yet to come. Some programs never mark a game as started: the position shows it."""
    waiting = numbers["state"] == NOT_STARTED and not numbers["die"] and not numbers["doubled"]
    return waiting and cube.owner is None and position == position.flipped()


def _roll(numbers: Mapping[str, int]) -> Roll | None:
    die, other = numbers["die"], numbers["other_die"]
    if die == other == 0:
        return None
    if not (1 <= die <= 6 and 1 <= other <= 6):
        raise bad_id(MATCH_ID, _bad_number(text("the dice"), f"{die}{other}", "00, 11..66"))
    return Roll(die, other)


def _cube_and_offer(numbers: Mapping[str, int]) -> tuple[Cube, Offer | None]:
    """The cube before it was offered, and the offer that waits for an answer.

    A double leaves it where it was, and the other player has to decide; a beaver turns it and gives it to the
    player who beavers, and the doubler has to decide; a raccoon turns it once more.
    """
    value, owner, doubler = 1 << numbers["cube"], numbers["owner"], numbers["on_roll"]
    if owner not in (0, 1, CENTRED):
        raise bad_id(MATCH_ID, _bad_number(text("the cube's owner"), owner, "0, 1, 3"))
    if not numbers["doubled"]:
        return Cube(value, None if owner == CENTRED else _player(owner)), None
    if owner == 1 - doubler and value > 1:
        if numbers["turn"] == doubler:
            return _before(value // 2, doubler), Offer.BEAVER
        if value >= 4 and not numbers["length"]:
            return _before(value // 4, doubler), Offer.RACCOON
        # The doubler must have had access to the cube, so this cube is written as it will be after the take.
        return _before(value // 2, doubler), Offer.DOUBLE
    return Cube(value, None if owner == CENTRED else _player(owner)), Offer.DOUBLE


def _before(value: int, doubler: int) -> Cube:
    """The cube before a double, if only its value is known."""
    return Cube(value, _player(doubler) if value > 1 else None)


def _unused_bit(written: str) -> Message:
    """Which of the last two characters has a bit that no number of a Match ID uses."""
    if written[11] not in "ABCDEFGH":
        return bad_character(12, written[11], "A-H")
    return bad_character(11, written[10], "A E I M Q U Y c g k o s w 0 4 8")


def _bad_number(name: Message, value: object, allowed: str) -> Message:
    return text("{name}: {value}; allowed: {allowed}", name=name, value=shown(value), allowed=allowed)


def _number(player: Player | None) -> int:
    """GNU Backgammon's number of a player; 1 if there is none."""
    return 0 if player is Player.WHITE else 1


def _player(number: int) -> Player:
    return Player.BLACK if number else Player.WHITE


# Base 64


def _body(written: str) -> str:
    """An id without its name, spaces and padding."""
    prefix = _PREFIX.match(written)
    return written[prefix.end() if prefix else 0 :].strip().rstrip("=")


def _characters(bits: int, count: int) -> str:
    return b64encode(bits.to_bytes(count, "little")).decode().rstrip("=")


def _bits(body: str, kind: str, characters: int) -> int:
    if not ALPHABET.issuperset(body):
        number, wrong = next(pair for pair in enumerate(body, 1) if pair[1] not in ALPHABET)
        raise bad_id(kind, bad_character(number, wrong, "A-Z a-z 0-9 + /"))
    if len(body) != characters:
        why = text("it has {count} characters instead of {wanted}", count=len(body), wanted=characters)
        raise bad_id(kind, why)
    if characters == POSITION_CHARACTERS and body[-1] not in "AQgw":
        raise bad_id(kind, bad_character(characters, body[-1], "A Q g w"))
    return int.from_bytes(b64decode(body + "=" * (-len(body) % 4)), "little")
