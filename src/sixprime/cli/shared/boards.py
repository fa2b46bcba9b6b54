"""The board in a terminal, drawn with Rich, in colours if the terminal has them.

White's checkers are rings and Black's are discs, so that nothing depends on colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sixprime.core import Match, Phase, Player, Position
from sixprime.core.numbering import Numbering
from sixprime.formats.text import player_label
from sixprime.messages import Catalogue, Message, text

HEIGHT = 5
CELL = 4
MARKS = {Player.WHITE: "○", Player.BLACK: "●"}
CHECKER_STYLES = {Player.WHITE: "bold bright_white", Player.BLACK: "bold bright_red"}
POINT_STYLES = ("on grey19", "on grey27")
FRAME_STYLE = "yellow"
WIDE_ENOUGH = 86
DICE_FACES = "⚀⚁⚂⚃⚄⚅"


@dataclass(frozen=True, slots=True)
class View:
    """How the board is shown: which player is at the bottom, on which side that home is, how points are numbered."""

    player: Player = Player.WHITE
    home_right: bool = True
    numbering: Numbering = Numbering.OWN


def draw(match: Match, view: View, catalogue: Catalogue, width: int) -> RenderableType:
    """Draw the board of a match with score, pips, cube and dice."""
    board = draw_board(match.position_for(view.player), view)
    panel = _panel(match, view, catalogue)
    if width < WIDE_ENOUGH:
        return Group(board, panel)
    side_by_side = Table.grid(padding=(0, 2))
    side_by_side.add_row(board, panel)
    return side_by_side


def draw_board(position: Position, view: View) -> Text:
    """Draw the checkers; the position is in the view of the player at the bottom."""
    top = [list(range(13, 19)), list(range(19, 25))]
    bottom = [list(range(12, 6, -1)), list(range(6, 0, -1))]
    if not view.home_right:
        top = [points[::-1] for points in reversed(top)]
        bottom = [points[::-1] for points in reversed(bottom)]
    picture = Text(no_wrap=True)
    rule = "─" * (6 * CELL)
    picture.append(_numbers(top, view) + "\n", "dim")
    picture.append(f"┌{rule}┬───┬{rule}┐\n", FRAME_STYLE)
    _rows(picture, position, view, top, position.opponent_bar, view.player.opponent, range(HEIGHT))
    picture.append("│", FRAME_STYLE)
    picture.append(" " * (6 * CELL))
    picture.append("│BAR│", FRAME_STYLE)
    picture.append(" " * (6 * CELL))
    picture.append("│\n", FRAME_STYLE)
    _rows(picture, position, view, bottom, position.bar, view.player, range(HEIGHT - 1, -1, -1))
    picture.append(f"└{rule}┴───┴{rule}┘\n", FRAME_STYLE)
    picture.append(_numbers(bottom, view), "dim")
    return picture


def _numbers(halves: list[list[int]], view: View) -> str:
    names = ["".join(f"{view.numbering.label(point, view.player):^{CELL}}" for point in half) for half in halves]
    return f" {names[0]}     {names[1]} "


def _rows(
    picture: Text, position: Position, view: View, halves: list[list[int]], bar: int, bar_owner: Player, rows: range
) -> None:
    for row in rows:
        picture.append("│", FRAME_STYLE)
        for place, half in enumerate(halves):
            if place == 1:
                picture.append("│", FRAME_STYLE)
                picture.append(_cell(bar, bar_owner, row, 3, " "), CHECKER_STYLES[bar_owner])
                picture.append("│", FRAME_STYLE)
            for point in half:
                count = position.points[point]
                owner = view.player if count > 0 else view.player.opponent
                checker = CHECKER_STYLES[owner] if row < abs(count) else "dim"
                picture.append(_cell(abs(count), owner, row, CELL, "·"), f"{checker} {POINT_STYLES[point % 2]}")
        picture.append("│\n", FRAME_STYLE)


def _cell(count: int, owner: Player, row: int, width: int, empty: str) -> str:
    """One row of a point. If there are more checkers than rows, the row nearest the middle shows their number."""
    if row >= count:
        return f"{empty:^{width}}"
    if row == HEIGHT - 1 and count > HEIGHT:
        return f"{count:^{width}}"
    return f"{MARKS[owner]:^{width}}"


def dice_picture(first: int, second: int) -> str:
    """Two dice as faces and as numbers."""
    return f"{DICE_FACES[first - 1]}{DICE_FACES[second - 1]} {first}-{second}"


def _panel(match: Match, view: View, catalogue: Catalogue) -> Text:
    """The text beside the board: the player at the top, the match with cube and dice, the player at the bottom."""
    lines = Text()

    def say(message: Message) -> str:
        return message.in_language(catalogue)

    def player_lines(player: Player) -> None:
        position = match.position_for(player)
        marker = "▶ " if match.to_act is player else "  "
        lines.append(f"{marker}{MARKS[player]} {say(player_label(match, player))}\n", CHECKER_STYLES[player])
        lines.append("    " + say(text("points: {points}", points=match.score[player])) + "\n")
        lines.append("    " + say(text("pips: {pips}", pips=position.pips)) + "\n")
        lines.append("    " + say(text("borne off: {off}", off=position.off)) + "\n")

    player_lines(view.player.opponent)
    lines.append("\n")
    for line in _middle(match):
        lines.append("  " + say(line) + "\n")
    state = match.state
    if state.roll is not None and match.phase is Phase.TO_PLAY:
        lines.append(f"  {dice_picture(state.roll.high, state.roll.low)}\n", "bold")
    lines.append("\n")
    player_lines(view.player)
    lines.rstrip()
    return lines


def _middle(match: Match) -> list[Message]:
    """Lines between the two players: length of the match, number of the game, Crawford game, cube."""
    state = match.state
    lines = []
    if match.length is None:
        lines.append(text("money play, game {number}", number=state.game))
    else:
        lines.append(text("match to {length}, game {number}", length=match.length, number=state.game))
    if state.is_crawford:
        lines.append(text("Crawford game: no doubling"))
    if match.rules.cube:
        lines.append(cube_line(match))
    return lines


def cube_line(match: Match) -> Message:
    """What the cube shows and who has it."""
    cube = match.state.cube
    if cube.owner is None:
        return text("cube: {value}, in the middle", value=cube.value)
    return text("cube: {value}, with {owner}", value=cube.value, owner=player_label(match, cube.owner))
