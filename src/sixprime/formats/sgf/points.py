"""Converts points, boards and plays from and to SGF: letters a to x are the points, y is the bar, z is off.

White's ace point is a, Black's is x.
"""

from __future__ import annotations

from collections.abc import Iterable

from sixprime.core import BAR, OFF, Player, Position


def point_of(letter: str, player: Player) -> int | None:
    """A point as its player numbers it: 25 is the bar, 0 is off; None if it is not a point."""
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    number = ord(letter) - 96 if len(letter) == 1 else 0
    if not 1 <= number <= 24:
        return None
    return number if player is Player.WHITE else 25 - number


def letter_of(point: int, player: Player) -> str:
    """The letter of a point, of the bar, or of off."""
    if point == BAR:
        return "y"
    if point == OFF:
        return "z"
    return chr(96 + (point if player is Player.WHITE else 25 - point))


def read_hops(letters: str, player: Player) -> list[tuple[int, int]] | None:
    """The moves of pairs of letters; None if they are not valid."""
    if len(letters) % 2 or len(letters) > 8:
        return None
    points = [point_of(letter, player) for letter in letters]
    if None in points:
        return None
    places = [point for point in points if point is not None]
    return list(zip(places[::2], places[1::2], strict=True))


def write_hops(hops: Iterable[tuple[int, int]], player: Player) -> str:
    """Moves as pairs of letters."""
    return "".join(letter_of(source, player) + letter_of(target, player) for source, target in hops)


class SetUpBoard:
    """A board that set-up properties change. Each side's points are numbered for its player; 25 is the bar."""

    def __init__(self, white_view: Position) -> None:
        points = white_view.points
        self.checkers = white_view.checkers
        self._sides = {
            Player.WHITE: [0, *(max(count, 0) for count in points[1:])],
            Player.BLACK: [0, *(max(-count, 0) for count in points[24::-1])],
        }

    def clear(self, values: Iterable[str]) -> None:
        """Remove all checkers from these points."""
        points = list(values)
        if points == ["a:y"]:
            self._sides = {player: [0] * 26 for player in Player}
            return
        for letter in _listed(points):
            for player, side in self._sides.items():
                point = point_of(letter, player)
                if point:
                    side[point] = 0

    def add(self, values: Iterable[str], player: Player) -> None:
        """Put a checker of a player on each of these points."""
        for letter in _listed(values):
            point = point_of(letter, player)
            if point:
                self._sides[player][point] += 1

    def position(self, on_roll: Player) -> Position:
        """The position as a player sees it; an invalid one is refused."""
        mine, others = (
            {point: count for point, count in enumerate(self._sides[player]) if count}
            for player in (on_roll, on_roll.opponent)
        )
        return Position.of(mine, others, self.checkers)


def _listed(values: Iterable[str]) -> Iterable[str]:
    """The letters of points; `a:f` stands for all letters from a to f."""
    for value in values:
        first, colon, last = value.strip().partition(":")
        if not colon:
            yield first
        elif len(first) == len(last) == 1 and "a" <= first <= last <= "y":
            yield from map(chr, range(ord(first), ord(last) + 1))


def write_board(position: Position, on_roll: Player) -> str:
    """The properties that set up a position, given in the view of the player on roll."""
    view = position if on_roll is Player.WHITE else position.flipped()
    written = f"PL[{'W' if on_roll is Player.WHITE else 'B'}]AE[a:y]"
    for player, name, side in ((Player.WHITE, "AW", view), (Player.BLACK, "AB", view.flipped())):
        stones = "".join(f"[{letter_of(point, player)}]" * max(side.points[point], 0) for point in range(1, 26))
        written += name + stones if stones else ""
    return written
