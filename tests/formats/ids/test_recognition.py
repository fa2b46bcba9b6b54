"""Ids wherever they have been pasted from, and what each kind can hold."""

import time
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import BLACK, WHITE, examples, kept, random_situation, read_or_refused, situations
from sixprime import Position, Roll
from sixprime.core.situations import Situation
from sixprime.formats.ids import MAX_CHARACTERS, FoundId, IdKind, InvalidId, find_id, recognise

START = Position.standard()
XGID = "-b----E-C---eE---c-e----B-:0:0:1:52:2:6:1:7:10"
GNUBG_ID = "mOfgADSw5+BBIA:QYlqAaAAAAAE"
OGID = "99cchhiijjjkkmm:223334455666ddo:N0N:16:B:R:2:1:3C:13"
FIBS = (
    "board:You:somebody:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
    ":1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)
WRITTEN = {
    IdKind.POSITION_ID: "4HPwATDgc/ABMA",
    IdKind.GNUBG_ID: GNUBG_ID,
    IdKind.XGID: XGID,
    IdKind.OGID: OGID,
    IdKind.FIBS_BOARD: FIBS,
}
NAMES = {
    IdKind.POSITION_ID: "Position ID: ",
    IdKind.GNUBG_ID: "GNUBGID=",
    IdKind.XGID: "XGID=",
    IdKind.OGID: "OGID=",
    IdKind.FIBS_BOARD: "",
}
AROUND = [
    "{}",
    " {}\r\n",
    '"{}"',
    "'{}'",
    "`{}`",
    "({})",
    "[{}]",
    "<{}>",
    "“{}”",
    "«{}»",
    "**{}**",
    "What is your play here, {}?",
    "I had {}, and rolled badly.",
    "My position: {}.",
    "First line\n\n{}\n\nlast line",
    "<td>{}</td>",
    "| {} |",
    '{{"id": "{}"}}',
    "Congratulations! An uncharacteristic, counterproductive question: {}!",
    "20:15:30 {}",
]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", IdKind)
def test_an_id_is_found_whatever_stands_around_it(kind: IdKind, around: str) -> None:
    written = WRITTEN[kind]
    for name in {"", NAMES[kind], NAMES[kind].lower()}:
        assert find_id(around.format(name + written)) == FoundId(kind, written, kind.read(written))


@pytest.mark.parametrize("kind", IdKind)
@pytest.mark.parametrize(
    "link", ["https://a.org/board?id={}", "https://a.org/board?x=1&pos={}&y=2#top", "see a.org/{} now"]
)
def test_an_id_is_found_in_a_link(kind: IdKind, link: str) -> None:
    written = WRITTEN[kind]
    if not (kind is IdKind.FIBS_BOARD and "/{}" in link):
        assert recognise(link.format(written)) == kind.read(written)
    assert recognise(link.format(quote(written, safe=""))) == kind.read(written)
    assert recognise(link.format(quote(written, safe=":"))) == kind.read(written)


def test_links_with_a_name() -> None:
    assert recognise(f"https://a.org/?xgid={quote(XGID, safe='')}&lang=en").roll == Roll(5, 2)
    assert recognise(f"https://a.org/analysis/XGID={XGID}/edit").length == 7
    assert recognise(f"https://a.org/{GNUBG_ID}/edit") == IdKind.GNUBG_ID.read(GNUBG_ID)


def test_ids_of_gnubg_on_two_lines() -> None:
    shown = """\
 GNU Backgammon  Position ID: mOfgADSw5+BBIA
                 Match ID   : QYlqAaAAAAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg
 | X           O    |   | O              X |     0 points
"""
    for pasted in (
        shown,
        "Position-ID: mOfgADSw5+BBIA Match-ID: QYlqAaAAAAAE",
        "Positions-ID: mOfgADSw5+BBIA, Match-ID: QYlqAaAAAAAE.",
        "mOfgADSw5+BBIA QYlqAaAAAAAE",
        "mOfgADSw5+BBIA\nQYlqAaAAAAAE\n",
        "https://a.org/?posid=mOfgADSw5+BBIA&matchid=QYlqAaAAAAAE",
        "(position_id = mOfgADSw5+BBIA, match_id = QYlqAaAAAAAE)",
    ):
        found = find_id(pasted)
        assert (found.kind, found.written) == (IdKind.GNUBG_ID, GNUBG_ID)


def test_the_first_id_counts() -> None:
    other = XGID.replace(":52:", ":61:")
    assert recognise(f"{XGID} or {other}?").roll == Roll(5, 2)
    assert recognise(f"{other} or {XGID}?").roll == Roll(6, 1)
    assert find_id(f"{OGID} {XGID}").kind is IdKind.OGID
    assert find_id(f"{GNUBG_ID} {XGID}").kind is IdKind.GNUBG_ID


def test_a_position_id_counts_only_alone() -> None:
    found = find_id(f"Position ID: 4HPwATDgc/ABMA, XGID={XGID}")
    assert found.kind is IdKind.XGID
    assert find_id("4HPwATDgc/ABMA or mOfgADSw5+BBIA").situation == Situation(START)
    assert find_id("4HPwATDgc/ABMA Reykjavik2+2 is no Match ID").situation == Situation(START)


def test_a_faulty_id_does_not_hide_a_good_one() -> None:
    assert recognise(f"not XGID={XGID.replace(':52:', ':72:')} but {XGID}").roll == Roll(5, 2)
    assert recognise("what a misrepresenting text, 4HPwATDgc/ABMA").position == START


@pytest.mark.parametrize(
    ("pasted", "why"),
    [
        (XGID.replace("52", "72"), "XGID cannot be read: field 5 (the dice) is '72'; allowed: 00, 11..66, D, B, R"),
        (f"Look: XGID={XGID[1:]}!", "XGID cannot be read: its board has 25 characters instead of 26"),
        (XGID[1:], "XGID cannot be read: its board has 25 characters instead of 26"),
        ("xgid=abc", "XGID cannot be read: the number of fields is 1 instead of 9-10"),
        (OGID.replace("16", "7"), "OGID cannot be read: field 4 (the dice) is '7'; allowed: 11..66"),
        (OGID.replace("N0N", "N0X"), "OGID cannot be read: field 3 (the cube) is 'N0X'; allowed: [WBND?][0..24][NOTP]"),
        (FIBS[:-2], "FIBS board cannot be read: the number of fields is 52 instead of 53"),
        (FIBS[6:-2], "FIBS board cannot be read: the number of fields is 52 instead of 53"),
        ("4HPwATDgc/ABM", "Position ID cannot be read: it has 13 characters instead of 14"),
        ("Position ID: 4HPwATDgc/ABM.", "Position ID cannot be read: it has 13 characters instead of 14"),
        ("4HPwATDgc/ABMA:QYlqAaAAAAA", "Match ID cannot be read: it has 11 characters instead of 12"),
        ("is 4HPwATDgc/ABMA:QYlqAaAAAAA good?", "Match ID cannot be read: it has 11 characters instead of 12"),
        (
            "Position ID: 4HPwATDgc/ABMA Match ID: QYlqAaAAAAAEA",
            "Match ID cannot be read: it has 13 characters instead of 12",
        ),
    ],
)
def test_what_is_wrong_with_an_id_is_said(pasted: str, why: str) -> None:
    with pytest.raises(InvalidId) as error:
        recognise(pasted)
    assert str(error.value) == why


@pytest.mark.parametrize(
    "pasted",
    [
        "",
        "   \n",
        "no id here",
        "Congratulations, an uncharacteristic misunderstanding of responsibilities",
        "UNCHARACTERISTIC",
        "https://www.example.org/a/path/with/words?and=values&more=1",
        "12:30:45",
        "1:2:3:4:5:6:7:8:9:10",
        "XGID",
        "the board: it is full",
        "deadbeefdeadbeefdeadbeef",
        "%",
        "%zz%",
    ],
)
def test_a_text_without_an_id(pasted: str) -> None:
    with pytest.raises(InvalidId) as error:
        recognise(pasted)
    assert str(error.value) == "there is no id here: Position ID, XGID, OGID and the board line of FIBS are known"


# Any text, in good time

pieces = st.sampled_from(
    [
        "XGID=",
        "OGID=",
        "board:",
        "Position ID: ",
        "Match ID: ",
        ":",
        " ",
        "%3A",
        "/",
        *WRITTEN.values(),
        XGID[:30],
        OGID[:40],
    ]
)


@examples(600)
@given(st.lists(pieces | st.text(max_size=5), max_size=8).map("".join) | st.text(max_size=200))
def test_any_text_is_read_or_refused(pasted: str) -> None:
    read_or_refused(recognise, pasted)


@examples(300)
@given(situations(), st.sampled_from(IdKind), st.sampled_from(AROUND))
def test_every_id_is_found_again(situation: Situation, kind: IdKind, around: str) -> None:
    written = kind.write(situation)
    name = NAMES[kind] if kind is IdKind.POSITION_ID or "XGID" not in written else ""
    assert recognise(around.format(name + written)) == kept(situation, kind)


def huge(piece: str) -> str:
    return (piece * (100_000 // len(piece) + 1))[:100_000]


BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@pytest.mark.parametrize(
    "piece",
    [
        "a", "-", ":", "1:", "a:a:", "aB3/", "%41", "\n", "é",
        "xgid=", "xgid=-", "ogid=a:", "board:", "board:1:", "position id: ", "match id = ", "/",
        "-" * 26 + ":", "a:a:N0N:", "a:b:" + "1:" * 48 + "x ", "board:" + "1:" * 60 + " ",
        XGID.replace("52", "72") + " ", OGID.replace("16", "77") + " ", GNUBG_ID[:-1] + "Z ", FIBS[:-2] + " ",
        "mOfgADSw5+BBIz ", "mOfgADSw5+BBIA match id = ",
    ],
)  # fmt: skip
def test_huge_texts_take_no_longer_than_they_may(piece: str) -> None:
    pasted = huge(piece)
    started = time.process_time()
    read_or_refused(recognise, pasted)
    assert time.process_time() - started < 3  # a fraction of a second; the rest is for a busy machine


def test_a_huge_text_of_what_looks_like_ids() -> None:
    rng = Random(1)
    words = ("".join(rng.choices(BASE_64, k=13)) + "A" for _ in range(6_600))
    started = time.process_time()
    read_or_refused(recognise, " ".join(words))
    assert time.process_time() - started < 5
    assert recognise(huge("Nothing to see. ") + XGID).roll == Roll(5, 2)


def test_texts_that_are_too_long_are_refused() -> None:
    with pytest.raises(InvalidId, match="the text has 200001 characters; ids are looked for in at most 200000"):
        recognise(" " * (MAX_CHARACTERS + 1))


# Kinds


@pytest.mark.parametrize("kind", IdKind)
def test_what_comes_back_is_what_the_table_says(kind: IdKind) -> None:
    rng = Random(7)
    for _ in range(300):
        situation = random_situation(rng)
        back = kind.read(kind.write(situation))
        assert back == kept(situation, kind)
        assert set(kind.lost(situation)) == {
            name for name in Situation.__slots__ if getattr(back, name) != getattr(situation, name)
        }


def test_writing_what_was_read_changes_nothing() -> None:
    for kind, written in WRITTEN.items():
        situation = kind.read(written)
        assert kind.lost(situation) == ()
        assert kind.read(kind.write(situation)) == situation


def test_one_situation_in_all_kinds() -> None:
    situation = recognise(XGID)
    assert situation == Situation(START, BLACK, roll=Roll(5, 2), length=7, score=(6, 2), crawford=True)
    for kind in set(IdKind) - {IdKind.POSITION_ID}:
        assert kind.lost(situation) == ()
        assert recognise(kind.write(situation)) == situation
    assert IdKind.POSITION_ID.lost(situation) == ("on_roll", "roll", "length", "score", "crawford")
    assert recognise(OGID).on_roll is WHITE


def test_scores_of_long_sessions() -> None:
    situation = Situation(START, BLACK, jacoby=False, beavers=False, score=(50_331_648, 7))
    for kind in (IdKind.XGID, IdKind.OGID, IdKind.FIBS_BOARD):
        assert kind.read(kind.write(situation)).score == situation.score
    with pytest.raises(InvalidId, match="Match ID has no room for this: the score is '50331648-7'"):
        IdKind.GNUBG_ID.write(situation)
