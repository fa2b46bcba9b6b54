"""The widget of notebooks under the conditions of VS Code's renderer: sandboxed, from a blob, under a strict policy."""

from __future__ import annotations

import re

import pytest
from chromium import browser
from playwright.sync_api import Browser, Locator, expect
from widget_frames import WidgetFrame, widget_frame

from sixprime import Engine, Match, Player, Position, Situation
from sixprime.analysis import MatchReview, review
from sixprime.languages import LANGUAGES
from sixprime.notebook import show
from waiting import wait_until

__all__ = ["browser"]

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10"
DONE = {"en": "Done", "de": "Fertig", "fr": "Valider", "it": "Fatto", "hu": "Kész"}
ENGLISH = re.compile(
    r"\b(?:the|match|play|board|point|of|to|moves|errors|game|best|won|lost|previous|next)\b", re.IGNORECASE
)


@pytest.fixture(scope="module")
def played() -> Match:
    """Two games, of which the second is not over, with doubles and bad plays."""
    match = Match(length=3, names={Player.WHITE: "Ann", Player.BLACK: "Béla"})
    match.open((3, 1))
    match.play("24/23 13/10")
    match.double()
    match.drop()
    match.open((6, 4))
    match.play("24/14")
    for roll, play in (("55", "13/3(2)"), ("62", "24/18 13/11"), ("41", "13/8"), ("52", "13/6")):
        match.roll(roll)
        match.play(play if play in match.legal_plays else match.legal_plays[0])
    return match


@pytest.fixture(scope="module")
def found(played: Match) -> MatchReview:
    return review(played, "instant", threads=1)


def tap(board: Locator, place: str) -> None:
    """Tap a point, whose name is its number in White's view after a p."""
    board.locator(f'button[data-place="{place}"]').click(force=True)


def test_a_play_by_mouse_arrives(browser: Browser) -> None:
    with widget_frame(browser) as opened:
        opened.render(show(Position.standard(), roll="31", language="en"))
        board = opened.frame.locator("backgammon-board")
        expect(opened.frame.get_by_role("button", name="Done")).to_be_disabled()
        tap(board, "p8")
        tap(board, "p6")
        opened.frame.get_by_role("button", name="Done").click()
        expect(opened.frame.locator(".said")).to_have_text("Played: 8/5 6/5")
        assert opened.value("played") == [[8, 5], [6, 5]]
        opened.frame.get_by_role("button", name="Take it back").click()
        expect(opened.frame.locator(".said")).to_have_text("White to play 3-1")
        assert opened.value("played") is None
        tap(board, "p8")
        opened.frame.locator(".buttons").get_by_role("button", name="Undo").click()
        expect(opened.frame.locator(".buttons").get_by_role("button", name="Undo")).to_be_disabled()
        assert opened.problems == []
        assert [url for url in opened.requests if not url.startswith("blob:")] == [
            "https://notebook.example/",
            "https://frame.example/",
        ]


def test_several_widgets_in_one_page(browser: Browser) -> None:
    """Each evaluates the module anew, and the element can be defined only once."""
    with widget_frame(browser) as opened:
        opened.render(show(Position.standard(), roll="31", language="de"))
        opened.render(show(Position.nackgammon(), language="en"), "second")
        expect(opened.frame.locator("backgammon-board")).to_have_count(2)
        expect(opened.frame.get_by_role("button", name="Fertig")).to_be_visible()
        expect(opened.frame.locator("#second").get_by_role("button", name="Flip the board")).to_be_visible()
        opened.frame.evaluate("ends.first()")
        expect(opened.frame.locator("backgammon-board")).to_have_count(1)
        assert opened.problems == []


def test_plays_are_ranked_beside_the_board(browser: Browser) -> None:
    with Engine(plies=0, threads=1) as engine:
        analysis = engine.analyse(Situation.parse(OPENING))
    with widget_frame(browser) as opened:
        opened.render(show(analysis, language="en"))
        rows = opened.frame.locator(".plays-table tbody tr")
        expect(rows).to_have_count(8)
        expect(rows.first).to_contain_text("8/4 6/4")
        opened.frame.get_by_role("button", name=re.compile("Show .* more play")).click()
        expect(rows).to_have_count(len(analysis.plays))
        second = opened.frame.locator(".shown-play").nth(1)
        second.click()
        expect(second).to_have_attribute("aria-pressed", "true")
        second.press("ArrowDown")
        expect(opened.frame.locator(".shown-play").nth(2)).to_be_focused()
        assert opened.problems == []


def test_stepping_through_a_review_tells_the_kernel_and_follows_it(
    browser: Browser, played: Match, found: MatchReview
) -> None:
    with widget_frame(browser) as opened:
        board = show(found, match=played, language="en")
        opened.render(board)
        said = opened.frame.locator(".said")
        expect(said).to_have_text("Ann plays 24/23 13/10")
        expect(opened.frame.locator(".graph-line")).to_be_attached()
        expect(opened.frame.locator(".verdict")).to_contain_text("24/23 13/10")
        opened.frame.get_by_role("button", name="Forward (right arrow)").click()
        expect(said).to_have_text("Béla doubles")
        board.version = opened.value("version")
        assert board.event == 2
        opened.frame.locator(".graph-slider").press("End")
        wait_until(lambda: opened.value("version") != board.version, "the version of another event")
        opened.frame.get_by_role("button", name="Next game (Page down)").focus()
        board.event = 1
        opened.set("version", board.version)
        expect(said).to_have_text("Ann plays 24/23 13/10")
        opened.frame.locator(".shown-play").first.press("n")
        expect(said).not_to_have_text("Ann plays 24/23 13/10")
        assert opened.problems == []


def test_other_content_takes_the_place(browser: Browser, played: Match) -> None:
    with widget_frame(browser) as opened:
        board = show(Position.standard(), roll="31", language="en")
        opened.render(board)
        expect(opened.frame.get_by_role("button", name="Done")).to_be_visible()
        board.show_instead(played)
        opened.set("content", board.content)
        expect(opened.frame.locator(".said")).to_have_text("Ann plays 24/23 13/10")
        expect(opened.frame.locator("backgammon-board")).to_have_count(1)
        assert opened.problems == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_translated(browser: Browser, played: Match, found: MatchReview, language: str) -> None:
    with widget_frame(browser) as opened:
        opened.render(show(Position.standard(), roll="31", language=language))
        expect(opened.frame.get_by_role("button", name=DONE[language])).to_be_visible()
        opened.render(show(found, match=played, language=language), "second")
        second = opened.frame.locator("#second")
        expect(second.locator(".graph-line")).to_be_attached()
        if language == "en":
            return
        labels = opened.frame.evaluate(
            """() => [...document.querySelectorAll('.sixprime-widget')].flatMap(({ shadowRoot }) => [
                shadowRoot.textContent,
                ...[...shadowRoot.querySelectorAll('[aria-label], [title]')].flatMap(one =>
                    [one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '']),
            ])"""
        )
        said = " ".join(labels).replace("Match", "").replace("match", "")
        assert not ENGLISH.findall(said)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"data-vscode-theme-kind": "vscode-dark"}, "dark"),
        ({"data-vscode-theme-kind": "vscode-high-contrast"}, "dark"),
        ({"data-vscode-theme-kind": "vscode-high-contrast-light"}, "light"),
        ({"data-jp-theme-light": "false"}, "dark"),
        ({"data-jp-theme-light": "true"}, "light"),
    ],
)
def test_colours_follow_the_notebook(browser: Browser, body: dict[str, str], expected: str) -> None:
    """And not the system, which prefers the opposite here."""
    system = {"dark": "light", "light": "dark"}[expected]
    with widget_frame(browser, color_scheme=system) as opened:
        opened.frame.evaluate("document.body.removeAttribute('data-vscode-theme-kind')")
        opened.render(show(Position.standard()))
        host = opened.frame.locator(".sixprime-widget")
        expect(host).to_have_attribute("data-appearance", system)
        for name, value in body.items():
            opened.frame.evaluate("([name, value]) => document.body.setAttribute(name, value)", [name, value])
        expect(host).to_have_attribute("data-appearance", expected)
        theme = {"dark": "dark", "light": "classic"}[expected]
        expect(opened.frame.locator("backgammon-board")).to_have_attribute("theme", theme)


def test_appearance_and_theme_can_be_chosen(browser: Browser) -> None:
    with widget_frame(browser) as opened:
        opened.render(show(Position.standard(), appearance="dark", theme="wood"))
        expect(opened.frame.locator(".sixprime-widget")).to_have_attribute("data-appearance", "dark")
        expect(opened.frame.locator("backgammon-board")).to_have_attribute("theme", "wood")


def is_beside(opened: WidgetFrame) -> bool:
    """Whether the moves are beside the board."""
    boxes = [opened.frame.locator(part).bounding_box() for part in ("backgammon-board", ".side")]
    board, side = boxes
    assert board is not None
    assert side is not None
    return side["x"] >= board["x"] + board["width"]


@pytest.mark.parametrize(("width", "expected"), [(420, False), (700, False), (1000, True)])
def test_the_layout_follows_the_width_of_the_widget(
    browser: Browser, played: Match, found: MatchReview, width: int, expected: bool
) -> None:
    with widget_frame(browser, width) as opened:
        opened.render(show(found, match=played))
        expect(opened.frame.locator(".verdict")).to_be_visible()
        wait_until(lambda: is_beside(opened) is expected, "the layout")
        assert opened.frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
