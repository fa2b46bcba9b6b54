"""`sixprime quiz`: errors of analysed files as questions, and a schedule that is kept in a file."""

import json
import re
from pathlib import Path

import pytest

from conftest import Sixprime
from match_analysis.matches import random_match
from practice.anki_packages import notes_of
from sixprime.analysis import review
from sixprime.analysis.file_reviews import with_review
from sixprime.analysis.reviews import PlaysFinding
from sixprime.cli.analysis.quiz import QuizOptions, run_quiz
from sixprime.core import Match, Play, Player
from sixprime.formats import write_match
from sixprime.formats.reading import ReadMatch
from sixprime.languages import catalogue
from sixprime.practice.cards import errors_of
from sixprime.practice.schedule_files import InvalidSchedules, ScheduleFile

START = 1_700_000_000_000
MINUTE = 60_000


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[str]]:
    """A file with its review; the best plays and the played ones of Ann's errors, the worst first."""
    match = random_match(5, 1)
    match.names.update({Player.WHITE: "Ann", Player.BLACK: "Ben"})
    found = review(match, "instant")
    path = tmp_path_factory.mktemp("quiz") / "match.json"
    path.write_text(write_match(with_review(ReadMatch(match), found), "json"), encoding="utf-8")
    errors = sorted(errors_of(match, found, Player.WHITE), key=lambda error: -error.loss)
    best = []
    for error in errors:
        entry = found.at(error.event)
        assert entry is not None
        assert isinstance(entry.finding, PlaysFinding)  # in this match only plays are errors
        steps = entry.finding.candidates[0].steps
        best.append(Play.of_legal_steps(match.state_at(error.event).position, steps).notation())
    return path, best, [error.played for error in errors]


def quiz(path: Path, schedule: Path, answers: list[str], time: int, **options: object) -> int:
    """Answer questions; what is asked beyond the answers ends the quiz."""
    left = iter(answers)

    def ask(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    chosen = QuizOptions(player="Ann", schedule=str(schedule), **options)  # type: ignore[arg-type]
    return run_quiz([path], chosen, catalogue("en"), ask=ask, clock=lambda: time)


def test_a_wrong_answer_comes_back_and_a_right_one_later(
    analysed: tuple[Path, list[str], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, best, played = analysed
    schedule = tmp_path / "folder" / "quiz.json"
    assert quiz(path, schedule, ["nonsense", played[0], best[1], "?", "q"], START) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"{len(best)} questions" in said
    assert "Question 3 of" in said
    assert "blunder. Best: " in said
    assert "Right: " in said
    assert "in the match" in said
    assert "1 of 3 answers right." in said
    kept = json.loads(schedule.read_text())["cards"]
    assert sorted(one["due"] - START for one in kept.values()) == [MINUTE, MINUTE, 10 * MINUTE]
    quiz(path, schedule, [], START + MINUTE)
    assert f"{len(best) - 1} questions" in capsys.readouterr().out
    quiz(path, schedule, [], START, number="2")
    assert "2 questions" in capsys.readouterr().out
    quiz(path, schedule, [], START, everything=True)
    assert f"{len(best)} questions" in capsys.readouterr().out


def test_cube_actions_are_asked_in_the_language_of_the_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(length=5)
    match.names[Player.BLACK] = "Ann"
    match.open((3, 1))
    match.play("8/5 6/5")
    match.double()
    match.take()
    path = tmp_path / "match.json"
    path.write_text(write_match(with_review(ReadMatch(match), review(match, "instant")), "json"), encoding="utf-8")
    asked: list[str] = []
    answers = ["gamble", "duplázás"]

    def ask(question: str) -> str:
        asked.append(question)
        return answers.pop(0)

    options = QuizOptions(player="Ann", schedule=str(tmp_path / "quiz.json"))
    assert run_quiz([path], options, catalogue("hu"), ask=ask, clock=lambda: START) == 0
    assert asked == ["Te jössz: dobsz vagy duplázol? (duplázás, dobás) "] * 2
    said = " ".join(capsys.readouterr().out.split())
    assert "nincs ezek között: duplázás, dobás" in said
    assert re.search(r"duplázás vesztesége 0,\d{3}: durva hiba\. A legjobb: dobás\.", said)


def test_problems_are_one_line(sixprime: Sixprime, analysed: tuple[Path, list[str], list[str]], tmp_path: Path) -> None:
    path, _, _ = analysed
    (tmp_path / "none").mkdir()
    assert sixprime("quiz", str(tmp_path / "none")).err == "sixprime: there are no matches here\n"
    damaged = tmp_path / "damaged.json"
    good = tmp_path / "good.json"
    file = ScheduleFile(good)
    quiz(path, good, ["?"], START)
    assert not ScheduleFile(good).is_due(next(iter(json.loads(good.read_text())["cards"])), START)
    assert file.path == good
    card = json.loads(good.read_text())
    subject, schedule = next(iter(card["cards"].items()))
    never_answered = {"state": 2, "stability": None, "difficulty": None, "last": None}
    changes: list[object] = [
        "{", "[]", "{}", {**card, "version": 2}, {**card, "cards": {subject: {**schedule, **never_answered}}},
        {**card, "cards": {subject: {}}},
        *({**card, "cards": {subject: {**schedule, name: value}}} for name, value in (
            ("due", -1), ("state", 9), ("step", None), ("stability", "x"), ("difficulty", 11), ("last", None),
        )),
    ]  # fmt: skip
    for change in changes:
        damaged.write_text(change if isinstance(change, str) else json.dumps(change))
        with pytest.raises(InvalidSchedules):
            ScheduleFile(damaged)
    refused = sixprime("quiz", str(path), "--schedule", str(damaged))
    assert refused.code != 0
    assert len(refused.err.strip().splitlines()) == 1
    nobody = sixprime("quiz", str(path), "--player", "Nobody", "--schedule", str(good))
    assert "Nobody" in nobody.err


def test_questions_become_a_package_for_anki(
    sixprime: Sixprime, analysed: tuple[Path, list[str], list[str]], tmp_path: Path
) -> None:
    path, best, _ = analysed
    package = tmp_path / "errors.apkg"
    ran = sixprime("quiz", str(path), "--player", "Ann", "--anki", str(package))
    assert ran.code == 0, ran.err
    assert ran.out.strip() == f"{package}: {len(best)} cards for Anki"
    found = notes_of(package.read_bytes(), tmp_path)
    assert sorted(fields["Best"] for fields, _, _ in found) == sorted(f"Best: {play}." for play in best)


def test_a_package_that_cannot_be_written_is_refused_in_a_line(
    sixprime: Sixprime, analysed: tuple[Path, list[str], list[str]], tmp_path: Path
) -> None:
    path, *_ = analysed
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    file.touch()
    for place, why in (
        (folder, "it is a folder"),
        (file / "errors.apkg", "a part of the path is a file, not a folder"),
    ):
        ran = sixprime("quiz", str(path), "--player", "Ann", "--anki", str(place))
        assert (ran.code, ran.err) == (2, f"sixprime: cannot write {place}: {why}\n")
