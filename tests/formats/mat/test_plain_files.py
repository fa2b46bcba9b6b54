"""Files of the usual form, read at once: the same as line by line, and nothing unusual is taken for usual."""

import re
import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest

from formats.places import MATCH_FILES, sample
from formats.random_matches import random_match
from sixprime import Match, Player
from sixprime.formats.mat import read_mat, write_mat
from sixprime.formats.mat.files import read_any_mat
from sixprime.formats.mat.packed_matches import PackedMatch
from sixprime.formats.mat.plain_files import MOST_BYTES, read_plain_mat
from sixprime.formats.reading import MatchFile, UnreadableFile

MADE = """ 3 point match

 Game 1
 Anna : 0                     Bert : 0
  1)                             31: 8/5 6/5
  2) 63: 24/15                   66: 24/18(2) 13/7(2)
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Anna : 1                     Bert : 0
  1) 21: 13/11 6/5               53: 8/3 6/3
  2) 44: 24/16(2)
                                  Wins 2 points

 Game 3
 Anna : 1                     Bert : 2
  1) 65: 24/13                   11: 8/7(2) 6/5(2)
      Wins 3 points and the match
"""


def matches() -> list[Match]:
    """Short matches of every kind that `write_mat` knows."""
    made = []
    for seed in range(24):
        length = (None, 1, 3, 5)[seed % 4]
        made.append(random_match(Random(seed), length, games=2, cube=0.08, resign=0.004 * (seed % 3)))
    return made


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return [write_mat(match) for match in matches()]


def assert_same(quick: MatchFile, careful: MatchFile) -> None:
    assert (quick.format, quick.writer, quick.problems) == (careful.format, careful.writer, careful.problems)
    assert len(quick.matches) == len(careful.matches) == 1
    assert (quick.matches[0].comments, quick.matches[0].analyses) == ({}, {})
    assert careful.matches[0].comments == {}
    assert quick.match.version == careful.match.version
    assert quick.match == careful.match
    assert quick.match.state == careful.match.state


def check(data: bytes) -> bool:
    """Whether a file is of the usual form; if so, reading it line by line gives the same."""
    quick = read_plain_mat(data)
    if quick is not None:
        assert_same(quick, read_any_mat(data))
    return quick is not None


def test_matches_that_we_write(texts: list[str]) -> None:
    usual = [check(text.encode()) for text in texts]
    assert sum(usual) > len(texts) / 2  # the others have beavers, or resignations over a roll


def test_the_match_is_the_one_that_was_written(texts: list[str]) -> None:
    for match, text in zip(matches(), texts, strict=True):
        read = read_plain_mat(text.encode())
        if read is not None and match.result is not None:
            assert read.match.results == match.results
            assert read.match.result == match.result


def test_a_match_with_all_that_is_usual() -> None:
    assert check(MADE.encode())
    read = read_mat(MADE.encode()).match
    assert [(game.winner, game.points) for game in read.results] == [
        (Player.WHITE, 1), (Player.BLACK, 2), (Player.WHITE, 3),
    ]  # fmt: skip
    assert read.result is not None
    assert read.result.winner is Player.WHITE


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("Anna", "\u00c1kos"),
        lambda text: text.replace("Anna", "Anna, 1850.5").replace("Bert", "Bert, 1700"),
        lambda text: '; [Event "Caf\u00e9"]\n; [Crawford "Off"]\n;App: PPNards\n' + text,
        lambda text: text.replace("3 point match", "0 point match").replace(" and the match", ""),
        lambda text: text.replace("Doubles => 2", "Doubles"),
        lambda text: text.replace("53: 8/3 6/3", "53: 6/3 8/3*"),
        lambda text: text.upper().replace("POINT MATCH", "point match"),
        lambda text: "".join(text.partition("      Wins 3")[:1]),
        lambda text: text.replace("24/15", "24/18/15"),
        lambda text: text.replace("24/16(2)\n", "????\n"),
        lambda text: text.replace(
            "                                  Wins 2", "  3)  Losses 2 point              Wins 2"
        ),
        lambda text: text.replace("24/16(2)\n", "24/16(2)\n  3)  Loses 2 points\n"),
        lambda text: text.replace("24/16(2)", "24/20(2) 20/16(2)"),
        lambda text: text.replace("8/7(2) 6/5(2)", "6/5 8/7 6/5 8/7"),
        lambda text: text.replace(
            "  1)                             31: 8/5 6/5", "  1)  31: 8/5 6/5  11: 8/7(2) 6/5(2)"
        ),
    ],
)
def test_other_ways_to_write_the_same(change: Callable[[str], str]) -> None:
    assert check(change(MADE).encode())


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(" 3 point match\n", ""),
        lambda text: text.replace("3 point match", "99999 point match"),
        lambda text: text.replace(" Game 2", " Game two"),
        lambda text: text.replace(" Game 2", "; a remark\n Game 2"),
        lambda text: text.replace(" Game 2", " 5 point match\n Game 2"),
        lambda text: text.replace("Anna : 1                     Bert : 0", "Bert : 0                     Anna : 1"),
        lambda text: text.replace("Anna : 1                     Bert : 0", "Anna : 2                     Bert : 0"),
        lambda text: text.replace("Anna : 1                     Bert : 0\n", "\n"),
        lambda text: text.replace("Anna", "Anna:1"),
        lambda text: text.replace("24/15", "24/14"),
        lambda text: text.replace("24/15", "24/21"),
        lambda text: text.replace("24/15", "????"),
        lambda text: text.replace(
            "24/16(2)\n                                 ", "24/16(2)                       31: ????"
        ),
        lambda text: text.replace(
            "24/16(2)\n                                  Wins 2 points", "24/16(2)    Losses 2 points"
        ),
        lambda text: text.replace("                                  Wins 2", "   Wins 2 points  Losses 2"),
        lambda text: text.replace("24/16(2)\n                                  Wins 2 points", "????"),
        lambda text: text.replace("24/15", ""),
        lambda text: text.replace("63: 24/15", "73: 24/15"),
        lambda text: text.replace("24/16(2)", "24/16(5)"),
        lambda text: text.replace("24/16(2)", "24/16(2) 13/9"),
        lambda text: text.replace("Doubles => 2", "Doubles => 4"),
        lambda text: text.replace("Doubles => 2", "Doubles => 0"),
        lambda text: text.replace("Drops", "Beavers"),
        lambda text: text.replace("Drops", "Drops  43: 24/20"),
        lambda text: text.replace("Wins 1 point", "Wins 2 points"),
        lambda text: text.replace("Wins 1 point", "Wins 1 point and the match"),
        lambda text: text.replace("Wins 1 point\n", "Wins 1 point\n      Wins 1 point\n"),
        lambda text: text.replace("24/16(2)\n", "24/16(2)    \t\n"),
        lambda text: text.replace("\n\n Game 3", "\r\r Game 3"),
        lambda text: text + "\n Game 4\n Anna : 4   Bert : 2\n",
        lambda text: text.replace("Anna", "A" * 500),
        lambda text: text.replace("Anna", "\u00a0Anna"),
        lambda text: text[: text.index(" Game 1")],
        lambda text: text[: text.index("  1)")],
        lambda text: text + " " * MOST_BYTES,
    ],
)
def test_what_is_unusual_is_left_to_care(change: Callable[[str], str]) -> None:
    assert read_plain_mat(change(MADE).encode()) is None


def test_names_in_another_encoding() -> None:
    data = MADE.replace("Anna", "\u00c1kos\u2019s").encode("cp1252")
    assert check(data)
    assert read_mat(data).match.names[Player.WHITE] == "\u00c1kos\u2019s"
    assert check(data.replace(b"\xc1", b"\x81"))
    assert read_plain_mat(b"\xef\xbb\xbf" + data) is None


def test_the_first_file_is_read_like_all_others() -> None:
    script = (
        "import sys; from sixprime.formats.mat import read_mat; print(type(read_mat(sys.stdin.buffer.read()).match))"
    )
    done = subprocess.run([sys.executable, "-c", script], input=MADE.encode(), capture_output=True, check=True)
    assert b"PackedMatch" in done.stdout
    assert isinstance(read_mat(MADE.encode()).match, PackedMatch)


@pytest.mark.parametrize("data", [b"", b"\n", b"\0", b"3 point match", b"\xef\xbb\xbf", b"\r", b"Game 1", b"1) 31:"])
def test_scraps(data: bytes) -> None:
    assert read_plain_mat(data) is None


def test_every_dialect_is_the_same_either_way() -> None:
    paths = [path for path in sorted(MATCH_FILES.iterdir()) if path.suffix != ".json"]
    careful = [path.name for path in paths if not check(path.read_bytes())]
    assert careful == ["choue.txt", "jellyfish.mat", "nackgammon-untold.mat"]


def test_every_sample_is_read_at_once() -> None:
    assert [path.name for path in sorted(sample("mat").iterdir()) if not check(path.read_bytes())] == []


JUNK = ["", " ", "  ", "1", "6", "/", "*", ":", ")", "(2)", "off", "bar", "25", "0", "31: ", "\n", ";", "\t", "\r"]
JUNK += [" Takes", " Drops", " Doubles => 2 ", " Wins 1 point", " Losses 1 point", " Cannot Move", " ????"]
JUNK += ["Game 2", "\u00e9", "=", "-"]


def mutated(random: Random, text: str) -> str:
    """A text with one thing changed: a character, a word, a number, or a line twice, elsewhere or left out."""
    kind = random.randrange(6)
    if kind == 0:
        at = random.randrange(len(text))
        return text[:at] + random.choice(JUNK) + text[at + random.randrange(3) :]
    if kind == 1:
        words = list(re.finditer(r"\S+", text))
        one, other = random.choice(words), random.choice(words)
        return text[: one.start()] + other[0] + text[one.end() :]
    if kind == 2:
        numbers = list(re.finditer(r"[0-9]+", text))
        one = random.choice(numbers)
        return text[: one.start()] + str(random.randrange(26)) + text[one.end() :]
    lines = text.split("\n")
    at = random.randrange(len(lines))
    if kind == 3:
        del lines[at]
    elif kind == 4:
        lines.insert(random.randrange(len(lines)), lines[at])
    else:
        lines[at] = " " * random.randrange(40) + lines[at].lstrip()
    return "\n".join(lines)


def try_mutations(texts: list[str], count: int, seed: int) -> tuple[int, int]:
    """Change files at random; how many were still of the usual form, and how many were not."""
    random = Random(seed)
    usual = 0
    for _ in range(count):
        text = random.choice(texts)
        for _ in range(random.choice((1, 1, 2, 3))):
            text = mutated(random, text)
        try:
            usual += check(text.encode())
        except UnreadableFile:
            pytest.fail(f"read at once, and refused line by line: {text!r}")
    return usual, count - usual


def test_damaged_files_are_never_taken_for_usual_ones(texts: list[str]) -> None:
    short = [MADE, *sorted(texts, key=len)[:8]]
    usual, unusual = try_mutations(short, 400, seed=1)
    assert usual > 20
    assert unusual > 20
