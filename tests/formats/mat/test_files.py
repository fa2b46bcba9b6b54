"""`.mat` in all its dialects: a file of our own for each, with the record of what happened in it."""

from pathlib import Path

import pytest

from formats.places import MATCH_FILES
from sixprime import Cube, Ending, Match, Phase, Player, Position, Roll, RuleSet, Win
from sixprime.core.match import events as ev
from sixprime.core.match.records import loads
from sixprime.formats.mat import read_mat
from sixprime.formats.mat.files import read_any_mat
from sixprime.formats.match_files import read_match_bytes, read_match_file
from sixprime.formats.reading import MatchFile

DIALECTS = sorted(path for path in MATCH_FILES.iterdir() if path.suffix in (".mat", ".txt"))
WHITE, BLACK = Player.WHITE, Player.BLACK

HEAD = " 7 point match\n\n Game 1\n Anna : 0                       Bela : 0\n"


def read(rows: str, head: str = HEAD) -> MatchFile:
    return read_mat((head + rows).encode())


def kinds(match: Match) -> list[str]:
    return [event.action.value for event in match.events]


@pytest.mark.parametrize("path", DIALECTS, ids=lambda path: path.stem)
def test_each_dialect_gives_the_same_record(path: Path) -> None:
    file = read_match_file(path)
    assert file.format == "mat"
    assert not file.problems
    assert len(file.matches) == 1
    assert file.match == loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "writer"),
    [
        ("galaxy.txt", "Backgammon Galaxy"),
        ("studio.txt", "Backgammon Studio"),
        ("opengammon.txt", "OpenGammon"),
        ("foxamon.txt", "Foxamon"),
        ("ppnards.txt", "PPNards"),
        ("xg-words.txt", "eXtreme Gammon"),
        ("playok.txt", ""),
    ],
)
def test_the_writer_is_recognised(name: str, writer: str) -> None:
    assert read_match_file(MATCH_FILES / name).writer == writer


def test_cells_touch_and_stand_in_tabs() -> None:
    file = read("  1) 22: 24/22 24/22 22/20 22/20 64: 8/2 6/2\n  2) 31:\t8/5 6/5\t\t53: 8/3 6/3\n")
    assert [problem.line for problem in file.problems] == [5]  # no opening roll is a double
    assert kinds(file.match) == ["set-up", *["roll", "play"] * 4]


def test_a_game_that_begins_with_a_double_is_told() -> None:
    file = read("  1) 22: 13/11(2) 6/4(2)          64: 8/2 6/2\n")
    assert [str(problem) for problem in file.problems] == ["line 5: the game begins with a double, 2-2"]
    assert kinds(file.match) == ["set-up", "roll", "play", "roll", "play"]


def test_right_player_begins() -> None:
    file = read("  1)                             31: 8/5 6/5\n  2) 64: 24/18 13/9               \n")
    assert file.match.events[0] == ev.OpeningRolled(1, 3)
    assert not file.problems


def test_a_chain_without_its_hit_and_one_with_it() -> None:
    file = read("  1) 21: 24/23 13/11              65: 24/18 18/13\n  2) 11: 8/7 8/7 6/5 6/5          31: 8/5 6/5\n")
    assert not file.problems
    hitting = read("  1) 62: 24/18 13/11              64: 24/14*\n")
    assert not hitting.problems
    assert hitting.match.position.bar == 1


@pytest.mark.parametrize("words", ["????", "???", ""])
def test_a_roll_without_a_play_is_a_resignation(words: str) -> None:
    file = read(f"  1) 31: 8/5 6/5                 65: {words}\n      Wins 2 point\n")
    assert not file.problems
    assert kinds(file.match) == ["open", "play", "roll", "resign", "accept"]
    (game,) = file.match.results
    assert (game.winner, game.win, game.ending) == (WHITE, Win.GAMMON, Ending.RESIGNED)


def test_resigned_before_rolling() -> None:
    file = read("  1) 31: 8/5 6/5                 00: ????\n  2)  Wins 1 point\n")
    assert not file.problems
    assert kinds(file.match) == ["open", "play", "resign", "accept"]


def test_an_empty_play_is_forced_where_there_is_one() -> None:
    head = HEAD + "; Set Pos=-N----------------------oA/0\n"
    file = read("  1) 66:                         64:\n", head)
    assert not file.problems
    assert file.match.events[2] == ev.Played(WHITE, ((25, 19), (19, 13), (13, 7), (7, 1)))
    assert file.match.events[4] == ev.Played(BLACK, ((1, 0), (1, 0)))


def test_losses_on_the_left() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2)  Losses 2 point              Wins 2 point\n")
    assert not file.problems
    assert file.match.score == {WHITE: 0, BLACK: 2}


def test_losses_on_the_right() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2)  Wins 2 point                Losses 2 point\n")
    assert not file.problems
    assert file.match.score == {WHITE: 2, BLACK: 0}


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("24/18 18/13   ; nice", "nice"),
        ("24/18 18/13 (31: was better)", "31: was better"),
        ("24/18 18/13 {forced} [rushed]", "forced rushed"),
        ("24/18 18/13?!", ""),
        ("24/18! 18/13 ??", ""),
        ("24/18, 18/13", ""),
    ],
)
def test_what_somebody_wrote_behind_a_play(cell: str, said: str) -> None:
    plain = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2) 11: 6/5(2) 8/7(2)\n")
    file = read(f"  1) 31: 8/5 6/5                 65: {cell}\n  2) 11: 6/5(2) 8/7(2) !\n")
    assert not file.problems
    assert file.match.events == plain.match.events
    assert file.matches[0].comments == ({3: said} if said else {})
    left = read("  1) 31: 8/5 6/5 ; nice          65: 24/18 18/13\n  2) 11: 6/5(2) 8/7(2)\n")
    assert (left.problems, left.match.events) == (file.problems, plain.match.events)


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("Game 1\n", "Game 1:\n"),
        ("7 point match", "7 pts match"),
        ("  1) 31:", "  1. 31:"),
        ("31:", "3-1:"),
        ("31:", "31 :"),
        ("18/13\n", "18/13\n\x1a"),
        ("Anna : 0", "     : 0"),
        ("Anna : 0", "1) A:B : 0"),
    ],
)
def test_small_differences_are_none(usual: str, other: str) -> None:
    rows = "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    file = read_mat((HEAD + rows).replace(usual, other).encode())
    assert not file.problems
    assert file.match.events == read(rows).match.events
    assert file.match.length == 7
    assert file.match.names.get(BLACK) == "Bela"


ENDING = HEAD + "; Set Pos=-AA---------------------d-/0\n"
"""White's last two checkers, against the four of Black that are left."""


@pytest.mark.parametrize(
    "rows",
    [
        "  1) 65: 2/0 1/0\n      Wins 1 point\n",
        "  1) 65: 2/off 1/-\n      Wins 1 point\n",
        "  1) 66: 2/0 1/0 0/0 0/0\n      Wins 1 point\n",
        "  1) 65: ???\n      Wins 1 point\n",
        "  1) 65: 2/0 1/0                  Wins 1 point\n",
        "  1) 65: 2/0 1/0\n  2)  Wins 1 point                Losses 1 point\n",
    ],
)
def test_the_last_checkers(rows: str) -> None:
    file = read(rows, ENDING)
    assert not file.problems
    (game,) = file.match.results
    assert (game.winner, game.points, game.ending) == (WHITE, 1, Ending.BORNE_OFF)


def test_a_result_in_the_wrong_column_is_told() -> None:
    file = read("  1) 65: 2/0 1/0\n                                  Wins 1 point\n", ENDING)
    assert "says that Black has won" in str(file.problems[0])
    assert file.match.score == {WHITE: 1, BLACK: 0}


@pytest.mark.parametrize(("word", "points"), [("normal", 2), ("gammon", 4), ("backgammon", 6)])
def test_how_much_is_resigned_in_words(word: str, points: int) -> None:
    rows = "  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2)  Doubles => 2                Takes\n"
    for end in (f"  3)  Resign {word}\n", f"  3)  Resign {word}    Wins {points} points\n"):
        file = read(rows + end)
        assert not file.problems
        assert file.match.score == {WHITE: 0, BLACK: points}


def test_an_illegal_play_that_nobody_wrote_down_ends_a_game() -> None:
    file = read("  1) 31: 8/5 6/5                 65: Illegal play\n      Wins 1 point\n")
    assert not file.problems
    assert file.match.score == {WHITE: 1, BLACK: 0}


def test_set_pos_in_the_middle() -> None:
    first = "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    here = read(first).match.position_for(WHITE)
    letters = "".join("-" if not n else chr(64 + n) if n > 0 else chr(96 - n) for n in here.points)
    file = read(f"{first}; Set Pos={letters}/0\n  2) 21: 13/11 6/5\n")
    assert not file.problems
    assert len(file.matches) == 1
    file = read(first + "; Set Pos=-b----E-C---eE---c-e----B-/0\n  2) 31: 8/5 6/5\n")
    assert not file.problems
    assert len(file.matches) == 1
    assert file.match.events[-3:] == (
        ev.PositionSet(Position.standard(), WHITE),
        ev.Rolled(WHITE, Roll(3, 1)),
        ev.Played(WHITE, ((8, 5), (6, 5))),
    )


def test_losses_alone() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2)  Losses 2 point\n")
    assert not file.problems
    assert file.match.score == {WHITE: 0, BLACK: 2}


@pytest.mark.parametrize("word", ["Resigned Game", "Resigns", "Concedes"])
def test_resigned_in_words(word: str) -> None:
    file = read(f"  1) 31: 8/5 6/5                  {word}\n      Wins 1 point\n")
    assert not file.problems
    assert file.match.score == {WHITE: 1, BLACK: 0}


def test_a_resignation_without_points_counts_once_and_is_told() -> None:
    file = read("  1) 31: 8/5 6/5                  Resigns\n")
    assert file.match.score == {WHITE: 1, BLACK: 0}
    assert "not told how much" in str(file.problems[0])


@pytest.mark.parametrize("points", [1004, 2008, 4016])
def test_sentinels_are_no_points(points: int) -> None:
    head = HEAD.replace("7 point", "3 point")
    file = read(f"  1) 31: 8/5 6/5                 65: ????\n  2)  Wins {points} point\n", head)
    assert not file.problems
    assert file.match.phase is Phase.OVER
    assert file.match.results[0].points == 3


def test_capped_points() -> None:
    file = read(
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        "  2)  Takes                      65: ????\n"
        "      Wins 1 points and the match\n",
        HEAD.replace("7 point", "1 point"),
    )
    assert [str(problem) for problem in file.problems] == [
        "line 5: the double is left out: the cube is dead: winning this game wins Black the match without a double"
    ]
    assert file.match.phase is Phase.OVER


def test_set_pos_with_a_cube() -> None:
    head = HEAD + "; Set Pos=-b----E-C---eE---c-e----B-/-1\n"
    file = read("  1)                             31: 8/5 6/5\n", head)
    assert not file.problems
    setup = file.match.events[0]
    assert setup == ev.PositionSet(Position.standard(), BLACK, Cube(2, WHITE))


def test_an_illegal_play_that_was_let_stand() -> None:
    board = "0;-1;0;0;0;0;5;0;3;-1;0;0;-5;6;0;0;0;-2;0;-4;-2;0;0;0;1;0"
    for number, names in ((0, "Bela;Anna"), (1, "Bela;Anna"), (0, "X;Y"), (1, "X;Y")):  # the number means nothing
        after = f"7;0;0;0;{number};{names};0;0;0;1;0;{board};6;4;"
        file = read(
            "  1) 31: 8/5 6/5                 65: 24/13\n"
            f"  2) 62: Illegal play ({after}) 64: 24/18 13/9*\n  3) 21: 25/23 6/5               \n"
        )
        assert not file.problems
        assert len(file.matches) == 1
        assert kinds(file.match) == ["open", "play", "roll", "play", "roll", "set-up", *["roll", "play"] * 2]
        setup = file.match.events[5]
        assert isinstance(setup, ev.PositionSet)
        assert setup.on_roll is BLACK
        assert setup.position.points == tuple(map(int, board.split(";")))


def test_an_illegal_play_seen_by_the_player_who_made_it() -> None:
    board = "0;-1;0;0;0;2;4;0;2;0;0;0;-6;5;0;0;1;-3;0;-5;0;0;0;0;1;0"
    file = read(
        "  1) 31: 8/5 6/5                 65: 24/13\n"
        f"  2) 62: Illegal play (7;0;0;0;0;Anna;Bela;0;0;0;1;0;{board};6;4;) 64: 24/18 13/9*\n"
    )
    assert not file.problems
    assert file.match.state_at(6).position_for(WHITE).points == tuple(map(int, board.split(";")))


def test_illegal_plays_that_the_rest_of_the_game_confirms() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
        "  2) 62: 24/18 13/10             52: 13/8 24/22\n"
        "  3) 21: 13/11 6/5               65: 13/7 13/8\n      Wins 2 points\n"
    )
    assert [problem.line for problem in file.problems] == [6]
    assert str(file.problems[0]).endswith("it is kept as an illegal play")
    assert len(file.matches) == 1
    assert kinds(file.match)[4:8] == ["roll", "set-up", "roll", "play"]
    assert kinds(file.match)[-2:] == ["resign", "accept"]
    assert file.match.score == {WHITE: 2, BLACK: 0}


def test_illegal_plays_that_the_rest_of_the_game_contradicts() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
        "  2) 62: 24/18 13/10             52: 13/8 24/22\n"
        "  3) 21: 20/18 6/5               65: 13/7 13/8\n      Wins 2 points\n"
    )
    assert [problem.line for problem in file.problems] == [6]
    assert "the rest of game 1 is left out" in str(file.problems[0])
    assert kinds(file.match) == ["open", "play", "roll", "play", "roll", "resign", "accept"]
    assert file.match.score == {WHITE: 2, BLACK: 0}


def test_a_last_play_that_is_cut_after_one_die() -> None:
    head = HEAD + "; Set Pos=--B-A--------------b------/0\n"
    file = read("  1) 65: 4/0                     21: 6/4 6/5\n  2) 11: 2/1 1/0\n      Wins 1 point\n", head)
    assert [problem.line for problem in file.problems] == [6]
    assert str(file.problems[0]).endswith("it is completed as 4/off 2/off")


def test_a_last_play_that_is_cut_and_not_completed() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18\n      Wins 1 point\n")
    assert str(file.problems[0]).endswith("it is kept as an illegal play")
    assert kinds(file.match) == ["open", "play", "roll", "set-up", "resign", "accept"]
    assert file.match.position_for(WHITE) == Position.standard()
    assert file.match.score == {WHITE: 1, BLACK: 0}


def test_the_number_of_the_next_row_behind_a_play() -> None:
    file = read(" 23) 31: 8/5 6/5                 65: 24/18 18/13          24)  Losses 2 point\n")
    assert not file.problems
    assert file.match.events[3] == ev.Played(BLACK, ((24, 18), (18, 13)))
    assert file.match.score == {WHITE: 2, BLACK: 0}
    stray = " 23) 31: 8/5 6/5                 65: 24/18 18/13\n 24) 24)  Losses 2 point           Wins 2 point\n"
    file = read(stray)
    assert not file.problems
    assert file.match.score == {WHITE: 0, BLACK: 2}


def test_bear_off_plays_that_are_left_blank() -> None:
    head = HEAD + "; Set Pos=--BBA--------------bbb-----/0\n"
    file = read(
        "  1) 41:                         66: 6/0 6/0 5/0 5/0\n  2) 32: 3/0 2/0                 55: 4/0 4/0\n", head
    )
    assert [problem.line for problem in file.problems] == [6]
    assert str(file.problems[0]).endswith("4/off 3/2 is assumed")
    assert file.match.results[-1].winner is BLACK
    assert file.match.results[-1].ending is Ending.BORNE_OFF


def test_doubles_in_the_part_that_is_left_out() -> None:
    rows = (
        "  1) 31: 8/5 6/5                 65: 12/6 24/19\n"
        "  2)  Doubles => 2                Takes\n"
        "  3) 61: 13/7 8/7                 Doubles => 4\n  4)  Takes                      21: 13/11 6/5\n"
    )
    for points in (4, 8, 12):
        file = read(rows + f"      Wins {points} points\n", HEAD.replace(" 7 point", " 25 point"))
        assert "the rest of game 1 is left out" in str(file.problems[0])
        assert "the cube was turned in the part that is left out" in str(file.problems[1])
        assert file.match.score == {WHITE: points, BLACK: 0}
        assert file.match.results[-1].cube == Cube(4, WHITE)
    untold = read("  1) 31: 8/5 6/5                 65: 12/6 24/19\n      Wins 4 points\n")
    assert untold.match.score == {WHITE: 4, BLACK: 0}
    assert len(untold.problems) == 2


def test_a_start_position_that_nobody_knows() -> None:
    tags = ";App: PPNards\n;Game type: Backgammon +1\n\n"
    file = read(
        "  1) 31: 8/5 6/5                 65: 12/6 24/19\n  2)  Doubles => 2                Takes\n"
        "      Wins 4 points\n",
        tags + HEAD,
    )
    assert "the start position of Backgammon +1 is not known" in "\n".join(map(str, file.problems))
    assert file.match.score == {WHITE: 4, BLACK: 0}
    assert not read("  1) 31: 8/5 6/5\n", tags + HEAD).problems


def test_a_session_with_no_score_above_any_game() -> None:
    game = "\n Game {}\n Anna : 0                       Bela : 0\n  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    games = "".join(game.format(number) + f"      Wins {number} point\n" for number in (1, 2, 1))
    file = read_any_mat((" 0 point match\n" + games).encode())
    assert not file.problems
    assert len(file.matches) == 1
    assert file.match.score == {WHITE: 4, BLACK: 0}


GALAXY = '; [Site "BackgammonGalaxy"]\n\n'


def test_a_match_that_ends_by_the_rules_of_galaxy() -> None:
    head = GALAXY + HEAD.replace(" 7 point", " 16 point")
    rows = "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    file = read(rows + "      Wins 2 point and the match\n", head)
    assert not file.problems
    assert file.match.score == {WHITE: 2, BLACK: 0}
    assert read(rows + "      Wins 2 point and the match\n", HEAD.replace(" 7 point", " 16 point")).problems


def test_a_match_that_is_forfeited_on_galaxy() -> None:
    rows = (
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
        "  2)  Losses 7 point                                               Wins 7 point and the match\n"
    )
    file = read(rows, GALAXY + HEAD)
    assert not file.problems
    assert file.match.phase is Phase.OVER
    assert file.match.score == {WHITE: 0, BLACK: 7}
    assert [result.points for result in file.match.results] == [3, 3, 1]
    assert read(rows).problems


def test_a_broken_game_is_closed_as_the_file_says() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
        "  2) 66: 24/18 24/18 13/7 13/6   11: 8/7 8/7 6/5 6/5\n"
        "      Wins 2 points\n\n"
        " Game 2\n Anna : 2                       Bela : 0\n"
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    )
    assert [problem.line for problem in file.problems] == [6]
    assert "the rest of game 1 is left out" in str(file.problems[0])
    assert file.match.score == {WHITE: 2, BLACK: 0}
    assert kinds(file.match)[-4:] == ["open", "play", "roll", "play"]


def test_the_score_in_the_file_counts() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: ????\n      Wins 1 point\n\n"
        " Game 2\n Anna : 4                       Bela : 3\n  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    )
    assert [str(problem) for problem in file.problems] == [
        "line 8: the score here is 4-3, the games before it make 1-0"
    ]
    assert len(file.matches) == 1
    assert file.match.score == {WHITE: 4, BLACK: 3}


def test_a_money_score_that_does_not_fit_begins_a_new_session() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: ????\n      Wins 1 point\n\n"
        " Game 2\n Anna : 4                       Bela : 3\n  1) 31: 8/5 6/5                 65: 24/18 18/13\n",
        HEAD.replace("7 point", "0 point"),
    )
    assert len(file.matches) == 2
    assert file.matches[1].match.score == {WHITE: 4, BLACK: 3}


def test_a_file_may_begin_in_the_middle_of_a_match() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n", HEAD.replace("Anna : 0", "Anna : 6"))
    assert not file.problems
    assert file.match.state.is_crawford


def test_a_double_shows_that_it_is_not_the_crawford_game() -> None:
    head = HEAD.replace("Anna : 0", "Anna : 6")
    file = read(
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      65: 24/18 18/13\n", head
    )
    assert not file.problems
    assert not file.match.state.is_crawford
    assert file.match.state.cube == Cube(2, WHITE)


def test_without_the_crawford_rule() -> None:
    head = '; [Crawford "Off"]\n' + HEAD.replace("Anna : 0", "Anna : 6")
    file = read("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes\n", head)
    assert not file.problems
    assert not file.match.rules.crawford


def test_a_missing_end_shows_in_the_next_score() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n\n"
        " Game 2\n Anna : 0                       Bela : 2\n  1) 31: 8/5 6/5\n"
    )
    assert str(file.problems[0]) == "line 7: game 1 has no end; the score says that Black won 2"
    assert file.match.results[0].win is Win.GAMMON


def test_a_missing_end_that_nothing_tells_splits_the_match() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: 24/18 18/13\n\n"
        " Game 2\n Anna : 3                       Bela : 2\n  1) 31: 8/5 6/5\n"
    )
    assert len(file.matches) == 2
    assert file.matches[0].match.phase is Phase.TO_ROLL
    assert file.matches[1].match.score == {WHITE: 3, BLACK: 2}


def test_a_missing_take_is_supposed() -> None:
    file = read("  1) 31: 8/5 6/5                  Doubles => 2\n  2)                             65: 24/18 18/13\n")
    assert "taken to have accepted" in str(file.problems[0])
    assert file.match.state.cube == Cube(2, WHITE)


def test_the_jacoby_rule_shows_in_the_points() -> None:
    bear_off = "  1)                             66: 1/off\n"
    head = HEAD.replace("7 point", "0 point") + "; Set Pos=------------O-----------a-/0\n"
    for points, jacoby in ((1, True), (2, False)):
        rows = f"{bear_off}{' ' * 34}Wins {points} points\n"
        file = read(rows, head)
        assert not file.problems, [str(problem) for problem in file.problems]
        assert file.match.rules.jacoby is jacoby
        assert file.match.score == {WHITE: 0, BLACK: points}


def test_a_cube_that_was_doubled_at_the_start() -> None:
    head = HEAD.replace("7 point", "0 point")
    file = read(
        "  1) 31: 8/5 6/5                  Doubles => 4\n  2)  Takes                      65: 24/18 18/13\n", head
    )
    assert not file.problems
    assert file.match.state.cube == Cube(4, WHITE)
    assert kinds(file.match)[:3] == ["set-up", "roll", "play"]


def test_gnubg_puts_a_result_right_behind_a_roll() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2) 21:       Wins 2 points\n")
    assert file.match.score == {WHITE: 2, BLACK: 0}
    assert kinds(file.match)[-3:] == ["roll", "resign", "accept"]


def test_two_matches_in_a_file() -> None:
    second = '\n; [Event "Second"]\n' + HEAD.replace("7 point", "3 point").replace("Anna", "Carl")
    row = "  1) 31: 8/5 6/5                 65: 24/18 18/13\n"
    file = read(row + second + row, '; [Event "First"]\n' + HEAD)
    assert [read.match.length for read in file.matches] == [7, 3]
    assert [read.match.details for read in file.matches] == [{"event": "First"}, {"event": "Second"}]
    assert file.matches[1].match.names[WHITE] == "Carl"


def test_remarks_are_kept_at_their_events() -> None:
    file = read("; before\n  1) 31: 8/5 6/5                 65: 24/18 18/13\n; well run\n")
    assert file.matches[0].comments == {0: "before", 3: "well run"}


def test_swapped_columns_follow_the_names() -> None:
    file = read(
        "  1) 31: 8/5 6/5                 65: ????\n      Wins 1 point\n\n"
        " Game 2\n Bela : 0                       Anna : 1\n  1)                             31: 8/5 6/5\n"
    )
    assert not file.problems
    assert file.match.events[-1].player is WHITE  # type: ignore[union-attr]


def test_no_length_and_no_header_are_told() -> None:
    file = read_match_bytes(b" Game 1\n  1) 31: 8/5 6/5                 65: 24/18 18/13\n")
    assert len(file.problems) == 2
    assert file.match.version == 4


def test_nothing_is_lost_after_lines_that_make_no_sense() -> None:
    file = read("  1) 31: 8/5 6/5                 65: 24/18 18/13\n  2) hello there\n  3) 21: 13/11 6/5\n")
    assert [str(problem) for problem in file.problems] == ["line 6: 'hello there' cannot be understood"]
    assert file.match.version == 6


def test_rules_from_tags() -> None:
    head = '; [Jacoby "On"]\n; [Beaver "On"]\n; [CubeLimit "64"]\n' + HEAD.replace("7 point", "0 point")
    file = read("  1) 31: 8/5 6/5\n", head)
    assert file.match.rules == RuleSet(jacoby=True, beavers=True, cube_limit=64)
