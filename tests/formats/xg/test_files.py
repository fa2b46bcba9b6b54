"""Files of eXtreme Gammon: what its records tell is read, whatever is wrong with the file."""

import contextlib
import struct
import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.places import sample
from formats.random_matches import random_match
from formats.xg.writer import (
    Archive,
    board_bytes,
    cube_record,
    empty_record,
    game_record,
    match_record,
    match_records,
    move_record,
    put,
    rollout_record,
    weigh_cube,
    weigh_play,
    xg_bytes,
)
from sixprime import STANDARD, Cube, Match, Phase, Player, Position, Roll, RuleSet, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.formats.mat import read_mat
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, MatchFile, UnreadableFile
from sixprime.formats.xg import looks_like_xg, read_xg
from sixprime.formats.xg.archives import XgArchive
from sixprime.formats.xg.comments import words_of

MONEY = STANDARD.replace(jacoby=True, beavers=True, raccoons=True)


def played_match(seed: int, length: int | None = 3, rules: RuleSet = STANDARD, games: int = 3) -> Match:
    return random_match(Random(seed), length, rules, games=games)


def problems(found: MatchFile) -> list[str]:
    return [str(problem) for problem in found.problems]


def files(match: Match) -> dict[str, bytes]:
    return {"temp.xg": b"".join(match_records(match))}


@pytest.mark.parametrize("seed", range(6))
def test_records_make_the_match(seed: int) -> None:
    for match in (played_match(seed, 7), played_match(seed, None, MONEY)):
        data = xg_bytes(match_records(match))
        assert looks_like_xg(data)
        found = read_xg(data)
        assert problems(found) == []
        assert found.match.events == match.events
        assert found.match.length == match.length
        assert found.match.names == match.names
        raccoons = any(isinstance(event, ev.Raccooned) for event in match.events)
        assert found.match.rules == match.rules.replace(raccoons=raccoons)


def test_what_the_head_tells() -> None:
    match = played_match(1)
    match.names.update({Player.WHITE: "Ágnes 表", Player.BLACK: "Zoë"})
    match.details.update({"event": "Ősz Kupa", "site": "Győr", "round": "final"})
    found = read_xg(xg_bytes(match_records(match))).match
    assert found.names == match.names
    assert found.details == {
        "event": "Ősz Kupa",
        "site": "Győr",
        "round": "final",
        "date": "2023-11-26",
        "time": "09.30",
        "match id": "4711",
        "rating of white": "1600.00/0",
        "rating of black": "1712.50/30",
    }
    old = read_xg(xg_bytes(match_records(match, version=20))).match
    assert old.names == {Player.WHITE: "Ágnes ?", Player.BLACK: "Zoë"}
    assert old.events == match.events


def test_a_dropped_beaver() -> None:
    match = Match(MONEY, names={Player.WHITE: "a", Player.BLACK: "b"})
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    for step in (match.double, match.beaver, match.drop):
        step()
    assert read_xg(xg_bytes(match_records(match))).match.events == match.events


def test_variations_and_automatic_doubles() -> None:
    match = Match(STANDARD.replace(start=Position.nackgammon()), length=None)
    match.apply(ev.OpeningRolled(3, 1))
    match.play(next(iter(match.legal_plays)))
    records = match_records(match)
    put(records[0], 96, "i", 1)
    put(records[0], 103, "B", 1)
    put(records[1], 64, "i", 2)
    found = read_xg(xg_bytes(records)).match
    assert found.rules.start == Position.nackgammon()
    assert found.rules.opening_tie.value == "automatic-double"
    assert found.state.cube == Cube(4)


def test_the_last_play_may_be_missing() -> None:
    match = Match(STANDARD, length=3)
    match.set_up(Position.of({1: 2}, {1: 2}), Player.WHITE)
    match.apply(ev.Rolled(Player.WHITE, Roll(2, 1)))
    match.play([(1, 0), (1, 0)])
    records = match_records(match)
    put(records[3], 68, "8i", *[0] * 8)
    put(records[3], 35, "26b", *[0] * 26)
    assert read_xg(xg_bytes(records)).match.events == match.events


def test_a_roll_after_which_somebody_resigned() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.resign(Win.GAMMON)
    match.accept()
    assert read_xg(xg_bytes(match_records(match))).match.events == match.events


def test_a_position_that_was_edited() -> None:
    match = played_match(4, 3)
    records = match_records(match)
    at = 8
    assert records[at][8] == 2
    player = Player.WHITE if struct.unpack_from("<i", records[at], 12)[0] == 1 else Player.BLACK
    other = Position.of({6: 3, 24: 1}, {6: 3})
    edited = bytearray(records[at])
    edited[36:62] = board_bytes(other, player)
    found = read_xg(xg_bytes([*records[:at], edited]))
    *before, setup = found.match.events
    assert tuple(before) == match.events[: len(before)]
    assert setup == ev.PositionSet(other, player)
    assert len(found.matches) == 1
    rolled = empty_record(3)
    rolled[9:35] = board_bytes(other, player)
    put(rolled, 64, "i9i", 1 if player is Player.WHITE else -1, 23, 17, 5, 0, *[-1] * 4, 0)
    put(rolled, 100, "2i", 6, 5)
    found = read_xg(xg_bytes([*records[:at], edited, rolled]))
    assert len(found.matches) == 1
    assert problems(found) == []
    *_, setup, roll, play = found.match.events
    assert setup == ev.PositionSet(other, player)
    assert roll == ev.Rolled(player, Roll(6, 5))
    assert play == ev.Played(player, ((24, 18), (6, 1)))


def test_an_illegal_play_is_kept_as_the_board_after_it() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.roll("62")
    match.play([(24, 18), (13, 11)])
    records = match_records(match)
    after = Position.of({24: 1, 15: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 2, 6: 4, 5: 2})
    put(records[-1], 68, "8i", 23, 14, *[-1] * 6)
    put(records[-1], 35, "26b", *after.points)
    found = read_xg(xg_bytes(records))
    assert len(found.matches) == 1
    assert found.match.events[-1] == ev.PositionSet(after.flipped(), Player.WHITE)
    assert "24/15" in problems(found)[0]


def test_an_illegal_play_does_not_lose_the_rest() -> None:
    match = played_match(4, 3)
    records = match_records(match)
    at = next(n for n, record in enumerate(records) if record[8] == 3 and n > 6)
    put(records[at], 68, "8i", 23, 1, *[-1] * 6)
    put(records[at], 35, "26b", *[0] * 26)
    found = read_xg(xg_bytes(records))
    # The next record shows where the checkers went.
    assert found.matches[0].match.events == match.events
    assert "24/2" in problems(found)[0]


# Analyses and comments


def test_analyses_and_comments() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.double()
    match.take()
    match.apply(ev.Rolled(Player.BLACK, Roll(6, 1)))
    match.play([(13, 7), (8, 7)])
    records = match_records(match)
    head, game, _, first, double, second = records
    put(head, 576, "i", 3)
    put(game, 56, "i", 2)
    weigh_play(first, match, 1, level=100, rollout=0)
    put(first, 2524, "i", 0)
    weigh_cube(double, level=1002)
    put(double, 292, "i", 1)
    weigh_play(second, match, 5, level=2)
    comments = b"\r\n".join(
        [
            b"{\\rtf1\\ansicpg1252{\\fonttbl{\\f0 Arial;}}\x01\x02\\pard caf\\'e9 \\u8364?\\{\\par two\\par\x01\x02}",
            b"plain \xe9",
            b"the game",
            b"the match",
        ]
    )
    found = read_xg(xg_bytes(records, comments, rollout_record(1296)))
    assert problems(found) == []
    assert found.match.details["comment"] == "the match"
    assert found.matches[0].comments == {0: "the game", 1: "café €{\ntwo", 2: "plain é"}
    (plays,) = found.matches[0].analyses[1]
    assert isinstance(plays, CheckerAnalysis)
    assert {play.level for play in plays.candidates} == {"Rollout 1296"}
    assert plays.played is not None
    assert plays.candidates[plays.played].play == "8/5 6/5"
    assert (plays.luck, plays.error) == (0.375, 0.25)
    (cube,) = found.matches[0].analyses[2]
    assert isinstance(cube, CubeAnalysis)
    assert (cube.no_double, cube.double_take, cube.double_drop) == (0.75, 0.875, 1.0)
    assert (cube.level, cube.plies, cube.error, cube.answer_error) == ("XG Roller++", None, 0.125, 0.0)
    assert cube.chances is not None
    assert (cube.chances.win, cube.chances.win_gammon, cube.chances.lose_gammon) == (0.625, 0.25, 0.125)
    (later,) = found.matches[0].analyses[5]
    assert isinstance(later, CheckerAnalysis)
    assert (later.candidates[0].level, later.candidates[0].plies) == ("3-ply", 2)


def test_a_cube_that_is_not_turned_is_told_at_the_roll() -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.apply(ev.Rolled(Player.BLACK, Roll(6, 1)))
    match.play([(13, 7), (8, 7)])
    records = match_records(match)
    weigh_cube(records[4])
    assert list(read_xg(xg_bytes(records)).matches[0].analyses) == [2]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (b"{\\rtf1 a{\\b b}\\line c\\~d\\tab e}", "ab\nc\u00a0d\te"),
        (b"{\\rtf1\\uc0 \\u-10179\\u-8704 !}", "\U0001f600!"),
        (b"{\\rtf1\\uc2 \\u233 xy.}", "é."),
        (b"{\\rtf1{\\*\\secret{x}y}z", "z"),
        (b"{\\rtf1\\ansicpg1250 \\'f5}", "ő"),
        (b"{\\rtf1\\ansicpg99999 }}}}\\", ""),
        ("ű".encode(), "ű"),
    ],
)
def test_words_of_rtf(written: bytes, words: str) -> None:
    assert words_of(written) == words


# Positions


def test_a_position_before_a_double() -> None:
    match = Match(MONEY)
    match.set_up(Position.of({6: 5, 8: 3, 1: 1}, {6: 4, 7: 2, 25: 1}), Player.BLACK, cube=Cube(2, Player.BLACK))
    match.double()
    records = [match_record(match), game_record(match, 0, 1), cube_record(match, 1)]
    weigh_cube(records[2])
    put(records[2], 16, "2i", 1, 1)
    found = read_xg(xg_bytes(records))
    assert found.match.events == match.events[:1]
    assert found.match.rules.jacoby
    assert list(found.matches[0].analyses) == [0]


def test_a_position_with_dice() -> None:
    match = Match(STANDARD, length=7, names={Player.WHITE: "x", Player.BLACK: "y"})
    match.set_up(Position.of({6: 5, 8: 3, 1: 1}, {6: 4, 7: 2}), Player.BLACK, cube=Cube(2, Player.WHITE), score=(2, 5))
    match.apply(ev.Rolled(Player.BLACK, Roll(5, 2)))
    records = [match_record(match), game_record(match, 0, 1), cube_record(match, 1), move_record(match, 2)]
    put(records[3], 108, "i", 1)
    weigh_play(records[3], match, 2)
    found = read_xg(xg_bytes(records))
    assert found.match.events == match.events
    assert found.match.phase is Phase.TO_PLAY
    assert found.match.names == match.names
    assert list(found.matches[0].analyses) == [1]


def test_a_position_that_cannot_be() -> None:
    match = Match(STANDARD, length=7)
    match.set_up(Position.of({6: 5}, {6: 4}), Player.BLACK)
    records = [match_record(match), game_record(match, 0, 1), cube_record(match, 1)]
    put(records[1], 12, "2i", 99, -3)
    with pytest.raises(UnreadableFile, match="99"):
        read_xg(xg_bytes(records))


# Broken files


def test_a_wrong_checksum_is_told() -> None:
    match = played_match(1)
    found = read_xg(Archive(files(match), checksum_change=1).written())
    assert found.match.events == match.events
    assert problems(found) == ["the checksum of the file is wrong: it has been changed or damaged"]


def test_files_that_are_not_compressed() -> None:
    match = played_match(1)
    found = read_xg(Archive(files(match), compressed=False).written())
    assert problems(found) == []
    assert found.match.events == match.events


def test_a_file_is_read_as_far_as_it_goes() -> None:
    match = played_match(2, 5)
    data = xg_bytes(match_records(match))
    for cut in range(9000, len(data), 700):
        found = read_xg(data[:cut])
        events = found.match.events
        assert match.events[: len(events)] == events
        assert problems(found)


@pytest.mark.parametrize(
    "trailer",
    [
        {"count": 2**31 - 1},
        {"count": -1},
        {"registry": 2**31 - 1},
        {"registry": -5},
        {"archive": 2**31 - 1},
    ],
)
def test_an_absurd_registry_is_done_without(trailer: dict[str, int]) -> None:
    match = played_match(1)
    found = read_xg(Archive(files(match), trailer=trailer).written())
    assert found.match.events == match.events
    assert "missing" in problems(found)[0]


@pytest.mark.parametrize(("place", "value"), [(516, 2**31 - 1), (520, -1), (520, 2**31 - 1), (516, -1)])
def test_impossible_places(place: int, value: int) -> None:
    match = played_match(1)
    archive = Archive(files(match), spoil_entry=lambda entry: struct.pack_into("<i", entry, place, value))
    found = read_xg(archive.written())
    assert found.match.events == match.events
    assert "impossible" in problems(found)[0]


def test_what_unpacks_without_end_is_cut() -> None:
    begin = time.process_time()
    match = played_match(1)
    data = Archive({"temp.xg": files(match)["temp.xg"] + bytes(60_000_000)}).written()
    assert len(data) < 200_000
    assert read_xg(data).match.events == match.events
    archive = XgArchive(data)
    assert sum(map(len, archive.unpacked("temp.xg", 1_000_000))) == 1_000_000
    assert "too large" in str(archive.problems[0])
    assert time.process_time() - begin < 20


@pytest.mark.parametrize("data", [b"RGMH", b"RGMH" + bytes(9000), b"1 point match", b"RGMH" + b"\xff" * 9000])
def test_nothing_in_it(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_xg(data)


def test_records_of_unknown_kinds() -> None:
    match = played_match(1)
    records = match_records(match)
    strange = [empty_record(kind) for kind in (6, 7, 200)]
    found = read_xg(xg_bytes([*records[:3], *strange, *records[3:]]))
    assert found.match.events == match.events
    assert len(found.problems) == 2
    headless = read_xg(xg_bytes([*records[1:], empty_record(6)]))
    assert headless.match.is_money


RECORDS = [b"".join(match_records(match)) for match in (played_match(1, 1), played_match(2, None, MONEY, games=1))]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_records_give_no_other_errors(data: st.DataObject) -> None:
    contents = bytearray(data.draw(st.sampled_from(RECORDS)))
    for _ in range(data.draw(st.integers(1, 12))):
        record = data.draw(st.integers(0, len(contents) // 2560 - 1)) * 2560
        place = record + data.draw(st.one_of(st.integers(8, 130), st.integers(0, 2559)))
        size = data.draw(st.sampled_from([1, 4]))
        contents[place : place + size] = data.draw(st.sampled_from([b"\xff", b"\0", b"\1", b"\x7f"])) * size
    with contextlib.suppress(SixprimeError):
        check(read_xg(xg_bytes([bytes(contents)])))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_archives_give_no_other_errors(data: st.DataObject) -> None:
    whole = bytearray(Archive({"temp.xg": RECORDS[0], "temp.xgc": b"a\r\nb"}).written())
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.one_of(st.integers(8200, len(whole) - 1), st.integers(len(whole) - 40, len(whole) - 1)))
        whole[place] = data.draw(st.integers(0, 255))
    with contextlib.suppress(SixprimeError):
        check(read_xg(bytes(whole[: data.draw(st.sampled_from([len(whole), len(whole) // 2, 9000]))])))


def check(found: MatchFile) -> None:
    """Every match obeys the rules from its first event to its last."""
    for read in found.matches:
        match = read.match
        assert Match.from_events(match.events, match.rules, length=match.length).events == match.events


# Samples


@pytest.mark.parametrize(
    ("xg", "mat"),
    [
        ("xg/blunderdb__test.xg", "mat/blunderdb__test.mat"),
        ("xg/blunderdb__charlot1-charlot2_7p_2025-11-08-2305.xg", "mat/blunderdb__charlot.mat"),
    ],
)
def test_the_match_is_that_of_the_text(xg: str, mat: str) -> None:
    found = read_xg(sample(xg).read_bytes())
    other = read_mat(sample(mat).read_bytes()).match
    assert problems(found) == []
    assert (found.match.events, found.match.rules, found.match.names) == (other.events, other.rules, other.names)
    assert found.match.length == other.length
    assert len(found.matches[0].analyses) > 250


def test_a_sample_with_comments() -> None:
    found = read_xg(sample("xg/blunderdb__match_with_comment.xg").read_bytes())
    assert problems(found) == []
    assert [(game.winner, game.points) for game in found.match.results][-1] == (Player.BLACK, 4)
    assert found.matches[0].comments[5] == "coup assez difficile"
    assert "à trouver" in found.matches[0].comments[9]
