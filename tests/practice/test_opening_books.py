"""The opening book: what comes with the program, making one, and files that are none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sixprime import Engine, Position, Roll
from sixprime.practice.openings.books import (
    FIRST_ROLLS,
    OWN_FILE,
    BookSettings,
    InvalidBook,
    OpeningBook,
    dump_book,
    load_book,
    opening_book,
    parse_book,
    save_book,
)
from sixprime.practice.openings.making import OtherBook, make_book
from sixprime.practice.openings.names import name_of

TINY = BookSettings(games=72, reply_games=72, truncate=2, plies=0, most=2)


def begun(*missing: str) -> OpeningBook:
    """The book that comes with the program, as if it had been begun in a tiny way and some lines were missing."""
    book = opening_book()
    with Engine(plies=0, threads=1) as engine:
        identity = engine.identity
    return replace(
        book,
        settings=TINY,
        engine=identity,
        first={line: plays for line, plays in book.first.items() if line not in missing},
        replies={line: plays for line, plays in book.replies.items() if line not in missing},
    )


def test_the_book_is_whole_and_small() -> None:
    book = opening_book()
    assert book.is_whole
    assert OWN_FILE.stat().st_size < 300_000
    assert len(list(book.lines())) == 15 * 22
    for line in book.lines():
        plays = book.plays(line)
        assert [play.equity for play in plays] == sorted((play.equity for play in plays), reverse=True), line
        assert all(0 < play.error < 0.05 and play.games >= 72 for play in plays), line
        assert len(plays) >= 2
    best = book.first["31"][0]
    assert best.games == book.settings.games
    assert best.chances.equity == pytest.approx(best.equity, abs=0.001)


def test_the_book_knows_what_everybody_knows() -> None:
    """First plays about which all programs agree, and by what everybody replies to 31: 8/5 6/5."""
    book = opening_book()
    known = {"31": "8/5 6/5", "42": "8/4 6/4", "53": "8/3 6/3", "61": "13/7 8/7", "65": "24/13"}
    assert {line: book.first[line][0].notation for line in known} == known
    assert sum(book.first[line][0].equity for line in FIRST_ROLLS) / 15 == pytest.approx(0.04, abs=0.03)
    assert book.plays("31-42")[0].notation == "8/4 6/4"
    assert book.position("31-42") == book.play("31", book.first["31"][0]).result.flipped()


def test_a_book_is_written_and_read() -> None:
    book = opening_book()
    assert parse_book(dump_book(book), "book") == book
    assert book.command == "sixprime openings --make openings.json"
    assert replace(book, settings=replace(book.settings, games=2592)).command.endswith("--games 2592")
    with pytest.raises(InvalidBook, match="no line"):
        book.plays("66")


def test_a_book_is_made_line_by_line_and_gone_on_with(tmp_path: Path) -> None:
    start = begun("65", "65-66", "65-61")
    steps = list(make_book(TINY, program="test", begun=start, threads=2))
    assert [len(book.first) + len(book.replies) for book in steps] == [328, 329, 330]
    whole = steps[-1]
    assert whole.is_whole
    assert whole.first["65"][0].notation in ("24/13", "24/18 13/8")
    interrupted = make_book(TINY, program="test", begun=start, threads=1)
    save_book(next(interrupted), tmp_path / "book.json")
    del interrupted
    resumed = list(make_book(TINY, program="test", begun=load_book(tmp_path / "book.json")))
    assert len(resumed) == 2
    assert dump_book(resumed[-1]) == dump_book(whole)
    with pytest.raises(OtherBook):
        next(make_book(replace(TINY, seed=7), program="test", begun=start))
    with pytest.raises(InvalidBook, match="cannot write"):
        save_book(whole, tmp_path / "missing" / "book.json")


def test_names_are_those_of_players() -> None:
    start = Position.standard()
    names = {
        ("31", "8/5 6/5"): "makes the 5 point",
        ("61", "13/7 8/7"): "bar point",
        ("65", "24/13"): "lover’s leap",
        ("64", "24/14"): "running play",
        ("21", "13/11 6/5"): "slot",
        ("41", "24/23 13/9"): "split",
        ("43", "13/10 13/9"): "builders",
        ("64", "24/18 13/9"): "split",
        ("43", "24/21 24/20"): "None",
        ("62", "13/5"): "slot",
    }
    for (roll, written), name in names.items():
        play = next(one for one in start.legal_plays(Roll.of(roll)) if str(one) == written)
        assert str(name_of(play)) == name, written


def test_files_that_are_no_books_are_refused() -> None:
    whole = OWN_FILE.read_text(encoding="utf-8")
    content = json.loads(whole)
    for damaged in (
        "", "[]", "{}", "\0", "[" * 100_000, whole[:5000],
        json.dumps({**content, "lines": {"31": []}}),
        json.dumps({**content, "lines": {"77": content["lines"]["31"]}}),
        json.dumps({**content, "lines": {"31": [["24/18 13/9", 0, 0, 1, 0, 0, 0, 0, 0]]}}),
        json.dumps({**content, "lines": {"31": [["8/5 6/5", float("nan"), 0, 1, 0, 0, 0, 0, 0]]}}),
        json.dumps({**content, "settings": {"game": 1}}),
        json.dumps({**content, "version": 99}),
    ):  # fmt: skip
        with pytest.raises(InvalidBook, match="book"):
            parse_book(damaged, "book.json")
    random = Random(5)
    small = dump_book(replace(opening_book(), replies={}))
    for _ in range(150):
        place = random.randrange(len(small))
        changed = small[:place] + random.choice('"[]{}:,-0x\\') + small[place + 1 :]
        try:
            parse_book(changed, "book.json")
        except InvalidBook:
            continue
    with pytest.raises(InvalidBook, match="cannot read"):
        load_book(Path("/nowhere/book.json"))
