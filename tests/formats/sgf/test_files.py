"""SGF files: what GNU Backgammon and others write is read, and what we write is read by us and by GNU Backgammon."""

import contextlib
import os
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import not_here
from formats.places import FIXTURES, sample
from formats.random_matches import random_match, with_illegal_play
from sixprime import STANDARD, Cube, Match, Phase, Player, Position, Roll, RuleSet, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.engine.match_equity.equities import winning_chance
from sixprime.formats.mat import read_mat
from sixprime.formats.reading import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedPlay,
    MatchFile,
    ReadMatch,
    UnreadableFile,
)
from sixprime.formats.sgf import looks_like_sgf, read_sgf, write_sgf
from sixprime.formats.sgf.points import point_of, read_hops, write_hops

FIXTURE = FIXTURES / "sgf" / "club_evening.sgf"
DEBIAN_PLACE = Path("/usr/games/gnubg")
MONEY = STANDARD.replace(jacoby=True, beavers=True, raccoons=True)
ROOT = "(;FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:{length}][game:0][ws:0][bs:0]PW[A]PB[B]"


def played_match(seed: int, length: int | None = 7, rules: RuleSet = STANDARD, games: int = 4) -> Match:
    match = random_match(Random(seed), length, rules, games=games)
    match.details.update({"event": "Club evening: final", "date": "2026-03-01", "place": "Győr"})
    return match


def read(text: str) -> MatchFile:
    return read_sgf(text.encode())


def problems(found: MatchFile) -> list[str]:
    return [str(problem) for problem in found.problems]


# Words of the format


@pytest.mark.parametrize(
    ("player", "letters", "hops"),
    [
        (Player.WHITE, "hefe", [(8, 5), (6, 5)]),
        (Player.BLACK, "yg", [(25, 18)]),
        (Player.WHITE, "fzezdzcz", [(6, 0), (5, 0), (4, 0), (3, 0)]),
        (Player.BLACK, "aelq", [(24, 20), (13, 8)]),
        (Player.WHITE, "xrrm", [(24, 18), (18, 13)]),
        (Player.BLACK, "qvsv", [(8, 3), (6, 3)]),
    ],
)
def test_plays_are_pairs_of_letters(player: Player, letters: str, hops: list[tuple[int, int]]) -> None:
    assert read_hops(letters, player) == hops
    assert write_hops(hops, player) == letters


def test_what_is_no_point() -> None:
    assert read_hops("he1e", Player.WHITE) is None
    assert read_hops("hef", Player.WHITE) is None
    assert point_of("", Player.WHITE) is None


def test_a_file_is_known_by_its_root() -> None:
    assert looks_like_sgf(b"\xef\xbb\xbf \n(;FF[4]GM[6]")
    assert looks_like_sgf("(;GM[6]FF[4]".encode("utf-16"))
    assert not looks_like_sgf(b"(;FF[4]GM[1]")
    assert not looks_like_sgf(b" 7 point match")


# A file with the oddities of its author


def test_a_file_by_hand() -> None:
    found = read_sgf(FIXTURE.read_bytes())
    assert found.writer == "Kitchen Table 0.3"
    (only,) = found.matches
    match = only.match
    assert match.names == {Player.WHITE: "Zoë ] Q\\R", Player.BLACK: "OldTom"}
    assert match.details == {"event": "A : B", "date": "2025-03-09", "place": "The Anchor"}
    assert [str(event.describe()) for event in match.events] == [
        "opening roll: White 1, Black 3",
        "Black plays 8/5 6/5",
        "White rolls 6-4",
        "White plays 8/2 6/2",
        "Black doubles",
        "White takes",
        "Black rolls 6-6",
        "Black plays 24/18 24/18 13/7 13/7",
        "White rolls 5-2",
        "White offers to resign: single game",
        "Black accepts the resignation",
        "a position is set up, Black to roll",
        "Black rolls 2-1",
        "Black plays 2/off 1/off",
    ]
    assert match.state.is_crawford
    assert only.comments == {0: "They agreed on tea.", 3: "bold", 4: "early; very early", 8: "and Zoë gave up"}
    assert problems(found) == ["line 13: a game that is not backgammon is left out"]


def test_a_file_in_an_old_encoding() -> None:
    written = ROOT.format(length=1).replace("PW[A]", "CA[ISO-8859-1]PW[Jörg]") + ";W[31hefe])"
    assert read_sgf(written.encode("latin-1")).match.names[Player.WHITE] == "Jörg"
    assert read_sgf(written.replace("CA[ISO-8859-1]", "").encode("cp1252")).match.names[Player.WHITE] == "Jörg"
    japanese = written.replace("ISO-8859-1", "Shift_JIS").replace("Jörg", "表示")  # the second byte is a backslash
    assert read_sgf(japanese.encode("shift_jis")).match.names[Player.WHITE] == "表示"
    assert read_sgf(written.encode("utf-16")).match.names[Player.WHITE] == "Jörg"


def test_encodings_that_are_none() -> None:
    for charset in ("punycode", "zip", "unicode_escape", "undefined", "nonsense"):
        written = ROOT.format(length=1).replace("PW[A]", f"CA[{charset}]PW[Jörg]") + ";W[31hefe])"
        assert read(written).match.names[Player.WHITE] == "Jörg"


# What a game can hold


def test_rules_of_a_match() -> None:
    rules = read(ROOT.format(length=0) + "RU[Jacoby:Nackgammon];W[31hefe])").match.rules
    assert rules.jacoby
    assert rules.start == Position.nackgammon()
    rules = read(ROOT.format(length=5) + "RU[NoCube];W[31hefe])").match.rules
    assert not rules.cube
    assert not rules.crawford
    assert read(ROOT.format(length=5) + "RU[Crawford:Hypergammon2];W[31xuwv])").match.rules.start.checkers == 2
    unsaid = "(;GM[6]MI[length:5];W[31hefe])"
    assert read(unsaid).match.rules.crawford


def test_a_beaver_is_a_second_double() -> None:
    match = read(ROOT.format(length=0) + ";W[31hefe];B[double];W[double];B[take];B[61agqr])").match
    assert [type(event) for event in match.events[2:5]] == [ev.Doubled, ev.Beavered, ev.Taken]
    assert match.state.cube == Cube(4, Player.WHITE)


def test_resigning_stands_only_in_the_result() -> None:
    match = read(ROOT.format(length=3) + "RE[W+2R];W[31hefe];PL[B]DI[66]LU[0.5])").match
    assert match.events[-3:] == (
        ev.Rolled(Player.BLACK, Roll(6, 6)),
        ev.Resigned(Player.BLACK, Win.GAMMON),
        ev.ResignationAccepted(Player.WHITE),
    )


def test_automatic_doubles_stand_in_the_root() -> None:
    match = read(ROOT.format(length=0) + "CV[4]RE[W+4];W[31hefe];B[double];W[drop])").match
    assert match.state_at(1).cube == Cube(4)


def test_a_position_that_was_saved() -> None:
    board = ";PL[B]AE[a:y]AW[a][a][y]AB[x][s][s];CV[2];CP[w]"
    found = read(ROOT.format(length=0) + board + ")")
    state = found.match.state
    assert (state.phase, state.on_roll, state.cube) == (Phase.TO_ROLL, Player.BLACK, Cube(2, Player.WHITE))
    assert state.position == Position.of({1: 1, 6: 2}, {1: 2, 25: 1})
    rolled = read(ROOT.format(length=0) + board + ";PL[B]DI[52])").match.state
    assert (rolled.phase, rolled.roll) == (Phase.TO_PLAY, Roll(5, 2))


def test_dice_that_were_set_before_the_board() -> None:
    board = ";PL[B]DI[31];PL[B]AE[a:y]AW[f][f]AB[s][s][q];CV[1];CP[c]"
    for rest in (";B[31qtst])", ";PL[B]C[think])"):
        found = read(ROOT.format(length=5) + board + rest)
        assert problems(found) == []
        assert [type(event) for event in found.match.events[:2]] == [ev.PositionSet, ev.Rolled]
        assert found.match.state_at(2).position == Position.of({6: 2, 8: 1}, {6: 2})


def test_an_unanswered_double_after_a_set_up_only_carries_the_analysis() -> None:
    numbers = "0.5 0 0 0 0 0.1 0.2 0.5 0 0 0 0 0.1 -0.3"
    board = f";PL[B]AE[a:y]AW[a]AB[x];CV[1];CP[c];B[double]DA[E ver 3 2C 1 0.0 1 {numbers}]"
    found = read(ROOT.format(length=0) + board + ")")
    assert found.match.phase is Phase.TO_ROLL
    (analysis,) = found.matches[0].analyses[0]
    assert isinstance(analysis, CubeAnalysis)
    assert (analysis.no_double, analysis.double_take, analysis.plies) == (0.2, -0.3, 2)
    doubled = read(ROOT.format(length=0) + board + ";W[drop])").match
    assert isinstance(doubled.events[1], ev.Doubled)


def test_a_board_set_up_in_the_middle() -> None:
    found = read(ROOT.format(length=3) + ";W[31hefe];PL[B]AE[a:y]AW[a]AB[x];B[21xz])")
    assert problems(found) == []
    assert len(found.matches) == 1
    assert found.match.results[-1].winner is Player.BLACK


def test_an_illegal_play_as_gnubg_writes_it() -> None:
    board = "AW[e][e][f][f][f][f][h][h][m][m][m][m][p][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
    found = read(ROOT.format(length=3) + f";W[31hefe];B[65aggl];PL[W]DI[62];PL[W]AE[a:y]{board};B[64aglp])")
    assert problems(found) == []
    assert [event.action.value for event in found.match.events[4:]] == ["roll", "set-up", "roll", "play"]
    assert found.match.state_at(6).on_roll is Player.BLACK
    assert read(write_sgf(found.matches[0])).match == found.match


def test_several_matches_in_a_file() -> None:
    game = ROOT.format(length=1) + "RE[W+1R];W[31hefe])"
    assert len(read(game * 3).matches) == 3


def test_comments_stand_at_their_events() -> None:
    found = read(ROOT.format(length=1) + "C[start];W[31hefe]C[one\\]\ntwo];B[61agqr]C[three])")
    assert found.matches[0].comments == {0: "start", 1: "one]\ntwo", 3: "three"}


def test_analyses_of_every_kind() -> None:
    plays = (
        "A[1][hefe E ver 3 0.55 0.17 0.01 0.12 0.01 0.16 2C 0 1 0.000000 1]"
        "[mjhg X ver 3 Score 0.1 0.2 Trials 1296 Output 0.5 0.1 0 0.1 0 0.05 0.1 StdDev 0 0 0 0 0 0 0 SK 0 RC 1]"
        "[xz nonsense]MR[]LU[0.125]"
    )
    cube = (
        "DA[X ver 3 Eq Trials 720 NoDouble Output 1 0 0 0 0 1 0.7 StdDev 0 DoubleTake Output 1 0 0 0 0 1 0.8 StdDev 0]"
    )
    old = "DA[E 0 0 0 0 1C 0 0 0.0 0.5 0 0 0 0 0.1 0.2 0.5 0 0 0 0 0.1 -0.3]"
    found = read(ROOT.format(length=5) + f";W[31mjhg]{plays};B[61agqr]{cube};W[double]{old})")
    analyses = found.matches[0].analyses
    (checker,) = analyses[1]
    assert isinstance(checker, CheckerAnalysis)
    assert [(play.play, play.level, play.plies, play.is_rollout) for play in checker.candidates] == [
        ("8/5 6/5", "2-ply", 2, False),
        ("13/10 8/7", "Rollout 1296", None, True),
    ]
    assert (checker.played, checker.luck) == (1, 0.125)
    (rollout,) = analyses[2]
    assert isinstance(rollout, CubeAnalysis)
    assert (rollout.no_double, rollout.double_take, rollout.is_rollout) == (0.7, 0.8, True)
    assert rollout.is_match_winning_chance
    (early,) = analyses[4]
    assert isinstance(early, CubeAnalysis)
    assert (early.plies, early.no_double, early.double_take) == (1, 0.2, -0.3)


# Broken files


def test_a_file_is_read_as_far_as_it_goes() -> None:
    whole = write_sgf(played_match(5))
    wanted = read(whole).match.events
    for cut in range(300, len(whole), 997):
        found = read(whole[:cut])
        assert "ends in the middle" in problems(found)[-1]
        events = found.match.events
        assert wanted[: len(events)] == events


def test_problems_have_lines() -> None:
    found = read(ROOT.format(length=1) + "\n;W[31hefe]\n;B[61xa]\n;W[31hefe])")
    assert problems(found)[0].startswith("line 3: Black 6-1: ")
    assert len(found.match.events) == 3


@pytest.mark.parametrize("text", ["(;GM[6])", "(;GM[6]", "(;GM[1];B[aa])", ")))", "(;GM[6]MI[length:7];C[x])"])
def test_nothing_in_it(text: str) -> None:
    with pytest.raises(UnreadableFile):
        read(text)


@pytest.mark.parametrize(
    "hostile",
    [
        b"(" * 200_000,
        b"(;" * 30_000,
        b"(;GM[6]" + b"(;W[31hefe]" * 20_000,
        b"(;GM[6];W[" + b"\\" * 500_000,
        b"(;GM[6];W[" + b"]" * 500_000,
        b"(;GM[6]" + b";AE[a:y]" * 30_000,
        b"(;GM[6];A" + b"[]" * 200_000,
        b"(;GM[6]MI[length:999999999][game:-5];W[66];W[66])",
        b"(;GM[6]MI[ws:999999999]CV[1048576];CV[0];CP[x];PL[]AW[?]AB[a:];DI[99];DI[6];W[]B[];B[77yyyy])",
    ],
)
def test_hostile_files_take_little_time(hostile: bytes) -> None:
    begin = time.process_time()
    with contextlib.suppress(UnreadableFile):
        read_sgf(hostile)
    assert time.process_time() - begin < 10


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_files_give_no_other_errors(data: st.DataObject) -> None:
    bytes_ = bytearray(data.draw(st.sampled_from(DAMAGED)))
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(0, len(bytes_) - 1))
        piece = data.draw(
            st.sampled_from([b"", b"]", b"[", b"\\", b"(", b")", b";", b"z", b"W[66]", b"\xff", b"AE[a:y]"])
        )
        bytes_[place : place + data.draw(st.integers(0, 3))] = piece
    with contextlib.suppress(SixprimeError):
        check(read_sgf(bytes(bytes_)))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="();[]WBAEDMICVPLR[]+:3162acehxyz \\\n", max_size=200))
def test_any_text_is_no_crash(text: str) -> None:
    with contextlib.suppress(SixprimeError):
        check(read("(;GM[6]" + text))


def check(found: MatchFile) -> None:
    """Every match obeys the rules from its first event to its last."""
    for read in found.matches:
        match = read.match
        assert Match.from_events(match.events, match.rules, length=match.length).events == match.events


PIECES = [b"", b"]", b"[", b"\\", b"(", b")", b";", b"z", b"W[66]", b"\xff", b"AE[a:y]", b"CP[w]", b"DI[11]"]
DAMAGED = [
    write_sgf(played_match(1, length=1)).encode(),
    write_sgf(played_match(2, None, MONEY, games=2)).encode(),
    FIXTURE.read_bytes(),
]


# What we write


def bare(match: Match) -> Match:
    """A match without what SGF has no words for."""
    rules = match.rules.replace(raccoons=False) if match.rules.raccoons and not any_raccoon(match) else match.rules
    return Match.from_events(match.events, rules, length=match.length, names=match.names, details=match.details)


def any_raccoon(match: Match) -> bool:
    return any(isinstance(event, ev.Raccooned) for event in match.events)


@pytest.mark.parametrize("seed", range(6))
def test_what_we_write_we_read(seed: int) -> None:
    for match in (played_match(seed, length=5), bare(played_match(seed, None, MONEY))):
        found = read(write_sgf(match))
        assert problems(found) == []
        assert found.match == match


def test_starts_that_have_no_name() -> None:
    rules = STANDARD.replace(start=Position.longgammon())
    match = played_match(3, length=1, rules=rules)
    found = read(write_sgf(match)).match
    assert found.results[-1].points == match.results[-1].points
    assert [event for event in found.events if isinstance(event, ev.Played)] == [
        event for event in match.events if isinstance(event, ev.Played)
    ]


def test_games_that_begin_in_the_middle() -> None:
    match = Match(STANDARD, length=7)
    match.set_up(Position.standard().flipped(), Player.BLACK, score=(6, 3), crawford=True)
    match.apply(ev.Rolled(Player.BLACK, Roll(3, 3)))
    assert read(write_sgf(match)).match.events == match.events
    match = Match(MONEY)
    match.set_up(Position.of({1: 2, 6: 1}, {3: 2, 25: 1}), Player.WHITE, cube=Cube(4, Player.WHITE))
    match.double()
    match.drop()
    assert read(write_sgf(match)).match.events == match.events


def test_notes_come_back() -> None:
    match = played_match(8, length=1)
    chances = FileChances(0.5, 0.125, 0.0, 0.25, 0.0)
    first = match.events[1]
    assert isinstance(first, ev.Played)
    steps = first.steps
    position = match.state_at(1).position
    name = position.legal_plays(match.state_at(1).roll or (1, 1)).reaching(match.state_at(2).position.flipped())
    plays = (
        ImportedPlay(str(name), steps, 0.5, chances, "2-ply", 2),
        ImportedPlay(str(name), steps, 0.25, chances, "Rollout 144", None, is_rollout=True),
    )
    cube = CubeAnalysis(
        0.5, 0.25, None, chances, chances, 0.0, "3-ply", 3, is_rollout=False, is_match_winning_chance=True
    )
    read_match = ReadMatch(
        match,
        {1: "a ] and a \\\nin two lines", 2: "before", 3: "after"},
        {1: (CheckerAnalysis(plays, 0, -0.125),), 2: (cube,)},
    )
    again = read(write_sgf(read_match)).matches[0]
    assert again.comments == {1: "a ] and a \\\nin two lines", 3: "before\nafter"}
    assert again.analyses == read_match.analyses


def test_analyses_of_other_programs_come_back(tmp_path: Path) -> None:
    match = Match(STANDARD, length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.double()
    match.take()
    match.apply(ev.Rolled(Player.BLACK, Roll(6, 1)))
    match.play([(13, 7), (8, 7)])
    chances = FileChances(0.5, 0.125, 0.0, 0.25, 0.0)
    play = ImportedPlay("13/7 8/7", ((13, 7), (8, 7)), 0.5, chances, "XG Roller+", win_chance=0.25)
    cube = CubeAnalysis(0.25, 0.125, 1.0, chances, chances, -0.125, "XG Roller++", error=0.125, answer_error=0.0)
    quick = replace(cube, level="4-ply", plies=3)
    read_match = ReadMatch(match, {}, {2: (cube,), 4: (quick,), 5: (CheckerAnalysis((play,), 0, 0.125, 0.0),)})
    written = write_sgf(read_match)
    assert read(written).matches[0].analyses == read_match.analyses
    # GNU Backgammon gets what it has a place for: in a match, chances to win it.
    (tmp_path / "ours.sgf").write_text(written, encoding="utf-8")
    said = ask_gnubg(tmp_path, [f'load match "{tmp_path}/ours.sgf"', f'save match "{tmp_path}/its.sgf"'])
    for complaint in ("llegal", "nvalid", "rror", "arning"):
        assert complaint not in said, said
    saved = read_sgf((tmp_path / "its.sgf").read_bytes()).matches[0]
    for event, analysis in ((2, cube), (4, quick)):
        (kept,) = saved.analyses[event]
        assert isinstance(kept, CubeAnalysis)
        assert kept.is_match_winning_chance
        assert kept.chances == chances
        state = match.state_at(event)
        expected = [winning_chance(state, Player.BLACK, equity) for equity in (0.25, 0.125)]
        assert [kept.no_double, kept.double_take] == pytest.approx(expected, abs=1e-5)
        assert kept.plies == analysis.plies


# GNU Backgammon


def ask_gnubg(home: Path, commands: list[str]) -> str:
    gnubg = shutil.which("gnubg") or (str(DEBIAN_PLACE) if DEBIAN_PLACE.exists() else None)
    if gnubg is None:
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")
    script = home / "commands"
    script.write_text("\n".join(["set confirm new off", "set confirm save off", *commands]) + "\n")
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONPATH")}
    run = subprocess.run(
        [gnubg, "--tty", "--quiet", "--no-rc", "--commands", str(script)],
        env={**environment, "HOME": str(home), "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=300,
    )
    return run.stdout + run.stderr


def test_gnubg_loads_what_we_write(tmp_path: Path) -> None:
    matches = [played_match(seed, length=length) for seed, length in ((11, 1), (12, 5), (13, 9))]
    matches += [bare(played_match(seed, None, MONEY)) for seed in (14, 15, 16)]
    matches += [with_illegal_play(seed) for seed in (3, 4)]
    commands = []
    for number, match in enumerate(matches):
        (tmp_path / f"ours{number}.sgf").write_text(write_sgf(match))
        commands += [
            f'load match "{tmp_path}/ours{number}.sgf"',
            f'save match "{tmp_path}/its{number}.sgf"',
            f'export match {"mat" if number < 6 else "snowietxt"} "{tmp_path}/its{number}.mat"',
        ]
    said = ask_gnubg(tmp_path, commands)
    for complaint in ("llegal", "nvalid", "rror", "arning"):
        assert complaint not in said, said
    for number, match in enumerate(matches):
        saved = read_sgf((tmp_path / f"its{number}.sgf").read_bytes())
        assert problems(saved) == []
        assert saved.match.events == match.events
        assert saved.match.names == match.names
        assert saved.match.details == match.details
        assert saved.match.rules == (match.rules.replace(beavers=saved.match.rules.beavers))
        exported = read_mat((tmp_path / f"its{number}.mat").read_bytes()).match
        assert played(exported) == played(match)
        assert [(game.winner, game.points) for game in exported.results] == [
            (game.winner, game.points) for game in match.results
        ]


def played(match: Match) -> list[ev.Event]:
    return [event for event in match.events if isinstance(event, ev.Played | ev.Doubled | ev.Taken | ev.Dropped)]


# Samples


@pytest.mark.parametrize(
    ("sgf", "mat"),
    [
        ("sgf/blunderdb__test.sgf", "mat/blunderdb__test.mat"),
        ("sgf/blunderdb__charlot1-charlot2_7p_2025-11-08-2305.sgf", "mat/blunderdb__charlot.mat"),
    ],
)
def test_samples(sgf: str, mat: str) -> None:
    found = read_sgf(sample(sgf).read_bytes())
    other = read_mat(sample(mat).read_bytes()).match
    assert problems(found) == []
    assert (found.match.events, found.match.rules, found.match.names) == (other.events, other.rules, other.names)
    assert len(found.matches[0].analyses) > 250
    assert read(write_sgf(found.matches[0])).matches == found.matches
