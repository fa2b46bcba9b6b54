"""The commands around the game in the terminal: `play` and `rules`."""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.options import RuleFlags
from sixprime.cli.speech import Speech
from sixprime.core import PRESETS, RuleSet
from sixprime.messages import text


def add_game_commands(app: typer.Typer, speech: Speech) -> None:
    """Add them to the command line."""
    words = speech.words

    @speech.command(app, "play", text("Play in the terminal: against the computer, or two people."))
    def play(
        rules: Annotated[str | None, speech.flag("rules")] = None,
        length: Annotated[str | None, speech.flag("length")] = None,
        money: Annotated[bool, speech.flag("money")] = False,
        stake: Annotated[str | None, speech.flag("stake")] = None,
        opening_tie: Annotated[str | None, speech.flag("opening_tie")] = None,
        automatic_doubles: Annotated[str | None, speech.flag("automatic_doubles")] = None,
        bear_off: Annotated[str | None, speech.flag("bear_off")] = None,
        triple: Annotated[str | None, speech.flag("triple")] = None,
        cube: Annotated[bool | None, speech.flag("cube")] = None,
        cube_limit: Annotated[str | None, speech.flag("cube_limit")] = None,
        beavers: Annotated[bool | None, speech.flag("beavers")] = None,
        raccoons: Annotated[bool | None, speech.flag("raccoons")] = None,
        jacoby: Annotated[bool | None, speech.flag("jacoby")] = None,
        crawford: Annotated[bool | None, speech.flag("crawford")] = None,
        start: Annotated[str | None, speech.flag("start")] = None,
        opponent: Annotated[str | None, speech.flag("opponent")] = None,
        level: Annotated[str | None, speech.flag("level")] = None,
        colour: Annotated[str | None, speech.flag("colour")] = None,
        white: Annotated[str | None, speech.flag("white")] = None,
        black: Annotated[str | None, speech.flag("black")] = None,
        dice: Annotated[str | None, speech.flag("dice")] = None,
        seed: Annotated[str | None, speech.flag("seed")] = None,
        home: Annotated[str | None, speech.flag("home")] = None,
        numbering: Annotated[str | None, speech.flag("numbering")] = None,
        forced: Annotated[bool, speech.flag("forced")] = True,
        resume: Annotated[bool, speech.flag("resume")] = False,
        load: Annotated[Path | None, speech.flag("load")] = None,
        save: Annotated[Path | None, speech.flag("save")] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.sittings import Wishes, sit_down

        flags = RuleFlags(
            preset=rules, length=length, money=money, stake=stake, opening_tie=opening_tie,
            automatic_doubles=automatic_doubles, bear_off=bear_off, triple=triple, cube=cube, cube_limit=cube_limit,
            beavers=beavers, raccoons=raccoons, jacoby=jacoby, crawford=crawford, start=start,
        )  # fmt: skip
        wishes = Wishes(
            opponent=opponent, level=level, colour=colour, white=white, black=black, dice=dice, seed=seed, home=home,
            numbering=numbering, forced=forced, resume=resume, load=load, save=save,
        )  # fmt: skip
        nothing_asked = flags == RuleFlags() and wishes == Wishes()
        sit_down(flags, Wishes(ask=True) if nothing_asked else wishes, words)

    @speech.command(app, "rules", text("List the rules by name, or show what one set of rules says."))
    def rules_command(
        name: Annotated[str | None, speech.argument(text("The name of the rules."), "NAME")] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from rich.console import Console
        from rich.text import Text

        from sixprime.formats.text import PRESET_TITLES, describe_rules

        console = Console(highlight=False)
        if name is None:
            for preset in PRESETS:
                console.print(Text(f"{preset:<16} {speech.say(PRESET_TITLES[preset])}"), soft_wrap=True)
            return
        for line in describe_rules(RuleSet.preset(name), money=True):
            console.print(Text(f"- {speech.say(line)}"), soft_wrap=True)
