"""Draws boards in plain characters, in the frames that GNU Backgammon and eXtreme Gammon print.

Black is X and sits at the bottom, White is O, as in the ids. docs/boards.md says what a frame can hold. The plain board
of `print(position)` is drawn by `sixprime.core.boards`.
"""

from __future__ import annotations

from collections.abc import Mapping

from sixprime.core import Offer, Player, Position, Win
from sixprime.core.situations import Situation
from sixprime.formats.ids.gnubg_ids import match_id, position_id
from sixprime.formats.ids.xgids import xgid

HEIGHT = 5
MARKS = {Player.WHITE: "O", Player.BLACK: "X"}
RESIGNATIONS = {Win.SINGLE: "single game", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"}

_COUNTS = "0123456789ABCDEF"
_RIGHT_HALVES = (range(13, 19), range(19, 25), range(12, 6, -1), range(6, 0, -1))
_LEFT_HALVES = (range(24, 18, -1), range(18, 12, -1), range(1, 7), range(7, 13))


# GNU Backgammon


def gnubg_board(
    situation: Situation, *, names: Mapping[Player, str] | None = None, home_right: bool = True, with_ids: bool = True
) -> str:
    """The board as GNU Backgammon prints it for `show board`, its points numbered for the player on roll.

    Black's home is at the bottom right, or at the bottom left. Without `with_ids` the lines of the ids are left out,
    and with them the Jacoby rule, a raccoon, and the length of a match while a double waits.

    >>> print(gnubg_board(Situation(Position.standard(), Player.BLACK), with_ids=False).splitlines()[0])
     +13-14-15-16-17-18------19-20-21-22-23-24-+     O: White
    """
    black = situation.position_for(Player.BLACK)
    numbered_for_black = situation.on_roll is not Player.WHITE
    indent = " " if home_right else "    "
    lines: list[str] = []
    if with_ids:
        board = position_id(situation.position_for(situation.on_roll or Player.BLACK))
        lines += [
            f"{indent}GNU Backgammon  Position ID: {board}",
            f"{indent}                Match ID   : {match_id(situation)}",
        ]
    top, bottom = _borders(home_right=home_right, numbered_for_black=numbered_for_black)
    beside = "     " if home_right else "  "
    owner = _cube_lies_with(situation)
    label = {player: _label(player, names, situation.cube.value if owner is player else None) for player in Player}
    lines.append(f"{indent}{top}{beside}{label[Player.WHITE]}")
    rows = _rows(black, home_right=home_right, bar_from_middle=False)
    off_white, off_black = _off_cells(black.opponent_off, "O"), _off_cells(black.off, "X")
    words = _words_beside(situation)
    for number, row in enumerate(rows):
        if number == HEIGHT:
            mark = {Player.WHITE: "^", Player.BLACK: "v", None: " "}[situation.on_roll]
            middle = _middle(situation)
            lines.append(f"{mark}{row}     {middle}" if home_right else f"    {row}{mark} {middle}")
            continue
        off = off_white[number] if number < HEIGHT else off_black[2 * HEIGHT - number]
        text = words.get(number, "")
        lines.append(f" {row} {off:<3} {text}" if home_right else f"{off[::-1]:>3} {row}  {text}")
    lines.append(f"{indent}{bottom}{beside}{label[Player.BLACK]}")
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _label(player: Player, names: Mapping[Player, str] | None, cube: int | None) -> str:
    """Mark and name of a player, with the cube if the player owns it."""
    return f"{MARKS[player]}: {_name(player, names)}" + (f" (Cube: {cube})" if cube is not None else "")


def _name(player: Player, names: Mapping[Player, str] | None) -> str:
    """A name on one line, or the English name of the colour if there is no name."""
    return " ".join((names or {}).get(player, "").split()) or player.value.capitalize()


def _cube_lies_with(situation: Situation) -> Player | None:
    """The player beside whose name the cube is shown; nobody while it is offered."""
    return situation.cube.owner if situation.offer is None else None


def _middle(situation: Situation) -> str:
    """The text of the middle row: the length of the match, and the cube if nobody owns it."""
    if situation.offer is not None:
        return ""
    cube = "" if situation.cube.owner is not None else f"(Cube: {situation.cube.value})"
    if situation.length is None:
        return cube
    match = f"{_counted(situation.length)} match"
    if situation.crawford:
        return f"{match} (Crawford game)"
    return f"{match} {cube}" if cube and situation.length > 1 else match


def _words_beside(situation: Situation) -> dict[int, str]:
    """The text beside the rows: both scores, and what each player is doing."""
    actions: dict[Player, list[str]] = {player: [] for player in Player}
    to_act, on_roll = situation.to_act, situation.on_roll
    if situation.offer is not None and to_act is not None:
        turns = {Offer.DOUBLE: 2, Offer.BEAVER: 4, Offer.RACCOON: 8}[situation.offer]
        actions[to_act].append(f"Cube offered at {situation.cube.value * turns}")
    elif situation.roll is not None and on_roll is not None:
        actions[on_roll].append(f"Rolled {situation.roll.high}{situation.roll.low}")
    elif on_roll is not None and not situation.position.is_over:
        actions[on_roll].append("On roll")
    if situation.resignation is not None and situation.resigned_by is not None:
        actions[situation.resigned_by].append(f"resigns {RESIGNATIONS[situation.resignation]}")
    return {
        0: _counted(situation.points_of(Player.WHITE)),
        1: ", ".join(actions[Player.WHITE]),
        2 * HEIGHT - 1: ", ".join(actions[Player.BLACK]),
        2 * HEIGHT: _counted(situation.points_of(Player.BLACK)),
    }


def _counted(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


# eXtreme Gammon


def xg_board(
    situation: Situation, *, names: Mapping[Player, str] | None = None, home_right: bool = True, with_ids: bool = True
) -> str:
    """The board as eXtreme Gammon copies it, its points always numbered for Black, who is X.

    eXtreme Gammon itself calls X whoever is on roll; here X is Black, in the picture as in the XGID above it.
    Without `with_ids` that line is left out, and with it an offered cube, a raccoon or beaver, and the cube's limit.

    >>> print(xg_board(Situation(Position.standard(), roll=Roll(3, 1))).splitlines()[0])
    XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10
    """
    black = situation.position_for(Player.BLACK)
    top, bottom = _borders(home_right=home_right, numbered_for_black=True)
    rows = [f" {row}" for row in _rows(black, home_right=home_right, bar_from_middle=True)]
    if situation.cube.owner is not None:
        first = 0 if situation.cube.owner is Player.WHITE else 2 * HEIGHT - 2
        for number, line in enumerate(("+---+", f"|{situation.cube.value:^3}|", "+---+"), first):
            rows[number] += f" {line}"
    white_points, black_points = situation.score
    score = f"Score is X:{black_points} O:{white_points}"
    total = f"{black_points}-{white_points}"
    if situation.length is None:
        rules = "".join(f" {name}" for name, on in (("Jacoby", situation.jacoby), ("Beaver", situation.beavers)) if on)
        score += ". Unlimited Game" + ("," + rules if rules else "")
    else:
        score += f" {situation.length} pt.(s) match."
        total += f"/{situation.length}{' Crawford' if situation.crawford else ''}"
    owner = situation.cube.owner
    cube = f"Cube: {situation.cube.value}" + (f", {MARKS[owner]} own cube" if owner is not None else "")
    lines = [xgid(situation), ""] if with_ids else []
    lines += [f"X:{_name(Player.BLACK, names)}   O:{_name(Player.WHITE, names)}", score, f" {top}", *rows, f" {bottom}"]
    lines += [f"Pip count  X: {black.pips}  O: {black.opponent_pips} X-O: {total}", cube]
    if situation.on_roll is not None:
        mark, roll = MARKS[situation.on_roll], situation.roll
        lines.append(f"{mark} to play {roll.high}{roll.low}" if roll else f"{mark} on roll, cube action")
    return "".join(f"{line.rstrip()}\n" for line in lines)


# The frame


def _borders(*, home_right: bool, numbered_for_black: bool) -> tuple[str, str]:
    """The upper and lower edges with the numbers of the points."""
    halves = _RIGHT_HALVES if home_right else _LEFT_HALVES
    edges: list[str] = []
    for left, right in (halves[:2], halves[2:]):
        numbers = [
            "".join(f"{point if numbered_for_black else 25 - point:->2d}-" for point in half) for half in (left, right)
        ]
        edges.append(f"+{numbers[0]}-----{numbers[1]}+")
    return edges[0], edges[1]


def _rows(black: Position, *, home_right: bool, bar_from_middle: bool) -> list[str]:
    """The eleven rows between the edges, the one with BAR in the middle.

    Each side's checkers on the bar are in the half of its own home board, stacked from the edge. eXtreme Gammon has
    them in the other half, stacked from the middle.
    """
    halves = _RIGHT_HALVES if home_right else _LEFT_HALVES
    own, other = _pile(black.bar, "X"), _pile(black.opponent_bar, "O")
    upper_bar, lower_bar = (own[::-1], other[::-1]) if bar_from_middle else (other, own)
    upper = _half(black, halves[0], upper_bar, halves[1])
    lower = _half(black, halves[2], lower_bar, halves[3])
    empty = " " * 18
    return [*upper, f"|{empty}|BAR|{empty}|", *reversed(lower)]


def _half(black: Position, left: range, bar: list[str], right: range) -> list[str]:
    """Five rows from the edge inwards."""
    piles = [[_pile(abs(black.points[p]), "X" if black.points[p] > 0 else "O") for p in half] for half in (left, right)]
    return [
        "|{}|{}|{}|".format(
            "".join(f" {pile[row]} " for pile in piles[0]),
            f" {bar[row]} ",
            "".join(f" {pile[row]} " for pile in piles[1]),
        )
        for row in range(HEIGHT)
    ]


def _pile(count: int, mark: str) -> list[str]:
    """The five characters of a stack, from the edge inwards; the last is the number of checkers if there are more."""
    cells = [mark if row < count else " " for row in range(HEIGHT)]
    if count > HEIGHT:
        cells[-1] = _COUNTS[count]
    return cells


def _off_cells(count: int, mark: str) -> list[str]:
    """The checkers borne off, beside the five rows from the edge inwards, in up to three columns."""
    return [mark * sum(count > HEIGHT * column + row for column in range(3)) for row in range(HEIGHT)]
