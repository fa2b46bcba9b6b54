"""The commands that a player can type during a game, in the player's language; English words always work too."""

from __future__ import annotations

from enum import Enum

from sixprime.messages import Catalogue, Message, text


class Command(Enum):
    """A command of the terminal game: everything that can be typed apart from a play."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    RESIGN = "resign"
    ACCEPT = "accept"
    DECLINE = "decline"
    END = "end"
    MOVES = "moves"
    BOARD = "board"
    SCORE = "score"
    RULES = "rules"
    UNDO = "undo"
    SAVE = "save"
    EXPORT = "export"
    HELP = "help"
    QUIT = "quit"


# The words of each command, separated by commas; help shows the first. No word may belong to two commands.
WORDS: dict[Command, Message] = {
    Command.ROLL: text("roll, r"),
    Command.DOUBLE: text("double, d"),
    Command.TAKE: text("take, t"),
    Command.DROP: text("drop, pass"),
    Command.BEAVER: text("beaver"),
    Command.RACCOON: text("raccoon"),
    Command.RESIGN: text("resign"),
    Command.ACCEPT: text("accept, yes, y"),
    Command.DECLINE: text("decline, no, n"),
    Command.END: text("end"),
    Command.MOVES: text("moves, m"),
    Command.BOARD: text("board, b"),
    Command.SCORE: text("score, s"),
    Command.RULES: text("rules"),
    Command.UNDO: text("undo, u"),
    Command.SAVE: text("save"),
    Command.EXPORT: text("export"),
    Command.HELP: text("help, h, ?"),
    Command.QUIT: text("quit, q"),
}

MEANINGS: dict[Command, Message] = {
    Command.ROLL: text("roll the dice (or just press Enter)"),
    Command.DOUBLE: text("turn the cube before rolling"),
    Command.TAKE: text("take the cube at its new value"),
    Command.DROP: text("refuse the cube and lose the game"),
    Command.BEAVER: text("accept the cube, turn it once more and keep it"),
    Command.RACCOON: text("turn the cube yet again after a beaver"),
    Command.RESIGN: text("offer to lose the game: 1 single, 2 gammon, 3 backgammon"),
    Command.ACCEPT: text("accept a resignation, or take the cube"),
    Command.DECLINE: text("decline a resignation and play on, or drop the cube"),
    Command.END: text("end the session between two games"),
    Command.MOVES: text("list the legal plays"),
    Command.BOARD: text("draw the board again"),
    Command.SCORE: text("show the score and the games so far"),
    Command.RULES: text("show the rules of this match"),
    Command.UNDO: text("take back your last decision"),
    Command.SAVE: text("save a copy under a name of your own"),
    Command.EXPORT: text("write the match: .json as a record, anything else as text"),
    Command.HELP: text("show this list"),
    Command.QUIT: text("stop; the match is kept and can be resumed"),
}


def words_of(command: Command, catalogue: Catalogue) -> list[str]:
    """All words of a command in a language, without the English ones."""
    return [word.strip() for word in WORDS[command].in_language(catalogue).split(",")]


def shown_word(command: Command, catalogue: Catalogue) -> str:
    return words_of(command, catalogue)[0]


def read_command(line: str, catalogue: Catalogue) -> tuple[Command, str] | None:
    """The command a line begins with and the rest of the line, or None if it begins with no command."""
    first, _, rest = line.strip().partition(" ")
    word = first.casefold()
    for command in Command:
        if word in (known.casefold() for known in words_of(command, catalogue)):
            return command, rest.strip()
    for command in Command:
        if word in (known.strip() for known in WORDS[command].template.split(",")):
            return command, rest.strip()
    return None
