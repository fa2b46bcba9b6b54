"""The commands of the terminal game: `play` and `rules`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.core import PRESETS, RuleSet
from sixprime.messages import text


def add_play_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `play` and `rules` to the command line."""
    words = builder.words

    @builder.command(app, "play", text("Play in the terminal: against the computer, or two people."))
    def play(
        rules: Annotated[str | None, builder.flag("rules")] = None,
        length: Annotated[str | None, builder.flag("length")] = None,
        money: Annotated[bool, builder.flag("money")] = False,
        stake: Annotated[str | None, builder.flag("stake")] = None,
        opening_tie: Annotated[str | None, builder.flag("opening_tie")] = None,
        automatic_doubles: Annotated[str | None, builder.flag("automatic_doubles")] = None,
        bear_off: Annotated[str | None, builder.flag("bear_off")] = None,
        triple: Annotated[str | None, builder.flag("triple")] = None,
        cube: Annotated[bool | None, builder.flag("cube")] = None,
        cube_limit: Annotated[str | None, builder.flag("cube_limit")] = None,
        beavers: Annotated[bool | None, builder.flag("beavers")] = None,
        raccoons: Annotated[bool | None, builder.flag("raccoons")] = None,
        jacoby: Annotated[bool | None, builder.flag("jacoby")] = None,
        crawford: Annotated[bool | None, builder.flag("crawford")] = None,
        start: Annotated[str | None, builder.flag("start")] = None,
        opponent: Annotated[str | None, builder.flag("opponent")] = None,
        level: Annotated[str | None, builder.flag("level")] = None,
        colour: Annotated[str | None, builder.flag("colour")] = None,
        white: Annotated[str | None, builder.flag("white")] = None,
        black: Annotated[str | None, builder.flag("black")] = None,
        dice: Annotated[str | None, builder.flag("dice")] = None,
        seed: Annotated[str | None, builder.flag("seed")] = None,
        home: Annotated[str | None, builder.flag("home")] = None,
        numbering: Annotated[str | None, builder.flag("numbering")] = None,
        forced: Annotated[bool, builder.flag("forced")] = True,
        tutor: Annotated[bool, builder.flag("tutor")] = False,
        resume: Annotated[bool, builder.flag("resume")] = False,
        load: Annotated[Path | None, builder.flag("load")] = None,
        save: Annotated[Path | None, builder.flag("save")] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.play.rule_flags import RuleFlags
        from sixprime.cli.play.setup import PlayOptions, start_playing

        flags = RuleFlags(
            preset=rules, length=length, money=money, stake=stake, opening_tie=opening_tie,
            automatic_doubles=automatic_doubles, bear_off=bear_off, triple=triple, cube=cube, cube_limit=cube_limit,
            beavers=beavers, raccoons=raccoons, jacoby=jacoby, crawford=crawford, start=start,
        )  # fmt: skip
        options = PlayOptions(
            opponent=opponent, level=level, colour=colour, white=white, black=black, dice=dice, seed=seed, home=home,
            numbering=numbering, forced=forced, tutor=tutor, resume=resume, load=load, save=save,
        )  # fmt: skip
        nothing_asked = flags == RuleFlags() and options == PlayOptions()
        start_playing(flags, PlayOptions(ask=True) if nothing_asked else options, words)

    @builder.command(app, "rules", text("List the rules by name, or show what one set of rules says."))
    def rules_command(
        name: Annotated[str | None, builder.argument(text("The name of the rules."), "NAME")] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from rich.console import Console
        from rich.text import Text

        from sixprime.formats.text import PRESET_TITLES, describe_rules

        console = Console(highlight=False, emoji=False)
        if name is None:
            for preset in PRESETS:
                console.print(Text(f"{preset:<16} {builder.say(PRESET_TITLES[preset])}"), soft_wrap=True)
            return
        for line in describe_rules(RuleSet.preset(name), money=True):
            console.print(Text(f"- {builder.say(line)}"), soft_wrap=True)
