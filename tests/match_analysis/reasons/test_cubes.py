"""Reasons about the cube: the next exchange, points to double and to take, and both directions of every error."""

import pytest

from sixprime import Engine, Position, Situation
from sixprime.analysis.reasons import Explainer, ReasonKind
from sixprime.analysis.reasons.cubes import CubeMeasures, exchange_of
from sixprime.core import Offer
from sixprime.core.match.events import Action

ENGINE = Engine(plies=0, threads=1)
START = Situation(Position.standard())
BLITZ = Position.of({24: 1, 13: 3, 8: 3, 6: 4, 5: 2, 4: 2}, {25: 1, 22: 1, 13: 4, 8: 3, 6: 5, 7: 1})
RACE = Position.of({8: 3, 7: 2, 6: 4, 5: 3, 4: 2, 3: 1}, {10: 2, 8: 2, 7: 2, 6: 4, 5: 3, 4: 2})


def measures(situation: Situation) -> CubeMeasures:
    return CubeMeasures(situation.to_match().state, ENGINE.analyse(situation), ENGINE)


def kinds(situation: Situation, better: Action, worse: Action) -> list[ReasonKind]:
    with Explainer(ENGINE) as explainer:
        return [reason.kind for reason in explainer.explain(situation, better, worse).reasons]


def test_an_exchange_has_all_ways_two_rolls_can_fall() -> None:
    exchange = exchange_of(ENGINE, START.to_match().state)
    assert sum(ways for _, ways in exchange.values) == 36 * 36
    assert exchange.mean == pytest.approx(ENGINE.analyse(START).equity, abs=0.05)
    assert exchange.lost_market < 0.02
    assert 0.1 < exchange.deviation < 0.4


def test_the_last_roll_is_won_or_lost() -> None:
    last = Situation(Position.of({3: 1, 2: 1}, {1: 1}))
    exchange = measures(last).exchange
    assert exchange.lost_market == pytest.approx(25 / 36)  # the rolls that bear off both
    assert {round(value) for value, _ in exchange.values} == {1, -1}


def test_losing_the_market() -> None:
    assert ReasonKind.MARKET_LOSERS in kinds(Situation(RACE), Action.DOUBLE, Action.ROLL)
    # Where a double is far away, nobody thinks of the market.
    assert kinds(START, Action.ROLL, Action.DOUBLE)[0] is ReasonKind.DOUBLING_POINT
    assert ReasonKind.MARKET_LOSERS not in kinds(START, Action.ROLL, Action.DOUBLE)


def test_too_good_and_cash() -> None:
    assert kinds(Situation(BLITZ), Action.ROLL, Action.DOUBLE)[0] is ReasonKind.TOO_GOOD
    prime = Position.of({24: 1, 9: 2, 8: 2, 7: 2, 6: 3, 5: 3, 4: 2}, {24: 2, 13: 3, 8: 3, 6: 4, 5: 3})
    assert kinds(Situation(prime), Action.DOUBLE, Action.ROLL)[0] is ReasonKind.CASH


def test_takes_and_drops() -> None:
    take = Situation(RACE, offer=Offer.DOUBLE)
    assert kinds(take, Action.TAKE, Action.DROP)[0] is ReasonKind.TAKE_POINT
    drop = Situation(BLITZ, offer=Offer.DOUBLE)
    assert kinds(drop, Action.DROP, Action.TAKE)[0] is ReasonKind.TAKE_POINT
    assert kinds(drop, Action.TAKE, Action.DROP) == []  # silence: it is not better


def test_gammons_make_a_take_wrong() -> None:
    prime = Position.of({24: 1, 9: 2, 8: 2, 7: 2, 6: 3, 5: 3, 4: 2}, {24: 2, 13: 3, 8: 3, 6: 4, 5: 3})
    offered = Situation(prime, offer=Offer.DOUBLE)
    with Explainer(ENGINE) as explainer:
        found = {reason.kind: reason for reason in explainer.compare(offered, Action.DROP, Action.TAKE)}
    reason = found[ReasonKind.GAMMONS_AGAINST]
    assert reason.favours_first
    assert reason.detail is not None
    assert reason.other < found[ReasonKind.TAKE_POINT].value < reason.detail


def test_owning_the_cube_is_worth_most_where_much_can_happen() -> None:
    assert measures(START).recube > measures(Situation(RACE)).recube > 0


def test_a_dead_cube_has_no_owner_to_fear() -> None:
    position = Position.of({24: 2, 13: 4, 8: 3, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    level = Situation(position, length=7, score=(5, 5))
    assert not measures(level).can_recube
    assert measures(level).recube == pytest.approx(0, abs=0.01)
    assert ReasonKind.NO_RECUBE in {
        reason.kind for reason in Explainer(ENGINE).compare(level, Action.DOUBLE, Action.ROLL)
    }


def test_the_take_point_follows_the_score() -> None:
    # 2 away against 2 away the doubled game decides the match: a take needs the chance to win that a drop leaves.
    money, match = measures(Situation(RACE)).window, measures(Situation(RACE, length=7, score=(5, 5))).window
    assert money is not None
    assert match is not None
    assert money.take == pytest.approx(0.21, abs=0.02)
    assert match.take == pytest.approx(0.30, abs=0.03)
