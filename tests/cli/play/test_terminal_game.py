"""The game at a terminal, as a person plays it: lines typed, text read."""

import json
import os
import re
import signal
import sys
from pathlib import Path

import pexpect
import pytest

from conftest import Sixprime
from sixprime import Match, Phase, Player
from sixprime.cli.shared import saves
from sixprime.core.match import events as ev
from sixprime.core.match import records
from waiting import PATIENCE

TWO = ("play", "--opponent", "person", "--dice", "hand")


def load(path: Path) -> Match:
    return records.loads(path.read_text(encoding="utf-8"))


def test_a_short_game_of_two_people(sixprime: Sixprime, kept: Path) -> None:
    said = sixprime(
        *TWO, "--length", "1", "--white", "Anna", "--black", "Béla", "--start", "hypergammon",
        lines=["61", "24/18 22/21", "66", "24/12 23/11", "66", "21/off", "18/off", "66", "22/10 12/off", "66"],
    )  # fmt: skip
    assert said.code == 0
    assert "Anna (White) starts." in said.out
    assert "Anna (White) plays 24/18 22/21" in said.out
    match = load(kept)
    assert match.names == {Player.WHITE: "Anna", Player.BLACK: "Béla"}
    assert isinstance(match.events[0], ev.OpeningRolled)


def test_a_finished_match_says_who_won_and_why(sixprime: Sixprime, kept: Path) -> None:
    said = sixprime(*TWO, "--length", "1", lines=["31", "8/5 6/5", "65", "resign 3", "accept"])
    assert "White wins 3 points (backgammon): Black resigns" in said.out
    assert "White wins the match." in said.out
    assert load(kept).result is not None


def test_the_board_and_what_stands_beside_it(sixprime: Sixprime) -> None:
    out = sixprime(*TWO, "--length", "7", lines=["31"]).out
    board = [
        "  13  14  15  16  17  18       19  20  21  22  23  24      ● Black",
        "┌────────────────────────┬───┬────────────────────────┐      points: 0",
        "│ ○   ·   ·   ·   ●   ·  │   │ ●   ·   ·   ·   ·   ○  │      pips: 167",
        "│ ○   ·   ·   ·   ●   ·  │   │ ●   ·   ·   ·   ·   ○  │      borne off: 0",
        "│ ○   ·   ·   ·   ●   ·  │   │ ●   ·   ·   ·   ·   ·  │",
        "│ ○   ·   ·   ·   ·   ·  │   │ ●   ·   ·   ·   ·   ·  │    match to 7, game 1",
        "│ ○   ·   ·   ·   ·   ·  │   │ ●   ·   ·   ·   ·   ·  │    cube: 1, in the middle",
        "│                        │BAR│                        │    ⚂⚀ 3-1",
        "│ ●   ·   ·   ·   ·   ·  │   │ ○   ·   ·   ·   ·   ·  │",
        "│ ●   ·   ·   ·   ·   ·  │   │ ○   ·   ·   ·   ·   ·  │  ▶ ○ White",
        "│ ●   ·   ·   ·   ○   ·  │   │ ○   ·   ·   ·   ·   ·  │      points: 0",
        "│ ●   ·   ·   ·   ○   ·  │   │ ○   ·   ·   ·   ·   ●  │      pips: 167",
        "│ ●   ·   ·   ·   ○   ·  │   │ ○   ·   ·   ·   ·   ●  │      borne off: 0",
        "└────────────────────────┴───┴────────────────────────┘",
        "  12  11  10  9   8   7        6   5   4   3   2   1",
    ]
    lines = [line.rstrip() for line in out.splitlines()]
    first = lines.index(board[0])
    assert lines[first : first + len(board)] == board


def test_home_left_and_the_numbering_of_the_sheets(sixprime: Sixprime) -> None:
    out = sixprime(*TWO, "--length", "1", "--home", "left", "--numbering", "12a", lines=["31", "8/5 6/5", "65"]).out
    assert "  1A  2A  3A  4A  5A  6A       7A  8A  9A 10A 11A 12A" in out
    assert "  1   2   3   4   5   6        7   8   9   10  11  12" in out
    assert "White plays 8/5 6/5" in out
    black = out[out.index("Black rolls") :]
    assert "  1   2   3   4   5   6        7   8   9   10  11  12" in black.splitlines()[2]


def test_narrow_terminals_show_the_panel_below(sixprime: Sixprime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = sixprime(*TWO, "--length", "1", lines=["31"]).out
    board = [line for line in out.splitlines() if line.startswith(("┌", "│", "└"))]
    assert board
    assert max(map(len, board)) <= 60
    assert out.index("└") < out.index("● Black")


def test_bad_lines_get_one_clear_line_and_change_nothing(sixprime: Sixprime, kept: Path) -> None:
    said = sixprime(
        *TWO, "--length", "3",
        lines=["7", "31", "8/3", "nonsense", "take", "double", "roll", "resign 9", "end", "save", "export", "accept",
               "save /nowhere/at/all\0", "8/5 6/5", "beaver", "23", "\x1b[31m"],
    )  # fmt: skip
    for line in (
        "a roll is two numbers from 1 to 6, such as 31, not '7'",
        "8/3 is 5 away, and the dice left are 3 1",
        "'nonsense' is not a move: write it like 8/5, bar/20 or 6/off",
        "not now: White has to play the roll",
        "a resignation is 1, 2 or 3, not 9",
        "a match is played to its end; only a money session can be ended",
        "give a file name as well",
        "is not a file name",
        "not now: Black has to roll or double",
        "?[31m; help lists the commands",
    ):
        assert line in said.out, line
    assert load(kept).version == 2


def test_cube_beaver_and_raccoon(sixprime: Sixprime, kept: Path) -> None:
    said = sixprime(
        *TWO, "--money", "--raccoons", "--stake", "0,5",
        lines=["31", "8/5 6/5", "double", "beaver", "raccoon", "take", "65", "resign 2", "yes", "score", "end"],
    )  # fmt: skip
    assert "Black doubles to 2. White: take, drop, beaver?" in said.out
    assert "White beavers to 4. Black: take, drop, raccoon?" in said.out
    assert "Black raccoons to 8. White: take, drop?" in said.out
    assert "White wins 16 points (gammon): Black resigns" in said.out
    assert "Black pays 8.0." in said.out
    assert "White: points 16, balance +8.0" in said.out
    assert "The session is over." in said.out
    assert load(kept).phase is Phase.OVER


def test_automatic_doubles_and_a_drop(sixprime: Sixprime) -> None:
    said = sixprime(
        *TWO, "--money", "--automatic-doubles", "1",
        lines=["44", "55", "31", "8/5 6/5", "double", "drop", "end"],
    )  # fmt: skip
    assert said.out.count("A tie: the cube goes to 2; roll again.") == 1
    assert said.out.count("A tie: roll again.") == 1
    assert "Black (" not in said.out
    assert "Black wins 2 points (single game): White drops the cube at 4" in said.out


def test_moves_help_rules_score(sixprime: Sixprime) -> None:
    out = sixprime(*TWO, "--rules", "001-hu", "--length", "3", lines=["31", "moves", "help", "rules", "score"]).out
    assert "16 legal plays:" in out
    assert "8/5 6/5" in out
    assert "draw the board again" in out
    assert "- doubling cube to 64" in out
    assert "White: points 0, 3 to go" in out


def test_a_roll_without_a_play_and_a_forced_one_pass_by_themselves(sixprime: Sixprime) -> None:
    """White on the bar against five points; 6-6 does not enter, 4-1 enters with the 4 only."""
    start = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 -2 0 -2 -2 -2 1"
    out = sixprime(*TWO, "--length", "1", "--start", start, lines=["65", "13", "6/2"]).out
    assert "White cannot move" in out
    assert "Black has only one play" not in out
    forced = "0 -2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"
    out = sixprime(*TWO, "--length", "1", "--start", forced, lines=["65"]).out
    assert "White has only one play: 24/13" in out
    out = sixprime(*TWO, "--no-forced", "--length", "1", "--start", forced, lines=["65", "24/13"]).out
    assert "has only one play" not in out
    assert "White plays 24/13" in out


def test_undo_brings_the_same_dice_again(sixprime: Sixprime, kept: Path) -> None:
    game = ("play", "--opponent", "person", "--seed", "9", "--length", "3")
    said = sixprime(*game, lines=["moves"])
    first = re.findall(r"your play for (\d-\d)", said.out)[0]
    plays = said.out[said.out.index("legal plays:") :].splitlines()[1]
    play = plays.split("   ")[0].strip()
    said = sixprime(
        "play", "--opponent", "person", "--seed", "9", "--length", "3", lines=[play, "roll", "undo", "undo"]
    )
    rolls = re.findall(r"your play for (\d-\d)", said.out)
    assert rolls[0] == rolls[-1] == first
    assert "Taken back." in said.out
    assert "there is nothing to take back" in said.out
    again = sixprime("play", "--opponent", "person", "--seed", "9", "--length", "3", lines=[play, "", "undo", play, ""])
    thrown = re.findall(r"rolls \S+ (\d-\d)", again.out)
    assert len(thrown) == 2
    assert thrown[0] == thrown[1]


def test_stopping_and_going_on(sixprime: Sixprime, kept: Path) -> None:
    seeded = ("play", "--opponent", "person", "--seed", "abc", "--length", "5")
    whole = sixprime(*seeded, lines=["moves"])
    assert "To go on: sixprime play --resume" in whole.out
    before = load(kept)
    assert sixprime("play", "--resume", lines=["quit"]).code == 0
    assert load(kept) == before
    assert "leave those flags out" in sixprime("play", "--resume", "--length", "3").err
    assert load(kept) == before


def test_seeded_dice_go_on_where_they_were(sixprime: Sixprime, kept: Path) -> None:
    """Two sittings throw the same dice as one."""
    game = ("play", "--seed", "7", "--length", "1", "--opponent", "person")

    def first_plays(count: int) -> list[str]:
        typed: list[str] = []
        for _ in range(count):
            out = sixprime(*game, lines=[*typed, "moves"]).out
            typed.append(out[out.rindex("legal play") :].splitlines()[1].split("   ")[0].strip())
        return typed

    typed = first_plays(3)
    sixprime(*game, lines=typed)
    at_once = load(kept)
    sixprime(*game, lines=typed[:2])
    sixprime("play", "--resume", lines=typed[2:])
    assert load(kept).rolls == at_once.rolls


def test_save_and_export(sixprime: Sixprime, home: Path) -> None:
    copy, listing = home / "deep" / "copy.json", home / "game.txt"
    said = sixprime(
        *TWO, "--length", "3", lines=["31", "8/5 6/5", f"save {copy}", f"export {listing}", "export ~/x.json"]
    )
    assert said.out.count("Written to") == 3
    assert load(copy) == load(home / "x.json")
    assert "White 3-1: 8/5 6/5" in listing.read_text(encoding="utf-8")
    assert "   1  White 3-1: 8/5 6/5\n" in sixprime("show", str(copy)).out
    sixprime("play", "--load", str(copy), lines=["", "31"])
    assert [event.action.value for event in load(copy).events] == ["open", "play", "roll"]


def test_damaged_files_are_refused_in_a_line(sixprime: Sixprime, home: Path) -> None:
    bad = home / "bad.json"
    for content, why in (
        (b"", "not JSON: line 1, column 1"),
        (b"{}", "this is not a sixprime match record"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"[" * 100_000, "this JSON cannot be a record"),
    ):
        bad.write_bytes(content)
        said = sixprime("play", "--load", str(bad))
        assert said.code == 2
        assert why in said.err
        assert said.err.count("\n") == 1
    assert "it is a folder" in sixprime("show", str(home)).err


def test_a_save_that_fails_is_said_and_the_old_one_survives(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "game.json"
    match = Match(length=1)
    saves.save(match, path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(saves.FileProblem, match="the disk is full"):
        saves.save(match, path)
    assert path.read_bytes() == before
    assert [found.name for found in home.iterdir() if found.is_file()] == ["game.json"]


def test_against_the_computer_to_the_end(sixprime: Sixprime, kept: Path) -> None:
    """A person who resigns every game loses the match; the computer's rolls and plays are told."""
    said = sixprime("play", "--seed", "4", "--length", "21", "--colour", "black", lines=["resign 2", ""] * 20)
    match = load(kept)
    assert match.result is not None
    assert match.result.winner is Player.WHITE
    assert "White plays" in said.out
    assert "White wins the match." in said.out


def test_kill_loses_no_event(home: Path, kept: Path) -> None:
    """Killed without warning between two answers, the match is on disk up to the last answer."""
    child = spawn(["play", "--opponent", "person", "--dice", "hand", "--length", "3"], home)
    child.expect("opening dice")
    child.sendline("31")
    child.expect("your play")
    child.sendline("8/5 6/5")
    child.expect("Enter to roll")
    child.kill(signal.SIGKILL)
    child.wait()
    assert [event.action.value for event in load(kept).events] == ["open", "play"]


def listen_to_interrupts() -> None:
    """Whoever runs the tests in the background has switched Ctrl-C off; a terminal has not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def spawn(arguments: list[str], home: Path) -> "pexpect.spawn[str]":
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "TERM": "xterm-256color"}
    return pexpect.spawn(
        sys.executable, ["-c", "from sixprime.cli.app import main; main()", *arguments],
        env=environment, encoding="utf-8", timeout=PATIENCE, dimensions=(50, 120), preexec_fn=listen_to_interrupts,
    )  # fmt: skip


def test_a_person_who_just_presses_enter_gets_to_play(home: Path, kept: Path) -> None:
    """The questions at the start, in a real terminal; then Ctrl-C, and the match can be resumed."""
    child = spawn(["play"], home)
    child.expect("two people")
    child.sendline("")
    child.expect("Match length")
    child.sendline("many")
    child.expect("whole number")
    child.sendline("")
    child.expect("Rules by number")
    child.sendline("99")
    child.expect("is one of")
    child.sendline("")
    child.expect("your play|Enter to roll|doubles to")
    child.sendintr()
    child.expect("To go on")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert load(kept).length == 5
    child = spawn(["play"], home)
    child.expect("under way here")
    child.sendline("")
    child.expect("your play|Enter to roll|doubles to")
    child.sendeof()
    child.expect("To go on")
    child.close()


@pytest.mark.parametrize("language", ["de", "fr", "it", "hu"])
def test_whole_games_in_every_language(sixprime: Sixprime, language: str) -> None:
    """The commands work in the language; nothing English is left in a short session."""
    from sixprime.cli.play.typed_commands import TypedCommand, shown_word
    from sixprime.languages import catalogue

    def word(command: TypedCommand) -> str:
        return shown_word(command, catalogue(language))

    said = sixprime(
        *TWO, "--money", "--language", language,
        lines=["31", word(TypedCommand.HELP), word(TypedCommand.MOVES), "8/3", "8/5 6/5", word(TypedCommand.DOUBLE),
               word(TypedCommand.TAKE), "65", f"{word(TypedCommand.RESIGN)} 2", word(TypedCommand.ACCEPT),
               word(TypedCommand.SCORE), word(TypedCommand.END)],
    )  # fmt: skip
    assert said.code == 0
    for english in ("White", "Black", "legal play", "doubles to", "wins", "rolls", "your play"):
        assert english not in said.out, english
    assert "4" in said.out


def test_records_kept_are_valid_json(sixprime: Sixprime, kept: Path) -> None:
    sixprime(*TWO, "--length", "3", lines=["31"])
    assert json.loads(kept.read_text(encoding="utf-8"))["format"] == "sixprime-match"


def test_the_tutor_asks_shows_and_gives_way(sixprime: Sixprime, kept: Path) -> None:
    against = ("play", "--opponent", "random", "--dice", "hand", "--length", "3")
    asked = "There is something better. Look again? (Enter or again, show, anyway):"
    bad, good = "24/23 13/10", "8/5 6/5"
    said = sixprime(*against, "--tutor", lines=["31", bad, "", bad, "show", "again", good, "quit"])
    assert said.out.count(asked) == 3
    assert "8/5 6/5 is better." in said.out
    assert "8/5 6/5 makes the 5 point" in said.out
    assert f"White plays {bad}" not in said.out
    match = load(kept)
    assert match.details["tutor"] == "white"
    assert match.events[1].steps == ((8, 5), (6, 5))  # type: ignore[union-attr]
    said = sixprime(*against, "--tutor", lines=["31", "resign 1", "anyway", "quit"])
    assert said.out.count(asked) == 1
    assert any(isinstance(event, ev.Resigned) for event in load(kept).events)


def test_the_tutor_is_off_until_it_is_switched_on_and_never_between_people(sixprime: Sixprime, kept: Path) -> None:
    against = ("play", "--opponent", "random", "--dice", "hand", "--length", "3")
    said = sixprime(*against, lines=["31", "tutor", "tutor", "24/23 13/10", "quit"])
    assert "The tutor is on." in said.out
    assert "The tutor is off." in said.out
    assert "There is something better" not in said.out
    assert "tutor" not in load(kept).details
    said = sixprime(*TWO, "--length", "3", "--tutor", lines=["31", "24/23 13/10", "quit"])
    assert "There is something better" not in said.out
