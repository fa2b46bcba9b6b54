"""Decisions and whole games: reproducible, legal, mixed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest

from conftest import not_here
from sixprime import Position, Roll
from sixprime.compiled.arrays import Boards
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.phases import GamePhase
from sixprime.training.judging import gnubg_reference
from sixprime.training.judging.decisions import (
    SOURCES,
    Asked,
    Decision,
    DecisionMaker,
    Mover,
    Plays,
    RandomMover,
    by_boards,
    throws,
    turns,
)
from sixprime.training.judging.duels import DuelScore, duel, play_games
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgMover
from sixprime.training.judging.movers import NetMover, net_mover
from sixprime.training.judging.neutral.look_ahead import EvaluatorMover


@pytest.fixture(scope="module")
def mover() -> Iterator[GnubgMover]:
    if not gnubg_reference.program():
        not_here("GNU Backgammon is not installed: sudo apt install gnubg")
    with Gnubg() as gnubg:
        yield GnubgMover(gnubg)


def first(boards: Boards) -> int:
    return 0


def made(seed: int, mover: Mover, numbers: range) -> list[Decision]:
    maker = DecisionMaker(seed, [mover])
    return [maker.make(number, set()) for number in numbers]


class TestDecisions:
    def test_seed_and_number_determine_them(self, mover: GnubgMover) -> None:
        decisions = made(3, mover, range(30))
        assert made(3, mover, range(30)) == decisions
        assert made(3, mover, range(20, 30)) == decisions[20:]
        assert not {decision.key for decision in decisions} & {decision.key for decision in made(4, mover, range(30))}

    def test_there_is_something_to_decide(self, mover: GnubgMover) -> None:
        for decision in made(5, mover, range(44)):
            assert len(decision.position.legal_plays(decision.roll)) >= 2

    def test_they_are_mixed(self, mover: GnubgMover) -> None:
        decisions = made(6, mover, range(10 * len(SOURCES)))
        assert {decision.source for decision in decisions} == set(SOURCES)
        phases = Counter(decision.phase for decision in decisions)
        assert set(phases) == set(GamePhase)
        assert max(phases.values()) < len(decisions) / 3
        assert 20 < sum(decision.roll.is_double for decision in decisions) < 60

    def test_what_is_known_is_passed_over(self, mover: GnubgMover) -> None:
        maker = DecisionMaker(7, [mover])
        decision = maker.make(0, set())
        other = maker.make(0, {decision.key})
        assert other.key != decision.key
        assert other.source == decision.source
        assert maker.make(0, {other.key}) == decision

    def test_the_key_does_not_depend_on_the_order_of_the_dice(self) -> None:
        start = Position.standard()
        assert Decision(start, Roll(3, 1), "a").key == Decision(start, Roll(1, 3), "b").key
        assert Decision(start, Roll(3, 1), "a").key != Decision(start, Roll(3, 2), "a").key

    def test_other_players_can_make_the_games(self) -> None:
        """Any callable will do, and those that are given are the ones who play."""
        seen: list[int] = []

        def watching(boards: Boards) -> int:
            seen.append(len(boards))
            return len(boards) - 1

        decisions = made(3, by_boards(watching), range(4))
        assert len(seen) > 50
        assert decisions == made(3, by_boards(watching), range(4))
        assert decisions != made(3, by_boards(first), range(4))


class TestPlays:
    def test_they_are_the_legal_ones_in_a_fixed_order(self) -> None:
        plays = Plays()
        for decision in made(2, by_boards(first), range(22)):
            boards = [tuple(board) for board in plays(decision.position, decision.roll).tolist()]
            assert boards == sorted(play.result.points for play in decision.position.legal_plays(decision.roll))

    def test_what_was_found_stays(self) -> None:
        """The next roll does not overwrite it."""
        plays = Plays()
        boards = plays(Position.standard(), Roll(3, 1))
        kept = boards.copy()
        plays(Position.standard(), Roll(6, 6))
        assert (boards == kept).all()

    def test_none(self) -> None:
        shut_out = Position.of({25: 1, 6: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
        assert Plays()(shut_out, Roll(6, 6)).shape == (0, 26)


class TestTurns:
    def test_a_game_is_played_to_its_end(self) -> None:
        random = Random(1)
        players = [RandomMover(random), RandomMover(random)]
        game = list(turns(Position.standard(), throws(random, opening=True), players, Plays()))
        *played, (end, _, nothing) = game
        assert not played[0][1].is_double
        assert end.is_over
        assert end.pips > 0
        assert end.opponent_pips == 0
        assert len(nothing) == 0
        for (position, _, boards), (after, _, _) in pairwise(game):
            assert not position.is_over
            reachable = {tuple(board) for board in boards.tolist()} or {position.points}
            assert after.flipped().points in reachable

    def test_the_players_take_turns(self) -> None:
        asked: list[str] = []

        def called(name: str) -> Mover:
            def move(position: Position, roll: Roll, boards: object) -> int:
                asked.append(name)
                return 0

            return move

        rolls = iter([Roll(3, 1), Roll(4, 2), Roll(6, 5)])
        list(turns(Position.standard(), rolls, [called("first"), called("second")], Plays()))
        assert asked == ["first", "second", "first"]


class TestDuels:
    def test_nobody_beats_itself(self, mover: GnubgMover) -> None:
        """With the same dice for both seatings one player against itself is level, to the point."""
        *_, score = duel(mover, mover, 5)
        assert score == DuelScore(10, 0.0, 0.0)

    def test_a_strong_player_beats_a_random_one(self, mover: GnubgMover) -> None:
        *_, score = duel(mover, RandomMover(Random(2)), 10)
        assert score.games == 20
        assert score.points > 2
        assert 0 < score.standard_error < 0.3
        *_, mirrored = duel(RandomMover(Random(2)), mover, 10)
        assert mirrored.points < -2

    def test_points_are_those_of_the_player_who_began(self) -> None:
        plays = Plays()
        results = []
        for number in range(12):
            either = RandomMover(Random(number))
            (points,) = play_games([(either, either, str(number))], plays)
            again = RandomMover(Random(number))
            game = list(turns(Position.standard(), throws(Random(str(number)), opening=True), [again], plays))
            winner_began = len(game) % 2 == 0  # an odd number of turns, and the end
            loser = game[-1][0]
            if loser.off:
                value = 1
            else:
                value = 3 if loser.bar or any(count > 0 for count in loser.points[19:25]) else 2
            assert points == (value if winner_began else -value)
            results.append(points)
        assert min(results) < 0 < max(results)

    def test_endless_games_are_cut_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sixprime.training.judging.duels.MOST_TURNS", 20)
        assert play_games([(by_boards(first), by_boards(first), "1")], Plays()) == [0]

    def test_the_dice_are_the_same_for_both_seatings(self) -> None:
        rolls: list[list[Roll]] = []

        class Noting:
            """Plays both seats alike, so that both games of a pair last equally long."""

            def __call__(self, *asked: object) -> int:
                raise AssertionError(f"asked about one game instead of many: {asked}")

            def choose_many(self, asked: Sequence[Asked]) -> list[int]:
                rolls.append([one.roll for one in asked])
                return [len(one.boards) // 2 for one in asked]

        *_, score = duel(Noting(), Noting(), 3, seed=9)
        assert score == DuelScore(6, 0.0, 0.0)
        beginning, mirrored, *_ = rolls
        assert beginning == mirrored
        assert len(beginning) == 3
        assert len(set(beginning)) > 1

    def test_games_side_by_side_are_those_played_one_by_one(self) -> None:
        """Whether a player is asked about one game or about many changes nothing."""
        many = EvaluatorMover(NetEvaluator.default(), 0)
        *_, together = duel(many, NetMover(NetEvaluator.default()), 6, seed=4)
        *_, single = duel(lambda *asked: many(*asked), net_mover(None, 0), 6, seed=4)
        assert together == single
