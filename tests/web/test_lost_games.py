"""Games that are interrupted: a page loaded anew in the middle of a turn, and a browser that loses its network."""

from __future__ import annotations

from pages_site import Site, Visitor, browser, site, visiting, visitor
from playwright.sync_api import Browser, expect
from whole_games import QUIET, Load, Mouse, begin, expect_verified, load, standing

__all__ = ["browser", "load", "site", "visitor"]


def test_a_page_loaded_anew_in_the_middle_of_a_turn(visitor: Visitor, load: Load) -> None:
    """A step that was not sent is free again; the roll stays what it was."""
    visitor.choose(**QUIET)
    load((3, 1))
    begin(visitor, record=standing({6: 1, 4: 1}, {6: 1, 4: 1}))
    hand = Mouse(visitor)
    hand.answer(hand.roll)
    hand.click("p6")
    assert hand.steps() == [[6, 3]]
    version = visitor.shown()["version"]
    visitor.page.reload()
    visitor.wait_for("state.phase === 'to-play'")
    state = visitor.shown()
    assert (state["version"], sorted(state["roll"])) == (version, [1, 3])
    assert hand.steps() == []
    hand.click("p4", button="right")
    hand.click("p6")
    assert hand.steps() == [[4, 3], [6, 3]]
    hand.answer(hand.confirm)
    visitor.page.reload()
    visitor.wait_for("state.on_roll === 'black' && state.phase === 'to-roll'")
    hand.play_out()
    expect_verified(visitor)


def test_two_browsers_one_of_which_loses_its_network_and_comes_back(browser: Browser, site: Site) -> None:
    """What was played without a network is shown, waits, and goes out when the network is back."""
    points = [0] * 26
    points[5], points[20] = 3, -3
    with visiting(browser, site) as host, visiting(browser, site) as guest:
        for player in (host, guest):
            player.choose(**QUIET)
        host.begin(kind="link", length=1, rules={"start": {"points": points, "checkers": 4}})
        guest.page.goto(host.page.get_by_label("Link to play").input_value())
        guest.page.get_by_role("button", name="Join the game").click()
        for player in (host, guest):
            player.wait_for("state.phase === 'to-play'")
        mover, other = (host, guest) if host.shown()["to_act"] == "white" else (guest, host)
        hand = Mouse(mover)
        version = mover.shown()["version"]
        mover.page.context.set_offline(True)
        expect(mover.page.locator(".banner")).to_contain_text("Connection lost")
        expect(mover.page.locator(".status")).to_have_text("No connection")
        while edges := hand.edges():
            hand.step(mover.shown()["on_roll"], edges[0])
        hand.confirm()
        assert other.state()["version"] == version
        mover.page.context.set_offline(False)
        expect(mover.page.locator(".banner")).to_be_hidden()
        for player in (mover, other):
            player.wait_for(f"state.version === {version + 1}")
        hands = {player: Mouse(player) for player in (host, guest)}
        for _ in range(20):
            if host.state()["phase"] == "over":
                break
            seat = host.state()["to_act"]
            player = host if seat == "white" else guest
            player.wait_for(
                f"state.to_act === '{seat}' && state.phase === 'to-roll' && state.actions.{seat}.length > 0"
            )
            hands[player].turn()
        for player in (host, guest):
            expect_verified(player)
        titles = {player.page.get_by_role("dialog").locator("h2").inner_text() for player in (host, guest)}
        assert titles == {"You won the match", "Your opponent won the match"}
        assert host.state()["version"] == guest.state()["version"]
