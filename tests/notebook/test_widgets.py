"""`show`: what is given to a widget, and what comes back from it, without a browser."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixprime import Engine, IllegalPlay, Match, Play, Player, Position, RuleSet, Situation, SixprimeError
from sixprime.analysis import MatchReview, review
from sixprime.core.match.results import Win
from sixprime.formats import read_match_bytes, write_match
from sixprime.formats.reading import ReadMatch
from sixprime.languages import LANGUAGES
from sixprime.notebook import BoardWidget, show
from sixprime.server.schemas.analyses import DecisionAnswer, ReviewAnswer
from sixprime.server.schemas.replays import ReplayAnswer

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10"
ANSWER = "XGID=-a--BBBBB-A--b---bbccA-A--:0:0:1:D:3:2:0:7:10"


def content(board: BoardWidget) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(board.content)
    return found


@pytest.fixture(scope="module")
def match() -> Match:
    match = Match(length=3, names={Player.WHITE: "Ann", Player.BLACK: "Béla"})
    match.open((3, 1))
    match.play("24/23 13/10")
    match.roll("64")
    match.play("24/14")
    match.roll("66")
    return match


@pytest.fixture(scope="module")
def found(match: Match) -> MatchReview:
    return review(match, "instant", threads=1)


def test_a_position_alone_says_nothing_of_turn_or_cube() -> None:
    shown = content(show(Position.standard()))
    assert (shown["words"], shown["details"], shown["is_playable"]) == ("", [], False)
    assert shown["state"]["board"] == list(Position.standard().points)
    assert (shown["state"]["on_roll"], shown["state"]["cube"]) == (None, None)


def test_a_roll_can_be_played_and_comes_back() -> None:
    board = show(Position.standard(), roll="31", language="en")
    assert content(board)["words"] == "White to play 3-1"
    assert content(board)["state"]["turn"]["nodes"]
    assert board.play is None
    heard: list[Play] = []
    board.on_play(heard.append)
    board.played = [[8, 5], [6, 5]]
    assert str(board.play) == "8/5 6/5"
    assert heard == [board.play]
    board.played = None
    assert board.play is None
    assert len(heard) == 1


def test_what_cannot_be_played_is_refused() -> None:
    board = show(Position.standard(), roll="31")
    board.played = [[24, 18]]
    with pytest.raises(IllegalPlay):
        _ = board.play
    quiet = show(Position.standard())
    quiet.played = [[8, 5]]
    with pytest.raises(SixprimeError, match="no roll"):
        _ = quiet.play


def test_black_sees_the_board_from_below() -> None:
    situation = Situation.parse(OPENING)
    assert situation.on_roll is Player.BLACK
    shown = content(show(situation))
    assert shown["bottom"] == "black"
    assert shown["state"]["board"] == list(situation.position.flipped().points)
    assert content(show(situation, bottom="white"))["bottom"] == "white"
    assert not content(show(situation, playable=False))["is_playable"]


def test_a_match_as_it_stands_is_played_by_its_rules() -> None:
    match = Match(RuleSet.preset("003-de"), names={Player.WHITE: "Ann"})
    match.open("52")
    board = show(match, playable=True)
    assert content(board)["names"] == {"white": "Ann"}
    assert content(board)["state"]["rules"] == match.rules.to_json()
    play = match.legal_plays[0]
    board.played = [list(pair) for pair in play.pairs]
    assert board.play == play
    match.play(board.play)


def test_an_offered_cube_is_shown() -> None:
    state = content(show(Situation.parse(ANSWER)))["state"]
    assert state["cube"]["offered"]["value"] == 2
    assert state["to_act"] != state["on_roll"]


def test_a_resignation_leaves_nothing_to_play() -> None:
    match = Match()
    match.open("52")
    match.resign(Win.GAMMON)
    shown = content(show(match.state))
    assert not shown["is_playable"]
    assert shown["state"]["resignation"] == {"by": match.state.resignation.by.value, "value": 2}  # type: ignore[union-attr]


@pytest.mark.parametrize("written", [OPENING, OPENING.replace(":42:", ":00:"), ANSWER])
def test_an_analysis_is_what_the_panel_of_the_pages_shows(written: str) -> None:
    with Engine(plies=0, threads=1) as engine:
        analysis = engine.analyse(Situation.parse(written))
    decision = DecisionAnswer.model_validate(content(show(analysis))["decision"])
    assert decision.player == analysis.player.value
    assert len(decision.plays or ()) == len(analysis.plays)
    assert [entry.action for entry in decision.actions or ()] == [entry.action.value for entry in analysis.actions]


def test_a_match_is_stepped_through_from_python(match: Match) -> None:
    board = show(match)
    shown = content(board)
    replay = ReplayAnswer.model_validate(shown["replay"])
    assert (shown["kind"], shown["review"]) == ("match", None)
    assert len(replay.games[0].moves) == len(match.events)
    assert board.event is None
    for number in (0, 3, -1):
        board.event = number
        assert board.event == number % len(match.events)
    for wrong in (len(match.events), True, "1"):
        with pytest.raises(SixprimeError, match="has 5 events"):
            board.event = wrong  # type: ignore[assignment]


def test_a_review_brings_its_decisions(match: Match, found: MatchReview) -> None:
    shown = content(show(found, match=match))
    assert ReviewAnswer.model_validate(shown["review"]).is_complete
    assert set(shown["decisions"]) == {str(entry.decision.event) for entry in found.decisions}


def test_a_review_in_a_file_is_shown_with_its_match(match: Match, found: MatchReview) -> None:
    written = write_match(ReadMatch(match, review=found.to_json()), "json")
    read = read_match_bytes(written.encode() if isinstance(written, str) else written).matches[0]
    assert content(show(read))["review"]["is_complete"]


def test_a_widget_can_show_something_else(match: Match) -> None:
    board = show(Position.standard(), roll="31")
    board.played = [[8, 5], [6, 5]]
    board.show_instead(match)
    assert content(board)["kind"] == "match"
    assert board.play is None
    board.event = 1
    board.show_instead(Position.standard())
    assert board.event is None


def test_every_language_has_all_words() -> None:
    for code in LANGUAGES:
        look = show(Position.standard(), roll="31", language=code).look
        assert look["language"] == code
        if code != "en":
            assert {"Played: {play}", "Take it back", "Flip the board", "Show me my errors"} <= look["texts"].keys()


def test_without_scripts_there_is_a_picture() -> None:
    bundle = show(Position.standard(), roll="31")._repr_mimebundle_()
    assert bundle is not None
    assert bundle[0]["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in bundle[0]


def test_what_cannot_be_shown_is_told_in_a_line(match: Match, found: MatchReview) -> None:
    other = Match(length=3)
    other.open((2, 1))
    wrong: list[tuple[str, Any, dict[str, Any]]] = [
        ("can be shown, not 'XGID'", "XGID", {}),
        ("show\\(review, match=match\\)", found, {}),
        ("of another match", found, {"match": other}),
        ("only a review", match, {"match": match}),
        ("no roll", match, {"roll": "31"}),
        ("no roll", Position.standard(), {"playable": True}),
        ("not one of auto", Position.standard(), {"theme": "pink"}),
        ("not one of auto", Position.standard(), {"appearance": "pink"}),
        ("not one of white", Position.standard(), {"bottom": "pink"}),
        ("not one of the languages", Position.standard(), {"language": "xx"}),
        ("99", Position.standard(), {"roll": "99"}),
    ]
    for message, shown, how in wrong:
        with pytest.raises(SixprimeError, match=message):
            show(shown, **how)


def test_the_widget_is_the_module_that_is_built() -> None:
    from sixprime.web.assets import STATIC
    from sixprime.web.bundler import bundle_widget

    assert bundle_widget(STATIC) == show(Position.standard())._esm
    assert Path(STATIC / "notebook" / "widget.js").is_file()
