"""`EngineOptions`: the options and arguments that several commands of the engine have in common."""

from typing import Any

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.messages import text


class EngineOptions:
    """Options of the engine's commands, in the language of a builder; each is used in an `Annotated` parameter."""

    def __init__(self, builder: CommandBuilder) -> None:
        argument, option = builder.argument, builder.option
        self.question: Any = argument(text("A position: any id, or 26 numbers with commas."), "ID")
        self.dice: Any = argument(text("The dice, like 31."), "DICE")
        self.batch: Any = option(
            "--batch", text("A file with one question per line; prints one line of JSON for each."), "FILE"
        )
        self.plies: Any = option(
            "--plies",
            text("How many plies to look ahead, 0 to 3; 2 for a question and 0 in a batch if not given."),
            "N",
        )
        self.equities: Any = option(
            "--equities", text("The match equity table: its name, or a file of one, JSON or XML."), "TABLE"
        )
        self.seed: Any = option("--seed", text("The seed of the dice."), "N")
        self.threads: Any = option("--threads", text("Threads; all cores if not given."), "N")
        self.ray: Any = option("--ray", text("Work on a Ray cluster: its address, or local."), "ADDRESS")
        self.json: Any = option("--json", text("Answer in JSON."))
