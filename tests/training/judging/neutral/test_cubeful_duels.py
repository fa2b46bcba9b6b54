"""Games for money with the cube: who wins what, and the same dice for both seatings."""

from pathlib import Path

import pytest

from sixprime import Event, Match, Position, Roll
from sixprime.core import Phase
from sixprime.core.match import events as ev
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.training.judging.neutral import cubeful_duels
from sixprime.training.judging.neutral.cubeful_duels import (
    DuelProblem,
    cubeful_duel,
    evaluator_player,
    net_player,
    play_cubeful_game,
)
from sixprime.training.judging.neutral.evaluator_judges import EvaluatorJudge
from sixprime.training.judging.neutral.peer_nets import PeerNet
from training.judging.neutral.peers import write_random_net

EVALUATOR = NetEvaluator.default()


class DoublesAtOnce:
    """Doubles before its first roll, and plays the first legal play."""

    def decide(self, match: Match) -> Event | None:
        assert match.to_act is not None
        if match.phase is Phase.TO_ROLL:
            return ev.Doubled(match.to_act)
        assert match.phase is Phase.TO_PLAY
        return ev.Played(match.to_act, match.legal_plays[0].pairs if match.legal_plays else ())


class DropsAlways:
    """Drops every double, and plays the first legal play."""

    def decide(self, match: Match) -> Event | None:
        assert match.to_act is not None
        if match.phase is Phase.TO_ANSWER_CUBE:
            return ev.Dropped(match.to_act)
        if match.phase is Phase.TO_ROLL:
            return None
        return ev.Played(match.to_act, match.legal_plays[0].pairs if match.legal_plays else ())


def test_a_dropped_double_wins_a_point_in_either_seat() -> None:
    assert play_cubeful_game(DoublesAtOnce(), DropsAlways(), "1") == 1.0
    assert play_cubeful_game(DropsAlways(), DoublesAtOnce(), "1") == -1.0
    assert [score.points for score in cubeful_duel(DoublesAtOnce(), DropsAlways(), 2)] == [1.0, 1.0]


def test_a_player_against_itself_comes_out_even() -> None:
    player = net_player(None, 0)
    scores = list(cubeful_duel(player, player, 3, seed=5))
    assert [(score.games, score.points) for score in scores] == [(2, 0.0), (4, 0.0), (6, 0.0)]


def test_the_net_beats_a_net_that_knows_nothing(tmp_path: Path) -> None:
    random_net = PeerNet.load(write_random_net(tmp_path / "peer.npz"))
    *_, score = cubeful_duel(net_player(None, 0), evaluator_player(random_net), 10)
    assert score.games == 20
    assert score.points > 0.5


def test_a_game_without_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubeful_duels, "MOST_EVENTS", 5)
    with pytest.raises(DuelProblem):
        play_cubeful_game(net_player(None, 0), net_player(None, 0), "1")


def test_an_evaluator_ranks_plays_as_the_net_itself_does() -> None:
    judge = EvaluatorJudge(EVALUATOR)
    position = Position.standard()
    assert judge.chances(position).equity == pytest.approx(EVALUATOR.chances(position).equity, abs=1e-6)
    for roll in (Roll(3, 1), Roll(6, 2), Roll(5, 5)):
        ours, theirs = EVALUATOR.rank(position, roll), judge.rank(position, roll)
        assert [entry.chances.equity for entry in theirs] == pytest.approx(
            [entry.chances.equity for entry in ours], abs=1e-5
        )
    closed_out = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 3})
    assert judge.rank(closed_out, Roll(3, 1)) == []
