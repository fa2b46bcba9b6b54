"""The command line itself: commands, flags, and one-line errors in the user's language."""

import re

import pytest

from conftest import Sixprime
from sixprime import PRESETS, __version__
from sixprime.cli.app import COMMANDS, build_app
from sixprime.cli.shared.flags import FLAGS
from sixprime.languages import LANGUAGES, catalogue


def test_version(sixprime: Sixprime) -> None:
    said = sixprime("--version")
    assert (said.code, said.out) == (0, f"sixprime {__version__}\n")


def test_rules_lists_every_preset_and_shows_one(sixprime: Sixprime) -> None:
    listing = sixprime("rules").out
    assert [line.split()[0] for line in listing.splitlines()] == list(PRESETS)
    assert "only the rearmost checker may be borne off" in sixprime("rules", "003-de").out
    assert "no doubling cube" in sixprime("rules", "004-fr").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--nonsense"], "there is no option --nonsense; sixprime --help lists them"),
        (["foo"], "there is no command 'foo'; sixprime --help lists them"),
        (["play", "--length"], "the option --length was given without its value, or with one it does not take"),
        (["play", "--money=3"], "the option --money was given without its value, or with one it does not take"),
        (["play", "much"], "the command line is not understood: 'play much'; see sixprime play --help"),
        (["play", "--nonsense"], "there is no option --nonsense; sixprime play --help lists them"),
        (["--language", "en", "play", "--nonsense"], "there is no option --nonsense; sixprime play --help lists them"),
        (["--language=en", "foo"], "there is no command 'foo'; sixprime --help lists them"),
        (["compile", "much"], "the command line is not understood: 'compile much'; see sixprime compile --help"),
        (["show"], "ID|FILE is missing; see sixprime show --help"),
        (["bearoff"], "N is missing; see sixprime bearoff --help"),
        (["show", "/nowhere/x.json"], "cannot read /nowhere/x.json: there is no such file"),
        (["rules", "x"], "there are no rules called 'x'; there are " + ", ".join(PRESETS)),
        (["play", "--length", "x"], "--length is a whole number from 0 to 9999, not 'x'"),
        (["play", "--length", "-1"], "--length is a whole number from 0 to 9999, not '-1'"),
        (["play", "--length", "10000"], "--length is a whole number from 0 to 9999, not '10000'"),
        (["play", "--length", "7", "--jacoby"], "--jacoby is for money play, not for matches: add --money"),
        (["play", "--beavers"], "--beavers is for money play, not for matches: add --money"),
        (["play", "--length", "3", "--stake", "2"], "--stake is for money play, not for matches: add --money"),
        (["play", "--money", "--length", "3"], "--money and --length contradict each other"),
        (["play", "--money", "--crawford"], "the Crawford rule is for matches: give a length with --length"),
        (["play", "--money", "--stake", "-2"], "the stake is a positive amount, not '-2'"),
        (["play", "--money", "--stake", "much"], "the stake is a positive amount, not 'much'"),
        (["play", "--cube-limit", "48"], "the cube's limit is a power of two from 2 to 16777216, not 48"),
        (["play", "--no-cube", "--cube-limit", "8"], "without a cube there is no cube limit"),
        (["play", "--money", "--no-cube", "--jacoby"], "without a cube the Jacoby rule would leave no gammons"),
        (["play", "--rules", "004-fr", "--money", "--beavers"], "without a cube there are no beavers"),
        (["play", "--money", "--raccoons", "--no-beavers"], "raccoons answer beavers: they need beavers to be allowed"),
        (["play", "--bear-off", "all"], "--bear-off is one of standard, rearmost-only, exact-only, not 'all'"),
        (["play", "--triple", "x"], "--triple is one of winners-home, outside-home, not 'x'"),
        (["play", "--opening-tie", "x"], "--opening-tie is one of reroll, automatic-double, not 'x'"),
        (
            ["play", "--opening-tie", "reroll", "--automatic-doubles", "2"],
            "--automatic-doubles and --opening-tie reroll contradict each other",
        ),
        (["play", "--opponent", "gnu"], "--opponent is one of bot, random, person, not 'gnu'"),
        (["play", "--colour", "red"], "--colour is one of white, black, not 'red'"),
        (["play", "--dice", "loaded"], "--dice is one of program, hand, not 'loaded'"),
        (["play", "--dice", "hand", "--seed", "1"], "--seed and --dice hand contradict each other"),
        (["play", "--home", "up"], "--home is one of right, left, not 'up'"),
        (["play", "--numbering", "roman"], "--numbering is one of 24, 12a, not 'roman'"),
        (["play", "--resume"], "there is no match to resume"),
        (["play", "--white", "x" * 101], "a name has at most 100 letters"),
        (["--language", "xx"], "'xx' is not one of the languages en, de, fr, it, hu"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(sixprime: Sixprime, arguments: list[str], why: str) -> None:
    said = sixprime(*arguments)
    assert said.code == 2
    assert said.err == f"sixprime: {why}\n"
    assert said.out == ""


def test_a_start_position_must_be_possible(sixprime: Sixprime) -> None:
    said = sixprime("play", "--start", ",".join(["16"] * 26))
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "point 0 is the opponent's bar" in said.err
    assert "the mover has 416 checkers, 15 at most" in said.err
    assert sixprime("play", "--start", "1 2 3").err.startswith("sixprime: --start is one of standard, nackgammon")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [[], ["play"], ["rules"], ["show"], ["convert"]])
def test_help_speaks_the_language(sixprime: Sixprime, language: str, command: list[str]) -> None:
    said = sixprime(*command, "--help", "--language", language)
    assert said.code == 0
    for word in ("Usage", "Options", "Arguments", "Commands", "Show this", "default"):
        if language not in ("en", "fr"):
            assert word not in said.out
    assert not re.search(r"<(?:bool|str|Path|list\[)", said.out), "Python's types say nothing to players"
    if language == "en":
        assert "Usage: sixprime" in said.out
    if command == ["play"]:
        for flag in FLAGS.values():
            assert flag.written.partition("/")[0] in said.out


def test_all_commands_are_known() -> None:
    """What is not known is told to be no command."""
    assert sorted(COMMANDS) == sorted(str(one.name) for one in build_app(catalogue("en")).registered_commands)


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_is_whole_in_a_narrow_terminal(sixprime: Sixprime, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Names of options, values and words that are too long for their column go on in its next line."""
    monkeypatch.setenv("COLUMNS", "60")
    for command in COMMANDS:
        assert "…" not in sixprime(command, "--help", "--language", language).out, command


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("SIXPRIME_LANGUAGE", "de", "gibt es nicht"),
        ("LANG", "de_AT.UTF-8", "gibt es nicht"),
        ("LC_ALL", "de_DE", "gibt es nicht"),
        ("LANGUAGE", "xx:de:fr", "gibt es nicht"),
        ("LANG", "tlh_XX", "there is no"),
        ("LANG", "", "there is no"),
    ],
)
def test_the_environment_chooses_the_language(
    sixprime: Sixprime, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, expected: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert expected in sixprime("foo").err
    assert "there is no" in sixprime("foo", "--language", "en").err
