"""Sitting down to play: who plays whom, by which rules, with which dice; and going on where one stopped.

What a sitting needs besides the match itself (who is a program, whose dice) is kept among the details of the
match record, so that a resumed match is the same in every respect.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from sixprime.cli import saves
from sixprime.cli.boards import View
from sixprime.cli.displays import Display
from sixprime.cli.game import TerminalGame
from sixprime.cli.options import DEFAULT_LENGTH, BadOption, RuleFlags, not_one_of, read_colour
from sixprime.core import PRESETS, CryptographicDice, Dice, Match, Phase, Player, SeededDice, SixprimeError
from sixprime.core.numbering import Numbering
from sixprime.engine.bots.players import MatchPlayer, RandomPlayer
from sixprime.formats.text import PRESET_TITLES
from sixprime.messages import Catalogue, text

BOT = "bot"
RANDOM_PLAYER = "random"
PERSON = "person"
BY_PROGRAM = "program"
BY_HAND = "hand"
SEEDED = "seed:"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says about the table; None where it says nothing."""

    opponent: str | None = None
    level: str | None = None
    colour: str | None = None
    white: str | None = None
    black: str | None = None
    dice: str | None = None
    seed: str | None = None
    home: str | None = None
    numbering: str | None = None
    forced: bool = True
    resume: bool = False
    load: Path | None = None
    save: Path | None = None
    ask: bool = False
    """Whether to ask for what matters, because nothing was said."""


def sit_down(flags: RuleFlags, wishes: Wishes, catalogue: Catalogue) -> None:
    """Play one match at this terminal."""
    console = Console(highlight=False)
    display = Display(console, catalogue, View())
    if wishes.ask and console.is_terminal:
        try:
            flags, wishes = _ask(display, flags, wishes)
        except EOFError:
            console.print()
            return
    view = View(home_right=_home_right(wishes.home), numbering=_numbering(wishes.numbering))
    match = _match(flags, wishes, display)
    seats = _seats(match)
    people = [player for player in Player if player not in seats]
    display = Display(console, catalogue, replace(view, player=people[0] if people else Player.WHITE))
    save_path = wishes.save or wishes.load or saves.current_game()
    if wishes.load is not None and wishes.save is None and saves.is_of_another_format(wishes.load):
        save_path = saves.current_game()  # we save records; what was loaded stays what it is
    if match.phase is Phase.OVER:
        display.tell(text("This match is over."))
        display.score(match)
        return
    TerminalGame(match, seats, display, save_path, dice=_dice(match), play_forced=wishes.forced).run()


def _ask(display: Display, flags: RuleFlags, wishes: Wishes) -> tuple[RuleFlags, Wishes]:
    """A few questions to a person who just wants to play; Enter is always a good answer."""
    if _is_under_way(saves.current_game()):
        answer = display.ask(text("A match is under way here. Enter to go on with it, or 1 for a new one:")).strip()
        if answer != "1":
            return flags, replace(wishes, resume=True)
    answer = display.ask(text("Enter to play against the computer, or 2 for two people:")).strip()
    wishes = replace(wishes, opponent=PERSON if answer == "2" else BOT)
    while True:
        answer = display.ask(text("Points of the match, 0 for money play (Enter for {length}):", length=DEFAULT_LENGTH))
        try:
            flags = replace(flags, length=answer.strip() or str(DEFAULT_LENGTH))
            flags.match_length()
            break
        except SixprimeError as error:
            display.complain(error)
    for number, (name, title) in enumerate(PRESET_TITLES.items(), 1):
        display.console.print(f"  {number}  {name:<16} {display.say(title)}", markup=False, soft_wrap=True)
    while True:
        answer = display.ask(text("Rules by number or name (Enter for the tournament game):")).strip()
        names = dict(zip(map(str, range(1, len(PRESETS) + 1)), PRESETS, strict=True))
        name = names.get(answer, answer or "standard")
        if name in PRESETS:
            return replace(flags, preset=name), wishes
        display.complain(not_one_of("--rules", list(PRESETS), answer))


def _is_under_way(path: Path) -> bool:
    """Whether a match that can be resumed is kept there."""
    try:
        match = saves.load(path)
    except SixprimeError:
        return False
    return match.phase is not Phase.OVER and match.version > 0


def _match(flags: RuleFlags, wishes: Wishes, display: Display) -> Match:
    """The match to play: a kept one, or a new one. What was wrong with a file it came from is told."""
    if wishes.resume or wishes.load is not None:
        if flags != RuleFlags() or wishes.opponent or wishes.level or wishes.dice or wishes.seed:
            raise BadOption(text("a match that is resumed keeps its rules, players and dice: leave those flags out"))
        if wishes.load is None and not saves.current_game().exists():
            raise BadOption(text("there is no match to resume"))
        if wishes.load is not None and saves.is_of_another_format(wishes.load):
            from sixprime.cli.match_files import MOST_PROBLEMS, problem_lines, read_file

            file = read_file(wishes.load)
            for problem in problem_lines(file, MOST_PROBLEMS):
                display.tell(problem)
            return file.matches[-1].match
        return saves.load(wishes.load or wishes.save or saves.current_game())
    names = {Player.WHITE: wishes.white or "", Player.BLACK: wishes.black or ""}
    return Match(flags.rules(), length=flags.match_length(), names=names, details=_details(wishes))


def _details(wishes: Wishes) -> dict[str, str]:
    """Who sits where and whose dice, as the record keeps it."""
    opponent = (wishes.opponent or BOT).strip().lower()
    if opponent not in (BOT, RANDOM_PLAYER, PERSON):
        raise not_one_of("--opponent", [BOT, RANDOM_PLAYER, PERSON], opponent)
    level = {}
    if wishes.level is not None:
        if opponent != BOT:
            raise BadOption(text("--level is for games against the bot"))
        level = {"level": _level(wishes.level)}
    person = read_colour(wishes.colour) if wishes.colour is not None else Player.WHITE
    seats = {person: PERSON, person.opponent: opponent}
    dice = (wishes.dice or BY_PROGRAM).strip().lower()
    if dice not in (BY_PROGRAM, BY_HAND):
        raise not_one_of("--dice", [BY_PROGRAM, BY_HAND], dice)
    if wishes.seed is not None:
        if dice == BY_HAND:
            raise BadOption(text("--seed and --dice hand contradict each other"))
        dice = SEEDED + wishes.seed[:100]
    return {**{f"seat-{player.value}": seats[player] for player in Player}, **level, "dice": dice}


def _level(wish: str) -> str:
    from sixprime.engine.bots.levels import LEVELS

    name = wish.strip().lower()
    if name not in LEVELS:
        raise not_one_of("--level", list(LEVELS), wish)
    return name


def _seats(match: Match) -> dict[Player, MatchPlayer]:
    """The programs that play; a seat that the record doesn't name is a person's."""
    seats: dict[Player, MatchPlayer] = {}
    for player in Player:
        who = match.details.get(f"seat-{player.value}")
        if who == RANDOM_PLAYER:
            seats[player] = RandomPlayer()
        elif who == BOT:
            from sixprime.engine.bots.levels import DEFAULT_LEVEL
            from sixprime.engine.engines import Engine

            seats[player] = Engine(level=match.details.get("level", DEFAULT_LEVEL))
    return seats


def _dice(match: Match) -> Dice | None:
    """The dice of the match, None for real ones. Seeded dice go on after the rolls that have been thrown."""
    kind = match.details.get("dice", BY_PROGRAM)
    if kind == BY_HAND:
        return None
    if not kind.startswith(SEEDED):
        return CryptographicDice()
    dice = SeededDice(kind.removeprefix(SEEDED))
    for _ in match.rolls:
        dice.roll()
    return dice


def _home_right(wish: str | None) -> bool:
    choices = {"right": True, "left": False}
    if wish is not None and wish.strip().lower() not in choices:
        raise not_one_of("--home", list(choices), wish)
    return choices[(wish or "right").strip().lower()]


def _numbering(wish: str | None) -> Numbering:
    for numbering in Numbering:
        if numbering.value == (wish or Numbering.OWN.value).strip().lower():
            return numbering
    raise not_one_of("--numbering", [numbering.value for numbering in Numbering], wish or "")
