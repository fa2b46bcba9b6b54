"""The flags of `sixprime play`: how each is written, which value it takes, and what it means."""

from dataclasses import dataclass

from sixprime.messages import Message, text

RULES = text("Rules")
TABLE = text("At the table")


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag; `takes` shows in help what its value looks like, None if it has no value."""

    written: str
    takes: str | None
    panel: Message
    meaning: Message


FLAGS: dict[str, Flag] = {
    flag.written.partition("/")[0].removeprefix("--").replace("-", "_"): flag
    for flag in (
        Flag("--rules", "NAME", RULES, text("Rules by name; see: sixprime rules.")),
        Flag("--length", "N", RULES, text("Match to N points; 0 for money play.")),
        Flag("--money", None, RULES, text("Money play without end, for a stake a point.")),
        Flag("--stake", "X", RULES, text("What a point is worth in money play.")),
        Flag("--opening-tie", "reroll|automatic-double", RULES, text("What happens on a tied opening roll.")),
        Flag("--automatic-doubles", "N", RULES, text("Tied opening rolls double the cube, at most N times per game.")),
        Flag("--bear-off", "standard|rearmost-only|exact-only", RULES, text("Which checkers a die may bear off.")),
        Flag("--triple", "winners-home|outside-home", RULES, text("When a win counts three times.")),
        Flag("--cube/--no-cube", None, RULES, text("With or without the doubling cube.")),
        Flag("--cube-limit", "N|none", RULES, text("The highest number of the cube.")),
        Flag(
            "--beavers/--no-beavers",
            None,
            RULES,
            text("Allow beavers: whoever is doubled may redouble at once and keep the cube."),
        ),
        Flag("--raccoons/--no-raccoons", None, RULES, text("Allow raccoons: whoever is beavered may redouble again.")),
        Flag("--jacoby/--no-jacoby", None, RULES, text("Gammons count only once the cube has been turned.")),
        Flag("--crawford/--no-crawford", None, RULES, text("No doubling in the first game at match point.")),
        Flag(
            "--start",
            "NAME|N ...",
            RULES,
            text("Start position by name (standard, nackgammon, hypergammon, longgammon), or 26 numbers."),
        ),
        Flag("--opponent", "bot|random|person", TABLE, text("Who plays against you.")),
        Flag(
            "--level",
            "beginner|casual|club|advanced|expert|master|champion|grandmaster",
            TABLE,
            text("How strongly the bot plays."),
        ),
        Flag("--colour", "white|black", TABLE, text("Your colour against the computer.")),
        Flag("--white", "NAME", TABLE, text("White's name.")),
        Flag("--black", "NAME", TABLE, text("Black's name.")),
        Flag("--dice", "program|hand", TABLE, text("Rolled by the program, or real dice that you type in.")),
        Flag("--seed", "TEXT", TABLE, text("A seed that makes the dice repeatable.")),
        Flag("--home", "right|left", TABLE, text("On which side your home is drawn.")),
        Flag("--numbering", "24|12a", TABLE, text("Points 1 to 24, or 1 to 12 and 1A to 12A.")),
        Flag("--forced/--no-forced", None, TABLE, text("Play rolls with only one legal play without asking.")),
        Flag("--tutor", None, TABLE, text("Ask before a play or cube action that loses a lot, against a program.")),
        Flag("--resume", None, TABLE, text("Go on with the match at this terminal.")),
        Flag("--load", "FILE", TABLE, text("Go on with a saved match.")),
        Flag("--save", "FILE", TABLE, text("Keep the match in this file.")),
        Flag("--language", "en|de|fr|it|hu", TABLE, text("The language to use.")),
    )
}
