"""From the rule book into a game by those rules, and pictures that suit the page around them."""

from __future__ import annotations

from pages_site import Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, Page, expect

__all__ = ["browser", "site", "visitor"]


def test_each_leaflet_leads_to_a_game_by_its_rules(visitor: Visitor) -> None:
    page = visitor.go("/rules")
    links = page.locator("#leaflets .play-by")
    presets = [str(link.get_attribute("href")).removeprefix("/?rules=") for link in links.all()]
    known = {preset["name"] for preset in visitor.site.get("/api/about")["presets"]}
    assert set(presets) <= known
    assert len(presets) == 7
    page.get_by_role("link", name="Play by this leaflet: German leaflet from the cloth bag").last.click()
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(page.get_by_role("radio", name="German leaflet from the cloth bag")).to_be_checked()
    expect(page.get_by_role("radio", name="German leaflet from the cloth bag")).to_be_in_viewport()
    expect(page.locator("#summary")).to_contain_text("German leaflet from the cloth bag")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/match/*")
    visitor.wait_for("state.phase !== 'none'")
    assert visitor.state()["rules"]["bear_off"] == "rearmost-only"


def test_the_address_chooses_rules_once(visitor: Visitor) -> None:
    page = visitor.go("/?rules=004-fr")
    summary = page.locator("#summary")
    expect(summary).to_contain_text("French leaflet without a cube")
    page.get_by_role("radio", name="Tournament rules").check(force=True)
    expect(summary).not_to_contain_text("leaflet")
    page.reload()
    expect(summary).to_be_visible()
    expect(summary).not_to_contain_text("leaflet")
    visitor.go("/?rules=nothing-such")
    expect(summary).to_contain_text("5 points")
    expect(summary).not_to_contain_text("leaflet")


def colour(page: Page, name: str) -> str:
    """A colour of the first picture."""
    board = page.locator(".still backgammon-board").first
    expect(board).to_be_visible()
    found: str = board.evaluate("(board, name) => getComputedStyle(board).getPropertyValue(name)", name)
    return found


def test_pictures_follow_the_colours_of_the_page_and_are_printed_in_light_ones(browser: Browser, site: Site) -> None:
    with visiting(browser, site, color_scheme="dark") as visitor:
        page = visitor.go("/rules")
        assert colour(page, "--field") == "#2e3642"
        assert colour(page, "--black") == "#0d0f13", "Black is black, as the text says"
        page.emulate_media(color_scheme="light")
        assert colour(page, "--field") == "#e6cfa6"
        page.emulate_media(color_scheme="dark", media="print")
        expect(page.locator(".still backgammon-board").first).to_have_attribute("theme", "classic")
        page.emulate_media(media="screen")
        expect(page.locator(".still backgammon-board").first).not_to_have_attribute("theme", "classic")
    with visiting(browser, site, color_scheme="light") as visitor:
        visitor.choose(appearance="dark")
        page = visitor.go("/rules")
        assert colour(page, "--field") == "#2e3642"
        assert colour(page, "--black") == "#0d0f13"


def test_a_reader_who_has_chosen_a_board_sees_that_one(visitor: Visitor) -> None:
    visitor.choose(board="felt")
    page = visitor.go("/rules")
    assert colour(page, "--black") == "#1a1614"
