"""`Display`: what the terminal game prints: board, plays, score, rules, help, results. It decides nothing."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.cli.play.typed_commands import MEANINGS, TypedCommand, shown_word, words_of
from sixprime.cli.shared.boards import View, cube_line, draw
from sixprime.core import GameResult, Match, Phase, Player, SixprimeError
from sixprime.formats.text import describe_rules, player_label
from sixprime.messages import Catalogue, Message, counted, text

COLUMNS_OF_PLAYS = 3


class Display:
    """Prints to a console, in one language and with one view of the board."""

    def __init__(self, console: Console, catalogue: Catalogue, view: View) -> None:
        self.console = console
        self.catalogue = catalogue
        self.view = view

    def say(self, message: Message) -> str:
        return message.in_language(self.catalogue)

    def tell(self, message: Message, style: str = "") -> None:
        self.console.print(Text(self.say(message), style), soft_wrap=True)

    def complain(self, error: SixprimeError) -> None:
        self.tell(error.message, "bold red")

    def word(self, command: TypedCommand) -> str:
        """The word that help and questions show for a command."""
        return shown_word(command, self.catalogue)

    def ask(self, question: Message) -> str:
        """Ask a question and read a line; EOFError if the input has ended."""
        return self.console.input(Text(self.say(question) + " ", "bold cyan"))

    def board(self, match: Match, player: Player) -> None:
        """Show the board with the given player at the bottom."""
        self.console.print()
        self.console.print(draw(match, replace(self.view, player=player), self.catalogue, self.console.size.width))

    def plays(self, match: Match) -> None:
        """List the legal plays of the current roll."""
        plays = match.legal_plays
        labels = self.view.numbering.labels(match.on_roll or Player.WHITE)
        self.tell(counted("{count} legal play:", "{count} legal plays:", len(plays)))
        names = [play.notation(labels) for play in plays]
        table = Table.grid(padding=(0, 3))
        for row in range(0, len(names), COLUMNS_OF_PLAYS):
            table.add_row(*names[row : row + COLUMNS_OF_PLAYS])
        self.console.print(table)

    def score(self, match: Match) -> None:
        """Show the score, the cube and the results of the games so far."""
        for player in Player:
            name = player_label(match, player)
            points = match.score[player]
            if match.is_money:
                amount = signed_balance(match, player)
                self.tell(
                    text("{player}: points {points}, balance {amount}", player=name, points=points, amount=amount)
                )
            else:
                away = match.away(player)
                self.tell(text("{player}: points {points}, {away} to go", player=name, points=points, away=away))
        if match.rules.cube and match.phase is not Phase.OVER:
            self.tell(cube_line(match))
        for game in match.results:
            self.tell(text("Game {number}: {result}", number=game.number, result=game_line(match, game)))

    def rules(self, match: Match) -> None:
        for line in describe_rules(match.rules, money=match.is_money):
            self.console.print(Text(f"- {self.say(line)}"), soft_wrap=True)

    def help(self) -> None:
        self.tell(text("A play is written like 8/5 6/5, 24/18/13, bar/20, 13/7(2) or 6/off. You can also type:"))
        table = Table.grid(padding=(0, 3))
        for command in TypedCommand:
            table.add_row(Text(", ".join(words_of(command, self.catalogue)), "bold"), self.say(MEANINGS[command]))
        self.console.print(table)

    def finished_game(self, match: Match, game: GameResult) -> None:
        self.console.print()
        self.tell(game_line(match, game), "bold green")
        white, black = (match.score[player] for player in Player)
        self.tell(text("Score: White {white}, Black {black}", white=white, black=black))
        if match.is_money:
            loser = player_label(match, game.loser)
            self.tell(text("{loser} pays {amount}.", loser=loser, amount=game.amount(match.rules.stake)))

    def end(self, match: Match) -> None:
        assert match.result is not None
        if match.is_money:
            self.tell(text("The session is over."), "bold green")
            for player in Player:
                amount = signed_balance(match, player)
                self.tell(text("{player}: {amount}", player=player_label(match, player), amount=amount))
        elif match.result.winner is not None:
            self.tell(text("{winner} wins the match.", winner=player_label(match, match.result.winner)), "bold green")


def game_line(match: Match, game: GameResult) -> Message:
    """Who won a game, how much, and why."""
    return counted(
        "{winner} wins {count} point ({win}): {why}",
        "{winner} wins {count} points ({win}): {why}",
        game.points,
        winner=player_label(match, game.winner),
        win=game.win.label,
        why=game.why,
    )


def signed_balance(match: Match, player: Player) -> str:
    """What a player has won (+) or lost (-) in money play."""
    return f"{match.balance(player):+f}"
