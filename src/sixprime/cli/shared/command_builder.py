"""`CommandBuilder`: makes commands, options and help in the user's language.

The parser's own headings are translated too. `CommandBuilder.command` makes a command, `option` and `argument` its
parameters; `flag` makes an option that is declared in `flags` or `picture_flags`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from sixprime.cli.shared.flags import FLAGS, Flag
from sixprime.cli.shared.picture_flags import PICTURE_FLAGS
from sixprime.cli.shared.positions import guard_position, unguard_position
from sixprime.messages import Catalogue, Message, text


class _UncheckedType:
    """Takes the value of an option without validating it: all our options are strings, paths and flags.

    The parser would validate each with pydantic, which takes longer to load than most commands take to run.
    """

    def __init__(self, make: Callable[[Any], object]) -> None:
        self._make = make

    def coerce(self, value: Any, param: Any, ctx: Any) -> object:  # noqa: ARG002  # as the parser calls it
        return None if value is None else self._make(value)

    @classmethod
    def apply_to(cls, parameter: Any) -> None:
        """Replace the validation of a parameter, if this version of the parser has it where we expect it."""
        kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
        single = parameter.nargs == 1 and not getattr(parameter, "multiple", False)
        if single and kind in (str, Path, bool) and getattr(parameter, "_runtime_param", parameter) is None:
            parameter._runtime_param = cls(kind)  # noqa: SLF001  # there is no public way


class _Folding:
    """Colours the words of help, and lets long ones go on in the next line of a narrow column.

    The parser would cut them, and half the name of an option can't be typed.
    """

    def __init__(self, highlight: Callable[[Any], Any]) -> None:
        self._highlight = highlight

    def __call__(self, words: Any) -> Any:
        coloured = self._highlight(words)
        coloured.overflow = "fold"
        return coloured

    @classmethod
    def of(cls, highlight: Any) -> Any:
        return highlight if isinstance(highlight, cls) else cls(highlight)


class CommandBuilder:
    """Makes the commands and options of the command line in one language."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        builder, say = self, self.say

        class TranslatedHelp:
            """Translates those words of help that the parser itself does not translate."""

            def __init__(self, *arguments: Any, **options: Any) -> None:
                super().__init__(*arguments, **options)
                for parameter in self.params:  # type: ignore[attr-defined]  # mixed into classes that have it
                    _UncheckedType.apply_to(parameter)
                    if isinstance(parameter, TyperArgument):  # its name says what it is, and Python's types say nothing
                        parameter.display_type_rich = lambda ctx: None  # type: ignore[method-assign]  # noqa: ARG005

            def get_usage(self, ctx: Any) -> str:
                usage: str = super().get_usage(ctx)  # type: ignore[misc]  # mixed into classes that have it
                return usage.replace("Usage:", say(text("Usage:")), 1)

            def get_help_option(self, ctx: Any) -> Any:
                option = super().get_help_option(ctx)  # type: ignore[misc]
                if option is not None:
                    option.help = say(text("Show this help."))
                    option.metavar = " "
                    _UncheckedType.apply_to(option)
                return option

            def format_help(self, ctx: Any, formatter: Any) -> None:
                builder._translate_help()
                super().format_help(ctx, formatter)  # type: ignore[misc]

        class TranslatedCommand(TranslatedHelp, TyperCommand):
            """A command whose arguments may be positions that begin with a dash."""

            def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
                left = super().parse_args(ctx, [guard_position(argument) for argument in args])
                ctx.params = {name: unguard_position(value) for name, value in ctx.params.items()}
                return left

        class TranslatedGroup(TranslatedHelp, TyperGroup):
            pass

        self._command_class = TranslatedCommand
        self.group_class = TranslatedGroup
        self.options_word = say(text("[OPTIONS]"))

    def say(self, message: Message) -> str:
        """A message in the language of this command line."""
        return message.in_language(self.words)

    def _translate_help(self) -> None:
        """Translate the headings of help, and let its words go on in the next line where they are too long.

        The module that draws help is slow to load, and nothing else needs it.
        """
        from typer import rich_utils

        say = self.say
        for name in ("highlighter", "negative_highlighter"):
            setattr(rich_utils, name, _Folding.of(getattr(rich_utils, name)))
        rich_utils.ARGUMENTS_PANEL_TITLE = say(text("Arguments"))
        rich_utils.OPTIONS_PANEL_TITLE = say(text("Options"))
        rich_utils.COMMANDS_PANEL_TITLE = say(text("Commands"))
        required_word, default_word = say(text("required")), say(text("default:"))
        rich_utils.REQUIRED_LONG_STRING = f"[{required_word}]"
        rich_utils.DEFAULT_STRING = f"[{default_word} {{}}]"

    def app(self, meaning: Message) -> typer.Typer:
        """Make the command line itself, without commands."""
        return typer.Typer(
            options_metavar=self.options_word,
            subcommand_metavar=self.say(text("COMMAND [ARGUMENTS]")),
            cls=self.group_class,
            add_completion=False,
            pretty_exceptions_enable=False,
            help=self.say(meaning),
        )

    def command(self, app: typer.Typer, name: str, meaning: Message) -> Callable[[Any], Any]:
        """A decorator that adds a function as a command."""
        return app.command(name, cls=self._command_class, options_metavar=self.options_word, help=self.say(meaning))

    def flag(self, name: str) -> Any:
        """An option for a declared flag, by its name in `FLAGS` or `PICTURE_FLAGS`."""
        known: Flag = PICTURE_FLAGS.get(name) or FLAGS[name]
        return self.option(known.written, known.meaning, known.takes, known.panel)

    def option(self, written: str, meaning: Message, takes: str | None = None, panel: Message | None = None) -> Any:
        """An option; `takes` shows in help what its value looks like, None if it has no value."""
        return typer.Option(
            written,
            help=self.say(meaning),
            rich_help_panel=self.say(panel) if panel is not None else None,
            metavar=takes or " ",
            show_default=False,
        )

    def argument(self, meaning: Message, takes: str) -> Any:
        """A positional argument; `takes` is its name in help."""
        return typer.Argument(help=self.say(meaning), metavar=takes, show_default=False)
