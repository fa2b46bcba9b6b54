"""Match files of BGBlitz: documents of all kinds, and whatever may be wrong with them."""

import contextlib
import copy
import gzip
import json
import zlib
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.bgf.writer import GREEN, RED, bgf_bytes, document, smile_bytes
from formats.random_matches import random_match
from sixprime import STANDARD, Cube, Match, Player, Position, SixprimeError
from sixprime.core.match import events as ev
from sixprime.formats.bgf import looks_like_bgf, read_bgf
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, MatchFile, UnreadableFile


def played_match(seed: int, length: int | None = 5) -> Match:
    """A match in which nobody resigns with dice on the table, of which BGBlitz tells nothing."""
    return random_match(Random(seed), length, STANDARD.replace(crawford=True), games=3, resign=0.0)


def problems(found: MatchFile) -> list[str]:
    return [str(problem) for problem in found.problems]


def bare(match: Match) -> list[ev.Event]:
    """Events with the higher die first: which one fell first, the file does not tell."""
    return [
        ev.Rolled(event.player, (event.roll.high, event.roll.low))  # type: ignore[arg-type]
        if isinstance(event, ev.Rolled)
        else event
        for event in match.events
    ]


@pytest.mark.parametrize("smile", [True, False])
@pytest.mark.parametrize("compress", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_documents_make_the_match(seed: int, smile: bool, compress: bool) -> None:
    for match in (played_match(seed), played_match(seed, None)):
        data = bgf_bytes(document(match), smile=smile, compress=compress)
        assert looks_like_bgf(data)
        found = read_bgf(data)
        assert problems(found) == []
        assert list(found.match.events) == bare(match)
        assert found.match.names == match.names
        assert found.match.rules == match.rules
        assert found.match.details == {"event": "Online", "date": "2025-11-02"}


def test_green_may_have_either_number() -> None:
    match = played_match(4)
    data = bgf_bytes(document(match, {Player.WHITE: RED, Player.BLACK: GREEN}))
    assert list(read_bgf(data).match.events) == bare(match)


def test_a_turn_without_a_move_is_marked_by_a_seven() -> None:
    marked = 0
    for seed in range(6):
        match = played_match(seed)
        contents: Any = document(match)
        for game in contents["games"]:
            for move in game["moves"]:
                if move.pop("dancingEquity", None):
                    move |= {"red": 5, "green": 7}
                    marked += 1
        found = read_bgf(bgf_bytes(contents))
        assert problems(found) == []
        assert list(found.match.events) == bare(match)
    assert marked > 5


def test_what_follows_the_first_line_is_what_counts() -> None:
    match = played_match(1, 1)
    contents = document(match)
    for payload in (
        zlib.compress(smile_bytes(contents)),
        smile_bytes(contents, shared=False),
        gzip.compress(json.dumps(contents).encode()),
    ):
        assert list(read_bgf(b'{"format":"BGF"}\n' + payload).match.events) == bare(match)
    assert list(read_bgf(json.dumps(contents).encode()).match.events) == bare(match)
    assert looks_like_bgf(json.dumps(contents).encode())
    assert not looks_like_bgf(b'{"format": "sixprime-match"}')


def test_a_resignation() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.resign()
    match.accept()
    assert read_bgf(bgf_bytes(document(match))).match.events == match.events


def test_a_game_that_was_not_finished() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    found = read_bgf(bgf_bytes(document(match)))
    assert found.match.events == match.events
    assert problems(found) == []


def test_a_board_of_its_own() -> None:
    points = [0] * 26
    points[24 - 6], points[1 - 1], points[25] = 3, -2, 1  # Green on the own 6 point, Red on the ace point and the bar
    game = {
        "scoreGreen": 0,
        "scoreRed": 0,
        "initial": {"cube": 2, "cubeOwner": GREEN, "points": points},
        "moves": [
            {"type": "amove", "player": GREEN, "green": 6, "red": 5, "from": [6, 6, -1, -1], "to": [0, 1, -1, -1]}
        ],
    }
    state = read_bgf(bgf_bytes({"matchlen": 0, "games": [game]})).match.state_at(1)
    assert state.cube == Cube(2, Player.WHITE)
    assert state.position == Position.of({6: 3}, {1: 2, 25: 1})


def test_analyses() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.apply(ev.Rolled(Player.BLACK, (6, 1)))  # type: ignore[arg-type]
    match.play([(13, 7), (8, 7)])
    contents: Any = document(match)
    first, second = contents["games"][0]["moves"]
    chances = {"myWins": "0.55", "myGammon": 0.125, "myBackGammon": 0, "oppGammon": "0,25", "oppBackGammon": 0.0}
    first["moveAnalysis"] = [
        {"move": {"from": [13, 24, -1, -1], "to": [10, 23, -1, -1]}, "eq": {"emg": 0.25}, "played": False, "ply": 2},
        {
            "move": {"from": [8, 6, -1, -1], "to": [5, 5, -1, -1]},
            "eq": {"emg": 0.125, "matchEquity": 0.5} | chances,
            "played": True,
            "ply": 3,
        },
        {"move": {}, "eq": {"emg": -999}},
        "nonsense",
    ]
    first["luck"] = {"luckPlain": 0.5, "luckWeighted": 0.25, "mode": "Match"}
    second["equity"] = {"cubeDecision": {"eqNoDouble": 0.5, "eqDoubleTake": 0.25, "eqDoublePass": 0.75}} | chances
    second["ply"] = 2
    found = read_bgf(bgf_bytes(contents))
    assert problems(found) == []
    analyses = found.matches[0].analyses
    (plays,) = analyses[1]
    assert isinstance(plays, CheckerAnalysis)
    assert [play.play for play in plays.candidates] == ["24/23 13/10", "8/5 6/5", ""]
    played = plays.candidates[1]
    assert (plays.played, plays.luck, played.equity, played.win_chance, played.level) == (1, 0.25, 0.125, 0.5, "3-ply")
    assert played.chances is not None
    assert (played.chances.win, played.chances.lose_gammon) == (0.55, 0.25)
    (cube,) = analyses[2]
    assert isinstance(cube, CubeAnalysis)
    assert (cube.no_double, cube.double_take, cube.double_drop) == (0.5, 0.25, 0.75)
    assert cube.is_match_winning_chance


# Broken files


def test_a_file_is_read_as_far_as_it_goes() -> None:
    match = played_match(2)
    data = bgf_bytes(document(match))
    wanted = bare(match)
    for cut in range(len(data) // 2, len(data) - 10, 101):
        found = read_bgf(data[:cut])
        events = list(found.match.events)
        assert wanted[: len(events) - 3] == events[:-3]
        assert "cut off" in problems(found)[0]


@pytest.mark.parametrize(
    "data",
    [
        b'{"format":"BGF"}\n',
        b'{"format":"BGF"}\n[]',
        b'{"format":"BGF"}\n' + b"[" * 100_000,
        b'{"format":"BGF"}\n{"games": ' + b"1" * 10_000 + b"}",
        b'{"format":"BGF"}\n{"games": [' + b"[]," * 2_000_000 + b"0]}",
        b'{"format":"BGF"}\n' + gzip.compress(bytes(70_000_000)),
        b'{"format":"BGF"}\n:)\n\x00',
        b'{"format":"BGF"}\n:)\n\x00\xfa\xfb',
        b'{"format":"BGF"}\n{"games": [{"moves": [1, {}, {"player": 3}]}, 5, null], "matchlen": "x"}',
    ],
)
def test_nothing_in_it(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_bgf(data)


DAMAGED = document(played_match(1, 1))
STRANGE: list[object] = [None, "", "x", -1, 7, 10**30, 1e308, float("nan"), [], {}, [[1]], True]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_documents_give_no_other_errors(data: st.DataObject) -> None:
    contents: Any = json.loads(json.dumps(DAMAGED))
    for _ in range(data.draw(st.integers(1, 5))):
        place: Any = contents
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and place[key] and data.draw(st.integers(0, 3)):
                place = place[key]
                continue
            place[key] = copy.deepcopy(data.draw(st.sampled_from(STRANGE)))
            break
    with contextlib.suppress(SixprimeError):
        check(read_bgf(bgf_bytes(contents, smile=False)))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_bytes_give_no_other_errors(data: st.DataObject) -> None:
    whole = bytearray(bgf_bytes(DAMAGED, compress=data.draw(st.booleans())))
    for _ in range(data.draw(st.integers(1, 5))):
        whole[data.draw(st.integers(70, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(SixprimeError):
        check(read_bgf(bytes(whole)))


def check(found: MatchFile) -> None:
    """Every match obeys the rules from its first event to its last."""
    for read in found.matches:
        match = read.match
        assert Match.from_events(match.events, match.rules, length=match.length).events == match.events
