"""The command `sixprime`; without arguments it serves the game to a browser on this machine.

Every problem with a command line, a file or a setting is reported in one line on standard error, in the user's
language; a traceback would be a defect.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from sixprime import __version__, notices
from sixprime.cli.commands.analysis import add_analysis_commands
from sixprime.cli.commands.cube import add_cube_commands
from sixprime.cli.commands.dice import add_dice_commands
from sixprime.cli.commands.engine import add_engine_commands
from sixprime.cli.commands.files import add_file_commands
from sixprime.cli.commands.peers import add_peer_commands
from sixprime.cli.commands.play import add_play_commands
from sixprime.cli.commands.practice import add_practice_commands
from sixprime.cli.commands.server import add_server_commands
from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.compiled import jit
from sixprime.core import SixprimeError
from sixprime.languages import catalogue, language_of
from sixprime.messages import Catalogue, Message, shown, text
from sixprime.messages.system_errors import reason

COMMANDS = (
    "serve", "compile", "play", "rules", "eval", "hint", "cube", "rollout", "equities", "train", "judge", "bearoff",
    "show", "info", "convert", "analyse", "stats", "quiz", "openings", "puzzles", "external", "ubgi", "backup",
    "migrate", "usage", "verify-dice",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    errors = Console(stderr=True, highlight=False, emoji=False)
    language = "en"
    try:
        language = _language(arguments)
        app = build_app(catalogue(language))
        code = int(app(arguments, prog_name="sixprime", standalone_mode=False) or 0)
        sys.stdout.flush()  # what cannot be written shows here, and not when the program ends
        return code
    except SixprimeError as error:
        problem = error.message
    except typer.TyperException as error:
        problem = _parse_problem(error, arguments)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        # The program that read our output has gone, so an error message would reach nobody.
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        return 1
    except OSError as error:
        if error.filename is not None:  # not the output, but a file that a command should have told about
            raise
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        problem = text("the output cannot be written: {why}", why=reason(error))
    errors.print(Text(f"sixprime: {problem.in_language(catalogue(language))}"), soft_wrap=True)
    return 2


def _language(arguments: list[str]) -> str:
    """The language from `--language` or the environment. It is needed before options are parsed, to translate help."""
    for place, argument in enumerate(arguments):
        if argument.startswith("--language="):
            return _checked(argument.partition("=")[2])
        if argument == "--language" and place + 1 < len(arguments):
            return _checked(arguments[place + 1])
    return language_of(os.environ)


def _checked(language: str) -> str:
    """Return the language, or raise an error if there is no catalogue for it."""
    catalogue(language)
    return language


def _parse_problem(error: typer.TyperException, arguments: list[str]) -> Message:
    """Say what the parser refused, in a sentence that can be translated."""
    option = getattr(error, "option_name", None)
    first = _command_of(arguments)
    command = first if first in COMMANDS else None
    help_hint = "sixprime --help" if command is None else f"sixprime {command} --help"
    if option is not None and hasattr(error, "possibilities"):
        return text("there is no option {option}; {help} lists them", option=option, help=help_hint)
    if option is not None:
        return text("the option {option} was given without its value, or with one it does not take", option=option)
    if first is not None and first not in COMMANDS:
        return text("there is no command {command}; {help} lists them", command=shown(first), help=help_hint)
    missing = getattr(error, "param", None)
    if missing is not None:
        return text("{argument} is missing; see {help}", argument=missing.metavar or missing.name, help=help_hint)
    return text(
        "the command line is not understood: {words}; see {help}", words=shown(" ".join(arguments)), help=help_hint
    )


def _command_of(arguments: list[str]) -> str | None:
    """The first word of a command line, where nothing but `--language` stands before it."""
    left = iter(arguments)
    for argument in left:
        if argument == "--language":
            next(left, None)
        elif not argument.startswith("--language="):
            return None if argument.startswith("-") else argument
    return None


def build_app(words: Catalogue) -> typer.Typer:
    """Make the command line, with its help in one language."""
    builder = CommandBuilder(words)
    notices.listener = lambda notice: print(f"sixprime: {builder.say(notice)}", file=sys.stderr, flush=True)
    app = builder.app(text("Backgammon by the rules of your choice."))

    @app.callback(invoke_without_command=True, cls=builder.group_class)
    def root(
        context: typer.Context,
        version: Annotated[bool, builder.option("--version", text("Show the version."))] = False,
        desktop: Annotated[
            bool, builder.option("--install-desktop", text("Put sixprime into the menu of a Linux desktop."))
        ] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        if version:
            print(f"sixprime {__version__}")
        elif desktop:
            from sixprime.cli.server.desktop import install_desktop

            install_desktop(words)
        elif context.invoked_subcommand is None:
            jit.start_plain()  # before anything loads the engine, so that the page need not wait for the compiler
            from sixprime.cli.server.serve import play_at_home

            play_at_home(words)

    add_server_commands(app, builder)
    add_play_commands(app, builder)
    add_engine_commands(app, builder)
    add_cube_commands(app, builder)
    add_file_commands(app, builder)
    add_analysis_commands(app, builder)
    add_practice_commands(app, builder)
    add_peer_commands(app, builder)
    add_dice_commands(app, builder)
    return app
