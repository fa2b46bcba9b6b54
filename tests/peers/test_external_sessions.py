"""One conversation with a program that asks what to play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from peers_tables import GivingUp, PlainEngine, PlainPlayer, play_on

from sixprime.core import Event, Match, Phase, Player, Position, Roll, RuleSet, SeededDice, Win
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine.bots.players import MatchPlayer
from sixprime.formats.protocols.external import board_line
from sixprime.peers.external_sessions import ExternalSession
from sixprime.peers.keeping import Record

START = Situation(Position.standard(), Player.WHITE, roll=Roll(3, 1), length=7)


def session(**player: bool) -> ExternalSession:
    return ExternalSession(PlainEngine(PlainPlayer(**player)))


def said(talk: ExternalSession, line: str) -> str:
    (answer,) = talk.answer(line).lines
    return answer


def test_plays_doubles_and_answers() -> None:
    assert said(session(), board_line(START)) == "8/5 6/5"
    ahead = Situation(Position.of({6: 5, 5: 5, 4: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), Player.WHITE, length=7)
    assert said(session(), board_line(ahead)) == "double"
    behind = Situation.from_match(_doubled(ahead))
    assert said(session(), board_line(behind)) == "drop"


def _doubled(situation: Situation) -> Match:
    match = situation.to_match()
    match.double()
    return match


def test_beavers_only_where_they_are_played() -> None:
    match = Situation(Position.standard(), Player.BLACK, jacoby=True, beavers=True).to_match()
    match.double()
    line = board_line(Situation.from_match(match))
    assert said(session(always_beavers=True), line) == "beaver"
    without = ExternalSession(PlainEngine(PlainPlayer(always_beavers=True)), rules=RuleSet())
    assert said(without, line) == "take"


def test_errors_are_answers_and_the_conversation_goes_on() -> None:
    talk = session()
    assert said(talk, "board:what") == "Error: FIBS board cannot be read: the number of fields is 2 instead of 53"
    assert said(talk, "rubbish").startswith("Error: there is no command")
    over = board_line(START).replace(":-1:3:1:3:1:", ":0:3:1:3:1:")
    assert said(talk, over).startswith("Error: ")
    assert said(talk, board_line(START)) == "8/5 6/5"


def test_words() -> None:
    talk = session()
    assert talk.answer("version").lines[0] == "Interface: 2"
    assert len(talk.answer("version").lines) == 4
    assert said(talk, "set debug on") == "Debug output ON"
    assert said(talk, "set interface old") == "New interface OFF"
    assert "board:" in said(talk, "help")
    assert talk.answer("exit").is_last
    assert not talk.answer("version").is_last


def evaluation(situation: Situation, *options: str) -> list[float]:
    line = " ".join(("evaluation fibsboard", board_line(situation), *options))
    return [float(number) for number in said(session(), line).split()]


def test_evaluations_for_money() -> None:
    start = Situation(Position.standard(), Player.BLACK)
    numbers = evaluation(start, "plies 0 cubeless")
    assert len(numbers) == 6
    assert numbers[5] == pytest.approx(2 * numbers[0] - 1 + sum(numbers[1:3]) - sum(numbers[3:5]), abs=1e-5)
    assert evaluation(start, "jacobyrule on")[5] == pytest.approx(2 * numbers[0] - 1, abs=1e-5)
    cubeful = evaluation(start, "cubeful")
    assert cubeful[:5] == numbers[:5]
    assert cubeful[5] > numbers[5]
    ahead = Situation(Position.of({6: 5, 5: 5, 4: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), Player.BLACK)
    assert evaluation(ahead, "cubeful jacobyrule on")[5] == 1  # a double that is dropped


def test_evaluations_in_a_match() -> None:
    start = Situation(Position.standard(), Player.BLACK, length=7)
    cubeless, cubeful = (evaluation(start, option)[5] for option in ("cubeless", "cubeful"))
    assert 0.5 < cubeless < cubeful < 0.55
    last_game = Situation(Position.standard(), Player.BLACK, length=7, score=(6, 6))
    numbers = evaluation(last_game, "cubeful")
    assert numbers[5] == pytest.approx(numbers[0], abs=1e-5)


class Stubborn:
    """Offers the same resignation whenever it is asked."""

    def decide(self, match: Match) -> Event | None:
        player = match.to_act
        assert player is not None
        return ev.Resigned(player, Win.SINGLE)


def test_a_declined_resignation_is_not_offered_again() -> None:
    talk = ExternalSession(PlainEngine(Stubborn()))
    before_roll = board_line(Situation(Position.standard(), Player.WHITE, length=7))
    assert said(talk, before_roll) == "resign normal"
    assert said(talk, before_roll) == "roll"
    assert said(talk, board_line(START)) == "8/5 6/5"
    record = talk.record
    assert record is not None
    assert [type(event) for event in record.match.events[-2:]] == [ev.Rolled, ev.Played]


def questions(match: Match, side: Player, seed: int) -> list[tuple[str, Event | None]]:
    """What GNU Backgammon would ask one side of a match, and what was answered."""
    asked: list[tuple[str, Event | None]] = []

    class Listener:
        def __init__(self, player: PlainPlayer) -> None:
            self._player = player

        def decide(self, match: Match) -> Event | None:
            event = self._player.decide(match)
            crawford = match.state.is_crawford and match.phase is Phase.TO_ROLL
            if not crawford:
                asked.append((board_line(Situation.from_match(match)), event))
            return event

    players: dict[Player, MatchPlayer] = {side: Listener(PlainPlayer()), side.opponent: PlainPlayer()}
    play_on(match, players, SeededDice(seed))
    return asked


@pytest.mark.parametrize("side", Player)
def test_a_record_is_kept_of_what_can_be_known(side: Player) -> None:
    match = Match(length=5)
    kept: list[Record] = []
    talk = ExternalSession(PlainEngine(), keep=kept.append)
    for line, _ in questions(match, side, 4):
        assert not said(talk, line).startswith("Error")
    talk.close()
    (record,) = kept
    assert record.match.length == 5
    seen = record.match.version
    assert match.version - seen <= 4
    for version in range(1, seen + 1):
        assert record.match.state_at(version).position == match.state_at(version).position
        assert record.match.state_at(version).score == match.state_at(version).score


def test_games_given_up_by_the_other_are_noticed() -> None:
    talk = ExternalSession(PlainEngine())
    said(talk, board_line(START))
    after = Situation(Position.standard(), Player.WHITE, roll=Roll(6, 5), length=7, score=(3, 0))
    said(talk, board_line(after))
    assert talk.record is not None
    (game,) = talk.record.match.results
    assert (game.winner, game.win) == (Player.WHITE, Win.BACKGAMMON)


def test_a_new_match_is_a_new_record() -> None:
    kept: list[Record] = []
    talk = ExternalSession(PlainEngine(), keep=kept.append)
    said(talk, board_line(START))
    said(talk, board_line(Situation(Position.standard(), Player.WHITE, roll=Roll(2, 1), length=3)))
    assert [record.match.length for record in kept] == [7]
    assert talk.record is not None
    assert talk.record.match.length == 3


def test_records_do_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixprime.peers.keeping.MOST_EVENTS", 50)
    kept: list[Record] = []
    talk = ExternalSession(PlainEngine(), keep=kept.append)
    for line, _ in questions(Match(length=3), Player.WHITE, 4):
        assert not said(talk, line).startswith("Error")
    assert len(kept) > 1
    assert max(record.match.version for record in kept) < 70


def test_the_player_that_gives_up_is_kept_from_going_on_for_ever() -> None:
    talk = ExternalSession(PlainEngine(GivingUp()))
    lost = Situation(Position.of({23: 2, 6: 13}, {1: 6}), Player.WHITE, length=7)
    answers = [said(talk, board_line(lost)) for _ in range(4)]
    assert answers == ["resign normal", "resign gammon", "roll", "roll"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.text(max_size=60), st.integers(0, 400)), max_size=5))
def test_nothing_that_is_said_breaks_it(lines: list[str | int]) -> None:
    talk = session()
    good = board_line(START)
    for line in lines:
        cut = good[:line] + good[line + 1 :] if isinstance(line, int) else line
        for answer in talk.answer(cut).lines:
            assert "\n" not in answer
