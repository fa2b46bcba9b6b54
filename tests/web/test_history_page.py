"""The list of matches: what it shows, and files in and out."""

from __future__ import annotations

import json
import re
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
    expect(page.get_by_text("You haven't played here yet")).to_be_visible()
    page.locator(".nothing a").click()
    page.wait_for_url(visitor.site.url + "/")


def test_own_matches_are_listed_and_can_be_gone_on_with(visitor: Visitor) -> None:
    match = visitor.begin(kind="screen", length=3, names={"white": "Anna", "black": "Béla"})
    page = visitor.go("/history")
    row = page.locator(".match", has_text="Anna against Béla")
    expect(row).to_contain_text("On one screen · 3 points")
    expect(row).to_contain_text("0–0")
    row.get_by_role("link", name="Resume").click()
    page.wait_for_url(f"**/match/{match}")


def test_another_browser_does_not_see_them(visitor: Visitor) -> None:
    page = visitor.go("/history")
    expect(page.get_by_text("You haven't played here yet")).to_be_visible()


def test_a_file_is_brought_in_and_replayed(visitor: Visitor) -> None:
    page = visitor.go("/history")
    page.locator("#import-file").set_input_files(FILES / "gnubg.mat")
    expect(page.locator(".outcome")).to_contain_text("gnubg.mat · 1 match read")
    row = page.locator(".match", has_text="Ada against Bruno Conti")
    expect(row).to_contain_text("Imported · 5 points")
    page.get_by_label("In play").check()
    expect(row).to_have_count(0)
    page.get_by_label("From files").check()
    expect(row).to_be_visible()
    row.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")


def test_files_are_dropped_on_the_page(visitor: Visitor) -> None:
    page = visitor.go("/history")
    expect(page.locator("#import-file")).to_be_attached()
    page.evaluate(
        """(written) => {
            const transfer = new DataTransfer();
            for (const name of ["evening.mat", "morning.mat"]) transfer.items.add(new File([written], name));
            const how = { dataTransfer: transfer, cancelable: true };
            const drag = (type) => window.dispatchEvent(new DragEvent(type, how));
            drag("dragenter");
            drag("dragover");
            document.body.dataset.lit = String(document.querySelector(".import").classList.contains("lit"));
            drag("drop");
        }""",
        (FILES / "gnubg.mat").read_text(encoding="utf-8"),
    )
    expect(page.locator(".outcome").first).to_contain_text("evening.mat · 1 match read")
    expect(page.locator(".outcome").last).to_contain_text("morning.mat · 1 match read")
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
    expect(outcomes.nth(0).locator("li").first).to_contain_text("Line 6")
    expect(outcomes.nth(1)).to_contain_text("holiday.jpg · no match could be read")
    heard = page.locator("#announcements")  # what is said is told apart, and without the buttons
    expect(heard).to_contain_text(
        re.compile(r"^damaged\.mat · 1 match read\. \d problems?\. Line 6.*\. holiday\.jpg · no")
    )
    expect(heard).not_to_contain_text("Review")


def test_a_match_is_saved_as_a_file(visitor: Visitor, tmp_path: Path) -> None:
    visitor.begin(kind="screen", length=1, names={"white": "Anna", "black": "Béla"})
    page = visitor.go("/history")
    row = page.locator(".match", has_text="Anna against Béla")
    row.get_by_role("button", name="Save as a file").click()
    with page.expect_download() as download:
        row.get_by_role("link", name="Full record").click()
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text(encoding="utf-8"))["players"] == {"white": "Anna", "black": "Béla"}


def test_a_server_that_is_gone_is_told(visitor: Visitor, site: Site) -> None:
    page = visitor.page
    page.route("**/api/matches", lambda route: route.abort())
    visitor.go("/history")
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
    page.unroute("**/api/matches")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("You haven't played here yet")).to_be_visible()


def test_a_match_is_deleted_once_that_is_confirmed(visitor: Visitor) -> None:
    match = visitor.begin(kind="screen", length=3, names={"white": "Clara", "black": "Dora"})
    visitor.begin(kind="screen", length=1, names={"white": "Emil", "black": "Franz"})
    page = visitor.go("/history")
    row = page.locator(".match", has_text="Clara against Dora")
    delete = row.get_by_role("button", name="Delete: Clara against Dora")
    delete.click()
    expect(page.get_by_role("dialog")).to_contain_text("It cannot be brought back.")
    page.get_by_role("button", name="Not now").click()
    expect(row).to_be_visible()
    delete.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    expect(page.locator("#notes")).to_contain_text("The match has been deleted.")
    expect(page.locator(".match .title", has_text="Emil")).to_be_focused()
    page.reload()
    expect(page.locator(".match")).to_have_count(1)
    visitor.go(f"/match/{match}")
    expect(page.get_by_role("alert")).to_contain_text("There is no such match")


def test_a_match_of_two_leaves_ones_own_list_only(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        host.begin(kind="link", length=3, names={"white": "Anna", "black": ""})
        guest.page.goto(host.page.get_by_label("Link to play").input_value())
        guest.page.locator("#join-name").fill("Béla")
        guest.page.get_by_role("button", name="Join the game").click()
        host.wait_for("state.phase === 'to-play'")
        host.go("/history")
        host.page.get_by_role("button", name="Delete: against Béla").click()
        expect(host.page.get_by_role("dialog")).to_contain_text("The other player keeps it")
        host.page.get_by_role("button", name="Remove").click()
        expect(host.page.locator(".match")).to_have_count(0)
        expect(host.page.locator("#notes")).to_contain_text("no longer in your list")
        guest.go("/history")
        expect(guest.page.locator(".match")).to_contain_text("Against Anna")


def test_a_page_that_shows_a_deleted_match_says_so(visitor: Visitor) -> None:
    match = visitor.begin(kind="screen", length=3)
    with visitor.page.context.new_page() as other:
        other.goto(f"{visitor.site.url}/history")
        other.get_by_role("button", name="Delete").first.click()
        other.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(other.locator(f'.match a[href="/match/{match}"]')).to_have_count(0)
    expect(visitor.page.get_by_role("alert").filter(has_text="This match has been deleted.")).to_be_visible()


def test_the_list_is_narrowed_down_by_the_server_and_shows_dates(visitor: Visitor) -> None:
    visitor.begin(kind="screen", length=3, names={"white": "Gitta", "black": "Hugo"})
    visitor.begin(kind="screen", length=1, names={"white": "Ida", "black": "Jan"})
    page = visitor.go("/history")
    rows = page.locator(".match")
    expect(rows).to_have_count(2)
    year = page.evaluate("() => String(new Date().getFullYear())")
    expect(rows.first.locator("time")).to_contain_text(year)
    page.get_by_label("Player").fill("gitt")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Gitta against Hugo")
    spoken = page.locator("#announcements")
    expect(spoken).to_contain_text("1 match shown")
    page.get_by_label("Player").fill("nobody")
    expect(page.locator(".shelf").get_by_text("No matches of this kind.")).to_be_visible()
    expect(spoken).to_contain_text("No matches of this kind.")
    expect(page.locator(".shelf[aria-live]")).to_have_count(0)  # else all matches are read out after each letter
    page.get_by_label("Player").fill("")
    expect(rows).to_have_count(2)
    with page.expect_request(lambda request: "since=" in request.url) as asked:
        page.get_by_label("Last move").select_option("In the last 7 days")
    assert "/api/matches?" in asked.value.url
    expect(rows).to_have_count(2)
    with page.expect_request(lambda request: "phase=ended" in request.url):
        page.get_by_label("Finished").check()
    expect(rows).to_have_count(0)
