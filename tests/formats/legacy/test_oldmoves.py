"""FIBS oldmoves: absolute numbers, players who change sides, scores that the server swaps."""

from sixprime import Cube, Phase, Player, Win
from sixprime.core.match import events as ev
from sixprime.formats.legacy import read_oldmoves
from sixprime.formats.match_files import read_match_bytes

WHITE, BLACK = Player.WHITE, Player.BLACK

FIRST = """\
Score is 0-0 in a 5 point match.
alice is X - bob is O
X: (3 1) 8-5 6-5
O: (6 4) 1-7 12-16
X: (5 5) 8-3 8-3 6-1* 6-1
O: (6 6) can't move
X: doubles
O: accepts
X: (2 1) 13-11 6-5
O: (4 2) bar-4 12-14
"""


def test_a_game() -> None:
    file = read_match_bytes(FIRST.encode())
    assert (file.format, file.writer) == ("oldmoves", "FIBS")
    assert not file.problems, [str(problem) for problem in file.problems]
    match = file.match
    assert match.names == {WHITE: "alice", BLACK: "bob"}
    assert match.length == 5
    assert match.events[0] == ev.OpeningRolled(3, 1)
    assert match.events[3] == ev.Played(BLACK, ((24, 18), (13, 9)))
    assert match.events[7] == ev.Played(BLACK, ())
    assert match.state.cube == Cube(2, BLACK)


def test_a_rejected_double() -> None:
    file = read_oldmoves(FIRST.replace("O: accepts", "O: rejects\nX: wins 1 point.\n\n").split("X: (2 1)")[0].encode())
    assert not file.problems
    assert file.match.score == {WHITE: 1, BLACK: 0}


SECOND = """\

Score is {score} in a 5 point match.
bob is X - alice is O
O: (6 2) 24-18 13-11
"""


def test_the_next_score_tells_what_was_resigned() -> None:
    resigned = FIRST + "X: wants to resign\nO: wins\n" + SECOND.format(score="4-0")
    file = read_oldmoves(resigned.encode())
    assert not file.problems, [str(problem) for problem in file.problems]
    (game,) = file.match.results
    assert (game.winner, game.win, game.points) == (BLACK, Win.GAMMON, 4)
    assert file.match.events[-1].player is WHITE  # type: ignore[union-attr]


def test_a_swapped_score_is_put_right() -> None:
    won = FIRST + "X: wants to resign\nO: wins 2 points.\n"
    for score in ("2-0", "0-2"):
        file = read_oldmoves((won + SECOND.format(score=score)).encode())
        assert not file.problems, [str(problem) for problem in file.problems]
        assert file.match.score == {WHITE: 0, BLACK: 2}


def test_a_declined_resignation() -> None:
    file = read_oldmoves((FIRST + "X: wants to resign\nO: rejects\nX: (6 1) 13-7 8-7\n").encode())
    assert not [problem for problem in file.problems if "reject" in str(problem)]
    assert file.match.phase is not Phase.OPENING


def test_an_unlimited_match_and_a_second_one() -> None:
    text = FIRST.replace("a 5 point match", "an unlimited match") + "\n" + FIRST.replace("bob", "carl")
    file = read_oldmoves(text.encode())
    assert [read.match.length for read in file.matches] == [None, 5]
    assert file.matches[1].match.names[BLACK] == "carl"


def test_what_cannot_be_understood_is_told() -> None:
    file = read_oldmoves((FIRST + "X: sings\nX: (3 2) 99-1\n").encode())
    assert [problem.line for problem in file.problems] == [11, 12]
