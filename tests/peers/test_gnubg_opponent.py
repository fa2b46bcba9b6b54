"""GNU Backgammon driven by us: whole matches against it, and its judgement of positions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers_tables import PlainPlayer, play_on

from conftest import not_here
from sixprime.core import (
    BearOff,
    Cube,
    Match,
    Phase,
    Player,
    Position,
    Roll,
    RuleSet,
    SeededDice,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine.bots.players import MatchPlayer, RandomPlayer
from sixprime.peers.gnubg import GnubgOpponent, GnubgOracle, MatchGnubg
from sixprime.training.judging.gnubg_reference import GnubgProblem, program


@pytest.fixture(scope="module")
def gnubg() -> Iterator[MatchGnubg]:
    if program() is None:
        not_here("GNU Backgammon is not installed")
    with MatchGnubg(0) as running:
        yield running


def test_a_match_with_everything(gnubg: MatchGnubg) -> None:
    opponent = GnubgOpponent(gnubg)
    actions: set[tuple[Player, str]] = set()
    for seed in (1, 2, 3):
        players: dict[Player, MatchPlayer] = {Player.WHITE: PlainPlayer(), Player.BLACK: opponent}
        match = play_on(Match(length=7), players, SeededDice(seed))
        assert match.result is not None
        actions |= {(event.player, event.action.value) for event in match.events if isinstance(event, ev.Doubled)}
        actions |= {
            (event.player, event.action.value) for event in match.events if isinstance(event, ev.Taken | ev.Dropped)
        }
    assert {(Player.BLACK, "double"), (Player.BLACK, "take")} <= actions


def test_a_money_session_with_beavers(gnubg: MatchGnubg) -> None:
    rules = RuleSet(jacoby=True, beavers=True, raccoons=True)
    opponent = GnubgOpponent(gnubg)
    players: dict[Player, MatchPlayer] = {Player.WHITE: PlainPlayer(always_doubles=True), Player.BLACK: opponent}
    match = play_on(Match(rules), players, SeededDice(1), games=4)
    assert any(isinstance(event, ev.Beavered) and event.player is Player.BLACK for event in match.events)
    match = play_on(Match(rules), {Player.WHITE: GnubgOpponent(gnubg), Player.BLACK: RandomPlayer(2)}, SeededDice(2), 4)
    assert len(match.results) == 4


@pytest.mark.parametrize("doubler", Player)
def test_the_score_is_told_the_right_way_round(gnubg: MatchGnubg, doubler: Player) -> None:
    """One in four is enough for who is nearly out of the match, and not for who would be level after a drop."""
    four_rolls_each = Position.of({1: 8}, {1: 8})
    for points, answer in ((4, ev.Taken), (2, ev.Dropped)):
        score = (points, 6 - points) if doubler is Player.WHITE else (6 - points, points)
        match = Situation(four_rolls_each, doubler, Cube(2, doubler), length=7, score=score).to_match()
        match.double()
        assert isinstance(GnubgOpponent(gnubg).decide(match), answer)


def test_resignations_are_answered_by_their_worth(gnubg: MatchGnubg) -> None:
    opponent = GnubgOpponent(gnubg)
    gammon = Position.of({23: 2, 13: 13}, {1: 4})
    match = Situation(gammon, Player.WHITE, length=7).to_match()
    match.resign(Win.SINGLE)
    assert opponent.decide(match) == ev.ResignationDeclined(Player.BLACK)
    match.apply(ev.ResignationDeclined(Player.BLACK))
    match.resign(Win.BACKGAMMON)
    assert opponent.decide(match) == ev.ResignationAccepted(Player.BLACK)


def test_it_gives_up_what_is_lost(gnubg: MatchGnubg) -> None:
    opponent = GnubgOpponent(gnubg)
    single = Situation(Position.of({6: 10}, {1: 1}), Player.WHITE, length=7).to_match()
    assert opponent.decide(single) == ev.Resigned(Player.WHITE, Win.SINGLE)
    single.resign(Win.SINGLE)
    single.decline()
    assert not isinstance(opponent.decide(single), ev.Resigned)
    gammon = Situation(Position.of({12: 15}, {1: 1}), Player.WHITE, length=7).to_match()
    assert opponent.decide(gammon) == ev.Resigned(Player.WHITE, Win.GAMMON)


def test_plays_by_other_rules_are_not_passed_off_as_legal(gnubg: MatchGnubg) -> None:
    rules = RuleSet(bear_off=BearOff.EXACT_ONLY)
    match = Situation(Position.of({4: 3, 3: 3}, {1: 2}), Player.WHITE, roll=Roll(6, 3)).to_match(rules)
    with pytest.raises(GnubgProblem, match="not legal"):
        GnubgOpponent(gnubg).decide(match)


def test_there_is_nothing_to_decide_before_the_opening(gnubg: MatchGnubg) -> None:
    match = Match(length=3)
    assert match.phase is Phase.OPENING
    with pytest.raises(ValueError, match="nothing to decide"):
        GnubgOpponent(gnubg).decide(match)


def test_the_oracle_judges(gnubg: MatchGnubg) -> None:
    oracle = GnubgOracle(gnubg)
    assert oracle.chances(Position.standard()).win == pytest.approx(0.5215, abs=0.001)
    ranked = oracle.rank(Position.standard(), Roll(3, 1))
    assert str(ranked[0].play) == "8/5 6/5"
    last = oracle.rank(Position.of({1: 1}, {6: 15}), Roll(2, 1))
    assert (last[0].chances.win, last[0].chances.win_gammon, last[0].chances.win_backgammon) == (1, 1, 0)


def test_the_score_counts_in_evaluations(gnubg: MatchGnubg) -> None:
    leading = Situation(Position.standard(), Player.WHITE, length=7, score=(6, 0), crawford=True)
    _, chance = gnubg.evaluate(leading, 0, cubeful=True, jacoby=False)
    assert chance > 0.85
    _, chance = gnubg.evaluate(leading.with_colours_swapped(), 0, cubeful=True, jacoby=False)
    assert chance > 0.85


def test_the_example_in_the_docs_runs(gnubg: MatchGnubg) -> None:
    assert gnubg is not None
    page = (Path(__file__).parents[2] / "docs" / "peers.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(example, "peers.md", "exec"), names)
    match = names["match"]
    assert isinstance(match, Match)
    assert match.result is not None
