"""Setting up the terminal game: who plays whom, by which rules and with which dice; and resuming a saved match.

Which players are programs and where the dice come from is stored among the details of the match record, so that a
resumed match continues with the same opponent and dice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from sixprime.cli.play.displays import Display
from sixprime.cli.play.game import TerminalGame
from sixprime.cli.play.rule_flags import DEFAULT_LENGTH, RuleFlags, read_colour
from sixprime.cli.shared import saves
from sixprime.cli.shared.boards import View
from sixprime.cli.shared.options import BadOption, not_one_of
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
class PlayOptions:
    """The options of `sixprime play` other than the rules, as typed; None if not given."""

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
    tutor: bool = False
    resume: bool = False
    load: Path | None = None
    save: Path | None = None
    ask: bool = False
    """Whether to ask the user for opponent, length and rules, because no option was given."""


def start_playing(flags: RuleFlags, options: PlayOptions, catalogue: Catalogue) -> None:
    """Play one match in this terminal."""
    console = Console(highlight=False, emoji=False)
    display = Display(console, catalogue, View())
    if options.ask and console.is_terminal:
        try:
            flags, options = _ask(display, flags, options)
        except EOFError:
            console.print()
            return
    view = View(home_right=_home_right(options.home), numbering=_numbering(options.numbering))
    match = _match(flags, options, display)
    seats = _seats(match)
    people = [player for player in Player if player not in seats]
    display = Display(console, catalogue, replace(view, player=people[0] if people else Player.WHITE))
    save_path = options.save or options.load or saves.current_game()
    if options.load is not None and options.save is None and saves.is_of_another_format(options.load):
        save_path = saves.current_game()  # we save records only, and leave the loaded file as it is
    if match.phase is Phase.OVER:
        display.tell(text("This match is over."))
        display.score(match)
        return
    dice = _dice(match)
    TerminalGame(match, seats, display, save_path, dice=dice, play_forced=options.forced, tutor=options.tutor).run()


def _ask(display: Display, flags: RuleFlags, options: PlayOptions) -> tuple[RuleFlags, PlayOptions]:
    """Ask for the few options that matter; Enter always chooses a sensible one."""
    if _is_under_way(saves.current_game()):
        answer = display.ask(text("A match is under way here. Enter to go on with it, or 1 for a new one:")).strip()
        if answer != "1":
            return flags, replace(options, resume=True)
    answer = display.ask(text("Enter to play against the computer, or 2 for two people:")).strip()
    options = replace(options, opponent=PERSON if answer == "2" else BOT)
    while True:
        answer = display.ask(text("Match length, 0 for money play (Enter for {length}):", length=DEFAULT_LENGTH))
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
            return replace(flags, preset=name), options
        display.complain(not_one_of("--rules", list(PRESETS), answer))


def _is_under_way(path: Path) -> bool:
    """Whether the file holds a match that can be resumed."""
    try:
        match = saves.load(path)
    except SixprimeError:
        return False
    return match.phase is not Phase.OVER and match.version > 0


def _match(flags: RuleFlags, options: PlayOptions, display: Display) -> Match:
    """The match to play, loaded or new. Problems of the file that it was loaded from are shown."""
    if options.resume or options.load is not None:
        if flags != RuleFlags() or options.opponent or options.level or options.dice or options.seed:
            raise BadOption(text("a match that is resumed keeps its rules, players and dice: leave those flags out"))
        if options.load is None and not saves.current_game().exists():
            raise BadOption(text("there is no match to resume"))
        if options.load is not None and saves.is_of_another_format(options.load):
            from sixprime.cli.shared.match_files import MOST_PROBLEMS, problem_lines, read_file

            file = read_file(options.load)
            for problem in problem_lines(file, MOST_PROBLEMS):
                display.tell(problem)
            return file.matches[-1].match
        return saves.load(options.load or options.save or saves.current_game())
    names = {Player.WHITE: options.white or "", Player.BLACK: options.black or ""}
    return Match(flags.rules(), length=flags.match_length(), names=names, details=_details(options))


def _details(options: PlayOptions) -> dict[str, str]:
    """Players, level and source of the dice, as details of the match record."""
    opponent = (options.opponent or BOT).strip().lower()
    if opponent not in (BOT, RANDOM_PLAYER, PERSON):
        raise not_one_of("--opponent", [BOT, RANDOM_PLAYER, PERSON], opponent)
    level = {}
    if options.level is not None:
        if opponent != BOT:
            raise BadOption(text("--level is for games against the bot"))
        level = {"level": _level(options.level)}
    person = read_colour(options.colour) if options.colour is not None else Player.WHITE
    seats = {person: PERSON, person.opponent: opponent}
    dice = (options.dice or BY_PROGRAM).strip().lower()
    if dice not in (BY_PROGRAM, BY_HAND):
        raise not_one_of("--dice", [BY_PROGRAM, BY_HAND], dice)
    if options.seed is not None:
        if dice == BY_HAND:
            raise BadOption(text("--seed and --dice hand contradict each other"))
        dice = SEEDED + options.seed[:100]
    return {**{f"seat-{player.value}": seats[player] for player in Player}, **level, "dice": dice}


def _level(written: str) -> str:
    from sixprime.engine.bots.levels import LEVELS

    name = written.strip().lower()
    if name not in LEVELS:
        raise not_one_of("--level", list(LEVELS), written)
    return name


def _seats(match: Match) -> dict[Player, MatchPlayer]:
    """The programs that play; a player without an entry in the record is a person."""
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
    """The dice of the match, None for real ones. Seeded dice continue after the rolls already thrown."""
    kind = match.details.get("dice", BY_PROGRAM)
    if kind == BY_HAND:
        return None
    if not kind.startswith(SEEDED):
        return CryptographicDice()
    dice = SeededDice(kind.removeprefix(SEEDED))
    for _ in match.rolls:
        dice.roll()
    return dice


def _home_right(written: str | None) -> bool:
    choices = {"right": True, "left": False}
    if written is not None and written.strip().lower() not in choices:
        raise not_one_of("--home", list(choices), written)
    return choices[(written or "right").strip().lower()]


def _numbering(written: str | None) -> Numbering:
    for numbering in Numbering:
        if numbering.value == (written or Numbering.OWN.value).strip().lower():
            return numbering
    raise not_one_of("--numbering", [numbering.value for numbering in Numbering], written or "")
