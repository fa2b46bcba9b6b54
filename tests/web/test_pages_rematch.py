"""Two browsers play again after their match: one asks and the other comes, or both ask, and both are at one board."""

from __future__ import annotations

from pages_site import Site, Visitor, browser, site, visiting
from playwright.sync_api import Browser, expect
from test_pages_link import sit_down

from waiting import wait_until

__all__ = ["browser", "site"]


def act(player: Visitor, seat: str, action: str, **more: object) -> None:
    """A command of a browser, without the page."""
    player.page.evaluate(
        """async ({ match, command }) => {
            const { get, post } = await import("/static/app/shared/api.js");
            const { version } = await get(`/api/matches/${match}`);
            await post(`/api/matches/${match}/commands`, { version, ...command });
        }""",
        {
            "match": match_of(player),
            "command": {"key": f"{seat}-{action}", "seat": seat, "action": action, **more},
        },
    )


def match_of(player: Visitor) -> str:
    return player.page.url.split("/match/")[1].split("#")[0]


def end(host: Visitor, guest: Visitor) -> str:
    """White resigns as soon as the match has begun; both see the result."""
    for player in (host, guest):
        player.wait_for("['to-roll', 'to-play'].includes(state.phase)")
    act(host, "white", "resign", value=1)
    guest.wait_for("state.phase === 'to-answer-resignation'")
    act(guest, "black", "accept")
    for player in (host, guest):
        expect(player.page.get_by_role("dialog")).to_contain_text("verified")
    return match_of(host)


def test_one_asks_for_a_rematch_and_the_other_comes(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest, visiting(browser, site) as spectator:
        sit_down(host, guest, length=1)
        over = end(host, guest)
        spectator.go(f"/match/{over}")
        expect(spectator.page.get_by_role("dialog")).to_contain_text("won the match")
        host.page.get_by_role("dialog").get_by_role("button", name="Rematch", exact=True).click()
        host.page.wait_for_url(lambda url: "/match/" in url and over not in url)
        expect(host.page.get_by_role("heading", name="Rematch")).to_be_visible()
        expect(host.page.locator(".player-bar.above")).to_contain_text("B\u00e9la")
        dialog = guest.page.get_by_role("dialog")
        expect(dialog.get_by_role("status")).to_have_text("Anna wants a rematch.")
        expect(guest.page.locator("#announcements")).to_contain_text("Anna wants a rematch.")
        expect(dialog.get_by_role("button", name="Play the rematch")).to_be_focused()
        guest.page.reload()  # it is told as well when the page is opened later
        expect(dialog.get_by_role("status")).to_have_text("Anna wants a rematch.")
        guest.page.keyboard.press("Escape")
        expect(guest.page.locator(".controls .question")).to_contain_text("Anna wants a rematch.")
        expect(spectator.page.get_by_role("button", name="Rematch")).to_have_count(0)
        expect(spectator.page.locator("#announcements")).not_to_contain_text("rematch")
        guest.page.locator(".controls").get_by_role("button", name="Play the rematch").click()
        guest.page.wait_for_url(host.page.url)
        assert end(host, guest) != over
        seeds = host.state()["dice"]["seeds"]
        assert seeds["white"]["seed"] != seeds["black"]["seed"]


def test_both_press_rematch_and_are_at_the_same_board(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        sit_down(host, guest, length=1)
        over = end(host, guest)
        for player in (host, guest):  # neither has seen the other's wish
            player.page.evaluate(
                "() => void document.querySelector('dialog.result .button.main').click()",
            )
        for player in (host, guest):
            player.page.wait_for_url(lambda url: "/match/" in url and over not in url)
        wait_until(lambda: match_of(host) == match_of(guest))
        for player in (host, guest):
            player.wait_for("['to-roll', 'to-play'].includes(state.phase)")
        assert (host.shown()["you"], guest.shown()["you"]) == (["white"], ["black"])


def test_who_waits_can_call_it_off(browser: Browser, site: Site) -> None:
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        sit_down(host, guest, length=1)
        over = end(host, guest)
        host.page.get_by_role("dialog").get_by_role("button", name="Rematch", exact=True).click()
        host.page.wait_for_url(lambda url: "/match/" in url and over not in url)
        host.wait_for("state.phase === 'seats'")
        dialog = guest.page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name="Play the rematch")).to_be_visible()
        act(host, "white", "abort")
        expect(dialog.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
        expect(dialog.get_by_role("status")).to_have_text("Anna no longer wants a rematch.")
        expect(guest.page.locator("#announcements")).to_contain_text("Anna no longer wants a rematch.")
