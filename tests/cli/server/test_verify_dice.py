"""`sixprime verify-dice`: one line when all is well, and exactly what is wrong when it is not."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixprime import Match, Player, Roll
from sixprime.cli.commands.dice import add_dice_commands
from sixprime.cli.server.verify_dice import NotedDice, verify
from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.core import SixprimeError
from sixprime.core.match import records
from sixprime.formats.dice.derivation import MatchDice, Secret, Seeds, commitment, seed_commitment
from sixprime.formats.dice.transcripts import CommittedSeed, Transcript
from sixprime.messages import ENGLISH, text

SECRET = Secret(bytes(range(32)))
SEED = bytes(range(32, 64))


def played(turns: int = 6) -> tuple[Match, Transcript]:
    """A match with so many rolls, and the transcript of its dice."""
    match = Match(length=5)
    while len(match.rolls) < turns:
        dice = MatchDice(SECRET, "m", Seeds(SEED), len(match.rolls))
        if match.to_act is None:
            match.open(dice)
        elif match.state.roll is None:
            match.roll(dice)
        else:
            match.play(next(iter(match.legal_plays)))
    seeds = {Player.WHITE: CommittedSeed(seed_commitment(SEED), SEED)}
    return match, Transcript.of_rolls("m", commitment(SECRET), seeds, match.rolls, secret=SECRET)


def exported(match: Match, transcript: Transcript) -> dict[str, Any]:
    """The record of a match with the transcript in it."""
    match.details["dice"] = transcript.to_text()
    return records.match_to_json(match)


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str]]]:
    """Verify a file with the given content; who has noted nothing is not told what was not compared."""

    def call(written: object, **noted: Any) -> tuple[int, list[str]]:
        path = tmp_path / "dice.json"
        path.write_text(written if isinstance(written, str) else json.dumps(written), encoding="utf-8")
        try:
            code = verify(path, NotedDice(**noted), ENGLISH)
        except SixprimeError as error:
            return 2, [str(error).replace(str(path), "dice.json")]
        lines = capsys.readouterr().out.splitlines()
        return code, [line for line in lines if noted or not line.startswith("not compared: ")]

    return call


Said = Callable[..., tuple[int, list[str]]]


def test_all_is_well(said: Said) -> None:
    match, transcript = played()
    assert said(transcript.to_json()) == (0, ["6 rolls verified"])
    assert said("\ufeff" + transcript.to_text()) == (0, ["6 rolls verified"])
    assert said(exported(match, transcript)) == (0, ["6 rolls verified"])
    assert said(played(1)[1].to_json()) == (0, ["1 roll verified"])


def everything_noted() -> dict[str, Any]:
    match, _ = played()
    return {
        "match": "m",
        "commitment": commitment(SECRET).upper(),
        "seed": SEED.hex(),
        "white": seed_commitment(SEED),
        "black": "none",
        "imported": 0,
        "rolls": " ".join(f"{roll.first}{roll.second}" for roll in match.rolls),
    }


def test_what_was_noted_is_compared(said: Said) -> None:
    written = played()[1].to_json()
    noted = everything_noted()
    assert said(written, **noted) == (0, ["6 rolls verified"])
    first = played()[0].rolls[0]
    other = Roll(7 - first.first, first.second)
    changes: dict[str, tuple[Any, str]] = {
        "match": ("n", "the transcript is of match m, not of n"),
        "commitment": ("0" * 64, f"the server committed to {commitment(SECRET)}, not to what you noted"),
        "seed": ("1" * 64, "your seed was not used"),
        "white": (
            "none",
            (
                "White committed to no seed before the seeds were revealed, and the transcript says "
                f"{seed_commitment(SEED)}"
            ),
        ),
        "black": (
            "1" * 64,
            f"Black committed to {'1' * 64} before the seeds were revealed, and the transcript says no seed",
        ),
        "rolls": (f"{other.first}{other.second} -", f"roll 1 is {first} in the transcript, and you saw {other}"),
    }
    for option, (value, problem) in changes.items():
        assert said(written, **{**noted, option: value}) == (1, [problem])
    wrong = {**noted, "imported": 3, "rolls": None}
    assert said(written, **wrong) == (1, ["there were 3 imported rolls, and the transcript says 0"])


def test_what_was_not_noted_is_told(said: Said) -> None:
    written = played()[1].to_json()
    noted = everything_noted()
    notes = {
        "match": "the number of the match was not noted before the match",
        "commitment": "the server's commitment was not noted before the match",
        "white": "who committed to which seed was not noted before the match",
        "imported": "how many rolls were imported was not noted before the match",
        "rolls": "6 rolls were not noted during the match",
    }
    for option, note in notes.items():
        assert said(written, **{**noted, option: None}) == (0, ["6 rolls verified", f"not compared: {note}"])


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("commitment", "x", "--commitment: 'x' is not a number of 64 hexadecimal digits"),
        ("seed", "none", "--seed: 'none' is not a number of 64 hexadecimal digits"),
        ("white", "", "--white: '' is not a number of 64 hexadecimal digits"),
        ("rolls", "31 7", "--rolls: '7' is not a roll: write 31 for a three and a one"),
        ("rolls", "31 70", "--rolls: '70' is not a roll: write 31 for a three and a one"),
        ("rolls", "3-1", "--rolls: '3-1' is not a roll: write 31 for a three and a one"),
    ],
)
def test_options_that_cannot_be_right(said: Said, option: str, value: str, why: str) -> None:
    assert said(played()[1].to_json(), **{option: value}) == (2, [why])


def test_a_roll_was_changed_in_the_transcript(said: Said) -> None:
    written: Any = played()[1].to_json()
    right = Roll.of(written["rolls"][2]["dice"])
    wrong = Roll(7 - right.first, right.second)
    written["rolls"][2]["dice"] = list(wrong)
    assert said(written) == (1, [f"roll 3 is {wrong}, and should have been {right}"])


def test_a_roll_was_changed_in_the_match(said: Said) -> None:
    match, transcript = played()
    record = exported(match, transcript)
    right = match.rolls[-1]
    record["events"][-1]["dice"] = [7 - right.first, right.second]
    number = len(match.rolls)
    wrong = Roll(7 - right.first, right.second)
    assert said(record) == (1, [f"roll {number} of the match is {wrong}, in the transcript {right}"])


def test_a_turn_that_was_taken_back_is_no_problem(said: Said) -> None:
    match, transcript = played()
    match.undo()
    assert said(exported(match, transcript)) == (0, ["6 rolls verified"])


def test_too_early(said: Said) -> None:
    code, lines = said({**played()[1].to_json(), "secret": None})
    assert code == 1
    assert lines == ["the secret has not been revealed yet; it is when the match has ended"]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "not JSON: line 1, column 1"),
        ("[]", "this is not a transcript of dice"),
        (records.match_to_json(Match(length=3)), "this record has no transcript of its dice"),
        ({**records.match_to_json(Match(length=3)), "length": -1}, "the length of a match is 1 to 9999 points, not -1"),
        ({**records.match_to_json(Match()), "details": {"dice": "{"}}, "not JSON: line 1, column 2"),
    ],
)
def test_what_is_no_transcript(said: Said, written: object, why: str) -> None:
    assert said(written) == (2, [f"dice.json: {why}"])


def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    for name, why in [
        ("none.json", "there is no such file"),
        (".", "it is a folder"),
        ("picture.png", "is not a text file"),
        ("\0", "is not a file name"),
    ]:
        with pytest.raises(SixprimeError, match=why):
            verify(tmp_path / name, NotedDice(), ENGLISH)
    monkeypatch.setattr("sixprime.cli.server.verify_dice.MAX_FILE_BYTES", 3)
    with pytest.raises(SixprimeError, match="too large"):
        verify(tmp_path / "picture.png", NotedDice(), ENGLISH)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    builder = CommandBuilder(ENGLISH)
    app = builder.app(text("Backgammon by the rules of your choice."))
    add_dice_commands(app, builder)
    octets = played()[1].to_text().encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(octets)))
    options = [part for name, value in everything_noted().items() for part in (f"--{name}", str(value))]
    assert app(["-", *options], standalone_mode=False) == 0
    assert capsys.readouterr().out == "6 rolls verified\n"
