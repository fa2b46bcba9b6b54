"""What notebooks show of positions, matches and analyses without a widget."""

import base64
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from sixprime import Chances, Engine, Match, Player, Position, Situation
from sixprime.engine.analyses import Analysis

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10"
CUBE = "XGID=-a--BBBBB-A--b---bbccA-A--:0:0:1:00:3:2:0:7:10"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXPRIME_LANGUAGE", "en")


def words_of(svg: str) -> str:
    """The title and the description of a picture, which is well-formed."""
    root = ElementTree.fromstring(svg)
    return " ".join(part.text or "" for part in root if part.tag.endswith(("title", "desc")))


def pictures_in(html: str) -> list[str]:
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    return [base64.b64decode(picture).decode() for picture in found]


def played() -> Match:
    match = Match(length=5, names={Player.WHITE: "Ann <b>", Player.BLACK: ""})
    match.open((3, 1))
    match.play("8/5 6/5")
    match.roll("64")
    return match


def test_a_match_shows_its_board_score_and_moves() -> None:
    html = played()._repr_html_()
    assert "Ann &lt;b&gt;" in html
    assert "<b>Ann <b>" not in html
    assert "Match to 5" in html
    assert "8/5 6/5" in html
    (picture,) = pictures_in(html)
    assert "to play 6-4" in words_of(picture)
    assert picture == played()._repr_svg_()


def test_a_match_that_is_over_shows_how_it_ended() -> None:
    match = Match(length=1)
    match.open((3, 1))
    match.resign(player=Player.BLACK)
    match.accept()
    assert match.result is not None
    assert words_of(match._repr_svg_())
    assert "1–0" in match._repr_html_()


def test_a_match_before_its_first_roll() -> None:
    assert "Before the opening roll" in words_of(Match()._repr_svg_())
    assert "<details>" not in Match()._repr_html_()


def test_pictures_speak_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXPRIME_LANGUAGE", "de")
    assert "Weiß" in words_of(Situation(Position.standard())._repr_svg_())
    assert "Backgammonbrett" in words_of(Position.standard()._repr_svg_())
    assert "Züge" in played()._repr_html_()


def test_an_analysis_lists_plays_beside_the_board() -> None:
    with Engine(plies=0, threads=1) as engine:
        analysis = engine.analyse(Situation.parse(OPENING))
    html = analysis._repr_html_()
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    assert len(rows) == 1 + 8
    assert "8/4 6/4" in rows[1]
    assert f"{analysis.plays[1].equity:+.4f}" in rows[2]
    assert "8/4 6/4" in words_of(pictures_in(html)[0])
    assert pictures_in(html) == [analysis._repr_svg_()]


def test_an_analysis_of_the_cube_says_what_to_do() -> None:
    with Engine(plies=0, threads=1) as engine:
        analysis = engine.analyse(Situation.parse(CUBE))
    assert analysis.cube is not None
    assert str(analysis.cube.verdict.label) in analysis._repr_html_()


def test_an_analysis_without_a_position_has_no_picture() -> None:
    analysis = Analysis(Player.WHITE, (), (), Chances(0.5, 0, 0, 0, 0), 0.0, 0)
    assert analysis._repr_svg_() is None
    assert "No legal move" in analysis._repr_html_()


def test_analyses_are_equal_wherever_they_come_from() -> None:
    """The state says where a decision stands and is no part of its value."""
    with Engine(plies=0, threads=1) as engine:
        analysis = engine.analyse(Situation.parse(OPENING))
    assert analysis.state is not None
    assert analysis.state.position == Situation.parse(OPENING).position
    assert "state" not in repr(analysis)


def test_pictures_need_no_widget() -> None:
    program = (
        "import sys; sys.modules['anywidget'] = None; import sixprime as bg\n"
        "match = bg.Match(length=3); match.open('31')\n"
        "assert match._repr_html_() and bg.Position.standard()._repr_svg_()\n"
        "from sixprime.notebook import MissingWidgets\n"
        "try:\n    from sixprime.notebook import show\n"
        "except MissingWidgets as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == 'boards in notebooks need anywidget: pip install "sixprime[notebook]"', done.stderr
