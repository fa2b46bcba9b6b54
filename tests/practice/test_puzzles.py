"""Puzzles: the set that comes with the program, making one, which is asked when, and files that are none."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from sixprime import Engine
from sixprime.analysis.reasons import Explainer
from sixprime.core.match.events import Action
from sixprime.practice.judging import judge
from sixprime.practice.puzzles.choosing import choose_puzzle
from sixprime.practice.puzzles.making import OtherSet, make_set, rating_of
from sixprime.practice.puzzles.sets import (
    OWN_FILE,
    InvalidPuzzles,
    SetSettings,
    dump_set,
    load_set,
    parse_set,
    puzzle_set,
    save_set,
)


def test_the_set_has_all_kinds_and_difficulties() -> None:
    puzzles = puzzle_set().puzzles
    assert len(puzzles) >= 366
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    assert OWN_FILE.stat().st_size < 300_000
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    assert min(kinds[kind] for kind in ("play", "double", "answer")) >= 30
    phases = Counter(puzzle.phase for puzzle in puzzles)
    assert len(phases) == 12
    assert max(phases.values()) < len(puzzles) / 4
    ratings = [puzzle.rating for puzzle in puzzles]
    assert sum(rating < 1300 for rating in ratings) >= 50
    assert sum(1300 <= rating < 1700 for rating in ratings) >= 50
    assert sum(rating >= 1700 for rating in ratings) >= 20
    for puzzle in puzzles:
        assert puzzle.gap >= 0.06
        assert puzzle.rollout_gap >= max(0.04, 3 * puzzle.error - 0.002)


def test_every_day_of_a_year_has_its_own_puzzle() -> None:
    puzzles = puzzle_set()
    days = [date(2026, 11, 18) + timedelta(days=number) for number in range(366)]
    assert len({puzzles.of_day(day).key for day in days}) == 366
    assert puzzles.of_day(date(1999, 1, 1)) in puzzles.puzzles


def test_answers_are_judged_as_the_set_says() -> None:
    """Of each kind the clearest puzzle, about which no net will think otherwise."""
    play, double, answer = (
        max((puzzle for puzzle in puzzle_set().puzzles if puzzle.kind == kind), key=lambda puzzle: puzzle.gap)
        for kind in ("play", "double", "answer")
    )
    with Engine(plies=puzzle_set().settings.plies, threads=1) as engine, Explainer() as explainer:
        legal = list(play.situation.to_match().state.legal_plays)
        best = next(one for one in legal if str(one) == play.best)
        assert judge(play.situation, best, engine, explainer).is_best
        other = next(one for one in legal if one != best)
        assert judge(play.situation, other, engine, explainer).loss >= 0.05
        for puzzle, actions in ((double, (Action.ROLL, Action.DOUBLE)), (answer, (Action.TAKE, Action.DROP))):
            for action in actions:
                verdict = judge(puzzle.situation, action, engine, explainer)
                assert verdict.is_best is (action.value == puzzle.best)
                assert verdict.is_best or verdict.loss >= 0.05


def test_the_next_puzzle_fits_the_rating_and_is_new() -> None:
    puzzles = puzzle_set()
    done: list[str] = []
    for seed in range(40):
        puzzle = choose_puzzle(puzzles, 1400, done, Random(seed))
        assert puzzle.key not in done
        assert abs(puzzle.rating - 1400) < 250
        done.insert(0, puzzle.key)
    everything = [puzzle.key for puzzle in puzzles.puzzles]
    again = choose_puzzle(puzzles, 1400, everything, Random(1))
    assert everything.index(again.key) >= len(everything) // 2 - 1  # the last one first: it is long ago


def test_ratings_follow_the_answers_of_bots() -> None:
    bots = (1100.0, 1400.0, 1650.0, 2000.0)
    prior = [(600.0, 0.0), (2600.0, 1.0)]
    ratings = [
        rating_of([*prior, *((bot, float(number >= wrong)) for number, bot in enumerate(bots))]) for wrong in range(5)
    ]
    assert ratings == sorted(ratings)
    assert ratings[0] < 1000
    assert ratings[4] > 2000
    assert 1300 < ratings[2] < 1750


def test_a_set_is_made_and_gone_on_with(tmp_path: Path) -> None:
    tiny = SetSettings(puzzles=2, plies=1, games=72, truncate=2)
    *_, made = make_set(tiny, program="test", threads=2)
    assert len(made.puzzles) == 2
    for puzzle in made.puzzles:
        situation = puzzle.situation
        assert situation.to_act is not None
        assert puzzle.gap >= 0.06
    save_set(made, tmp_path / "puzzles.json")
    kept = load_set(tmp_path / "puzzles.json")
    assert dump_set(kept) == dump_set(made)
    assert list(make_set(tiny, program="test", begun=kept)) == []
    with pytest.raises(OtherSet):
        next(make_set(replace(tiny, seed=9), program="test", begun=kept))
    with pytest.raises(InvalidPuzzles, match="cannot write"):
        save_set(made, tmp_path / "missing" / "puzzles.json")


def test_files_that_are_no_sets_are_refused() -> None:
    content = json.loads(OWN_FILE.read_text(encoding="utf-8"))
    first = content["puzzles"][0]
    for damaged in (
        "", "[]", "{}", "[" * 100_000,
        json.dumps({**content, "puzzles": [first, first]}),
        json.dumps({**content, "puzzles": [["XGID=nonsense", *first[1:]]]}),
        json.dumps({**content, "puzzles": [[*first[:2], "99/98", *first[3:]]]}),
        json.dumps({**content, "puzzles": [[*first[:1], "chess", *first[2:]]]}),
        json.dumps({**content, "version": 2}),
    ):  # fmt: skip
        with pytest.raises(InvalidPuzzles, match="puzzles"):
            parse_set(damaged, "puzzles.json")
    small = dump_set(replace(puzzle_set(), puzzles=puzzle_set().puzzles[:4]))
    random = Random(6)
    for _ in range(200):
        place = random.randrange(len(small))
        try:
            parse_set(small[:place] + random.choice('"[]{}:,-0x\\') + small[place + 1 :], "puzzles.json")
        except InvalidPuzzles:
            continue
    with pytest.raises(InvalidPuzzles, match="no puzzle"):
        puzzle_set().puzzle("x")
