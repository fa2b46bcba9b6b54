"""The commands that a player can type during a game, in the player's language; English words always work too."""

from __future__ import annotations

from enum import Enum

from sixprime.messages import Catalogue, Message, text


class TypedCommand(Enum):
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
    TUTOR = "tutor"
    SAVE = "save"
    EXPORT = "export"
    HELP = "help"
    QUIT = "quit"


# The words of each command, separated by commas; help shows the first. No word may belong to two commands.
WORDS: dict[TypedCommand, Message] = {
    TypedCommand.ROLL: text("roll, r"),
    TypedCommand.DOUBLE: text("double, d"),
    TypedCommand.TAKE: text("take, t"),
    TypedCommand.DROP: text("drop, pass"),
    TypedCommand.BEAVER: text("beaver"),
    TypedCommand.RACCOON: text("raccoon"),
    TypedCommand.RESIGN: text("resign"),
    TypedCommand.ACCEPT: text("accept, yes, y"),
    TypedCommand.DECLINE: text("decline, no, n"),
    TypedCommand.END: text("end"),
    TypedCommand.MOVES: text("moves, m"),
    TypedCommand.BOARD: text("board, b"),
    TypedCommand.SCORE: text("score, s"),
    TypedCommand.RULES: text("rules"),
    TypedCommand.UNDO: text("undo, u"),
    TypedCommand.TUTOR: text("tutor"),
    TypedCommand.SAVE: text("save"),
    TypedCommand.EXPORT: text("export"),
    TypedCommand.HELP: text("help, h, ?"),
    TypedCommand.QUIT: text("quit, q"),
}

MEANINGS: dict[TypedCommand, Message] = {
    TypedCommand.ROLL: text("roll the dice (or just press Enter)"),
    TypedCommand.DOUBLE: text("turn the cube before rolling"),
    TypedCommand.TAKE: text("take the cube at its new value"),
    TypedCommand.DROP: text("refuse the cube and lose the game"),
    TypedCommand.BEAVER: text("accept the cube, turn it once more and keep it"),
    TypedCommand.RACCOON: text("turn the cube yet again after a beaver"),
    TypedCommand.RESIGN: text("offer to lose the game: 1 single, 2 gammon, 3 backgammon"),
    TypedCommand.ACCEPT: text("accept a resignation, or take the cube"),
    TypedCommand.DECLINE: text("decline a resignation and play on, or drop the cube"),
    TypedCommand.END: text("end the session between two games"),
    TypedCommand.MOVES: text("list the legal plays"),
    TypedCommand.BOARD: text("draw the board again"),
    TypedCommand.SCORE: text("show the score and the games so far"),
    TypedCommand.RULES: text("show the rules of this match"),
    TypedCommand.UNDO: text("take back your last decision"),
    TypedCommand.TUTOR: text("switch the tutor on or off: it asks before a choice that loses much"),
    TypedCommand.SAVE: text("save a copy under a name of your own"),
    TypedCommand.EXPORT: text("write the match: .json as a record, anything else as text"),
    TypedCommand.HELP: text("show this list"),
    TypedCommand.QUIT: text("stop; the match is kept and can be resumed"),
}


def words_of(command: TypedCommand, catalogue: Catalogue) -> list[str]:
    """All words of a command in a language, without the English ones."""
    return [word.strip() for word in WORDS[command].in_language(catalogue).split(",")]


def shown_word(command: TypedCommand, catalogue: Catalogue) -> str:
    return words_of(command, catalogue)[0]


def read_command(line: str, catalogue: Catalogue) -> tuple[TypedCommand, str] | None:
    """The command a line begins with and the rest of the line, or None if it begins with no command."""
    first, _, rest = line.strip().partition(" ")
    word = first.casefold()
    for command in TypedCommand:
        if word in (known.casefold() for known in words_of(command, catalogue)):
            return command, rest.strip()
    for command in TypedCommand:
        if word in (known.strip() for known in WORDS[command].template.split(",")):
            return command, rest.strip()
    return None
