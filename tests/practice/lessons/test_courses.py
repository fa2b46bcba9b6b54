"""The course: every lesson can be solved, a wrong answer is told so, and what lessons claim is what the rules say."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from sixprime import Engine, IllegalPlay, Player, RuleSet
from sixprime.core import Action
from sixprime.core.notation import parse_play
from sixprime.core.rules import PRESETS
from sixprime.practice.lessons import Lesson, LessonProblem, course, lesson_named

STATIC = Path(__file__).parents[3] / "src" / "sixprime" / "web" / "static"


def written(lesson: Lesson, play: str) -> list[tuple[int, int]]:
    return list(parse_play(play, lesson.turn()).pairs)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_solution_is_right_and_every_mistake_is_wrong(preset: str) -> None:
    for lesson in course(RuleSet.preset(preset)):
        check_answers(lesson)


def check_answers(lesson: Lesson) -> None:
    if lesson.options:
        verdicts = {option.name: lesson.check_option(option.name) for option in lesson.options}
        assert [verdict.is_right for verdict in verdicts.values()].count(True) == 1
        assert all(str(verdict.words) for verdict in verdicts.values())
        with pytest.raises(LessonProblem, match="not one of the answers"):
            lesson.check_option("nonsense")
        with pytest.raises(LessonProblem, match="no roll to play"):
            lesson.check_play([])
        return
    verdict = lesson.check_play(written(lesson, lesson.solution))
    assert (verdict.is_right, verdict.words) == (True, lesson.solved)
    with contextlib.suppress(IllegalPlay):  # the rules may refuse the mistake before the lesson does
        wrong = lesson.check_play(written(lesson, lesson.mistake))
        assert not wrong.is_right
        assert str(wrong.words) != str(lesson.solved)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_course_has_twenty_to_thirty_lessons_with_names_of_their_own(preset: str) -> None:
    lessons = course(RuleSet.preset(preset))
    names = [lesson.name for lesson in lessons]
    assert 20 <= len(names) == len(set(names)) <= 32
    assert [lesson.chapter for lesson in lessons] == sorted(
        (lesson.chapter for lesson in lessons), key=list(type(lessons[0].chapter)).index
    )


def test_courses_follow_the_leaflets() -> None:
    def names(preset: str) -> set[str]:
        return {lesson.name for lesson in course(RuleSet.preset(preset))}

    assert not names("004-fr") & {"double", "take", "drop", "cube-owner", "cube-times-gammon", "crawford"}
    assert names("001-hu-optional") >= {"beaver", "jacoby", "automatic-double"}
    assert not names("001-hu") & {"beaver", "jacoby", "automatic-double", "crawford"}
    assert "crawford" in names("standard")
    assert "bear-off-rear" in names("003-de")
    assert "bear-off-rear" not in names("standard")
    assert "bear-off-only-exact" in names("000-it")
    assert "bear-off-higher" not in names("000-it")
    limits = {name: lesson_named("double", RuleSet.preset(name)).leaflet for name in ("standard", "002-it", "003-de")}
    assert {name: str(words) for name, words in limits.items()} == {
        "standard": "None",
        "002-it": "By your leaflet the cube goes up to 32.",
        "003-de": "By your leaflet the cube goes up to 64.",
    }


def test_backgammons_count_as_the_leaflet_says() -> None:
    lesson = lesson_named("backgammon", RuleSet.preset("003-de"))
    assert lesson.check_option("3").is_right
    assert lesson.setting.position.opponent_off == 5
    usual = lesson_named("backgammon")
    assert usual.check_option("3").is_right
    assert usual.setting.position.opponent_off == 0


def test_numbers_that_enter_or_cannot_be_played_are_those_of_the_rules() -> None:
    dance = lesson_named("dance")
    for option in dance.options:
        die = int(option.name)
        assert bool(dance.setting.position.legal_plays((die, die))) is option.is_right
    for lesson in (lesson_named("no-move"), lesson_named("bear-off-only-exact", RuleSet.preset("000-it"))):
        assert lesson.setting.roll is not None
        assert not lesson.setting.position.legal_plays(lesson.setting.roll, lesson.rules)


def test_the_engine_agrees_with_the_lessons_about_the_cube() -> None:
    rules = RuleSet.preset("001-hu-optional")
    with Engine(plies=0, threads=1) as engine:
        for name in ("double", "take", "drop", "beaver"):
            lesson = lesson_named(name, rules)
            analysis = engine.analyse(lesson.setting.situation, rules)
            right = next(option.name for option in lesson.options if option.is_right)
            assert analysis.player is Player.WHITE
            assert analysis.actions[0].action is Action(right), name
            if name == "take":
                assert 0.3 <= analysis.chances.win <= 0.37
            if name == "double":
                assert 0.72 <= analysis.chances.win <= 0.8


def test_who_owns_the_cube_and_the_crawford_game_are_as_the_rules_say() -> None:
    for name in ("cube-owner", "crawford"):
        lesson = lesson_named(name)
        match = lesson.setting.situation.to_match(lesson.rules)
        assert lesson.check_option("no").is_right
        assert Action.DOUBLE not in match.actions(Player.WHITE if name == "cube-owner" else Player.BLACK)
        assert match.state.is_crawford is (name == "crawford")


def test_every_lesson_leads_to_a_rule_of_the_book() -> None:
    book = "".join(path.read_text(encoding="utf-8") for path in (STATIC / "app" / "rulebook").glob("*-sections.js"))
    anchors = set(re.findall(r'id: "([a-z-]+)"', book))
    for rules in PRESETS.values():
        assert {lesson.rule for lesson in course(rules)} <= anchors


def test_rules_of_the_book_lead_to_their_lessons() -> None:
    script = (STATIC / "app" / "rulebook" / "rule-lessons.js").read_text(encoding="utf-8")
    links = re.findall(r'"?([a-z-]+)"?: \{ name: "([a-z-]+)", preset: "([0-9a-z-]+)" \}', script)
    assert {rule: lesson_named(name, RuleSet.preset(preset)).rule for rule, name, preset in links} == {
        rule: rule for rule, _, _ in links
    }
    assert {lesson.rule for rules in PRESETS.values() for lesson in course(rules)} == {rule for rule, _, _ in links}


def test_unknown_lessons_are_refused() -> None:
    with pytest.raises(LessonProblem, match="there is no lesson 'nonsense'"):
        lesson_named("nonsense")
