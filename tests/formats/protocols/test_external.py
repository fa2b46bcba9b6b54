"""The lines of GNU Backgammon's sockets, read and written."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sixprime.core import Cube, Match, Offer, Phase, Player, Position, Roll, RuleSet, SeededDice, SixprimeError, Win
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine.bots.players import RandomPlayer
from sixprime.formats.protocols.external import (
    MAX_LINE,
    BoardAsked,
    EvaluationAsked,
    Farewell,
    HelpAsked,
    OptionSet,
    ProtocolError,
    VersionAsked,
    board_line,
    error_line,
    parse_board,
    parse_request,
    reply,
)

START = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
OPENING = f"board:gnubg:root:3:0:0:{START}:-1:2:1:2:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"


def line(*, scores: str = "0:0", length: int = 0, turn: int = -1, dice: str = "0:0:0:0", cube: str = "1:1:1", doubled: int = 0, end: str = "0:1") -> str:  # fmt: skip  # noqa: E501
    return f"board:us:them:{length}:{scores}:{START}:{turn}:{dice}:{cube}:{doubled}:1:-1:0:25:0:0:0:0:0:0:{end}"


def test_a_line_of_gnubg() -> None:
    request = parse_request(OPENING + "\n\0")
    assert isinstance(request, BoardAsked)
    assert request.situation == Situation(Position.standard(), Player.WHITE, roll=Roll(2, 1), length=3)
    assert request.board.names == {Player.WHITE: "gnubg", Player.BLACK: "root"}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (line(scores="2:1", length=7), (None, Player.WHITE, Player.WHITE, (2, 1), Cube())),
        (line(scores="1:2", length=7, turn=1, doubled=1), (Offer.DOUBLE, Player.BLACK, Player.WHITE, (2, 1), Cube())),
        (
            line(scores="1:2", length=7, turn=1, doubled=1, cube="2:1:0"),
            (Offer.DOUBLE, Player.BLACK, Player.WHITE, (2, 1), Cube(2, Player.BLACK)),
        ),
        # White has doubled, Black beavers and owns the cube, White is asked.
        (line(doubled=1, cube="2:1:0"), (Offer.BEAVER, Player.WHITE, Player.WHITE, (0, 0), Cube())),
        (
            line(doubled=1, cube="8:1:0", scores="3:5"),
            (Offer.BEAVER, Player.WHITE, Player.WHITE, (3, 5), Cube(4, Player.WHITE)),
        ),
    ],
)
def test_who_is_asked_and_about_which_cube(written: str, expected: tuple[object, ...]) -> None:
    situation = parse_board(written, Player.WHITE).situation
    assert (situation.offer, situation.on_roll, situation.to_act, situation.score, situation.cube) == expected


def test_a_raccoon_is_told_from_a_beaver_by_who_is_asked() -> None:
    # Black has doubled, White has beavered, Black raccoons: White, who owns the cube at 4, is asked.
    raccoon = parse_board(line(turn=1, doubled=1, cube="4:0:1", scores="5:3"), Player.WHITE).situation
    assert (raccoon.offer, raccoon.to_act, raccoon.cube, raccoon.score) == (Offer.RACCOON, Player.WHITE, Cube(), (3, 5))


def test_the_crawford_game_is_what_gnubg_says() -> None:
    assert parse_board(line(scores="2:0", length=3, dice="2:1:2:1", end="0:0")).situation.crawford
    assert not parse_board(line(scores="2:0", length=3, dice="2:1:2:1", end="1:1")).situation.crawford
    assert not parse_board(line(scores="2:0", length=3, dice="2:1:2:1", end="0:1")).situation.crawford


def situations_of(match: Match, seed: int) -> list[Situation]:
    """The situations of a game between two random players, from questions to answers."""
    player, dice, found = RandomPlayer(seed), SeededDice(seed), []
    while match.phase is not Phase.OVER and match.version < 300:
        if match.phase is Phase.OPENING:
            match.open(dice)
            continue
        if match.phase is not Phase.TO_ANSWER_RESIGNATION:
            found.append(Situation.from_match(match))
        event = player.decide(match)
        if event is None:
            match.roll(dice)
        else:
            match.apply(event)
    return found


@pytest.mark.parametrize("length", [None, 5])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read(length: int | None, seed: int) -> None:
    match = Match(RuleSet(beavers=True, raccoons=True), length=length)
    for situation in situations_of(match, seed):
        if situation.crawford and situation.roll is None:
            continue  # GNU Backgammon rolls without asking there
        read = parse_board(board_line(situation), situation.to_act).situation
        known = replace(read, jacoby=situation.jacoby, beavers=situation.beavers, cube_limit=situation.cube_limit)
        assert known == situation


def test_the_other_questions() -> None:
    assert parse_request("version") == VersionAsked()
    assert parse_request("VERSION\r") == VersionAsked()
    assert parse_request("help me") == HelpAsked()
    assert parse_request("exit") == parse_request("quit") == Farewell()
    assert parse_request("set debug ON") == OptionSet("debug", "on")
    assert parse_request("set interface new") == OptionSet("interface", "new")
    board = f"evaluation fibsboard {OPENING}"
    asked = parse_request(f"{board} plies 2 cubeful prune on noise 0.0 deterministic on jacobyrule on crawfordrule on")
    assert isinstance(asked, EvaluationAsked)
    assert (asked.plies, asked.cubeful, asked.jacoby) == (2, True, True)
    assert isinstance(parse_request(f"fibsboard {OPENING}"), BoardAsked)


def test_names_may_have_blanks() -> None:
    for question in (OPENING, f"fibsboard {OPENING}", f"{OPENING} jacobyrule on"):
        request = parse_request(question.replace("gnubg", "Mary Ann").replace("root", "fibsboard board"))
        assert isinstance(request, BoardAsked)
        assert request.board.names == {Player.WHITE: "Mary Ann", Player.BLACK: "fibsboard board"}
    asked = parse_request(f"evaluation fibsboard {OPENING.replace('root', 'a b')} plies 3")
    assert isinstance(asked, EvaluationAsked)
    assert asked.plies == 3


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "no command given"),
        ("\0\0", "no command given"),
        ("hello", "there is no command 'hello'"),
        ("set foo on", "what can be set is debug"),
        ("set debug maybe", "what can be set is debug"),
        ("evaluation", "followed by a board"),
        ("board:x", "the number of fields is 2 instead of 53"),
        (f"evaluation fibsboard {OPENING} plies 9", "plies is 0 to 7, not '9'"),
        (f"evaluation fibsboard {OPENING} prune perhaps", "prune is on or off, not 'perhaps'"),
        (f"evaluation fibsboard {OPENING} noise loud", "noise is a number, not 'loud'"),
        (f"evaluation fibsboard {OPENING} upside down", "there is no option 'upside'"),
        ("x" * (MAX_LINE + 1), "longer than 1000 characters"),
        (line(doubled=1, cube="2:1:0", length=7), "beavers and raccoons are for money play"),
    ],
)
def test_complaints(written: str, words: str) -> None:
    with pytest.raises(SixprimeError, match=words) as caught:
        parse_request(written, Player.WHITE)
    assert "\n" not in error_line(caught.value)
    assert error_line(caught.value).startswith("Error: ")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (None, "roll"),
        (ev.Doubled(Player.WHITE), "double"),
        (ev.Taken(Player.WHITE), "take"),
        (ev.Dropped(Player.WHITE), "drop"),
        (ev.Beavered(Player.WHITE), "beaver"),
        (ev.Raccooned(Player.WHITE), "beaver"),
        (ev.Resigned(Player.WHITE, Win.SINGLE), "resign normal"),
        (ev.Resigned(Player.WHITE, Win.GAMMON), "resign gammon"),
        (ev.Resigned(Player.WHITE, Win.BACKGAMMON), "resign backgammon"),
        (ev.ResignationAccepted(Player.WHITE), "accept"),
        (ev.ResignationDeclined(Player.WHITE), "reject"),
        (ev.Played(Player.WHITE, ((25, 20), (6, 0))), "bar/20 6/off"),
        (ev.Played(Player.WHITE), ""),
    ],
)
def test_answers(event: ev.Event | None, words: str) -> None:
    assert reply(event) == words


def test_no_answer_is_made_up() -> None:
    with pytest.raises(ProtocolError):
        reply(ev.SessionEnded())


FIELDS = st.one_of(st.integers(-20, 30).map(str), st.sampled_from(["", "x", "-", "99999999999", "1.5", "١", "\0"]))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damaged_lines_are_read_or_refused(data: st.DataObject) -> None:
    fields = OPENING.split(":")
    for _ in range(data.draw(st.integers(1, 4))):
        fields[data.draw(st.integers(0, len(fields) - 1))] = data.draw(FIELDS)
    with suppress(SixprimeError):
        parse_request(":".join(fields), data.draw(st.sampled_from([None, *Player])))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(written: str) -> None:
    with suppress(SixprimeError):
        parse_request(written)
