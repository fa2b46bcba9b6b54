"""Analyses as JSON, and records that hold them."""

import json

import pytest

from sixprime import Match, SixprimeError
from sixprime.formats import read_match_bytes, write_match
from sixprime.formats.match_files import ReadMatch
from sixprime.formats.reading import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedAnalysis,
    ImportedPlay,
    UnreadableFile,
)
from sixprime.formats.reading.analysis_json import analysis_from_json, analysis_to_json

CHANCES = FileChances(0.5, 0.25, 0.0, 0.125, 0.0)
PLAY = ImportedPlay("8/5 6/5", ((8, 5), (6, 5)), 0.25, CHANCES, "XG Roller+", None, win_chance=0.5)
PLAYS = CheckerAnalysis((PLAY, ImportedPlay("24/20", ((24, 23), (23, 20)))), 1, -0.125, 0.25)
CUBE = CubeAnalysis(0.5, 0.25, 1.0, CHANCES, None, 0.125, "4-ply", 3, error=0.0, answer_error=0.5)


def opened() -> Match:
    match = Match(length=5)
    match.open((3, 1))
    match.play("8/5 6/5")
    return match


def test_records_keep_comments_and_analyses() -> None:
    read = ReadMatch(opened(), {0: "two\nlines", 1: "é"}, {0: (CUBE,), 1: (PLAYS, CUBE)})
    written = write_match(read, "json")
    file = read_match_bytes(written.encode(), "match.json")
    assert file.matches == (read,)
    assert write_match(file.matches[0], "json") == written
    assert "analyses" not in write_match(opened(), "json")


@pytest.mark.parametrize("analysis", [PLAYS, CUBE])
def test_every_field_is_needed_and_checked(analysis: ImportedAnalysis) -> None:
    whole = analysis_to_json(analysis)
    assert analysis_from_json(json.loads(json.dumps(whole))) == analysis
    for name in whole:
        with pytest.raises(SixprimeError, match=name):
            analysis_from_json({field: value for field, value in whole.items() if field != name})
        with pytest.raises(SixprimeError):
            analysis_from_json({**whole, name: {"no": "such thing"}})
    with pytest.raises(SixprimeError, match="more"):
        analysis_from_json({**whole, "more": 1})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("comments", []),
        ("comments", {"7": "no such event"}),
        ("comments", {"-1": "no such event"}),
        ("comments", {"0": 5}),
        ("analyses", {"0": {}}),
        ("analyses", {"0": [5]}),
        ("analyses", {"0": [{"type": "luck"}]}),
    ],
)
def test_wrong_notes_are_refused(field: str, value: object) -> None:
    record = json.loads(write_match(opened(), "json")) | {field: value}
    with pytest.raises(UnreadableFile):
        read_match_bytes(json.dumps(record).encode(), "match.json")
