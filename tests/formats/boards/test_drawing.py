"""Boards in plain characters: written as GNU Backgammon and eXtreme Gammon do, and read however they were pasted."""

import time
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.strategies import BLACK, WHITE, examples, kept, random_situation, read_or_refused, situations
from sixprime import Cube, Offer, Player, Position, Roll, SixprimeError, Win
from sixprime.core.situations import Situation
from sixprime.formats.boards import InvalidBoard, from_ascii_board, gnubg_board, has_frame, read_ascii_board, xg_board
from sixprime.formats.ids import IdKind, xgid

NAMES = {WHITE: "Anna", BLACK: "Béla"}
MIDGAME = Situation(
    Position.of({24: 1, 13: 3, 8: 2, 6: 7, 25: 1}, {20: 2, 13: 2, 8: 3, 6: 4, 3: 2}),
    BLACK,
    Cube(2, WHITE),
    Roll(5, 2),
    length=7,
    score=(3, 1),
)

GNUBG = """\
 GNU Backgammon  Position ID: jOdgwAD4MzgACg
                 Match ID   : QYnqADAACAAE
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Anna (Cube: 2)
 | X           O    |   | O        O     X | O   3 points
 | X           O    |   | O        O       | O
 | X           O    |   | O                |
 |                  |   | O                |
 |                  |   |                  |
v|                  |BAR|                  |     7 points match
 |                  |   | 7                |
 |                  |   | X                |
 |                  |   | X                |
 | O           X    |   | X  O             |     Rolled 52
 | O           X    | X | X  O             | X   1 point
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Béla
"""

XG = """\
XGID=-----bG-B---bC---c-d--b-AA:1:-1:1:52:1:3:0:7:10

X:Béla   O:Anna
Score is X:1 O:3 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O        O     X | +---+
 | X           O    |   | O        O       | | 2 |
 | X           O    |   | O                | +---+
 |                  |   | O                |
 |                  | X |                  |
 |                  |BAR|                  |
 |                  |   | 7                |
 |                  |   | X                |
 |                  |   | X                |
 | O           X    |   | X  O             |
 | O           X    |   | X  O             |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
Pip count  X: 146  O: 120 X-O: 1-3/7
Cube: 2, O own cube
X to play 52
"""


class TestWriting:
    def test_as_gnu_backgammon_does(self) -> None:
        assert gnubg_board(MIDGAME, names=NAMES) == GNUBG

    def test_as_extreme_gammon_does(self) -> None:
        assert xg_board(MIDGAME, names=NAMES) == XG

    def test_home_left_is_the_mirror_image(self) -> None:
        for write in (gnubg_board, xg_board):
            right = write(MIDGAME, with_ids=False).splitlines()
            left = write(MIDGAME, with_ids=False, home_right=False).splitlines()
            for one, other in zip(right, left, strict=True):
                if "|" in one and "|" in other:
                    field = one[one.index("|") :][:43]
                    mirrored = other[other.index("|") :][:43]
                    assert field[::-1].replace("RAB", "BAR") == mirrored

    def test_points_are_numbered_for_who_is_on_roll(self) -> None:
        board = gnubg_board(replace(MIDGAME, on_roll=WHITE, position=MIDGAME.position.flipped()))
        assert " +12-11-10--9--8--7-------6--5--4--3--2--1-+     O: White (Cube: 2)\n" in board
        assert "\n^|" in board

    @pytest.mark.parametrize(
        ("situation", "row", "words"),
        [
            (replace(MIDGAME, roll=None, cube=Cube(4, BLACK), offer=Offer.DOUBLE), 1, "Cube offered at 8"),
            (Situation(MIDGAME.position, BLACK, offer=Offer.BEAVER), 9, "Cube offered at 4"),
            (Situation(MIDGAME.position, BLACK, offer=Offer.RACCOON), 1, "Cube offered at 8"),
            (replace(MIDGAME, resignation=Win.GAMMON, resigned_by=BLACK), 9, "Rolled 52, resigns gammon"),
            (replace(MIDGAME, resignation=Win.SINGLE, resigned_by=WHITE), 1, "resigns single game"),
            (replace(MIDGAME, roll=None), 9, "On roll"),
            (replace(MIDGAME, score=(6, 1), cube=Cube(), crawford=True), 5, "7 points match (Crawford game)"),
            (Situation(MIDGAME.position, WHITE, Cube(8)), 5, "(Cube: 8)"),
        ],
    )
    def test_words_beside_the_rows(self, situation: Situation, row: int, words: str) -> None:
        assert gnubg_board(situation, with_ids=False).splitlines()[1 + row].endswith(words)

    def test_names_stay_on_their_line(self) -> None:
        board = gnubg_board(MIDGAME, names={WHITE: "two\nlines\tof  it"})
        assert "O: two lines of it (Cube: 2)\n" in board
        assert len(board.splitlines()) == 15

    def test_money_rules(self) -> None:
        board = xg_board(Situation(MIDGAME.position, WHITE, jacoby=True, beavers=True))
        assert "Score is X:0 O:0. Unlimited Game, Jacoby Beaver\n" in board
        assert board.endswith("X-O: 0-0\nCube: 1\nO on roll, cube action\n")


class TestReading:
    @pytest.mark.parametrize("home_right", [True, False])
    @given(situation=situations())
    @examples(150)
    def test_round_trip_with_ids(self, home_right: bool, situation: Situation) -> None:
        for write, kind in ((gnubg_board, IdKind.GNUBG_ID), (xg_board, IdKind.XGID)):
            board = read_ascii_board(write(situation, names=NAMES, home_right=home_right))
            assert board.disagreements == ()
            assert board.names == NAMES
            assert board.home_right is home_right
            want = kept(situation, kind)
            checkers = situation.position.checkers if write is gnubg_board else 15
            if board.situation.position.checkers == checkers:
                want = replace(want, position=Position(want.position.points, checkers))
            assert board.situation == want
            assert board.id is not None
            assert board.id.kind is kind

    @given(situation=situations())
    @examples(150)
    def test_round_trip_of_the_picture_alone(self, situation: Situation) -> None:
        for home_right in (True, False):
            gnubg = from_ascii_board(gnubg_board(situation, with_ids=False, home_right=home_right))
            assert gnubg == held_by_gnubg(situation)
            xg = from_ascii_board(xg_board(situation, with_ids=False, home_right=home_right))
            assert xg == held_by_xg(situation)

    @pytest.mark.parametrize("position", [Position.standard(), MIDGAME.position, Position.longgammon()])
    def test_what_print_shows_of_a_position(self, position: Position) -> None:
        board = read_ascii_board(str(position))
        assert board.situation == Situation(position, BLACK)

    @pytest.mark.parametrize("written", [GNUBG, XG])
    @pytest.mark.parametrize(
        "paste",
        [
            lambda board: board.replace("\n", "\r\n"),
            lambda board: "\n".join(f"> > {line}" for line in board.splitlines()),
            lambda board: "\n".join(f"\t\t{line}" for line in board.splitlines()),
            lambda board: "\n".join(line.strip() for line in board.splitlines()),
            lambda board: "\n".join(line + " " * 9 for line in board.splitlines()),
            lambda board: board.replace("\n", "\n\n"),
            lambda board: board.replace(" ", "\u00a0"),
            lambda board: board.replace("--", "\u2013\u2013"),
            lambda board: board.replace("X ", "x ").replace("O ", "o "),
            lambda board: f"What would you play here?\n\n{board}\nI think 13/8, 6/4* is wrong.\n" * 2,
            lambda board: f"```\n{board}```",
        ],
    )
    def test_however_it_was_pasted(self, written: str, paste: "object") -> None:
        assert callable(paste)
        board = read_ascii_board(paste(written))
        assert board.disagreements == ()
        assert board.situation == MIDGAME

    def test_the_picture_alone_however_it_was_pasted(self) -> None:
        lines = GNUBG.splitlines()[2:]
        assert from_ascii_board("\n".join(f">  {line.lstrip()}" for line in lines)) == MIDGAME

    def test_extreme_gammon_calls_x_who_is_on_roll(self) -> None:
        swapped = MIDGAME.with_colours_swapped()
        text = XG.replace(XG.splitlines()[0], xgid(swapped))
        board = read_ascii_board(text)
        assert board.disagreements == ()
        assert board.situation == swapped
        assert board.names == {WHITE: "Béla", BLACK: "Anna"}

    def test_words_in_other_languages_are_left_to_the_id(self) -> None:
        german = (
            XG.replace("Score is X:1 O:3 7 pt.(s) match.", "Der Spielstand ist X:1 O:3 Match bis 7 Punkte.")
            .replace("Pip count", "Pipanzahl")
            .replace("Cube: 2, O own cube", "Doppler: 2, O besitzt ihn")
            .replace("X to play 52", "X am Zug mit 52")
        )
        assert from_ascii_board(german) == MIDGAME
        assert from_ascii_board(GNUBG.replace("Rolled", "Gewürfelt").replace("point", "Punkt")) == MIDGAME

    def test_the_frame_of_a_server(self) -> None:
        board = """
   +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: zora - score: 2
   | X           O    |   |  O              X |
   | X           O    |   |  O              X |
   | X           O    |   |  O                |
   | X                |   |  O                |
   | X                |   |  O                |
   |                  |BAR|                   | v    7-point match
   | O                |   |  X                |
   | O                |   |  X                |
   | O           X    |   |  X                |
   | O           X    |   |  X              O |
   | O           X    |   |  X              O |
   +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: You - score: 4
"""
        read = read_ascii_board(board)
        assert read.names == {BLACK: "zora", WHITE: "You"}
        assert read.situation.length == 7
        # The board is the same whoever sits at the bottom; the letters tell who stands where.
        assert read.situation.position_for(WHITE).points[6] == -5

    def test_an_id_below_the_board(self) -> None:
        head, _, rest = XG.partition("\n")
        assert from_ascii_board(f"{rest}\n{head}") == MIDGAME

    def test_a_position_id_alone_adds_nothing(self) -> None:
        lines = GNUBG.splitlines(keepends=True)
        board = read_ascii_board("".join([lines[0], *lines[2:]]))
        assert board.situation == MIDGAME
        assert board.disagreements == ()


class TestDisagreements:
    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ("X: Béla", "X: Béla (Cube: 4)", "picture and id differ in the cube"),
            ("Rolled 52", "Rolled 53", "picture and id differ in the dice"),
            ("7 points match", "9 points match", "picture and id differ in the length of the match"),
            ("  1 point", "  2 points", "picture and id differ in the score"),
            ("| X | X  O ", "|   | X  O ", "picture and id differ on the bar"),
            ("|     Rolled 52", "|     ", ""),
            ("| O           X    |   | X  O ", "| O           X    |   | X    ", "on these points of X: 5"),
            ("| X           O    |   | O        O     X |", "| X    |", "the picture cannot be read: this row is"),
        ],
    )
    def test_between_picture_and_id(self, old: str, new: str, why: str) -> None:
        written = gnubg_board(MIDGAME, names=NAMES)
        assert old in written
        board = read_ascii_board(written.replace(old, new, 1))
        assert board.situation == MIDGAME
        assert why in " ".join(map(str, board.disagreements))
        assert bool(board.disagreements) is bool(why)

    def test_the_strict_reader_refuses(self) -> None:
        with pytest.raises(InvalidBoard, match="the board contradicts itself: picture and id differ in the dice"):
            from_ascii_board(GNUBG.replace("Rolled 52", "Rolled 11"))

    def test_pip_counts(self) -> None:
        board = read_ascii_board(XG.replace("X: 146", "X: 147"))
        assert [str(problem) for problem in board.disagreements] == ["Black is said to have 147 pips, and has 146"]

    @pytest.mark.parametrize(
        ("written", "why"),
        [
            ("nothing here", "there is no board here"),
            (GNUBG.splitlines()[2], "there is no board here"),
            ("\n".join(GNUBG.splitlines()[2:]).replace("+13-14", "+12-14"), "do not have the points 1 to 24"),
            (
                "\n".join(GNUBG.splitlines()[2:]).replace("| O           X ", "| X           X ", 1),
                "the 12 point does not",
            ),
            ("\n".join(GNUBG.splitlines()[2:]).replace(" 7 ", " 9 "), "not a position: the mover has 16 checkers"),
            ("\n".join(GNUBG.splitlines()[2:]).replace(" 7 ", " ? "), "the 6 point does not show one pile of X or O"),
            ("\n".join(GNUBG.splitlines()[2:]).replace("7 points", "0 points"), "1 to 9999 points, not 0"),
            ("x" * 200_001, "boards are looked for in at most 200000"),
        ],
    )
    def test_what_cannot_be_read(self, written: str, why: str) -> None:
        with pytest.raises(InvalidBoard) as refused:
            read_ascii_board(written)
        assert why in str(refused.value)


class TestHostileText:
    @given(seed=st.integers(0, 2**32 - 1), data=st.data())
    @examples(250)
    def test_nothing_but_our_errors(self, seed: int, data: st.DataObject) -> None:
        rng = Random(seed)
        write = rng.choice((gnubg_board, xg_board))
        board = list(write(random_situation(rng), home_right=rng.random() < 0.5, with_ids=rng.random() < 0.5))
        for _ in range(rng.randint(1, 40)):
            place = rng.randrange(len(board))
            match rng.randrange(4):
                case 0:
                    board[place] = rng.choice("XO 0123456789ABCDEF+-|\n:()\t\x00é")
                case 1:
                    del board[place]
                case 2:
                    board.insert(place, rng.choice("XO0123456789+-|\n: "))
                case _:
                    board[place:place] = data.draw(st.text(max_size=5))
        read_or_refused(lambda written: read_ascii_board(written).situation, "".join(board))

    @given(st.text(alphabet="+-|XO 0123456789\nBAR:", max_size=400))
    @examples(200)
    def test_any_text(self, written: str) -> None:
        assert has_frame(written) in (True, False)
        with pytest.raises(SixprimeError):
            from_ascii_board(f"{written}?")

    @pytest.mark.parametrize(
        "filling", ["+", "+1", "+1-", "|", " ", "\t", "X: ", "\n", "+13-14-15-16-17-18------19-20-21-22-23-24-+\n"]
    )
    def test_bounded_time(self, filling: str) -> None:
        edge, lower = GNUBG.splitlines()[2][:44], GNUBG.splitlines()[-1][:44]
        started = time.process_time()
        for written in (filling * (100_000 // len(filling)), f"{edge}{filling * 30000}\n{lower}"[:200_000]):
            with pytest.raises(SixprimeError):
                read_ascii_board(f"{written}\n{edge}\n|{filling * 1000}")
        assert time.process_time() - started < 10


def held_by_gnubg(situation: Situation) -> Situation:
    """What the picture of GNU Backgammon holds without its ids."""
    cube, offer, length = situation.cube, situation.offer, situation.length
    if offer is not None:
        turned = cube.value * {Offer.DOUBLE: 1, Offer.BEAVER: 1, Offer.RACCOON: 4}[offer]
        cube = Cube(turned, situation.on_roll if turned > 1 else None)
        offer, length = Offer.DOUBLE if offer is Offer.RACCOON else offer, None
    elif length == 1 and cube.owner is None:
        cube = Cube()  # which is not shown
    return replace(
        situation,
        cube=cube,
        offer=offer,
        length=length,
        jacoby=None,
        beavers=None,
        cube_limit=None,
        crawford=situation.crawford,
    )


def held_by_xg(situation: Situation) -> Situation:
    """What the picture of eXtreme Gammon holds without the XGID."""
    money = situation.is_money
    on_roll = situation.on_roll or Player.BLACK
    position = situation.position_for(on_roll)
    return replace(
        situation,
        position=Position(position.points),
        on_roll=on_roll,
        offer=None,
        resignation=None,
        resigned_by=None,
        jacoby=bool(situation.jacoby) if money else None,
        beavers=bool(situation.beavers) if money else None,
        cube_limit=None,
    )
