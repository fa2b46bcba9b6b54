"""Cards as a package for Anki: what its notes say, and that a note stays the same note."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from practice.anki_packages import notes_of
from sixprime import Engine, Situation
from sixprime.analysis.finders import finding_of
from sixprime.analysis.reasons import Explainer
from sixprime.languages import catalogue
from sixprime.practice.anki import AnkiCard, NoAnki, anki_package, is_available
from sixprime.practice.cards import CardQuestion

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def card(id_: str, **more: object) -> AnkiCard:
    state = Situation.parse(id_).to_match().state
    with Engine(plies=0, threads=1) as engine:
        return AnkiCard(CardQuestion.of_state(state), finding_of(engine.analyse(state), state, None), **more)  # type: ignore[arg-type]


def test_a_note_has_picture_question_answer_and_reasons(tmp_path: Path) -> None:
    cards = [card(OPENING, tags=("my own", "opening"), played="13/10 6/5"), card(CUBE)]
    with Explainer() as explainer:
        (play, tags, guid), (cube, _, other) = notes_of(anki_package(cards, explainer, catalogue("en")), tmp_path)
        ((german, _, again),) = notes_of(anki_package(cards[:1], explainer, catalogue("de")), tmp_path)
    assert ElementTree.fromstring(play["Picture"]).tag.endswith("svg")
    assert play["Question"] == "You have rolled 3-1. Which play is best?"
    assert play["Best"] == "Best: 8/5 6/5."
    assert play["Answers"].startswith("<table><tr><td>8/5 6/5</td><td></td>")
    assert "<td>13/10 6/5</td>" in play["Answers"]
    assert play["Answers"].count("in the match") == 1
    assert play["Reasons"].startswith("8/5 6/5 makes the 5 point")
    assert play["XGID"] == OPENING
    assert tags == ["my_own", "opening"]
    assert cube["Best"] == "Best: roll."
    assert german["Best"] == "Am besten: 8/5 6/5."
    assert "-0," in german["Answers"]
    assert guid == again != other


def test_without_genanki_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_available()
    monkeypatch.setitem(sys.modules, "genanki", None)
    with Explainer() as explainer, pytest.raises(NoAnki, match=r"pip install 'sixprime\[anki\]'"):
        anki_package([], explainer, catalogue("en"))
