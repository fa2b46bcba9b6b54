"""How the command line speaks: commands, options and help in the user's language.

The parser's own words are translated too. A command is made by `Speech.command`, its options by `Speech.option` or, if
they are flags that several commands know, by `Speech.flag`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from sixprime.cli.flags import FLAGS, Flag
from sixprime.cli.picture_flags import PICTURE_FLAGS
from sixprime.messages import Catalogue, Message, text


class _AsWritten:
    """Takes an option's value as it was written: all our options are strings, paths and flags.

    The parser would have a library of checks look at each, which takes longer to load than most commands take.
    """

    def __init__(self, make: Callable[[Any], object]) -> None:
        self._make = make

    def coerce(self, value: Any, param: Any, ctx: Any) -> object:  # noqa: ARG002  # as the parser calls it
        return None if value is None else self._make(value)

    @classmethod
    def take(cls, parameter: Any) -> None:
        """Do so for a parameter, where the parser is one that can be told."""
        kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
        single = parameter.nargs == 1 and not getattr(parameter, "multiple", False)
        if single and kind in (str, Path, bool) and getattr(parameter, "_runtime_param", parameter) is None:
            parameter._runtime_param = cls(kind)  # noqa: SLF001  # there is no public way


class Speech:
    """The command line's words in one language."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        speech, say = self, self.say

        class SpeakingHelp:
            """The words of help that the parser has no translation for."""

            def __init__(self, *arguments: Any, **options: Any) -> None:
                super().__init__(*arguments, **options)
                for parameter in self.params:  # type: ignore[attr-defined]  # mixed into classes that have it
                    _AsWritten.take(parameter)

            def get_usage(self, ctx: Any) -> str:
                usage: str = super().get_usage(ctx)  # type: ignore[misc]  # mixed into classes that have it
                return usage.replace("Usage:", say(text("Usage:")), 1)

            def get_help_option(self, ctx: Any) -> Any:
                option = super().get_help_option(ctx)  # type: ignore[misc]
                if option is not None:
                    option.help = say(text("Show this help."))
                    option.metavar = " "
                    _AsWritten.take(option)
                return option

            def format_help(self, ctx: Any, formatter: Any) -> None:
                speech._translate_help()
                super().format_help(ctx, formatter)  # type: ignore[misc]

        class Command(SpeakingHelp, TyperCommand):
            pass

        class Group(SpeakingHelp, TyperGroup):
            pass

        self._command_class = Command
        self.group_class = Group
        self.options_word = say(text("[OPTIONS]"))

    def say(self, message: Message) -> str:
        """A message in the language of this command line."""
        return message.in_language(self.words)

    def _translate_help(self) -> None:
        """Give help its headings. What draws it takes long to load, and only help needs it."""
        from typer import rich_utils

        say = self.say
        rich_utils.ARGUMENTS_PANEL_TITLE = say(text("Arguments"))
        rich_utils.OPTIONS_PANEL_TITLE = say(text("Options"))
        rich_utils.COMMANDS_PANEL_TITLE = say(text("Commands"))
        required_word, default_word = say(text("required")), say(text("default:"))
        rich_utils.REQUIRED_LONG_STRING = f"[{required_word}]"
        rich_utils.DEFAULT_STRING = f"[{default_word} {{}}]"

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
