"""What the tests of whole games share: dice that fall as a test needs them, hands that play, and ears.

The dice are loaded where they are made: of all secrets a server could have chosen, one is taken that brings the wanted
rolls. Nothing else differs, so that a browser verifies them at the end as it does any others.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

import pytest
from pages_site import Site, Visitor, set_up
from playwright.sync_api import Locator, Page, expect

from sixprime.core import RuleSet
from sixprime.formats.dice.derivation import Seeds, derive_roll, seed_commitment
from sixprime.server.matches.dice_boxes import DiceBox

SEED = bytes(range(32))
QUIET = {"speed": "off", "autoroll": False, "forced": False, "sounds": False}
"""Settings with which nothing happens by itself."""

Roll = tuple[int, int]
Load = Callable[..., None]
Spot = tuple[float, float]


ON_A_CHECKER = """([x, y]) =>
    [...document.querySelector("backgammon-board").shadowRoot.querySelectorAll(".checker")].some((checker) => {
        const { left, right, top, bottom } = checker.getBoundingClientRect();
        return x > left && x < right && y > top && y < bottom;
    })"""
"""Whether a spot is on a checker."""


def loaded_box(match: str, rolls: tuple[Roll, ...]) -> DiceBox:
    """A box whose first rolls are these; in an opening throw the first die is White's."""
    seeds = Seeds(white=SEED)

    def throws(secret: bytes) -> bool:
        return all(tuple(derive_roll(secret, match, seeds, number)) == roll for number, roll in enumerate(rolls, 1))

    return DiceBox(match, next(secret for number in count() if throws(secret := number.to_bytes(32, "big"))))


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load the dice of the matches that `begin` makes from now on; at most three rolls, or the search takes long."""

    def load(*rolls: Roll) -> None:
        assert len(rolls) <= 3
        monkeypatch.setattr(DiceBox, "new", classmethod(lambda _, match: loaded_box(match, rolls)))

    return load


def begin(visitor: Visitor, **wish: object) -> str:
    """A new match at this browser, which adds the seed that loaded dice reckon with; the page shows it."""
    visitor.be_there()
    match: str = visitor.page.evaluate(
        """async ([wish, seed]) => {
            const { storeSeed } = await import("/static/app/dice/seeds.js");
            const { post } = await import("/static/app/shared/api.js");
            const { state } = await post("/api/matches", { kind: "screen", seat: "white", ...wish });
            storeSeed(state.match, seed, state.dice.commitment);
            return state.match;
        }""",
        [{**wish, "seed_commitment": seed_commitment(SEED)}, SEED.hex()],
    )
    visitor.go(f"/match/{match}")
    visitor.wait_for("!['seeds', 'opening', 'none'].includes(state.phase)")
    return match


def rules(preset: str) -> dict[str, object]:
    """The rules of a sheet, as a record has them."""
    return RuleSet.preset(preset).to_json()


def standing(
    white: dict[int, int],
    black: dict[int, int],
    length: int | None = 1,
    *,
    preset: dict[str, object] | None = None,
    **event: object,
) -> dict[str, object]:
    """A record of a match from a position, with more of the set-up and other rules where they are told."""
    record: dict[str, Any] = set_up(white, black, length, **(preset or {}))
    record["events"][0].update(event)
    return record


# Hands: each rolls, makes one step, and confirms, as a person does.


def place_of(player: str, point: int) -> str:
    """A point of a player as the board calls it."""
    if point in (0, 25):
        return f"{player}-{'bar' if point else 'off'}"
    return f"p{point if player == 'white' else 25 - point}"


class Hand:
    """Somebody at the board: what is common to mouse, finger and keyboard."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page

    def middle(self, place: str) -> Spot:
        self.wait_for_still_board()
        box = self.visitor.place(place).bounding_box()
        assert box is not None, place
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def inside(self, place: str) -> Spot:
        """Where neither a checker is nor, on a small board, the dice: past the middle of a point.

        A pile of six reaches as far. Its last checker may have been moved in this turn, and a tap on it takes it back,
        so the first one is meant there: of six, four at most have been moved.
        """
        self.wait_for_still_board()
        box, board = self.visitor.place(place).bounding_box(), self.page.locator("backgammon-board").bounding_box()
        assert box is not None, place
        assert board is not None
        above = box["y"] + box["height"] / 2 < board["y"] + board["height"] / 2
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * (0.75 if above else 0.25)
        if self.page.evaluate(ON_A_CHECKER, (x, y)):
            y = box["y"] + (box["width"] / 2 if above else box["height"] - box["width"] / 2)
        return x, y

    def edges(self) -> list[list[int]]:
        """The steps that can be made now."""
        edges: list[list[int]] = self.page.evaluate(
            "() => document.querySelector('backgammon-board').turn?.edges ?? []"
        )
        return edges

    def steps(self) -> list[list[int]]:
        """The steps made in this turn."""
        steps: list[list[int]] = self.page.evaluate(
            "() => document.querySelector('backgammon-board').turn?.steps ?? []"
        )
        return steps

    def roll(self) -> None:
        raise NotImplementedError

    def step(self, player: str, edge: list[int]) -> None:
        raise NotImplementedError

    def confirm(self) -> None:
        raise NotImplementedError

    def choose(self, name: str) -> None:
        """Use the button of that name, or its key."""
        raise NotImplementedError

    def wait_for_still_board(self) -> None:
        """Until the board has kept its place for a frame: what is below it changes its size, and an aim goes astray."""
        self.page.evaluate(
            """async () => {
                const place = () => JSON.stringify(document.querySelector("backgammon-board").getBoundingClientRect());
                for (let before = "", now = place(); before !== now; now = place()) {
                    before = now;
                    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                }
            }"""
        )

    def make(self, steps: list[list[int]]) -> None:
        """Make these steps of a play, if possible in an order in which each is made by the die that is first."""
        player = self.visitor.shown()["on_roll"]
        left = [tuple(step[:2]) for step in steps]
        while left:
            dice = self.page.evaluate("() => document.querySelector('backgammon-board').turn.diceLeft")
            edges = [edge for edge in self.edges() if (edge[0], edge[1]) in left]
            edge = min(edges, key=lambda edge: edge[2] != dice[0])
            before = len(self.steps())
            self.step(player, edge)
            self.page.wait_for_function(
                "(before) => document.querySelector('backgammon-board').turn.steps.length > before", arg=before
            )
            left.remove((edge[0], edge[1]))

    def answer(self, deed: Callable[[], None]) -> Any:
        """Do something that is sent, and wait for what it leads to."""
        version = self.visitor.shown()["version"]
        deed()
        self.visitor.wait_for(f"state.version > {version}")
        return self.visitor.shown()

    def turn(self) -> None:
        """Roll if that is due, play whatever can be played, and send it."""
        state = self.visitor.shown()
        if state["phase"] == "to-roll":
            state = self.answer(self.roll)
            if state["phase"] != "to-play":
                return
        self.make_any()
        self.answer(self.confirm)

    def make_any(self) -> None:
        """Make whatever steps can be made, until the play is complete."""
        player, made = self.visitor.shown()["on_roll"], 0
        while edges := self.edges():
            self.step(player, edges[0])
            self.page.wait_for_function(
                "(made) => (document.querySelector('backgammon-board').turn?.steps.length ?? 0) > made", arg=made
            )
            made = len(self.steps())

    def play_out(self, *, most: int = 60) -> Any:
        """Play until the game is over, for all seats of this browser."""
        games = len(self.visitor.shown()["results"])
        for _ in range(most):
            self.visitor.wait_for(
                f"state.results.length > {games} || (state.you.includes(state.to_act) && "
                "state.actions[state.to_act].some((action) => ['roll', 'play', 'accept'].includes(action)))"
            )
            state = self.visitor.shown()
            if len(state["results"]) > games:
                return state
            if state["phase"] == "to-answer-resignation":  # bots give up what is lost
                self.answer(lambda: self.page.get_by_role("button", name="Accept").click())
                continue
            self.turn()
        raise AssertionError("the game does not come to its end")


class Mouse(Hand):
    """Clicks: a point plays, the board rolls, the dice confirm."""

    def click(self, place: str, **how: Any) -> None:
        self.page.mouse.click(*self.inside(place), **how)

    def choose(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def roll(self) -> None:
        self.click("p20")

    def step(self, player: str, edge: list[int]) -> None:
        left = self.page.evaluate("() => document.querySelector('backgammon-board').turn.diceLeft")
        self.click(place_of(player, edge[0]), button="left" if left[0] == edge[2] else "right")

    def confirm(self) -> None:
        self.page.mouse.click(*self.middle("dice"))


class Dragging(Mouse):
    """Checkers are carried, as far as they go."""

    def carry(self, source: str, target: str) -> None:
        self.page.mouse.move(*self.inside(source))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(target), steps=5)
        self.page.mouse.up()

    def step(self, player: str, edge: list[int]) -> None:
        targets = self.page.evaluate(
            "(source) => document.querySelector('backgammon-board').legalTargets(source)", edge[0]
        )
        self.carry(place_of(player, edge[0]), place_of(player, min(targets)))


class Finger(Hand):
    """Taps on a phone."""

    def choose(self, name: str) -> None:
        self.page.get_by_role("button", name=name).tap()

    def roll(self) -> None:
        self.page.touchscreen.tap(*self.middle("dice"))

    def step(self, player: str, edge: list[int]) -> None:
        first = "(die) => document.querySelector('backgammon-board').turn.diceLeft[0] === die"
        if not self.page.evaluate(first, edge[2]):
            self.page.touchscreen.tap(*self.middle("dice"))  # a tap on the dice swaps them
            self.page.wait_for_function(first, arg=edge[2])
        self.page.touchscreen.tap(*self.inside(place_of(player, edge[0])))

    def confirm(self) -> None:
        self.page.touchscreen.tap(*self.middle("dice"))


class Keys(Hand):
    """The keyboard alone, with the focus on the board. Points are called by the numbers of who moves."""

    SHORTCUTS: ClassVar = {"Look again": "g", "Show me": "w", "Play it anyway": "y", "Accept": "a"}

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, name: str) -> None:
        self.press(self.SHORTCUTS[name])

    def to_the_board(self) -> None:
        for _ in range(40):
            if self.page.evaluate("() => document.activeElement?.localName") == "backgammon-board":
                return
            self.press("Tab")
        raise AssertionError("Tab does not lead to the board")

    def roll(self) -> None:
        self.press("r")

    def step(self, player: str, edge: list[int]) -> None:
        self.press(*(str(edge[0]) if place_of(player, edge[0]).startswith("p") else "0"))
        left = self.page.evaluate("() => document.querySelector('backgammon-board').turn.diceLeft")
        self.press("Enter" if left[0] == edge[2] else "Shift+Enter")

    def confirm(self) -> None:
        self.press("c")


# The end of a match


def result(visitor: Visitor) -> Locator:
    """The panel at the end of a game."""
    panel = visitor.page.get_by_role("dialog")
    expect(panel).to_be_visible()
    return panel


def expect_verified(visitor: Visitor, rolls: int | None = None) -> None:
    """The match is over, and this browser has worked out all its rolls again."""
    state = expect_verified_in(visitor, Words(visitor.site, "en"))
    assert rolls is None or state["dice"]["rolls"] == rolls


def expect_verified_in(visitor: Visitor, words: Words, *, title: str | None = None) -> Any:
    """The same in any language."""
    panel = visitor.page.get_by_role("dialog")
    expect(panel.locator(".verified")).to_be_visible()
    state = visitor.state()
    assert state["phase"] == "over"
    expect(panel).to_contain_text(
        words.counted("{count} roll verified", "{count} rolls verified", state["dice"]["rolls"])
    )
    if title is not None:
        expect(panel.get_by_role("heading", level=2)).to_have_text(title)
    return state


# Ears


def listen(visitor: Visitor) -> None:
    """Hear what a screen reader would read from the live regions of page and board, from now on."""
    visitor.page.evaluate(
        """() => {
            const { shadowRoot } = document.querySelector("backgammon-board");
            const regions = [...shadowRoot.querySelectorAll("[aria-live]"), document.getElementById("announcements")];
            window.spoken = [];
            for (const region of regions) {
                new MutationObserver(() => window.spoken.push(region.textContent.replace(/\\u00a0$/, "")))
                    .observe(region, { childList: true, characterData: true, subtree: true });
            }
        }"""
    )


def spoken(visitor: Visitor) -> list[str]:
    """All that was heard."""
    found: list[str] = visitor.page.evaluate("() => window.spoken")
    return found


class Words:
    """The words of a language, as the pages get them."""

    def __init__(self, site: Site, language: str) -> None:
        self.language = language
        self.texts: dict[str, Any] = {} if language == "en" else site.get(f"/static/words/{language}.json")["texts"]

    def __call__(self, template: str, **values: object) -> str:
        return (self.texts.get(template) or template).format_map(values)

    def counted(self, singular: str, plural: str, number: int, **values: object) -> str:
        forms = self.texts.get(singular) or ["", ""]
        is_one = number == 1 or (number == 0 and self.language == "fr" and all(forms))
        form = (forms if all(forms) else [singular, plural])[not is_one]
        return str(form).format(count=number, n=number, **values)
