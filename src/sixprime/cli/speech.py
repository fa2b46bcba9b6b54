"""How the command line speaks: commands, options and help in the user's language.

The parser's own words are translated too. A command is made by `Speech.command`, its options by `Speech.option` or, if
they are flags that several commands know, by `Speech.flag`.
"""

from collections.abc import Callable
from typing import Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from sixprime.cli.flags import FLAGS, Flag
from sixprime.cli.picture_flags import PICTURE_FLAGS
from sixprime.messages import Catalogue, Message, text


class Speech:
    """The command line's words in one language."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        say = self.say

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

        self._command_class = Command
        self.group_class = Group
        self.options_word = say(text("[OPTIONS]"))
        rich_utils.ARGUMENTS_PANEL_TITLE = say(text("Arguments"))
        rich_utils.OPTIONS_PANEL_TITLE = say(text("Options"))
        rich_utils.COMMANDS_PANEL_TITLE = say(text("Commands"))
        required_word, default_word = say(text("required")), say(text("default:"))
        rich_utils.REQUIRED_LONG_STRING = f"[{required_word}]"
        rich_utils.DEFAULT_STRING = f"[{default_word} {{}}]"

    def say(self, message: Message) -> str:
        """A message in the language of this command line."""
        return message.in_language(self.words)

    def app(self, meaning: Message) -> typer.Typer:
        """The command line itself, without commands."""
        return typer.Typer(
            options_metavar=self.options_word,
            subcommand_metavar=self.say(text("COMMAND [ARGUMENTS]")),
            cls=self.group_class,
            add_completion=False,
            pretty_exceptions_enable=False,
            help=self.say(meaning),
        )

    def command(self, app: typer.Typer, name: str, meaning: Message) -> Callable[[Any], Any]:
        """A decorator that adds a command."""
        return app.command(name, cls=self._command_class, options_metavar=self.options_word, help=self.say(meaning))

    def flag(self, name: str) -> Any:
        """One of the flags that have a name of their own."""
        known: Flag = PICTURE_FLAGS.get(name) or FLAGS[name]
        return self.option(known.written, known.meaning, known.takes, known.panel)

    def option(self, written: str, meaning: Message, takes: str | None = None, panel: Message | None = None) -> Any:
        """An option; `takes` shows what its value looks like, None where it has none."""
        return typer.Option(
            written,
            help=self.say(meaning),
            rich_help_panel=self.say(panel) if panel is not None else None,
            metavar=takes or " ",
            show_default=False,
        )

    def argument(self, meaning: Message, takes: str) -> Any:
        """An argument: something that needs no name."""
        return typer.Argument(help=self.say(meaning), metavar=takes, show_default=False)
