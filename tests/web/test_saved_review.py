"""A review in a saved file: it opens from disk without a server, in every language, on every screen, and on paper."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_checks import found_by_axe
from board_pages import UNOBSERVED, boards_beyond_their_frames
from chromium import browser, new_context
from pages_site import DESKTOP, PHONE, Site, site, visiting
from playwright.sync_api import Browser, Page, expect

from sixprime.analysis import MatchReview, review
from sixprime.analysis.figures import Mark, Marks
from sixprime.core import Match, Player
from sixprime.formats import read_match_file
from sixprime.formats.reading import ReadMatch
from sixprime.languages import LANGUAGES, catalogue
from sixprime.server.views.saved_reviews import SavedReview, saved_review_page

__all__ = ["browser", "site"]

FIXTURES = Path(__file__).parents[1] / "fixtures"
ANALYSED = FIXTURES / "others" / "evening.xg"
PRINT = {"en": "Print", "de": "Drucken", "fr": "Imprimer", "it": "Stampa", "hu": "Nyomtatás"}
HOSTILE = "</script><img src=x onerror=\"document.title='taken'\"><!--"
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "color_scheme": "dark"},
}


@dataclass
class Opened:
    """A page, and what went on in it."""

    page: Page
    requests: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def reviews() -> dict[str, SavedReview]:
    """A match of three games that gnubg wrote, and one that eXtreme Gammon has analysed."""
    found = {}
    for path in (FIXTURES / "matchfiles" / "gnubg.mat", ANALYSED):
        read = read_match_file(path).matches[0]
        found[path.name] = SavedReview.of_file(path.name, read, review(read.match, "instant", threads=2))
    return found


@contextmanager
def opened(browser: Browser, path: Path, query: str = "", **how: Any) -> Iterator[Opened]:
    """The page, from disk."""
    context = new_context(browser, **how)
    page = context.new_page()
    found = Opened(page)
    page.on("request", lambda request: found.requests.append(request.url))
    page.on("console", lambda message: found.problems.append(message.text))
    page.on("pageerror", lambda error: found.problems.append(str(error)))
    page.goto(f"{path.as_uri()}{query}")
    yield found
    context.close()


def save(folder: Path, *reviews: SavedReview, language: str = "en") -> Path:
    path = folder / "review.html"
    path.write_text(saved_review_page(reviews, catalogue(language), language), encoding="utf-8")
    return path


# For everyone


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_on_every_screen(
    browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path, language: str, screen: str
) -> None:
    path = save(tmp_path, reviews["evening.xg"], language=language)
    with opened(browser, path, **SCREENS[screen]) as found:
        page = found.page
        expect(page.locator(".move-list .move").first).to_be_visible()
        expect(page.locator(".decision-panel .plays-table").first).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == language
        expect(page.get_by_role("button", name=PRINT[language])).to_be_visible()
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
        move = page.locator(".move-list .move").nth(4)
        move.tap() if screen == "phone" else move.click()
        expect(move).to_have_attribute("aria-current", "step")
        tab = page.get_by_role("tab").nth(1)
        tab.tap() if screen == "phone" else tab.click()
        expect(page.locator(".figures-table").first).to_be_visible()
        assert found_by_axe(page) == []
        assert found.requests == [path.as_uri()]
        assert found.problems == []


def test_by_keyboard_alone(browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path) -> None:
    with opened(browser, save(tmp_path, reviews["gnubg.mat"]), viewport=DESKTOP) as found:
        page = found.page
        expect(page.locator(".move-list .move").first).to_be_visible()
        first = page.locator(".said").inner_text()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".said")).not_to_have_text(first)
        assert "#v=" in page.url
        # A link to a decision leads there again.
        said = page.locator(".said").inner_text()
        page.reload()
        expect(page.locator(".said")).to_have_text(said)
        tab = page.get_by_role("tab", name="Figures")
        page.get_by_role("tab", name="Moves").focus()
        page.keyboard.press("ArrowRight")
        expect(tab).to_have_attribute("aria-selected", "true")
        figure = page.locator("button.figure").first
        figure.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".decision-list .decision-row").first).to_be_visible()
        assert found.problems == []


def test_errors_as_questions(browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path) -> None:
    with opened(browser, save(tmp_path, reviews["gnubg.mat"]), viewport=DESKTOP) as found:
        found.page.get_by_role("button", name="Show me my errors").click()
        expect(found.page.locator(".quiz")).to_be_visible()
        assert found.problems == []


def test_what_the_file_said_stands_beside_ours(
    browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path
) -> None:
    with opened(browser, save(tmp_path, reviews["evening.xg"]), viewport=DESKTOP) as found:
        expect(found.page.locator(".comparison").first).to_contain_text("eXtreme Gammon")


def test_a_review_by_another_engine_is_shown_as_such(
    browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path
) -> None:
    one = reviews["gnubg.mat"]
    older = SavedReview(one.review, one.moment, one.label, is_current=False)
    with opened(browser, save(tmp_path, older), viewport=DESKTOP) as found:
        expect(found.page.locator(".bar-words")).to_contain_text("by an older engine")


def test_marks_are_those_of_the_command(browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    for marks in (Marks(1.0, 1.5, 2.0), Marks(0.001, 0.002, 0.003)):
        path.write_text(saved_review_page([reviews["gnubg.mat"]], catalogue("en"), "en", marks), encoding="utf-8")
        expected = sum(
            marks.of(one.loss) is Mark.BLUNDER for one in reviews["gnubg.mat"].review.decisions if not one.is_forced
        )
        with opened(browser, path, viewport=DESKTOP) as found:
            expect(found.page.locator(".move-list .mark.blunder")).to_have_count(expected)


# From the server


def test_the_review_page_offers_the_file(browser: Browser, site: Site, tmp_path: Path) -> None:
    """As soon as a match is analysed, its analysis can be saved; the file opens from disk."""
    with visiting(browser, site, viewport=DESKTOP) as visitor:
        page, origin = visitor.page, {"Origin": site.url}
        form: Any = {"file": {"name": ANALYSED.name, "mimeType": "text/plain", "buffer": ANALYSED.read_bytes()}}
        answer = page.request.post(f"{site.url}/api/imports", multipart=form, headers=origin)
        match = answer.json()["matches"][0]["match"]
        visitor.go(f"/review/{match}")
        link = page.get_by_role("link", name="Save the analysis as one page")
        expect(page.locator(".move-list .move").first).to_be_visible()
        expect(link).to_be_hidden()
        page.request.post(f"{site.url}/api/analyses", data={"match": match, "depth": "instant"}, headers=origin)
        page.reload()
        expect(link).to_be_visible()
        expect(page.locator(".rating").first).to_contain_text("PR")
        expect(page.locator(".bar-progress")).to_be_hidden()
        with page.expect_download() as saving:
            link.click()
        path = tmp_path / "saved.html"
        saving.value.save_as(path)
    with opened(browser, path, viewport=DESKTOP) as found:
        expect(found.page.locator(".comparison").first).to_contain_text("eXtreme Gammon")
        assert found.problems == []


# Several matches


def test_several_matches_are_a_list_to_choose_from(
    browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path
) -> None:
    path = save(tmp_path, *reviews.values())
    with opened(browser, path, viewport=PHONE) as found:
        page = found.page
        expect(page.get_by_role("heading", name="Analysed matches")).to_be_visible()
        links = page.locator(".saved-matches a")
        assert links.count() == 2
        assert found_by_axe(page) == []
        links.nth(0).click()
        expect(page.locator(".move-list .move").first).to_be_visible()
        assert "Ada" in page.title()
        page.get_by_role("link", name="All matches").click()
        expect(links.nth(1)).to_be_visible()
        assert found.problems == []


# Nobody's words are code


def test_names_and_comments_are_only_words(browser: Browser, tmp_path: Path) -> None:
    match = Match(length=3, names={Player.WHITE: HOSTILE[:100], Player.BLACK: "&amp;\u2028'\"`${1}"})
    match.details["event"] = HOSTILE
    match.open((3, 1))
    match.play("8/5 6/5")
    match.roll((6, 4))
    match.play("24/14")
    read = ReadMatch(match, {1: HOSTILE, 3: "]]></style><script>document.title='taken'</script>"})
    made: MatchReview = review(match, "instant", threads=1)
    path = save(tmp_path, SavedReview.of_file(HOSTILE, read, made))
    written = path.read_text(encoding="utf-8")
    assert "<img" not in written
    assert len(re.findall(r"</script", written)) == 2  # the data and the code
    with opened(browser, path, viewport=DESKTOP) as found:
        page = found.page
        expect(page.locator(".players .name").first).to_have_text(HOSTILE[:100])
        assert "taken" not in page.title().split("onerror")[0]
        assert page.locator("img").count() == 0
        expect(page.locator(".notes-part")).to_contain_text(HOSTILE)
        assert found.problems == []
        assert found.requests == [path.as_uri()]


def test_the_page_can_run_and_load_nothing_else(
    browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path
) -> None:
    with opened(browser, save(tmp_path, reviews["evening.xg"]), viewport=DESKTOP) as found:
        expect(found.page.locator(".move-list .move").first).to_be_visible()
        found.page.evaluate(
            """() => {
                const script = document.createElement('script');
                script.textContent = "document.title = 'taken'";
                document.body.append(script);
            }"""
        )
        assert "taken" not in found.page.title()
        assert found.page.evaluate("fetch('https://example.org').then(() => 'loaded', () => 'refused')") == "refused"


def test_the_data_are_json(reviews: dict[str, SavedReview], tmp_path: Path) -> None:
    written = save(tmp_path, *reviews.values()).read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="saved">(.*?)</script>', written, re.DOTALL)[1])  # type: ignore[index]
    matches = data["content"]["matches"]
    assert [match["label"] for match in matches] == ["gnubg.mat", "evening.xg"]
    for match, saved in zip(matches, reviews.values(), strict=True):
        assert len(match["decisions"]) == len(saved.review.decisions) == len(match["review"]["decisions"])
        assert match["review"]["figures"]["white"]["pr"] > 0
    assert matches[1]["review"]["file_programs"] == ["eXtreme Gammon"]


# Paper


def test_printed(browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path) -> None:
    """Figures, the graph, and errors with their boards are printed, in light colours, and the page itself is not."""
    with opened(browser, save(tmp_path, reviews["gnubg.mat"]), viewport=DESKTOP, color_scheme="dark") as found:
        page = found.page
        expect(page.locator(".rating").first).to_contain_text("PR")
        pdf = page.pdf(format="A4", print_background=True)
        assert pdf.startswith(b"%PDF")
        pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
        errors = page.locator(".printed-error").count()
        assert errors > 5
        assert pages > errors / 8
        page.emulate_media(media="print")
        expect(page.locator(".print-report .figures-table").first).to_be_visible()
        expect(page.locator(".print-report .graph-line")).to_be_visible()
        expect(page.locator(".printed-error backgammon-board").first).to_be_visible()
        expect(page.locator("main")).to_be_hidden()
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
        assert found.problems == []


def test_printed_boards_are_whole(browser: Browser, reviews: dict[str, SavedReview], tmp_path: Path) -> None:
    """On paper the boards fit their frames, though browsers do not tell observers of sizes when they print."""
    context = new_context(browser, viewport=DESKTOP)
    page = context.new_page()
    page.add_init_script(UNOBSERVED)
    page.goto(save(tmp_path, reviews["gnubg.mat"]).as_uri())
    expect(page.locator(".rating").first).to_contain_text("PR")
    page.pdf(format="A4")
    page.emulate_media(media="print")
    assert boards_beyond_their_frames(page.locator(".printed-error backgammon-board")) == 0
    context.close()
