"""The list of matches: what it shows, and files in and out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages_site import Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, expect

__all__ = ["browser", "site"]

FILES = Path(__file__).parents[1] / "fixtures" / "matchfiles"


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    with visiting(browser, site) as visitor:
        yield visitor


def test_who_has_not_played_is_led_to_the_start(visitor: Visitor) -> None:
    page = visitor.go("/history")
    expect(page.get_by_text("You have not played here yet")).to_be_visible()
    page.locator(".nothing a").click()
    page.wait_for_url(visitor.site.url + "/")


def test_own_matches_are_listed_and_can_be_gone_on_with(visitor: Visitor) -> None:
    match = visitor.begin(kind="screen", length=3, names={"white": "Anna", "black": "Béla"})
    page = visitor.go("/history")
    row = page.locator(".match", has_text="Anna against Béla")
    expect(row).to_contain_text("At one screen · 3 points")
    expect(row).to_contain_text("0–0")
    row.get_by_role("link", name="Go on").click()
    page.wait_for_url(f"**/match/{match}")


def test_another_browser_does_not_see_them(visitor: Visitor) -> None:
    page = visitor.go("/history")
    expect(page.get_by_text("You have not played here yet")).to_be_visible()


def test_a_file_is_brought_in_and_replayed(visitor: Visitor) -> None:
    page = visitor.go("/history")
    page.locator("#import-file").set_input_files(FILES / "gnubg.mat")
    expect(page.locator(".outcome")).to_contain_text("gnubg.mat: 1 match read")
    row = page.locator(".match", has_text="Ada against Bruno Conti")
    expect(row).to_contain_text("Imported · 5 points")
    page.get_by_label("In play").check()
    expect(row).to_have_count(0)
    page.get_by_label("Imported").check()
    expect(row).to_be_visible()
    row.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")


def test_a_file_is_dropped_on_the_page(visitor: Visitor) -> None:
    page = visitor.go("/history")
    expect(page.locator("#import-file")).to_be_attached()
    page.evaluate(
        """(written) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([written], "evening.mat"));
            const how = { dataTransfer: transfer, cancelable: true };
            const drag = (type) => window.dispatchEvent(new DragEvent(type, how));
            drag("dragenter");
            drag("dragover");
            document.body.dataset.lit = String(document.querySelector(".import").classList.contains("lit"));
            drag("drop");
        }""",
        (FILES / "gnubg.mat").read_text(encoding="utf-8"),
    )
    expect(page.locator(".outcome")).to_contain_text("evening.mat: 1 match read")
    assert page.locator("body").get_attribute("data-lit") == "true"


def test_what_cannot_be_read_is_told_with_its_line(visitor: Visitor, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.mat"
    damaged.write_text(
        " 5 point match\n\n Game 1\n Ada : 0              Bruno : 0\n"
        "  1)                    52: 13/8 13/11\n  2) 61: 9/9 77/66\n",
        encoding="utf-8",
    )
    nothing = tmp_path / "holiday.jpg"
    nothing.write_bytes(b"\xff\xd8\xff\xe0" * 50)
    page = visitor.go("/history")
    page.locator("#import-file").set_input_files([damaged, nothing])
    outcomes = page.locator(".outcome")
    expect(outcomes).to_have_count(2)
    expect(outcomes.nth(0).locator("li").first).to_contain_text("line 6")
    expect(outcomes.nth(1)).to_contain_text("holiday.jpg: nothing could be read")


def test_a_match_is_saved_as_a_file(visitor: Visitor, tmp_path: Path) -> None:
    visitor.begin(kind="screen", length=1, names={"white": "Anna", "black": "Béla"})
    page = visitor.go("/history")
    row = page.locator(".match", has_text="Anna against Béla")
    row.get_by_role("button", name="Save as a file").click()
    with page.expect_download() as download:
        row.get_by_role("link", name="All of it").click()
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text(encoding="utf-8"))["players"] == {"white": "Anna", "black": "Béla"}


def test_a_server_that_is_gone_is_told(visitor: Visitor, site: Site) -> None:
    page = visitor.page
    page.route("**/api/matches", lambda route: route.abort())
    visitor.go("/history")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.unroute("**/api/matches")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("You have not played here yet")).to_be_visible()
