"""Every file that the server writes of a match has the transcript of its dice, and `verify-dice` finds it there."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.support.local_servers import LocalServer, Table, create
from sixprime import Match, Player, Roll
from sixprime.cli.server.verify_dice import NotedDice, verify
from sixprime.core.match import records
from sixprime.formats.dice.derivation import Secret, Seeds, commitment, derive_roll, seed_commitment
from sixprime.formats.dice.transcript_lines import ROLLS_A_LINE, dice_lines, find_transcript, in_words
from sixprime.formats.dice.transcripts import CommittedSeed, InvalidTranscript, Transcript
from sixprime.formats.match_files import read_match_bytes
from sixprime.messages import ENGLISH

FORMS = ("json", "mat", "sgf", "txt")
SECRET, SEED = Secret(b"s" * 32), b"w" * 32
Said = Callable[..., tuple[int, str]]


def transcript(count: int, *, imported: int = 0, with_secret: bool = True) -> Transcript:
    rolls = [Roll(6, 6)] * imported
    rolls += [derive_roll(SECRET, "m", Seeds(SEED), number) for number in range(imported + 1, imported + count + 1)]
    seeds = {Player.WHITE: CommittedSeed(seed_commitment(SEED), SEED), Player.BLACK: CommittedSeed("ab" * 32)}
    secret = SECRET if with_secret else None
    return Transcript.of_rolls("m", commitment(SECRET), seeds, rolls, secret=secret, imported=imported)


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    """What `verify-dice` says about a file."""

    def call(contents: bytes, noted: str | None = None) -> tuple[int, str]:
        path = tmp_path / "match"
        path.write_bytes(contents)
        code = verify(path, NotedDice(commitment=noted), ENGLISH)
        lines = capsys.readouterr().out.splitlines()
        return code, "\n".join(line for line in lines if not line.startswith("not compared: "))

    return call


@pytest.mark.parametrize("count", [0, 1, ROLLS_A_LINE, 3 * ROLLS_A_LINE + 7])
@pytest.mark.parametrize("imported", [0, 9])
def test_lines_are_found_again(count: int, imported: int) -> None:
    made = transcript(count, imported=imported)
    assert find_transcript(in_words(made)) == made
    tags = "\n".join(f'; [{name} "{value}"]' for name, value in dice_lines(made).items())
    assert find_transcript(f"; [Event 'x']\n{tags}\n 5 point match\n") == made
    assert all(len(line) < 220 for line in tags.splitlines())
    waiting = transcript(count, imported=imported, with_secret=False)
    assert find_transcript(in_words(waiting)) == waiting


def test_lines_of_two_matches_are_kept_apart() -> None:
    one, other = transcript(60), transcript(3, imported=2)
    assert find_transcript(f"{in_words(one)}\n\n{in_words(other)}") == one


def test_lines_that_are_damaged() -> None:
    assert find_transcript("nothing about dice, matches or rolls") is None
    written = in_words(transcript(5))
    for name in ("commitment", "imported"):
        with pytest.raises(InvalidTranscript, match=f"the field dice {name} is missing"):
            find_transcript(re.sub(rf"dice {name}.*\n", "", written))
    changed = find_transcript(written.replace("dice secret: 73", "dice secret: 74"))
    assert changed is not None
    assert not changed.verify().is_good


@pytest.fixture(scope="module")
def played(server: LocalServer) -> Table:
    """A match with some rolls that was broken off in its second game."""
    visitor = server.visitor()
    names = {"white": "Anna", "black": "Béla"}
    table = Table(visitor, create(visitor, names=names, seed_commitment=seed_commitment(SEED))["state"]["match"])
    table.act("white", "reveal", seed=SEED.hex())
    table.open()
    for _ in range(4):
        table.turn()
    table.act("white", "resign", value=1)
    table.act("black", "accept")
    table.open()
    table.turn()
    table.act("white", "abort")
    return table


def test_every_export_can_be_verified(said: Said, played: Table) -> None:
    table = played
    dice = table.state["dice"]
    for form in FORMS:
        contents = table.visitor.get(f"/api/matches/{table.match}/export/{form}").content
        assert said(contents, dice["commitment"]) == (0, f"{dice['rolls']} rolls verified"), form
        code, words = said(contents, "00" * 32)
        assert (code, words.startswith("the server committed to")) == (1, True), form
        swapped = contents.replace(dice["secret"].encode(), b"00" * 32)
        assert swapped != contents
        assert "the secret is not the one that the server committed to" in said(swapped)[1]
    transcript = table.visitor.get(f"/api/matches/{table.match}/dice").content
    assert said(transcript) == (0, f"{dice['rolls']} rolls verified")


def test_a_roll_that_was_changed_in_the_match_is_found(said: Said, played: Table) -> None:
    contents = played.visitor.get(f"/api/matches/{played.match}/export/mat").text
    ours = read_match_bytes(contents.encode()).match
    dice = find_transcript(contents)
    assert dice is not None
    assert list(dice.compared_without_ties(ours.rolls)) == []
    wrong = [*ours.rolls]
    place = next(place for place, roll in enumerate(wrong) if not roll.is_double)
    high, low = wrong[place].high, wrong[place].low
    wrong[place] = Roll(high, low % 6 + 1)
    (problem,) = dice.compared_without_ties(wrong)
    assert "of the transcript is not in the match" in str(problem)
    assert [str(it) for it in dice.compared_without_ties([Roll(2, 1), *ours.rolls])] == [
        "roll 1 of the match is not in the transcript"
    ]
    # The same in the file: its first play gets other dice.
    changed = re.sub(r"(?m)^(  1\) +)(\d)(\d):", lambda it: f"{it[1]}{it[2]}{it[2]}:", contents, count=1)
    if changed != contents:
        assert said(changed.encode())[0] == 1


def test_a_match_that_goes_on_from_a_record(server: LocalServer, said: Said, played: Table) -> None:
    first = played
    record: Any = first.visitor.get(f"/api/matches/{first.match}/export/json").json()
    mat = first.visitor.get(f"/api/matches/{first.match}/export/mat").text
    for begun in ({"record": record}, {"record": mat}):
        visitor = server.visitor()
        table = Table(visitor, create(visitor, **begun)["state"]["match"])
        for _ in range(3):
            table.turn()
        table.act("white", "abort")
        rolls = len(visitor.get(f"/api/matches/{table.match}/dice").json()["rolls"])
        assert rolls > 0
        for form in FORMS:
            contents = visitor.get(f"/api/matches/{table.match}/export/{form}").content
            assert said(contents) == (0, f"{rolls} rolls verified"), form
            assert first.match.encode() not in contents, form


def test_a_match_that_is_running_says_that_it_waits(server: LocalServer, said: Said) -> None:
    visitor = server.visitor()
    table = Table(visitor, create(visitor)["state"]["match"])
    table.open()
    for form in FORMS:
        contents = visitor.get(f"/api/matches/{table.match}/export/{form}").content
        assert said(contents)[1].startswith("the secret has not been revealed yet"), form


def test_a_study_keeps_the_transcript_of_its_file(server: LocalServer, said: Said, played: Table) -> None:
    for form in ("json", "mat", "sgf"):
        contents = played.visitor.get(f"/api/matches/{played.match}/export/{form}").content
        study = played.visitor.post("/api/imports", content=contents).json()["matches"][0]["match"]
        again = played.visitor.get(f"/api/matches/{study}/export/{form}").content
        assert said(again) == (0, f"{played.state['dice']['rolls']} rolls verified"), form


def test_words_of_a_file_stand_beside_its_dice(server: LocalServer) -> None:
    visitor = server.visitor()
    record = records.match_to_json(Match(length=1))
    record["details"] = {"comment": "A fine evening."}
    match = create(visitor, record=record)["state"]["match"]
    Table(visitor, match).open()
    sgf = visitor.get(f"/api/matches/{match}/export/sgf").content
    comment = read_match_bytes(sgf).match.details["comment"]
    assert " ".join(comment.split()).startswith("A fine evening. dice match: ")
    assert find_transcript(comment) == Transcript.from_json(visitor.get(f"/api/matches/{match}/dice").json())
