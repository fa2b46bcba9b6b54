"""Reviews in match files: they come back from .sgf and JSON, and GNU Backgammon counts from them what we count."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from formats.sgf.test_files import ask_gnubg
from match_analysis.matches import random_match
from sixprime.analysis import MatchReview, review
from sixprime.analysis.figures import figures_of
from sixprime.analysis.file_reviews import file_analyses, moved_review, review_in, with_review
from sixprime.core import STANDARD, Match, Player
from sixprime.core.match import events as ev
from sixprime.formats import read_match_bytes, write_match
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, ReadMatch
from sixprime.formats.reading.analyses import ImportedAnalysis

MONEY = STANDARD.replace(beavers=True)


@cache
def reviewed(seed: int, length: int | None = 5) -> tuple[ReadMatch, MatchReview]:
    match = random_match(seed, length, STANDARD if length else MONEY)
    made = review(match, "instant", threads=1)
    return with_review(ReadMatch(match, {1: "a ] comment"}), made), made


def again(read: ReadMatch, kind: str) -> ReadMatch:
    return read_match_bytes(write_match(read, kind).encode(), f"match.{kind}").matches[0]


def has_ties_or_declined(match: Match) -> bool:
    starts = [event for event in match.events if isinstance(event, ev.OpeningRolled)]
    return any(event.white == event.black for event in starts) or any(
        isinstance(event, ev.ResignationDeclined) for event in match.events
    )


# Records


@pytest.mark.parametrize("length", [5, None])
def test_a_record_keeps_a_review(length: int | None) -> None:
    read, made = reviewed(3, length)
    back = again(read, "json")
    assert review_in(back) == MatchReview.loads(made.dumps())
    assert (back.match, back.comments) == (read.match, read.comments)
    assert write_match(back, "json") == write_match(read, "json")


def test_a_record_has_a_line_for_each_decision() -> None:
    read, made = reviewed(3)
    lines = write_match(read, "json").splitlines()
    assert len(lines) > len(made.decisions) + len(made.rolls) + read.match.version


def test_a_record_without_a_review_has_none() -> None:
    assert again(ReadMatch(random_match(1)), "json").review is None
    assert review_in(ReadMatch(random_match(1))) is None


def test_a_review_that_is_damaged_or_of_another_match_is_not_shown() -> None:
    read, _ = reviewed(3)
    other = random_match(4, 5)
    assert review_in(replace(read, match=other)) is None
    whole = json.loads(json.dumps(read.review))
    play = next(entry for entry in whole["decisions"] if entry["decision"]["kind"] == "play")

    at = whole["decisions"].index(play)
    made = ("decisions", at, "finding", "candidates", play["played"], "steps")
    assert review_in(_changed(read, ("depth",), "instant")) is not None
    for place, value in (
        (("version",), 2),
        (("depth",), None),
        (("fingerprint",), "0" * 64),
        (("more",), 1),
        (("decisions",), 5),
        (("decisions", at, "played"), 99),
        (("decisions", at, "decision", "event"), play["decision"]["event"] + 1),
        (made, [[99, 3]]),
        (made, [[6, 5]] * 4),
        (("rolls", 0, "event"), 10**6),
    ):
        assert review_in(_changed(read, place, value)) is None, place


def _changed(read: ReadMatch, place: tuple[str | int, ...], value: object) -> ReadMatch:
    """The match with something else at a place of its review."""
    copy = found = json.loads(json.dumps(read.review))
    *way, last = place
    for name in way:
        found = found[name]
    found[last] = value
    return replace(read, review=copy)


def test_what_is_no_review_is_refused_with_the_record() -> None:
    record = json.loads(write_match(random_match(2), "json")) | {"review": []}
    with pytest.raises(Exception, match="review"):
        read_match_bytes(json.dumps(record).encode(), "match.json")


# SGF


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("length", [5, None])
def test_sgf_keeps_a_review(seed: int, length: int | None) -> None:
    """SGF has no ties and no declined resignations: everything else about the review comes back."""
    read, made = reviewed(seed, length)
    back = again(read, "sgf")
    found = review_in(back)
    assert found is not None
    assert found.engine == made.engine
    assert back.analyses == {}
    lost = {"resignation", "resignation-answer"}
    kept = [entry for entry in made.decisions if entry.decision.kind.value not in lost]
    assert [entry.finding for entry in found.decisions if entry.decision.kind.value not in lost] == [
        entry.finding for entry in MatchReview.loads(replace(made, decisions=tuple(kept)).dumps()).decisions
    ]
    assert len(found.rolls) == len(made.rolls)
    assert found.is_complete
    mine, theirs = (figures_of(one) for one in (made, found))
    for player in Player:
        assert mine.of(player).pr == pytest.approx(theirs.of(player).pr, abs=1e-4)
        assert mine.of(player).luck.luck == pytest.approx(theirs.of(player).luck.luck, abs=1e-4)
    assert write_match(again(back, "sgf"), "sgf") == write_match(back, "sgf")


def test_some_of_these_matches_have_what_sgf_cannot_say() -> None:
    assert any(has_ties_or_declined(reviewed(seed)[0].match) for seed in range(8))


def test_from_a_record_to_sgf_and_back() -> None:
    read, _ = reviewed(5)
    assert write_match(again(read, "json"), "sgf") == write_match(read, "sgf")
    assert review_in(again(again(read, "sgf"), "json")) is not None


def test_a_review_of_something_else_is_not_written() -> None:
    read, _ = reviewed(3)
    assert "XR[" not in write_match(replace(read, match=random_match(4, 5)), "sgf")


def test_analyses_of_other_programs_stay_beside_the_review() -> None:
    read, made = reviewed(6)
    theirs: dict[int, tuple[ImportedAnalysis, ...]] = {
        event: tuple(
            replace(one, program="GNU Backgammon 1.08", error=None)
            if isinstance(one, CheckerAnalysis)
            else replace(one, program="eXtreme Gammon", level="XG Roller++", plies=None)
            for one in found
        )
        for event, found in file_analyses(made, read.match).items()
        if event % 2
    }
    both = replace(read, analyses=theirs)
    for kind in ("json", "sgf"):
        back = again(both, kind)
        assert review_in(back) is not None
        assert [one.program for found in back.analyses.values() for one in found] == [
            one.program for found in theirs.values() for one in found
        ]
        assert write_match(again(back, kind), kind) == write_match(back, kind)
    written = write_match(replace(both, review=None), "sgf")
    without = read_match_bytes(written.encode(), "match.sgf").matches[0]
    assert len(without.analyses) == len(theirs)


def test_two_programs_about_one_decision() -> None:
    """GNU Backgammon's analysis, which SGF holds as it is, stays when there is another one as well."""
    read, made = reviewed(6)
    event, (plays,) = next(
        (event, found)
        for event, found in file_analyses(made, read.match).items()
        if isinstance(found[0], CheckerAnalysis)
    )
    assert isinstance(plays, CheckerAnalysis)
    plain = tuple(replace(one, win_chance=None) for one in plays.candidates)
    one = replace(plays, program="GNU Backgammon 1.08", error=None, candidates=plain, luck=None)
    other = replace(plays, program="eXtreme Gammon", luck=None)
    both = replace(read, review=None, analyses={event: (one, other)})
    assert [found.program for found in again(both, "sgf").analyses[event]] == ["GNU Backgammon 1.08", "eXtreme Gammon"]


def test_a_review_moves_to_a_record_with_fewer_events() -> None:
    match = Match(length=3)
    match.open((2, 2))
    match.open((3, 1))
    match.play("8/5 6/5")
    match.roll((6, 4))
    match.play("24/14")
    made = review(match, "instant", threads=1)
    other = Match.from_events(match.events[1:], length=3)
    moved = moved_review(made, match, other)
    assert moved.fits(other)
    assert moved.is_complete
    assert [entry.decision.event for entry in moved.decisions] == [entry.decision.event - 1 for entry in made.decisions]
    longer = Match.from_events(match.events[:3], length=3)
    shorter = moved_review(review(longer, "instant", threads=1), longer, match)
    assert not shorter.is_complete
    assert len(shorter.decisions) == 1


# For other programs


def test_findings_as_analyses() -> None:
    read, made = reviewed(6)
    told = file_analyses(made, read.match)
    for entry in made.decisions:
        for analysis in told.get(entry.decision.event, ())[:1]:
            assert analysis.program == "sixprime"
            if isinstance(analysis, CubeAnalysis):
                lost = analysis.error if analysis.answer_error is None else analysis.answer_error
                assert lost == entry.loss
                assert analysis.chances is not None
                assert analysis.cubeless == pytest.approx(analysis.chances.cubeless_equity)
            else:
                assert analysis.error == entry.loss
                assert analysis.played == entry.played
    luck = [one.luck for found in told.values() for one in found if isinstance(one, CheckerAnalysis)]
    assert sum(one for one in luck if one is not None) == pytest.approx(sum(roll.luck for roll in made.rolls))


@pytest.mark.parametrize(("seed", "length"), [(1, 5), (2, 7), (3, None)])
def test_gnubg_counts_what_we_count(seed: int, length: int | None, tmp_path: Path) -> None:
    """GNU Backgammon loads our review, and its statistics of it are our figures. (It does not count beavers.)"""
    match = random_match(seed, length)
    made = review(match, "instant", threads=1)
    read = with_review(ReadMatch(match), made)
    (tmp_path / "ours.sgf").write_text(write_match(read, "sgf"), encoding="utf-8")
    commands = [f'load match "{tmp_path}/ours.sgf"', "show statistics match" if length else "show statistics session"]
    said = ask_gnubg(tmp_path, commands)
    for complaint in ("llegal", "nvalid", "arning"):
        assert complaint not in said, said
    figures = figures_of(made, read.match)
    both = [figures.of(player) for player in Player]
    assert _row(said, "Total moves") == [[one.moves for one in both]]
    assert _row(said, "Unforced moves") == [[one.unforced.count for one in both]]
    assert _row(said, "Close or actual cube decisions") == [[one.close_cube.count for one in both]]
    lost = _row(said, "Error total EMG")
    expected = [[-getattr(one, name).loss for one in both] for name in ("unforced", "cube", "total")]
    assert lost == [pytest.approx(row, abs=0.006) for row in expected]
    (luck,) = _row(said, "Luck total EMG")
    assert luck == pytest.approx([one.luck.luck for one in both], abs=0.006)
    (jokers,) = _row(said, "Rolls marked very lucky")
    assert jokers == [len(one.luck.very_lucky) for one in both]
    if length:
        rates = [[-one.snowie_rate for one in both]]
        assert _row(said, "Snowie error rate") == [pytest.approx(row, abs=0.06) for row in rates]


def _row(said: str, label: str) -> list[list[float]]:
    """The numbers of both players in each line of GNU Backgammon's statistics that begins with a label."""
    lines = [line for line in said.splitlines() if line.startswith(label)]
    return [[float(re.findall(r"[-+]?[\d.]+", part)[0]) for part in (line[41:65], line[65:])] for line in lines]
