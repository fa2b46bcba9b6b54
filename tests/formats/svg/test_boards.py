"""Boards as SVG: every theme, side and numbering; what is drawn where; texts escaped; the same each time."""

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.places import FIXTURES
from formats.strategies import BLACK, WHITE, examples, situations
from sixprime import Cube, IllegalPlay, Offer, Player, Position, Roll, SixprimeError, Turn, Win
from sixprime.core import hooks
from sixprime.core.notation import parse_play
from sixprime.core.numbering import Numbering
from sixprime.core.situations import Situation
from sixprime.formats.svg import THEMES, InvalidPicture, InvalidTheme, Theme, svg_board, theme_named
from sixprime.formats.svg.layouts import SHOWN, WIDTH, BoardLayout
from sixprime.formats.svg.shapes import fitting, mixed, number
from sixprime.languages import LANGUAGES, catalogue

GOLDEN = FIXTURES / "boards"
SVG = "{http://www.w3.org/2000/svg}"
NAMES = {WHITE: "Anna", BLACK: "Béla"}
OPENING = Situation(Position.standard(), BLACK, roll=Roll(3, 1), length=7)
MIDGAME = Situation(
    Position.of({25: 1, 13: 2, 8: 3, 6: 7, 5: 1}, {25: 2, 24: 1, 9: 1, 6: 2, 5: 1, 3: 2, 2: 2}),
    WHITE,
    Cube(4, BLACK),
    Roll(5, 4),
    length=9,
    score=(3, 8),
)


def drawn(board: Situation | Position, **wishes: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg_board(board, **wishes))  # type: ignore[arg-type]


def texts(picture: ElementTree.Element) -> list[str]:
    return ["".join(element.itertext()) for element in picture.iter(f"{SVG}text")]


def circles(picture: ElementTree.Element, radius: float) -> list[tuple[float, float]]:
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in picture.iter(f"{SVG}circle")
        if float(circle.attrib["r"]) == radius
    ]


# What comes out


@pytest.mark.parametrize(
    ("name", "wishes"),
    [
        ("opening-flat", {"board": OPENING, "theme": "flat", "names": NAMES}),
        (
            "midgame-felt-left",
            {"board": MIDGAME, "theme": "felt", "home_right": False, "bottom": BLACK, "numbering": Numbering.SHEET},
        ),
    ],
)
def test_golden_pictures(name: str, wishes: dict[str, object]) -> None:
    wishes = dict(wishes)
    board = wishes.pop("board")
    assert isinstance(board, Situation)
    play = parse_play("8/5 6/5", Turn(board.position, Roll(3, 1))) if board is OPENING else None
    path = GOLDEN / f"{name}.svg"
    picture = svg_board(board, play=play, **wishes)  # type: ignore[arg-type]
    assert picture == path.read_text(encoding="utf-8"), f"if this is better, write it to {path}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("numbering", Numbering)
@pytest.mark.parametrize("bottom", [None, *Player])
def test_every_look(theme: str, home_right: bool, numbering: Numbering, bottom: Player | None) -> None:
    picture = drawn(MIDGAME, theme=theme, home_right=home_right, numbering=numbering, bottom=bottom)
    assert picture.tag == f"{SVG}svg"
    assert picture.attrib["role"] == "img"
    shown = texts(picture)
    player = bottom or WHITE
    for point in range(1, 25):
        assert numbering.label(point, player) in shown
    assert {"White", "Black", "Match to 9", "White to play 5-4"} <= set(shown)


@given(situation=situations())
@examples(80)
def test_any_situation(situation: Situation) -> None:
    rng = Random(situation.position.pips)
    wishes = {"theme": rng.choice(list(THEMES)), "home_right": rng.random() < 0.5, "names": NAMES}
    if situation.roll is not None:
        wishes["play"] = next(iter(situation.position.legal_plays(situation.roll)), None)
    svg = svg_board(situation, **wishes)  # type: ignore[arg-type]
    assert svg == svg_board(situation, **wishes)  # type: ignore[arg-type]
    assert len(svg.encode()) < 16_000
    assert not re.search(r"\b(?:nan|inf)\b", svg)
    checkers = sum(min(abs(count), SHOWN) for count in situation.position.points)
    assert len(circles(ElementTree.fromstring(svg), 20.2)) == checkers


def test_the_same_each_time() -> None:
    assert svg_board(MIDGAME) == svg_board(MIDGAME)
    assert svg_board(Position.standard()) == Position.standard()._repr_svg_()


# What is where


def test_checkers_stand_on_their_points() -> None:
    picture = drawn(OPENING, theme="flat")
    layout = BoardLayout(BLACK)
    spots = set(circles(picture, 20.2))
    for point, count in {24: 2, 13: 5, 8: 3, 6: 5}.items():
        for player in Player:
            assert {layout.spot(player, point, place) for place in range(count)} <= spots
    assert len(spots) == 30


def test_left_is_the_mirror_image() -> None:
    right, left = (circles(drawn(MIDGAME, home_right=home), 20.2) for home in (True, False))
    assert [(WIDTH - x, y) for x, y in right] == left


def test_high_piles_have_numbers() -> None:
    situation = Situation(Position.of({6: 9, 8: 6}, {1: 15}), WHITE)
    assert {"9", "6", "15"} <= set(texts(drawn(situation, captions=False)))
    assert len(circles(drawn(situation), 20.2)) == 3 * SHOWN


def test_borne_off_checkers_lie_in_the_tray() -> None:
    picture = drawn(Situation(Position.of({1: 4}, {2: 15}), WHITE), theme="flat")
    slabs = [rect for rect in picture.iter(f"{SVG}rect") if rect.attrib.get("height") == "11"]
    assert len(slabs) == 11
    assert len({rect.attrib["y"] for rect in slabs}) == 11


@pytest.mark.parametrize(("owner", "bottom", "height"), [(None, WHITE, 319), (WHITE, WHITE, 525), (BLACK, WHITE, 113)])
def test_where_the_cube_lies(owner: Player | None, bottom: Player, height: int) -> None:
    assert BoardLayout(bottom).cube(owner) == (46, height)
    picture = drawn(replace(MIDGAME, cube=Cube(32, owner)), bottom=bottom)
    assert "32" in texts(picture)


@pytest.mark.parametrize(
    ("offer", "value", "line"),
    [
        (Offer.DOUBLE, "4", "White doubles to 4"),
        (Offer.BEAVER, "8", "Black beavers to 8"),
        (Offer.RACCOON, "16", "White raccoons to 16"),
    ],
)
def test_an_offered_cube_lies_on_the_board(offer: Offer, value: str, line: str) -> None:
    situation = Situation(MIDGAME.position, WHITE, Cube(2), None, offer)
    picture = drawn(situation)
    assert {value, line} <= set(texts(picture))
    assert "2" not in texts(drawn(situation, captions=False, numbering=Numbering.SHEET, bottom=BLACK))[24:]


@pytest.mark.parametrize(
    "situation",
    [
        Situation(MIDGAME.position, WHITE, length=5, score=(4, 2), crawford=True),
        Situation(MIDGAME.position, WHITE, length=1),
        Situation(MIDGAME.position, WHITE, cube_limit=1),
    ],
)
def test_no_cube_where_none_is_played_with(situation: Situation) -> None:
    with_cube = texts(drawn(Situation(MIDGAME.position, WHITE), captions=False))
    assert len(texts(drawn(situation, captions=False))) == len(with_cube) - 1


@pytest.mark.parametrize(
    ("situation", "line"),
    [
        (OPENING, "Black to play 3-1"),
        (replace(OPENING, roll=None), "Black on roll"),
        (replace(OPENING, on_roll=None, roll=None), "Before the opening roll"),
        (replace(OPENING, resignation=Win.SINGLE, resigned_by=WHITE), "White offers to resign a single game"),
        (replace(OPENING, resignation=Win.GAMMON, resigned_by=BLACK), "Black offers to resign a gammon"),
        (replace(OPENING, resignation=Win.BACKGAMMON, resigned_by=WHITE), "White offers to resign a backgammon"),
        (Situation(Position.of({}, {1: 2}), WHITE), "The game is over"),
    ],
)
def test_whose_turn_it_is(situation: Situation, line: str) -> None:
    picture = drawn(situation)
    assert line in texts(picture)
    assert picture.findtext(f"{SVG}title") == line


class TestDice:
    def test_two_in_the_half_of_who_rolled(self) -> None:
        for bottom in Player:
            spots = circles(drawn(MIDGAME, bottom=bottom, captions=False), 3.9)
            assert len(spots) == 9
            assert all((x > WIDTH / 2) is (bottom is WHITE) for x, _ in spots)

    def test_played_ones_are_pale(self) -> None:
        assert svg_board(MIDGAME).count('opacity="0.4"') == 0
        assert svg_board(MIDGAME, dice_played=[4]).count('opacity="0.4"') == 1

    def test_doubles_are_four_once_one_has_been_played(self) -> None:
        double = replace(MIDGAME, roll=Roll(1, 1))
        assert len(circles(drawn(double), 3.9)) == 2
        picture = svg_board(double, dice_played=[1, 1, 1])
        assert len(circles(ElementTree.fromstring(picture), 3.9)) == 4
        assert picture.count('opacity="0.4"') == 3

    @pytest.mark.parametrize("played", [[6], [4, 4], [5, 4, 5], ["4"]])
    def test_only_what_was_rolled_can_have_been_played(self, played: list[int]) -> None:
        with pytest.raises(InvalidPicture, match=r"there is no .* left to be played"):
            svg_board(MIDGAME, dice_played=played)


class TestArrows:
    def play(self, situation: Situation, written: str) -> str:
        assert situation.roll is not None
        play = parse_play(written, Turn(situation.position, situation.roll), situation.on_roll or WHITE)
        return svg_board(situation, play=play, theme="flat")

    def heads(self, svg: str) -> int:
        arrow = THEMES["flat"].arrow
        return len(re.findall(rf'd="M[^"C]*Z" fill="{arrow}"', svg))

    def test_one_for_each_checker(self) -> None:
        assert self.heads(svg_board(OPENING, theme="flat")) == 0
        assert self.heads(self.play(OPENING, "8/5 6/5")) == 2
        assert self.heads(self.play(OPENING, "24/20")) == 1
        assert self.heads(self.play(replace(OPENING, roll=Roll(1, 1)), "8/7(2) 6/5(2)")) == 4

    def test_a_ghost_where_the_checker_lands(self) -> None:
        ghosts = circles(ElementTree.fromstring(self.play(OPENING, "8/5 6/5")), 19.5)
        assert sorted(ghosts) == sorted(BoardLayout(BLACK).spot(BLACK, 5, place) for place in (0, 1))

    def test_hits_have_a_ring(self) -> None:
        situation = replace(MIDGAME, position=Position.of({25: 1, 6: 5}, {5: 1, 9: 1}))
        picture = ElementTree.fromstring(self.play(situation, "bar/20*/16*"))
        layout = BoardLayout(WHITE)
        assert set(circles(picture, 22)) == {layout.spot(WHITE, 20, 0), layout.spot(WHITE, 16, 0)}
        assert circles(picture, 19.5) == []

    def test_bearing_off_ends_in_the_tray(self) -> None:
        situation = Situation(Position.of({6: 2, 5: 2}, {1: 2}), WHITE, roll=Roll(6, 5))
        assert self.heads(self.play(situation, "6/off 5/off")) == 2

    def test_onto_a_high_pile_without_covering_its_number(self) -> None:
        situation = Situation(Position.of({6: 6, 8: 1}, {1: 2}), WHITE, roll=Roll(2, 1))
        svg = self.play(situation, "8/6 6/5")
        assert len(circles(ElementTree.fromstring(svg), 19.5)) == 1
        assert ">6</text>" in svg

    def test_the_description_tells_the_play(self) -> None:
        description = ElementTree.fromstring(self.play(OPENING, "8/5 6/5")).findtext(f"{SVG}desc")
        assert description is not None
        assert description.endswith("Play: 8/5 6/5.")

    def test_a_play_from_elsewhere_is_refused(self) -> None:
        play = next(iter(Position.nackgammon().legal_plays((3, 1))))
        with pytest.raises(IllegalPlay, match="this play is not made from this position"):
            svg_board(OPENING, play=play)


# Words


class TestWords:
    def test_the_description_says_where_everything_stands(self) -> None:
        description = drawn(MIDGAME, names=NAMES).findtext(f"{SVG}desc")
        assert description == (
            "Anna (White): points (checkers) 13 (2), 8 (3), 6 (7), 5 (1); bar 1, borne off 1; 122 pips. "
            "Béla (Black): points (checkers) 24 (1), 9 (1), 6 (2), 5 (1), 3 (2), 2 (2); bar 2, borne off 4; 110 pips. "
            "Match to 9. Score: White 3, Black 8. cube: 4, with Béla (Black)."
        )

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_in_the_readers_language(self, language: str) -> None:
        words = catalogue(language)
        picture = drawn(MIDGAME, catalogue=words)
        assert WHITE.label.in_language(words) in texts(picture)

    @pytest.mark.parametrize("name", ['<script>alert("1")</script>', "a & b", "\x00\x1b]]>", "\ud800", "'\"", "&#60;"])
    def test_names_are_only_text(self, name: str) -> None:
        svg = svg_board(OPENING, names={WHITE: name, BLACK: name})
        picture = ElementTree.fromstring(svg.encode())
        assert "script" not in {element.tag for element in picture.iter()}
        assert "<script" not in svg

    @given(name=st.text(max_size=80))
    @examples(100)
    def test_any_name(self, name: str) -> None:
        ElementTree.fromstring(svg_board(OPENING, names={WHITE: name}).encode())

    def test_long_names_are_cut(self) -> None:
        shown = texts(drawn(OPENING, names={WHITE: "A name that is much longer than the place for it"}))
        assert any(line.startswith("A name that") and line.endswith("…") for line in shown)
        assert fitting("short", 16, 200) == ("short", 16)

    def test_bare_positions_have_no_turn_no_cube_and_no_score(self) -> None:
        picture = drawn(Position.standard())
        assert picture.findtext(f"{SVG}title") == "Backgammon board"
        assert set(texts(picture)) == {"White", "Black", "pips: 167", *map(str, range(1, 25))}

    def test_without_captions_the_board_alone(self) -> None:
        picture = drawn(OPENING, captions=False)
        assert "Black" not in texts(picture)
        assert float(picture.attrib["viewBox"].split()[3]) < float(drawn(OPENING).attrib["viewBox"].split()[3])


# Themes and sizes


class TestThemes:
    def test_own_ones(self) -> None:
        mine = replace(THEMES["flat"], field="#abcdef", background="none")
        svg = svg_board(OPENING, theme=mine)
        assert "#abcdef" in svg
        assert 'fill="#ffffff"/>\n<rect x="14"' not in svg

    @pytest.mark.parametrize("colour", ["red", "#12", "#12345", "#gggggg", "", "none", 'x" onload="', None, 7])
    def test_what_is_no_colour_is_refused(self, colour: str) -> None:
        with pytest.raises(InvalidTheme, match="field cannot be"):
            replace(THEMES["flat"], field=colour)

    def test_light_and_shadow_is_yes_or_no(self) -> None:
        with pytest.raises(InvalidTheme):
            replace(THEMES["flat"], is_flat="yes")  # type: ignore[arg-type]

    @pytest.mark.parametrize("name", ["", "wood", 3])
    def test_unknown_names(self, name: str) -> None:
        with pytest.raises(InvalidTheme, match="there are: classic, felt, flat, dark, contrast"):
            theme_named(name)

    @pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
    def test_what_must_be_told_apart_can_be(self, theme: Theme) -> None:
        assert contrast(theme.white, theme.black) > 3
        assert contrast(theme.white_ink, theme.white) > 4.5
        assert contrast(theme.black_ink, theme.black) > 4.5
        assert contrast(theme.frame_ink, theme.frame) > 4.5
        assert contrast(theme.ink, theme.background) > 7
        assert contrast(theme.cube_ink, theme.cube) > 4.5

    def test_pictures_of_different_themes_share_no_ids(self) -> None:
        ids: Mapping[str, set[str]] = {
            name: set(re.findall(r' id="([^"]+)"', svg_board(OPENING, theme=name))) for name in THEMES
        }
        assert ids["classic"]
        assert ids["classic"].isdisjoint(ids["felt"])
        for name in THEMES:
            svg = svg_board(OPENING, theme=name)
            assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= ids[name]


def contrast(one: str, other: str) -> float:
    """How far two colours are apart in brightness, by the rules of accessible pages."""

    def brightness(colour: str) -> float:
        shares = [int(mixed(colour, colour, 0)[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def test_width_for_pages_that_set_none() -> None:
    picture = drawn(OPENING, width=380)
    assert (picture.attrib["width"], picture.attrib["height"]) == ("380", "319")
    for width in (0, -3, 20_001, 3.5, "300", True):
        with pytest.raises(SixprimeError, match="a picture is 1 to 20000 dots wide"):
            svg_board(OPENING, width=width)  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "short"), [(1.0, "1"), (0.04, "0"), (-0.04, "0"), (2.25, "2.2"), (-3.5, "-3.5")])
def test_short_numbers(value: float, short: str) -> None:
    assert number(value) == short


# Notebooks


def test_a_notebook_shows_positions_without_importing_anything_else() -> None:
    script = (
        "import sixprime, sys; "
        "assert 'sixprime.formats' not in sys.modules; "
        "print(sixprime.Position.nackgammon()._repr_svg_()[:4])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "<svg\n"


def test_somebody_else_may_paint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hooks.providers, "svg", lambda position: f"<svg>{position.pips}</svg>")
    assert Position.standard()._repr_svg_() == "<svg>167</svg>"
