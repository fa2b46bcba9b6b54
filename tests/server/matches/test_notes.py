"""Comments and analyses of match files: studies keep them, the replay tells them, files get them back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.support.local_servers import LocalServer, running
from sixprime import Event, Match, Player, Roll, RuleSet
from sixprime.core.match import events as ev
from sixprime.formats.match_files import ReadMatch, read_match_bytes, write_match
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis
from sixprime.formats.reading import FileChances as Chances
from sixprime.formats.reading import ImportedAnalysis as Analysis
from sixprime.formats.reading import ImportedPlay as Candidate
from sixprime.formats.reading.analysis_json import analysis_from_json, analysis_to_json
from sixprime.server.matches import notes as server_notes
from sixprime.server.matches.notes import Note, notes_of, with_notes
from sixprime.server.schemas.replays import ReplayAnswer
from sixprime.server.store.databases import database_url

CHANCES = Chances(0.55, 0.17, 0.01, 0.125, 0.005)
PLAYS = CheckerAnalysis(
    (
        Candidate("8/5 6/5", ((8, 5), (6, 5)), 0.159, CHANCES, "2-ply", 2),
        Candidate("24/23 13/10", ((24, 23), (13, 10)), -0.009, None, "Rollout", None, True, 0.5),
    ),
    played=0,
    luck=0.2,
    error=0.0,
)
CUBE = CubeAnalysis(
    no_double=0.3, double_take=0.1, double_drop=1.0, chances=CHANCES, chances_after_double=CHANCES, cubeless=0.2,
    level="3-ply", plies=3, error=0.2, answer_error=0.0,
)  # fmt: skip


def annotated() -> ReadMatch:
    """A match of a few events with words and judgements beside them."""
    events: list[Event] = [
        ev.OpeningRolled(3, 1),
        ev.Played(Player.WHITE, ((8, 5), (6, 5))),
        ev.Rolled(Player.BLACK, Roll(6, 4)),
        ev.Played(Player.BLACK, ((24, 18), (18, 14))),
    ]
    names = {Player.WHITE: "Anna", Player.BLACK: "Béla"}
    match = Match.from_events(events, RuleSet(), length=3, names=names)
    match.details["event"] = "Club evening"
    return ReadMatch(match, {1: "The five point!\nWho would not?", 3: "árvíztűrő ]\\["}, {1: (PLAYS,)})


@pytest.mark.parametrize("analysis", [PLAYS, CUBE, CheckerAnalysis(()), CubeAnalysis()], ids=str)
def test_analyses_survive_json(analysis: Analysis) -> None:
    assert analysis_from_json(analysis_to_json(analysis)) == analysis


def test_notes_survive() -> None:
    read = annotated()
    notes, lost = notes_of(read)
    assert lost == 0
    assert with_notes(read.match, notes) == read


def test_notes_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_notes, "MOST_CHARACTERS", 1000)
    read = ReadMatch(annotated().match, dict.fromkeys(range(4), "x" * 400))
    notes, lost = notes_of(read)
    assert notes == {0: Note("x" * 400), 1: Note("x" * 400)}
    assert lost == 2


def test_a_study_keeps_what_its_file_says(database: str, tmp_path: Path) -> None:
    contents = write_match(annotated(), "sgf").encode()
    with running(tmp_path, database=database_url(database)) as server:
        imported = server.visitor().post("/api/imports", content=contents).json()
        (found,) = imported["matches"]
        assert imported["problems"] == []
    with running(tmp_path, database=database_url(database)) as server:  # it is on disk
        visitor = server.visitor()
        path = f"/api/matches/{found['match']}"
        answer = visitor.get(f"{path}/replay", params={"analyses": "true"}).json()
        ReplayAnswer.model_validate(answer)
        assert answer["details"]["event"] == "Club evening"
        assert answer["analysed"] == 1
        moves = {move["version"]: move for game in answer["games"] for move in game["moves"]}
        # The first entry is the creation: event n has version n + 2.
        assert moves[3]["type"] == "play"
        assert moves[3]["comment"] == "The five point!\nWho would not?"
        assert moves[5]["comment"] == "árvíztűrő ]\\["
        assert moves[2]["comment"] is None
        assert moves[2]["analyses"] == moves[5]["analyses"] == []
        (told,) = moves[3]["analyses"]
        assert told["plays"][0]["notation"] == "8/5 6/5"
        assert told["plays"][0]["chances"]["win"] == pytest.approx(0.55)
        assert told["played"] == 0
        brief = visitor.get(f"{path}/replay").json()
        assert brief["analysed"] == 1
        assert {move["analyses"] for game in brief["games"] for move in game["moves"]} == {None}
        assert brief["games"][0]["moves"][1]["comment"] == "The five point!\nWho would not?"
        again = read_match_bytes(visitor.get(f"{path}/export/sgf").content).matches[0]
        first = read_match_bytes(contents).matches[0]
        assert again.comments == first.comments
        assert again.analyses == first.analyses


class InThisProcess:
    """Reads files here, where limits can be changed for a test."""

    async def run(self, _visitor: str, job: Callable[..., Any], *arguments: object) -> Any:
        return job(*arguments)


def test_notes_that_were_left_out_are_told(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_notes, "MOST_CHARACTERS", 20)
    monkeypatch.setattr(server.lobby, "import_processes", InThisProcess())
    imported = server.visitor().post("/api/imports", content=write_match(annotated(), "sgf").encode()).json()
    assert imported["problems"] == ["the notes of 2 events were left out"]
    assert len(imported["matches"]) == 1


def test_a_match_that_is_played_has_no_notes(server: LocalServer) -> None:
    visitor = server.visitor()
    match = visitor.post("/api/matches", json={"kind": "screen", "length": 1}).json()["state"]["match"]
    visitor.post(f"/api/matches/{match}/commands", json={"key": "a", "version": 3, "seat": "white", "action": "open"})
    answer = visitor.get(f"/api/matches/{match}/replay", params={"analyses": "yes"}).json()
    assert answer["details"] == {}
    assert answer["analysed"] == 0
    (move,) = answer["games"][0]["moves"]
    assert (move["comment"], move["analyses"]) == (None, [])


def test_both_seats_of_a_study_are_taken(server: LocalServer) -> None:
    visitor = server.visitor()
    imported = visitor.post("/api/imports", content=write_match(annotated(), "mat").encode()).json()
    (listed,) = visitor.get("/api/matches").json()["matches"]
    state = visitor.get(f"/api/matches/{imported['matches'][0]['match']}").json()
    for shown in (listed, state):
        assert [shown["seats"][side]["taken"] for side in ("white", "black")] == [True, True]
        assert [shown["seats"][side]["name"] for side in ("white", "black")] == ["Anna", "Béla"]
        assert shown["you"] == []
