"""`TerminalGame`: one match in a terminal, between people and programs.

`Match` knows the rules; this module asks the players, prints what happens, and saves the match after every event, so
that nothing is lost however the program ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sixprime.analysis.tutor import Choice
from sixprime.cli.play.displays import Display
from sixprime.cli.play.tutor import TerminalTutor
from sixprime.cli.play.typed_commands import TypedCommand, read_command
from sixprime.cli.shared import saves
from sixprime.cli.shared.boards import dice_picture
from sixprime.core import Action, Dice, Event, ManualDice, Match, Offer, Phase, Player, Roll, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.core.notation import parse_play
from sixprime.engine.bots.players import MatchPlayer
from sixprime.formats.text import player_label
from sixprime.messages import Message, text


class GameStopped(Exception):
    """Raised when a person stops playing; it is not an error, and the match is on disk."""


class NotKnownHere(SixprimeError):
    """The player typed something that is not possible at this moment."""


class RewindableDice:
    """Dice that repeat the rolls that were taken back, so that nobody can undo a turn to get better dice."""

    def __init__(self, source: Dice) -> None:
        self._source = source
        self._again: list[Roll] = []

    def take_back(self, roll: Roll) -> None:
        self._again.append(roll)

    def roll(self) -> Roll:
        return self._again.pop() if self._again else self._source.roll()


class TerminalGame:
    """One match at one terminal.

    `seats` has the programs that play; a player without an entry is a person. If `dice` is None, the players roll real
    dice and type them in. With `play_forced`, a roll with only one legal play is played without asking. With `tutor`,
    people who play against a program are asked before a choice that gives much away.
    """

    def __init__(
        self,
        match: Match,
        seats: Mapping[Player, MatchPlayer],
        display: Display,
        save_path: Path,
        *,
        dice: Dice | None = None,
        play_forced: bool = True,
        tutor: bool = False,
    ) -> None:
        self.match = match
        self.seats = seats
        self.display = display
        self.save_path = save_path
        self.dice = RewindableDice(dice or ManualDice(self._ask_for_dice))
        self.play_forced = play_forced
        self.tutor = TerminalTutor(display, is_on=tutor)
        self._games_shown = len(match.results)

    def run(self) -> None:
        """Play until the match is over or a person stops."""
        try:
            self._save()
            while self.match.phase is not Phase.OVER:
                self._next_event()
                self._save()
                self._show_finished_games()
            self.display.end(self.match)
            self.display.tell(text("The record is in {path}.", path=self.save_path))
        except (KeyboardInterrupt, GameStopped):
            self.display.console.print()
            self.display.tell(text("The match is kept in {path}.", path=self.save_path))
            self.display.tell(text("To go on: sixprime play --resume"))
        finally:
            self.tutor.close()

    def _save(self) -> None:
        saves.save(self.match, self.save_path)

    def _show_finished_games(self) -> None:
        for game in self.match.results[self._games_shown :]:
            self.display.finished_game(self.match, game)
        self._games_shown = len(self.match.results)

    def _next_event(self) -> None:
        player = self.match.to_act
        if player is None:
            self._opening()
        elif player in self.seats:
            self._program_decides(self.seats[player], player)
        else:
            self._person_decides(player)

    # Dice

    def _ask(self, question: Message) -> str:
        try:
            return self.display.ask(question)
        except EOFError:
            self.display.console.print()
            raise GameStopped from None

    def _ask_for_dice(self) -> str:
        """Ask for the numbers of real dice."""
        if self.match.on_roll is None:
            line = self._ask(text("The opening dice, White's first:"))
        else:
            line = self._ask(text("The dice of {player}:", player=player_label(self.match, self.match.on_roll)))
        command = read_command(line, self.display.catalogue)
        if command is not None and command[0] is TypedCommand.QUIT:
            raise GameStopped
        return line

    def _throw(self, throw: Callable[[Dice], Roll]) -> Roll:
        """Throw the dice; if real dice were typed wrongly, ask again."""
        while True:
            try:
                return throw(self.dice)
            except SixprimeError as error:
                self.display.complain(error)

    def _roll(self, player: Player) -> None:
        roll = self._throw(self.match.roll)
        dice = dice_picture(roll.first, roll.second)
        self.display.tell(text("{player} rolls {dice}", player=self._name(player), dice=dice))

    def _opening(self) -> None:
        match = self.match
        if match.results and not isinstance(match.events[-1], ev.OpeningRolled):
            self._between_games()
            if match.phase is not Phase.OPENING:
                return
        cube = match.state.cube
        roll = self._throw(match.open)
        self.display.tell(text("Opening roll: White {white}, Black {black}", white=roll.first, black=roll.second))
        if match.on_roll is not None:
            self.display.tell(text("{player} starts.", player=player_label(match, match.on_roll)))
        elif match.state.cube != cube:
            self.display.tell(text("A tie: the cube goes to {value}; roll again.", value=match.state.cube.value))
        else:
            self.display.tell(text("A tie: roll again."))

    def _between_games(self) -> None:
        if all(player in self.seats for player in Player):
            return
        end = self.display.word(TypedCommand.END)
        question = text("Enter for the next game:")
        if self.match.is_money:
            question = text("Enter for another game, or {end}:", end=end)
        version = self.match.version
        while self.match.version == version:
            line = self._ask(question)
            if not line.strip():
                return
            self._execute(line, None)

    # Decisions

    def _program_decides(self, program: MatchPlayer, player: Player) -> None:
        event = program.decide(self.match)
        if event is None:
            self._roll(player)
            return
        told = event.describe(self._name)
        if isinstance(event, ev.Played) and event.steps:
            told = self._told_play(player, self.match.turn().play_of(event.steps).notation(self._labels(player)))
        self.match.apply(event)
        self.display.tell(told)

    def _name(self, player: Player) -> Message:
        return player_label(self.match, player)

    def _labels(self, player: Player) -> Callable[[int], str]:
        return self.display.view.numbering.labels(player)

    def _told_play(self, player: Player, notation: str) -> Message:
        return text("{player} plays {play}", player=self._name(player), play=notation)

    def _person_decides(self, player: Player) -> None:
        match = self.match
        if match.phase is Phase.TO_ROLL and Action.DOUBLE not in match.actions(player):
            self._roll(player)
            return
        self.display.board(match, player)
        if match.phase is Phase.TO_PLAY and self._play_if_forced(player):
            return
        version = match.version
        while match.version == version:
            self._execute(self._ask(self._question(player)), player)

    def _play_if_forced(self, player: Player) -> bool:
        """Play the roll if there is no choice, and return whether that was so."""
        plays = list(self.match.legal_plays)
        name = self._name(player)
        if not plays:
            self.match.play()
            self.display.tell(text("{player} cannot move", player=name), "yellow")
            return True
        if len(plays) == 1 and self.play_forced:
            self.match.play(plays[0])
            notation = plays[0].notation(self._labels(player))
            self.display.tell(text("{player} has only one play: {play}", player=name, play=notation), "yellow")
            return True
        return False

    def _question(self, player: Player) -> Message:
        state = self.match.state
        name = self._name(player)
        other = self._name(player.opponent)
        if state.phase is Phase.TO_ROLL:
            return text(
                "{player}: Enter to roll, or {double}:", player=name, double=self.display.word(TypedCommand.DOUBLE)
            )
        if state.phase is Phase.TO_PLAY:
            helping = self.display.word(TypedCommand.HELP)
            assert state.roll is not None
            roll = f"{state.roll.high}-{state.roll.low}"
            return text("{player}, your play for {roll} ({help}):", player=name, roll=roll, help=helping)
        possible = [TypedCommand(action.value) for action in self.match.actions(player)]
        choices = ", ".join(self.display.word(command) for command in possible)
        if state.resignation is not None:
            win = state.resignation.win.label
            return text(
                "{other} resigns ({win}). {player}: {choices}?", other=other, win=win, player=name, choices=choices
            )
        assert state.offer is not None
        words = {"other": other, "value": state.offer.value, "player": name, "choices": choices}
        match state.offer.kind:
            case Offer.DOUBLE:
                return text("{other} doubles to {value}. {player}: {choices}?", **words)
            case Offer.BEAVER:
                return text("{other} beavers to {value}. {player}: {choices}?", **words)
            case Offer.RACCOON:
                return text("{other} raccoons to {value}. {player}: {choices}?", **words)

    # Commands

    def _execute(self, line: str, player: Player | None) -> None:
        """Execute a typed line, or say in one line what is wrong with it. `player` is None between games."""
        try:
            read = read_command(line, self.display.catalogue)
            if read is not None:
                self._command(read[0], read[1], player)
            elif player is not None and self.match.phase is Phase.TO_PLAY and line.strip():
                self._play(line, player)
            elif player is not None and self.match.phase is Phase.TO_ROLL and not line.strip():
                if not self._looks_again(player, Action.ROLL):
                    self._roll(player)
            elif line.strip():
                helping = self.display.word(TypedCommand.HELP)
                raise NotKnownHere(
                    text("unknown command {word}; {help} lists the commands", word=_quoted(line), help=helping)
                )
        except SixprimeError as error:
            self.display.complain(error)

    def _play(self, line: str, player: Player) -> None:
        play = parse_play(line, self.match.turn(), player, self.display.view.numbering)
        if self._looks_again(player, play):
            return
        self.match.play(play)
        self.display.tell(self._told_play(player, play.notation(self._labels(player))))

    def _command(self, command: TypedCommand, rest: str, player: Player | None) -> None:
        shows: dict[TypedCommand, Callable[[], object]] = {
            TypedCommand.HELP: self.display.help,
            TypedCommand.MOVES: lambda: self.display.plays(self.match),
            TypedCommand.BOARD: lambda: self.display.board(self.match, player or self.display.view.player),
            TypedCommand.SCORE: lambda: self.display.score(self.match),
            TypedCommand.RULES: lambda: self.display.rules(self.match),
            TypedCommand.UNDO: self._undo,
            TypedCommand.TUTOR: self.tutor.switch,
            TypedCommand.SAVE: lambda: self._write(rest, saves.save),
            TypedCommand.EXPORT: lambda: self._write(rest, self._export),
            TypedCommand.END: self.match.end,
        }
        if command is TypedCommand.QUIT:
            raise GameStopped
        if command in shows:
            shows[command]()
        elif player is None:
            raise NotKnownHere(text("that is only possible during a game"))
        elif command is TypedCommand.ROLL:
            self.match.require_roll()
            if not self._looks_again(player, Action.ROLL):
                self._roll(player)
        elif command is TypedCommand.RESIGN:
            self._resign(rest, player)
        else:
            if self.match.phase is Phase.TO_ANSWER_CUBE:
                command = _ANSWERS_TO_THE_CUBE.get(command, command)
            event = _PLAIN_EVENTS[command](player)
            if self.match.refusal(event) is not None or not self._looks_again(player, event.action):
                self._apply(event)

    def _looks_again(self, player: Player, choice: Choice) -> bool:
        """Whether a tutor asks about a choice and the player takes it back; there is none in games between people."""
        if player.opponent not in self.seats:
            return False
        try:
            return self.tutor.sends_back(self.match, player, choice)
        except EOFError:
            self.display.console.print()
            raise GameStopped from None

    def _apply(self, event: Event) -> None:
        self.match.apply(event)
        self.display.tell(event.describe(self._name))

    def _resign(self, rest: str, player: Player) -> None:
        wins = {"": Win.SINGLE, "1": Win.SINGLE, "2": Win.GAMMON, "3": Win.BACKGAMMON}
        if rest not in wins:
            raise NotKnownHere(text("a resignation is 1, 2 or 3, not {value}", value=_quoted(rest)))
        event = ev.Resigned(player, wins[rest])
        if self.match.refusal(event) is not None or not self._looks_again(player, wins[rest]):
            self._apply(event)

    def _export(self, match: Match, path: Path) -> None:
        saves.export(match, path, self.display.catalogue, self.display.view.numbering)

    def _write(self, rest: str, write: Callable[[Match, Path], None]) -> None:
        if not rest:
            raise NotKnownHere(text("give a file name as well"))
        path = saves.path_of(rest)
        write(self.match, path)
        self.display.tell(text("Written to {path}", path=path))

    def _undo(self) -> None:
        """Take back the last decision of a person and everything after it; the same rolls will follow."""
        version = self._last_decision()
        if version is None:
            raise NotKnownHere(text("there is nothing to take back"))
        while self.match.version > version:
            event = self.match.undo()
            if isinstance(event, ev.Rolled):
                self.dice.take_back(event.roll)
            elif isinstance(event, ev.OpeningRolled):
                self.dice.take_back(Roll(event.white, event.black))
        self._games_shown = len(self.match.results)
        self.display.tell(text("Taken back."))

    def _last_decision(self) -> int | None:
        """The version before the last decision of a person, which is neither a roll nor the only legal play."""
        for version in range(self.match.version - 1, -1, -1):
            event = self.match.events[version]
            player = getattr(event, "player", None)
            if player is None or player in self.seats or isinstance(event, ev.Rolled):
                continue
            if not isinstance(event, ev.Played) or len(self.match.state_at(version).legal_plays) > 1:
                return version
        return None


_PLAIN_EVENTS: dict[TypedCommand, Callable[[Player], Event]] = {
    TypedCommand.DOUBLE: ev.Doubled,
    TypedCommand.TAKE: ev.Taken,
    TypedCommand.DROP: ev.Dropped,
    TypedCommand.BEAVER: ev.Beavered,
    TypedCommand.RACCOON: ev.Raccooned,
    TypedCommand.ACCEPT: ev.ResignationAccepted,
    TypedCommand.DECLINE: ev.ResignationDeclined,
}


# "Yes" and "no" are the words for resignations; as answers to a double they mean take and drop.
_ANSWERS_TO_THE_CUBE = {TypedCommand.ACCEPT: TypedCommand.TAKE, TypedCommand.DECLINE: TypedCommand.DROP}


def _quoted(line: str) -> str:
    """A typed line, shortened and without control characters, to be quoted in a message."""
    printable = "".join(character if character.isprintable() else "?" for character in line.strip())
    return printable if len(printable) <= 40 else printable[:37] + "..."
