"""The command `sixprime`. Bare, it starts the game.

Whatever is wrong with a command line, a file or a setting is said in one line on standard error, in the user's
language; a traceback would be a defect.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from sixprime import __version__
from sixprime.cli import saves
from sixprime.cli.flags import FLAGS
from sixprime.cli.options import RuleFlags
from sixprime.cli.sittings import Wishes, sit_down
from sixprime.core import PRESETS, RuleSet, SixprimeError, notices
from sixprime.formats.rulebooks import PRESET_TITLES, describe_rules
from sixprime.languages import catalogue, language_of
from sixprime.messages import Catalogue, Message, shown, text

COMMANDS = ("play", "eval", "hint", "rules", "show", "train")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: list[str]) -> int:
    """Run the command line; the exit code."""
    errors = Console(stderr=True, highlight=False)
    language = "en"
    try:
        language = _language(arguments)
        app = build_app(catalogue(language))
        return int(app(arguments or ["play"], prog_name="sixprime", standalone_mode=False) or 0)
    except SixprimeError as error:
        problem = error.message
    except typer.TyperException as error:
        problem = _parse_problem(error, arguments)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        return 1
    errors.print(Text(f"sixprime: {problem.in_language(catalogue(language))}"), soft_wrap=True)
    return 2


def _language(arguments: list[str]) -> str:
    """The language that the command line asks for, or the environment: help is translated before flags are parsed."""
    for place, argument in enumerate(arguments):
        if argument.startswith("--language="):
            return _known(argument.partition("=")[2])
        if argument == "--language" and place + 1 < len(arguments):
            return _known(arguments[place + 1])
    return language_of(os.environ)


def _known(language: str) -> str:
    catalogue(language)
    return language


def _parse_problem(error: typer.TyperException, arguments: list[str]) -> Message:
    """What the parser objects to, in words of our own."""
    option = getattr(error, "option_name", None)
    help_hint = "sixprime --help"
    if option is not None and hasattr(error, "possibilities"):
        return text("there is no option {option}; {help} lists them", option=option, help=help_hint)
    if option is not None:
        return text("the option {option} was given without its value, or with one it does not take", option=option)
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        return text("there is no command {command}; {help} lists them", command=shown(arguments[0]), help=help_hint)
    missing = getattr(error, "param", None)
    if missing is not None:
        return text("a file name is missing; see {help}", help=f"sixprime {arguments[0]} --help")
    return text(
        "the command line is not understood: {words}; see {help}", words=shown(" ".join(arguments)), help=help_hint
    )


def build_app(words: Catalogue) -> typer.Typer:
    """The command line with its help in one language."""

    def say(message: Message) -> str:
        return message.in_language(words)

    class SpeakingHelp:
        """The words of help that the parser has no translation for."""

        def get_usage(self, ctx: Any) -> str:
            usage: str = super().get_usage(ctx)  # type: ignore[misc]  # mixed into classes that have it
            return usage.replace("Usage:", say(text("Usage:")), 1)

        def get_help_option(self, ctx: Any) -> Any:
            option = super().get_help_option(ctx)  # type: ignore[misc]
            if option is not None:
                option.help = say(text("Show this help."))
                option.metavar = " "
            return option

    class Command(SpeakingHelp, TyperCommand):
        pass

    class Group(SpeakingHelp, TyperGroup):
        pass

    rich_utils.ARGUMENTS_PANEL_TITLE = say(text("Arguments"))
    rich_utils.OPTIONS_PANEL_TITLE = say(text("Options"))
    rich_utils.COMMANDS_PANEL_TITLE = say(text("Commands"))
    required_word, default_word = say(text("required")), say(text("default:"))
    rich_utils.REQUIRED_LONG_STRING = f"[{required_word}]"
    rich_utils.DEFAULT_STRING = f"[{default_word} {{}}]"
    notices.listener = lambda notice: print(f"sixprime: {say(notice)}", file=sys.stderr, flush=True)

    def flag(name: str) -> Any:
        known = FLAGS[name]
        return typer.Option(
            known.written,
            help=say(known.meaning),
            rich_help_panel=say(known.panel),
            metavar=known.takes or " ",
            show_default=False,
        )

    options_word = say(text("[OPTIONS]"))
    app = typer.Typer(
        options_metavar=options_word,
        subcommand_metavar=say(text("COMMAND [ARGUMENTS]")),
        cls=Group,
        add_completion=False,
        pretty_exceptions_enable=False,
        help=say(text("Backgammon by the rules of your choice.")),
    )
    version_option = typer.Option("--version", help=say(text("Show the version.")), metavar=" ", show_default=False)

    @app.callback(invoke_without_command=True, cls=Group)
    def root(
        context: typer.Context,
        version: Annotated[bool, version_option] = False,
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        if version:
            print(f"sixprime {__version__}")
        elif context.invoked_subcommand is None:
            sit_down(RuleFlags(), Wishes(ask=True), words)

    @app.command(
        "play",
        cls=Command,
        options_metavar=options_word,
        help=say(text("Play in the terminal: against the computer, or two people.")),
    )
    def play(
        rules: Annotated[str | None, flag("rules")] = None,
        length: Annotated[str | None, flag("length")] = None,
        money: Annotated[bool, flag("money")] = False,
        stake: Annotated[str | None, flag("stake")] = None,
        opening_tie: Annotated[str | None, flag("opening_tie")] = None,
        automatic_doubles: Annotated[str | None, flag("automatic_doubles")] = None,
        bear_off: Annotated[str | None, flag("bear_off")] = None,
        triple: Annotated[str | None, flag("triple")] = None,
        cube: Annotated[bool | None, flag("cube")] = None,
        cube_limit: Annotated[str | None, flag("cube_limit")] = None,
        beavers: Annotated[bool | None, flag("beavers")] = None,
        raccoons: Annotated[bool | None, flag("raccoons")] = None,
        jacoby: Annotated[bool | None, flag("jacoby")] = None,
        crawford: Annotated[bool | None, flag("crawford")] = None,
        start: Annotated[str | None, flag("start")] = None,
        opponent: Annotated[str | None, flag("opponent")] = None,
        colour: Annotated[str | None, flag("colour")] = None,
        white: Annotated[str | None, flag("white")] = None,
        black: Annotated[str | None, flag("black")] = None,
        dice: Annotated[str | None, flag("dice")] = None,
        seed: Annotated[str | None, flag("seed")] = None,
        home: Annotated[str | None, flag("home")] = None,
        numbering: Annotated[str | None, flag("numbering")] = None,
        forced: Annotated[bool, flag("forced")] = True,
        resume: Annotated[bool, flag("resume")] = False,
        load: Annotated[Path | None, flag("load")] = None,
        save: Annotated[Path | None, flag("save")] = None,
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        flags = RuleFlags(
            preset=rules, length=length, money=money, stake=stake, opening_tie=opening_tie,
            automatic_doubles=automatic_doubles, bear_off=bear_off, triple=triple, cube=cube, cube_limit=cube_limit,
            beavers=beavers, raccoons=raccoons, jacoby=jacoby, crawford=crawford, start=start,
        )  # fmt: skip
        wishes = Wishes(
            opponent=opponent, colour=colour, white=white, black=black, dice=dice, seed=seed, home=home,
            numbering=numbering, forced=forced, resume=resume, load=load, save=save,
        )  # fmt: skip
        nothing_asked = flags == RuleFlags() and wishes == Wishes()
        sit_down(flags, Wishes(ask=True) if nothing_asked else wishes, words)

    question_argument = typer.Argument(
        help=say(text("A position: any id, or 26 numbers with commas.")), metavar="ID", show_default=False
    )
    dice_argument = typer.Argument(help=say(text("The dice, like 31.")), metavar="DICE", show_default=False)
    batch_option = typer.Option(
        "--batch", help=say(text("A file with a question a line; a line of JSON for each.")), metavar="FILE"
    )
    json_option = typer.Option("--json", help=say(text("Answer in JSON.")), metavar=" ", show_default=False)
    evaluating = say(text("What a position is worth to the player on roll."))
    hinting = say(text("The best plays of a roll."))

    @app.command("eval", cls=Command, options_metavar=options_word, help=evaluating)
    def evaluate(
        question: Annotated[str | None, question_argument] = None,
        batch: Annotated[Path | None, batch_option] = None,
        as_json: Annotated[bool, json_option] = False,
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import hints

        hints.evaluate(question, batch, as_json=as_json, words=words)

    @app.command("hint", cls=Command, options_metavar=options_word, help=hinting)
    def hint(
        question: Annotated[str | None, question_argument] = None,
        dice: Annotated[str | None, dice_argument] = None,
        batch: Annotated[Path | None, batch_option] = None,
        as_json: Annotated[bool, json_option] = False,
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import hints

        hints.hint(question, dice, batch, as_json=as_json, words=words)

    @app.command(
        "rules",
        cls=Command,
        options_metavar=options_word,
        help=say(text("List the rules by name, or show what one set of rules says.")),
    )
    def rules_command(
        name: Annotated[
            str | None, typer.Argument(help=say(text("The name of the rules.")), metavar="NAME", show_default=False)
        ] = None,
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        console = Console(highlight=False)
        if name is None:
            for preset in PRESETS:
                console.print(Text(f"{preset:<16} {say(PRESET_TITLES[preset])}"), soft_wrap=True)
            return
        for line in describe_rules(RuleSet.preset(name), money=True):
            console.print(Text(f"- {say(line)}"), soft_wrap=True)

    @app.command("show", cls=Command, options_metavar=options_word, help=say(text("Show a saved match as text.")))
    def show(
        file: Annotated[
            Path, typer.Argument(help=say(text("The file of a saved match.")), metavar="FILE", show_default=False)
        ],
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.formats.transcripts import transcript

        Console(highlight=False).print(Text(transcript(saves.load(file), words).rstrip()), soft_wrap=True)

    @app.command(
        "train",
        cls=Command,
        options_metavar=options_word,
        help=say(text("Train a net from nothing; can be interrupted and resumed.")),
    )
    def train(
        folder: Annotated[
            Path, typer.Argument(help=say(text("The folder of the run.")), metavar="FOLDER", show_default=False)
        ],
        games: Annotated[str, typer.Option("--games", help=say(text("Games of self-play.")), metavar="N")] = "100000",
        rounds: Annotated[
            str, typer.Option("--rounds", help=say(text("Rounds of labelling and fitting.")), metavar="N")
        ] = "3",
        positions: Annotated[
            str, typer.Option("--positions", help=say(text("Positions labelled in each round.")), metavar="N")
        ] = "300000",
        seed: Annotated[str, typer.Option("--seed", help=say(text("Where chance starts from.")), metavar="N")] = "1",
        workers: Annotated[
            str | None, typer.Option("--workers", help=say(text("Threads; all cores if not given.")), metavar="N")
        ] = None,
        language: Annotated[str | None, flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.trainings import train_net

        train_net(folder, games=games, rounds=rounds, positions=positions, seed=seed, workers=workers, words=words)

    return app
