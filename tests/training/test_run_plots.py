"""The plot of a run: what is in the log and the figures is drawn, and any of it may be missing."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from sixprime.training.run_plots import COLOURS, HEIGHT, LEFT, TOP, WIDTH, plot

SVG = "{http://www.w3.org/2000/svg}"
LOG = """\
12:00:00 games 10000, rate 0.10000, error 0.20000, gammons 0.250, 1.23 s a thousand
12:00:09 games 20000, rate 0.05000, error 0.10000, gammons 0.250, 1.23 s a thousand
12:10:00 round 1: fitting to 500000 positions
12:11:00 round 1, contact: epoch 1 of 2, loss 0.40000
12:12:00 round 1, contact: epoch 2 of 2, loss 0.30000
12:13:00 round 1, race: epoch 2 of 2, loss 0.99000
12:14:00 round 2, deep contact: epoch 1 of 1, loss 0.20000
12:15:00 round 2, accepted: decisions +1.2 ± 0.3 thousandths
"""


def entry(number: int, accepted: bool, **gains: float) -> dict[str, Any]:
    """What the gate said in a round."""
    opinions = [{"of": judge, "gain": gain, "error": 1.0, "unit": "points"} for judge, gain in gains.items()]
    return {"round": number, "accepted": accepted, "opinions": opinions}


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def strokes(picture: str) -> list[tuple[str, list[float]]]:
    """The colour of each line and where it goes: x, y, x, y."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}path")
    lines = [(path.get("stroke", ""), path.get("d", "")) for path in found if path.get("stroke") in COLOURS]
    return [(colour, [float(number) for number in re.findall(r"[\d.]+", way)]) for colour, way in lines]


def test_a_new_run_has_an_empty_picture() -> None:
    picture = plot("", [])
    assert ElementTree.fromstring(picture).tag == f"{SVG}svg"
    assert texts(picture) == []
    assert texts(plot("12:00:00 round 1: fitting to 5 positions\n", [])) == []


def test_there_is_a_panel_for_whatever_is_known() -> None:
    figures = [entry(1, True, decisions=2.0, games=0.1), entry(2, False, decisions=1.0, rollouts=3.0, games=0.2)]
    titles = [
        "error in self-play, by games",
        "loss of each pass, by round",
        "gained so far by decisions, by round",
        "gained so far by rollouts, by round",
        "gained so far by games, by round",
    ]
    assert [title for title in texts(plot(LOG, figures)) if "by " in title] == titles
    assert [title for title in texts(plot(LOG, [])) if "by " in title] == titles[:2]
    assert [title for title in texts(plot("", figures)) if "by " in title] == titles[2:]


def test_the_picture_is_as_high_as_its_panels() -> None:
    heights = []
    for log in ("", LOG):
        box = ElementTree.fromstring(plot(log, [])).get("viewBox", "").split()
        assert box[:3] == ["0", "0", str(WIDTH)]
        heights.append(int(box[3]))
    assert heights[1] - heights[0] >= 2 * HEIGHT


def test_a_line_goes_from_the_first_point_to_the_last() -> None:
    """From the upper left corner, where the error is largest, to the lower right one."""
    [(_, ends), *_] = strokes(plot(LOG, []))
    assert ends == [LEFT, TOP, WIDTH - 20, TOP + HEIGHT]
    assert {"0.2", "0.1", "10000", "20000"} <= set(texts(plot(LOG, [])))


def test_losses_stand_at_their_share_of_the_round_and_races_are_left_out() -> None:
    shown = texts(plot(LOG, []))
    assert "contact" in shown
    assert "deep contact" in shown
    assert "race" not in shown
    panel = shown[shown.index("loss of each pass, by round") :]
    assert panel[1:5] == ["0.4", "0.2", "0.5", "2"]  # from half of round 1 to the end of round 2
    colours = {colour for colour, _ in strokes(plot(LOG, []))}
    assert len(colours) == 1  # a single pass of the deep net makes a dot and no line


def test_only_what_was_accepted_adds_up() -> None:
    figures = [
        entry(3, True, decisions=4.0),
        entry(1, True, decisions=1.0),
        entry(2, False, decisions=-2.0),
    ]
    # In their order: 1, then 1 - 2, then 1 + 4.
    shown = texts(plot("", figures))
    assert shown[:5] == ["gained so far by decisions, by round", "5", "-1", "1", "3"]
    lines = strokes(plot("", figures))
    assert [round(ends[3], 1) for _, ends in lines] == [TOP + HEIGHT, TOP]


@pytest.mark.parametrize(
    "figures", [[entry(1, True, games=0.5)], [entry(1, True, games=0.5), entry(2, False, games=0.0)]]
)
def test_one_value_alone_can_be_drawn(figures: list[dict[str, Any]]) -> None:
    picture = plot("", figures)
    assert texts(picture)[:3] == ["gained so far by games, by round", "0.5", "0.5"]
    assert "nan" not in picture
    assert len(list(ElementTree.fromstring(picture).iter(f"{SVG}circle"))) == 1
