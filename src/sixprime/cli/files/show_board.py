"""`sixprime show`: a board with score and turn, in the terminal and as a picture in a file.

The board comes from an id, a pasted text or a file. Match files are not read here: `situations_of` takes a function
that reads them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from sixprime.cli.shared import saves
from sixprime.cli.shared.boards import CHECKER_STYLES, MARKS, WIDE_ENOUGH, View, dice_picture, draw_board
from sixprime.cli.shared.options import BadOption, not_one_of, whole_number
from sixprime.cli.shared.positions import position_of_numbers
from sixprime.cli.shared.saves import FileProblem
from sixprime.core import Match, Phase, Play, Player, Roll, SixprimeError, Turn
from sixprime.core.notation import parse_play
from sixprime.core.numbering import Numbering
from sixprime.core.situations import Situation
from sixprime.formats.boards import descriptions, has_frame, read_ascii_board
from sixprime.formats.ids import MAX_CHARACTERS, recognise
from sixprime.formats.reading import ImportedAnalysis
from sixprime.formats.svg import THEMES, Theme, png_of, svg_board
from sixprime.formats.text import analysis_lines, transcript
from sixprime.messages import Catalogue, Message, text
from sixprime.messages.system_errors import reason

Value = TypeVar("Value")
SIDES = {"right": True, "left": False}
STANDARD_STREAM = "-"

_LOOKS_LIKE_A_FILE = re.compile(r"(?:[~./\\]|[A-Za-z]:\\).*|[^\s:=]{1,255}\.[A-Za-z0-9]{1,5}")
_PLAY_WITH_DICE = re.compile(r"\s*(?P<dice>[1-6][\s,-]?[1-6])\s*:\s*(?P<play>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Found:
    """A situation to show, with the names of the players, notes about contradictions in its source, and analyses."""

    situation: Situation
    names: Mapping[Player, str] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    analyses: tuple[ImportedAnalysis, ...] = ()


FileReader = Callable[[Path], Sequence[Found]]


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """The options that say how to show the board, as typed; None if not given."""

    svg: str | None = None
    png: str | None = None
    theme: str | None = None
    direction: str | None = None
    numbering: str | None = None
    bottom: str | None = None
    play: str | None = None
    width: str | None = None

    @property
    def are_any(self) -> bool:
        return self != PictureOptions()


# Reading


def situations_of(source: str, read_file: FileReader | None = None) -> list[Found]:
    """The situations of an id, a pasted board, or a file; a dash is standard input.

    `read_file` reads other files; without it they are read as text, or as records of matches.
    """
    if source.strip() == STANDARD_STREAM:
        return [_found_in(sys.stdin.read(MAX_CHARACTERS + 1))]
    path = path_of_file(source)
    if path is not None:
        return list((read_file or read_board_file)(path))
    return [_found_in(source)]


def read_board_file(path: Path) -> list[Found]:
    """The current situation of a saved match, or the first board or id in a text file."""
    if is_record(path):
        match = saves.load(path)
        return [Found(_last_situation(match), {player: name for player, name in match.names.items() if name})]
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            written = file.read(MAX_CHARACTERS + 1)
    except OSError as error:
        raise FileProblem(text("cannot read {path}: {why}", path=path, why=reason(error))) from error
    try:
        return [_found_in(written)]
    except SixprimeError as error:
        raise FileProblem(text("{path}: {why}", path=path, why=error.message)) from error


def is_record(path: Path) -> bool:
    """Whether a file is a saved match."""
    return path.suffix.lower() == ".json"


def _last_situation(match: Match) -> Situation:
    """The current situation of a match; if it is over, the one before its last event."""
    is_over = match.phase is Phase.OVER
    return Situation.from_state(match.state_at(match.version - 1) if is_over else match.state)


def _found_in(pasted: str) -> Found:
    if has_frame(pasted[: MAX_CHARACTERS + 1]):
        board = read_ascii_board(pasted)
        return Found(board.situation, board.names, board.disagreements, board.analyses)
    position = position_of_numbers(pasted)
    return Found(Situation(position) if position is not None else recognise(pasted))


def path_of_file(source: str) -> Path | None:
    """The file that `source` names, None if it is no file name; it is an error if such a file does not exist."""
    if not source.strip() or len(source) > 4096 or "\n" in source:
        return None
    path = saves.path_of(source)
    try:
        if path.is_dir():
            raise FileProblem(text("cannot read {path}: {why}", path=path, why=text("it is a folder")))
        if path.exists():
            return path
    except OSError:
        return None
    if _LOOKS_LIKE_A_FILE.fullmatch(source.strip()):
        raise FileProblem(text("cannot read {path}: {why}", path=path, why=text("there is no such file")))
    return None


# Showing


def show(source: str, options: PictureOptions, words: Catalogue, read_file: FileReader | None = None) -> None:
    """Show `source` in the terminal, and as pictures in files if asked for; a saved match is shown move by move."""
    console = Console(highlight=False, emoji=False)
    path = path_of_file(source) if source.strip() != STANDARD_STREAM else None
    if path is not None and read_file is None and is_record(path) and not options.are_any:
        console.print(Text(transcript(saves.load(path), words).rstrip()), soft_wrap=True)
        return
    found = situations_of(source, read_file)
    look = _Appearance.read(options)
    for number, item in enumerate(found, 1):
        place = number if len(found) > 1 else None
        show_situation(item, look, options, words, console, place)


def show_situation(
    found: Found,
    look: _Appearance,
    options: PictureOptions,
    words: Catalogue,
    console: Console,
    place: int | None = None,
) -> None:
    """Show one situation; `place` numbers the picture files if there are several situations."""
    situation = found.situation
    play = read_play(options.play, situation, look.numbering) if options.play is not None else None
    drawn = None
    if options.svg is not None or options.png is not None:
        drawn = svg_board(
            situation,
            theme=look.theme,
            bottom=look.bottom,
            home_right=look.home_right,
            numbering=look.numbering,
            play=play,
            names=found.names,
            catalogue=words,
        )
    if drawn is not None and options.png is not None:
        saves.write_file(_numbered(options.png, place), png_of(drawn, look.width))
    if drawn is not None and options.svg == STANDARD_STREAM:
        sys.stdout.write(drawn)
        return
    if drawn is not None and options.svg is not None:
        saves.write_file(_numbered(options.svg, place), drawn)
    console.print(terminal_board(found, look.view(situation), words, console.size.width))
    if play is not None:
        labels = look.numbering.labels(situation.on_roll or Player.WHITE)
        moved = play.notation(labels) or text("cannot move").in_language(words)
        console.print(Text("\n" + text("Play: {play}", play=moved).in_language(words), "bold"), soft_wrap=True)
        view = look.view(situation)
        is_own = view.player is (situation.on_roll or Player.WHITE)
        console.print(draw_board(play.result if is_own else play.result.flipped(), view))
    for analysis in found.analyses:
        console.print(Text("\n" + "\n".join(analysis_lines(analysis, words))), soft_wrap=True)
    for note in found.notes:
        warning = text("Note: {note}", note=note).in_language(words)
        Console(stderr=True, highlight=False, emoji=False).print(Text(warning, "yellow"), soft_wrap=True)


def terminal_board(found: Found, view: View, words: Catalogue, width: int) -> RenderableType:
    """Draw the board with score, pips, cube and dice beside it, or below it in a narrow terminal."""
    board = draw_board(found.situation.position_for(view.player), view)
    panel = _panel(found, view, words)
    if width < WIDE_ENOUGH:
        return Group(board, panel)
    side_by_side = Table.grid(padding=(0, 2))
    side_by_side.add_column(no_wrap=True)  # long names are wrapped, the board is not
    side_by_side.add_column()
    side_by_side.add_row(board, panel)
    return side_by_side


def _panel(found: Found, view: View, words: Catalogue) -> Text:
    situation, labels = found.situation, descriptions.coloured(found.names)
    lines = Text()

    def say(message: Message) -> str:
        return message.in_language(words)

    def player_lines(player: Player) -> None:
        position = situation.position_for(player)
        marker = "▶ " if situation.to_act is player else "  "
        lines.append(f"{marker}{MARKS[player]} {say(labels(player))}\n", CHECKER_STYLES[player])
        lines.append("    " + say(text("points: {points}", points=situation.points_of(player))) + "\n")
        lines.append("    " + say(text("pips: {pips}", pips=position.pips)) + "\n")
        lines.append("    " + say(text("borne off: {off}", off=position.off)) + "\n")

    player_lines(view.player.opponent)
    lines.append("\n")
    middle = [descriptions.match_line(situation)]
    if descriptions.has_cube(situation):
        middle.append(descriptions.cube_line(situation.cube, labels))
    for line in middle:
        lines.append(f"  {say(line)}\n")
    lines.append(f"  {say(descriptions.turn_line(situation, labels))}\n", "bold")
    if situation.roll is not None:
        lines.append(f"  {dice_picture(situation.roll.high, situation.roll.low)}\n", "bold")
    lines.append("\n")
    player_lines(view.player)
    lines.rstrip()
    return lines


# Reading options


@dataclass(frozen=True, slots=True)
class _Appearance:
    """The options of a picture as values."""

    theme: Theme
    home_right: bool
    numbering: Numbering
    bottom: Player | None
    width: int

    @classmethod
    def read(cls, options: PictureOptions) -> _Appearance:
        numberings = {numbering.value: numbering for numbering in Numbering}
        players = {player.value: player for player in Player}
        return cls(
            _choice("--theme", THEMES, options.theme or "classic"),
            _choice("--direction", SIDES, options.direction or "right"),
            _choice("--numbering", numberings, options.numbering or Numbering.OWN.value),
            _choice("--bottom", players, options.bottom) if options.bottom is not None else None,
            whole_number("--width", options.width or "1200", 16, 10_000),
        )

    def view(self, situation: Situation) -> View:
        return View(self.bottom or situation.on_roll or Player.WHITE, self.home_right, self.numbering)


def _choice(flag: str, choices: Mapping[str, Value], written: str) -> Value:
    value = choices.get(written.strip().lower())
    if value is None:
        raise not_one_of(flag, list(choices), written)
    return value


def read_play(written: str, situation: Situation, numbering: Numbering = Numbering.OWN) -> Play:
    """Read a play, with the dice of the situation or with dice of its own: `31: 8/5 6/5`."""
    with_dice = _PLAY_WITH_DICE.fullmatch(written)
    roll = Roll.of(with_dice["dice"]) if with_dice else situation.roll
    if roll is None:
        raise BadOption(text("the dice are missing: write them before the play, like 31: 8/5 6/5"))
    turn = Turn(situation.position, roll)
    return parse_play(with_dice["play"] if with_dice else written, turn, situation.on_roll or Player.WHITE, numbering)


def _numbered(written: str, place: int | None) -> Path:
    """The path of a picture, with its number if there are several."""
    path = saves.path_of(written)
    return path if place is None else path.with_name(f"{path.stem}-{place:03d}{path.suffix}")
