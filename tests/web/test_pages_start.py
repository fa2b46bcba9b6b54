"""The start page and the settings: from opening the page to the first roll, and all choices on the way."""

from __future__ import annotations

import json

import pytest
from pages_site import Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Route, expect

__all__ = ["browser", "site", "visitor"]


def test_one_click_to_play(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/match/*")
    expect(page.locator("backgammon-board")).to_be_visible()
    page.wait_for_function("() => document.querySelector('backgammon-board').state.roll !== null")
    state = visitor.state()
    assert (state["kind"], state["length"], state["preset"], state["you"]) == ("bot", 5, "standard", ["white"])
    assert state["seats"]["black"]["level"] == "casual"
    assert state["dice"]["seeds"]["white"]["seed"] is not None


def test_choices_are_what_the_server_gets_and_are_kept(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_label("Two players on this screen").check()
    expect(page.get_by_label("Club player")).to_be_hidden()
    page.get_by_label("Money play").check()
    page.get_by_label("Stake per point").fill("0,50")
    page.locator("summary", has_text="Rules").click()
    page.get_by_label("Hungarian leaflet with its optional rules").check()
    page.get_by_text("Names and colour").click()
    page.get_by_label("Your name", exact=True).fill("Anna")
    page.get_by_label("Opponent's name").fill("Béla")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/match/*")
    state = visitor.state()
    assert state["kind"] == "screen"
    assert state["length"] is None
    assert state["rules"]["stake"] == "0.50"
    assert state["rules"]["jacoby"]
    assert state["rules"]["cube_limit"] == 64
    assert [state["seats"][side]["name"] for side in ("white", "black")] == ["Anna", "Béla"]
    visitor.go("/")
    expect(page.locator("#summary")).to_contain_text("two players on this screen · money play at 0.50 per point")
    expect(page.locator(".match-link").first).to_contain_text("Anna against Béla0–0 · ")
    page.locator(".match-link").first.click()
    page.wait_for_url(f"**/match/{state['match']}")


def test_each_leaflet_is_told_by_its_looks_and_shows_what_is_different_in_it(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.locator("summary", has_text="Rules").click()
    bag = page.locator(".choice", has_text="German leaflet from the cloth bag")
    expect(bag).to_contain_text("In German, for a set in a cloth bag")
    expect(bag).to_contain_text("only the rearmost checker may be borne off")
    for name in ("rearmost-only", "outside-home", "cube-limit"):
        expect(bag.locator(f"svg.{name}")).to_be_visible()
    expect(bag.locator("svg.cube-limit")).to_contain_text("64")
    history = page.locator(".choice", has_text="Italian leaflet with the history of the game")
    expect(history.locator("svg.cube-limit")).to_contain_text("32")
    expect(page.locator(".choice", has_text="French leaflet without a cube").locator("svg.no-cube")).to_be_visible()
    assert "00" not in page.locator(".new-game").inner_text()
    # In money play the optional rules of the Hungarian leaflet are in force, and shown.
    page.get_by_label("Money play").check()
    optional = page.locator(".choice", has_text="Hungarian leaflet with its optional rules")
    for name in ("automatic-double", "beavers", "jacoby"):
        expect(optional.locator(f"svg.{name}")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "it-IT", "hu-HU"])
def test_no_two_levels_read_the_same(browser: Browser, site: Site, locale: str) -> None:
    with visiting(browser, site, locale=locale) as reader:
        page = reader.go("/")
        levels = page.locator(".choice:has(input[name=level]) small")
        expect(levels).to_have_count(8)
        assert len(set(levels.all_inner_texts())) == 8


def test_own_rules(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.locator("summary", has_text="Rules").click()
    page.get_by_label("Custom rules").check()
    page.get_by_role("combobox", name="Bearing off").select_option(label="exact number only")
    page.get_by_role("switch", name="Crawford rule").uncheck()
    page.get_by_role("switch", name="Doubling cube").uncheck()
    expect(page.get_by_role("combobox", name="Cube limit")).to_have_count(0)
    page.get_by_label("Other", exact=True).check()
    page.get_by_label("Match length").fill("4")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/match/*")
    state = visitor.state()
    assert state["length"] == 4
    assert state["rules"]["bear_off"] == "exact-only"
    assert not state["rules"]["cube"]


def test_settings_hold_at_once_and_stay(visitor: Visitor) -> None:
    visitor.begin(kind="screen", length=3)
    page = visitor.page
    board = page.locator("backgammon-board")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Board and settings").click()
    panel = page.get_by_role("dialog")
    panel.get_by_label("Wood").check()
    panel.get_by_label("on the left").check()
    panel.get_by_label("1 to 12 and 1A to 12A").check()
    panel.get_by_role("switch", name="Show pip counts").uncheck()
    for name, value in (("theme", "wood"), ("direction", "left"), ("numbering", "sheets")):
        expect(board).to_have_attribute(name, value)
    expect(page.locator(".pips").first).to_be_hidden()
    panel.get_by_role("group", name="Colour scheme").get_by_label("Dark").check()
    expect(page.locator("html")).to_have_attribute("data-appearance", "dark")
    page.keyboard.press("Escape")
    page.reload()
    expect(board).to_have_attribute("theme", "wood")
    expect(page.locator("html")).to_have_attribute("data-appearance", "dark")
    visitor.go("/settings")
    expect(page.get_by_label("on the left")).to_be_checked()


def test_a_language_is_spoken_everywhere(visitor: Visitor) -> None:
    words = {
        "texts": {"Play": "Spielen", "Settings": "Einstellungen", "{count} point": ["{count} Punkt", "{count} Punkte"]}
    }

    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(words))

    visitor.page.route("**/static/words/de.json", answer)
    page = visitor.go("/")
    page.locator("#footer-language").select_option("de")
    expect(page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()
    expect(page.get_by_label("5 Punkte")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    visitor.go("/settings")
    expect(page.get_by_role("heading", name="Einstellungen", level=1)).to_be_visible()


def test_the_browsers_language_is_tried_and_english_where_it_has_no_words(browser: Browser, site: Site) -> None:
    with visiting(browser, site, locale="fr-CH") as reader:
        reader.page.route("**/static/words/fr.json", lambda route: route.fulfill(status=404, body="{}"))
        page = reader.go("/")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_a_phone_shows_the_way_to_play_without_scrolling(browser: Browser, site: Site) -> None:
    with visiting(browser, site, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True) as phone:
        page = phone.go("/")
        play = page.get_by_role("button", name="Play", exact=True)
        box = play.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("link", name="Settings").tap()
        page.wait_for_url("**/settings")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_game_fills_the_screen_and_does_not_scroll(visitor: Visitor) -> None:
    visitor.begin(kind="screen", length=3, names={"white": "A name of thirty-two characters.", "black": ""})
    page = visitor.page
    expect(page.locator(".controls")).to_be_visible()
    for width, height in ((390, 844), (360, 640), (320, 568), (740, 360), (820, 1180), (1024, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        # The page arranges itself in the next frame.
        page.wait_for_function(
            "([width, height]) => document.documentElement.scrollWidth === width"
            " && document.documentElement.scrollHeight === height",
            arg=[width, height],
        )


def test_without_a_server_the_page_says_so(visitor: Visitor) -> None:
    visitor.page.route("**/api/about", lambda route: route.abort())
    page = visitor.go("/")
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
    visitor.page.unroute("**/api/about")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
