"""The opening trainer: what is asked next, and what answers are worth."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sixprime import Engine, Play
from sixprime.analysis.reasons import Explainer
from sixprime.analysis.reviews import PlaysFinding
from sixprime.practice.judging import JudgedAnswer
from sixprime.practice.openings.books import InvalidBook, opening_book
from sixprime.practice.openings.training import (
    checked_line,
    choose_line,
    finding_of,
    judge_line,
    lines_of,
    situation_of,
    weight_of,
)


def judged(line: str, written: str) -> JudgedAnswer:
    book = opening_book()
    play = next(play for play in situation_of(book, line).to_match().state.legal_plays if str(play) == written)
    with Engine(plies=0, threads=1) as engine, Explainer(engine) as explainer:
        return judge_line(book, line, play, engine, explainer)


def test_weak_lines_come_more_often() -> None:
    lines = lines_of("first")
    history = {"31": [True] * 4, "42": [False, True], "21": [True, False]}
    counts = Counter(choose_line(lines, history, Random(seed)) for seed in range(3000))
    assert counts["42"] > 2.5 * counts["65"] > 2.5 * counts["21"] > 5 * counts["31"]
    assert weight_of([]) == weight_of(()) == 1
    assert weight_of([True] * 50) > 0
    assert all(choose_line(["31", "42"], {}, Random(seed), last="31") == "42" for seed in range(20))
    assert choose_line(["31"], {}, Random(1), last="31") == "31"
    doubles = Counter(choose_line(lines_of("reply", ["31"]), {}, Random(seed))[-2:] for seed in range(4000))
    assert 0.3 < sum(doubles[f"{die}{die}"] for die in range(1, 7)) / 6 / (doubles["21"] or 1) < 0.8


def test_a_play_of_the_book_is_judged_by_rollouts() -> None:
    book = opening_book()
    best, second, *_ = book.plays("64")
    right = judged("64", best.notation)
    assert right.is_best
    assert right.sentences == ()
    other = judged("64", second.notation)
    assert other.loss == pytest.approx(best.equity - second.equity)
    assert isinstance(other.finding, PlaysFinding)
    assert other.finding.candidates[1].games == second.games


def test_a_play_that_the_book_has_not_is_behind_all_others() -> None:
    verdict = judged("31", "13/10 6/5")
    assert isinstance(verdict.finding, PlaysFinding)
    assert verdict.loss > 0.1
    assert verdict.finding.candidates[-1].games == 0
    assert verdict.best == next(
        play for play in situation_of(opening_book(), "31").position.legal_plays("31") if str(play) == "8/5 6/5"
    )
    assert "8/5 6/5" in str(verdict.sentences[0])


def test_third_rolls_are_searched() -> None:
    book = opening_book()
    line = "31-64-61"
    assert finding_of(book, line) is None
    found = situation_of(book, line).to_match().state.legal_plays
    with Engine(plies=0, threads=1) as engine, Explainer(engine) as explainer:
        ranked = engine.analyse(situation_of(book, line)).plays
        verdict = judge_line(book, line, ranked[-1].play, engine, explainer)
    assert verdict.loss == pytest.approx(ranked[-1].loss)
    assert isinstance(verdict.best, Play)
    assert verdict.best in found


def test_lines_that_are_none_are_refused() -> None:
    for line in ("", "11", "13", "31-", "31-71", "31-64-64-64", "31-46", "x"):
        with pytest.raises(InvalidBook):
            checked_line(line)
    assert lines_of("third", ["31"], ["64"])[-1] == "31-64-66"
