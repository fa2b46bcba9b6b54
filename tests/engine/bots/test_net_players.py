"""The bot finishes every match by the rules, and answers clear questions about the cube clearly."""

import math

import pytest

from sixprime import PRESETS, Cube, IllegalAction, Match, Phase, Player, Position, Roll, RuleSet, SeededDice, Win
from sixprime.core.match import events as ev
from sixprime.engine.bots.net_players import NetPlayer
from sixprime.engine.bots.players import RandomPlayer
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.evaluators import NetEvaluator
from sixprime.engine.net.nets import Net


def play_out(match: Match, seed: int, players: dict[Player, NetPlayer | RandomPlayer]) -> None:
    dice = SeededDice(seed)
    for _ in range(20_000):
        if match.phase is Phase.OVER:
            return
        if match.phase is Phase.OPENING:
            if match.is_money and len(match.results) == 1 and not match.state.automatic_doubles:
                match.end()
            else:
                match.open(dice)
            continue
        assert match.to_act is not None
        event = players[match.to_act].decide(match)
        if event is None:
            match.roll(dice)
        else:
            match.apply(event)
    pytest.fail("the match does not end")


@pytest.mark.parametrize("preset", PRESETS)
def test_it_finishes_matches_by_any_rules(preset: str) -> None:
    bot = NetPlayer(NetEvaluator(Net.untrained(1)))
    for length, other in ((None, bot), (3, bot), (3, RandomPlayer(2))):
        match = Match(PRESETS[preset], length=length)
        play_out(match, 7, {Player.WHITE: bot, Player.BLACK: other})
        assert match.result is not None


def test_it_is_reproducible() -> None:
    matches = [Match(length=1), Match(length=1)]
    for match in matches:
        bot = NetPlayer(NetEvaluator(Net.untrained(3)))
        play_out(match, 11, dict.fromkeys(Player, bot))
    assert matches[0] == matches[1]


def test_it_has_nothing_to_decide_before_the_opening() -> None:
    with pytest.raises(IllegalAction, match="there is nothing to decide"):
        NetPlayer(NetEvaluator(Net.untrained(1))).decide(Match())


def of_one_opinion(
    win: float, gammon: float = 0.0, backgammon: float = 0.0, lost: float = 0.0, lost_backgammon: float = 0.0
) -> NetPlayer:
    """A bot with a net for which the player on roll always has these chances, where nothing is exact."""
    net = Net.untrained(1)
    for array in net.arrays():
        array[:] = 0
    # The net speaks for the player who has just moved.
    for output, chance in enumerate((1 - win, lost, lost_backgammon, gammon, backgammon)):
        net.top_bias[:, 16 + output] = math.log(max(chance, 1e-9) / max(1 - chance, 1e-9))
    return NetPlayer(NetEvaluator(net))


def start(position: Position | None = None, rules: RuleSet | None = None, cube: Cube | None = None) -> Match:
    """White is about to roll or double."""
    match = Match(rules or RuleSet())
    match.apply(ev.PositionSet(position or Position.standard(), Player.WHITE, cube or Cube()))
    return match


def test_the_opinion_is_what_it_says() -> None:
    chances = of_one_opinion(0.7, 0.3, 0.1, 0.2, 0.05)._judge.look(Position.standard(), CubeView.money()).chances
    assert (chances.win, chances.win_gammon, chances.win_backgammon) == pytest.approx((0.7, 0.3, 0.1), abs=1e-5)
    assert (chances.lose_gammon, chances.lose_backgammon) == pytest.approx((0.2, 0.05), abs=1e-5)


@pytest.mark.parametrize(
    ("win", "gammon", "doubles"),
    [(0.5, 0.0, False), (0.6, 0.0, False), (0.78, 0.0, True), (0.72, 0.15, True), (0.95, 0.0, True), (0.3, 0.0, False)],
)
def test_it_doubles_with_a_good_advantage(win: float, gammon: float, doubles: bool) -> None:
    assert of_one_opinion(win, gammon).decide(start()) == (ev.Doubled(Player.WHITE) if doubles else None)


def test_it_plays_on_for_a_gammon() -> None:
    assert of_one_opinion(0.9, 0.6).decide(start()) is None


def test_it_does_not_play_on_for_gammons_that_do_not_count() -> None:
    assert of_one_opinion(0.9, 0.6).decide(start(rules=RuleSet(jacoby=True))) == ev.Doubled(Player.WHITE)


def test_it_does_not_double_with_the_opponents_cube() -> None:
    assert of_one_opinion(0.8).decide(start(cube=Cube(2, Player.BLACK))) is None
    assert of_one_opinion(0.8).decide(start(cube=Cube(2, Player.WHITE))) == ev.Doubled(Player.WHITE)


@pytest.mark.parametrize(
    ("win", "gammon", "taken"),
    [(0.6, 0.0, True), (0.7, 0.0, True), (0.85, 0.0, False), (0.72, 0.4, False), (0.99, 0.0, False)],
)
def test_it_takes_what_is_not_hopeless(win: float, gammon: float, taken: bool) -> None:
    match = start()
    match.double()
    answer = of_one_opinion(win, gammon).decide(match)
    assert answer == (ev.Taken(Player.BLACK) if taken else ev.Dropped(Player.BLACK))


def test_it_beavers_a_bad_double_where_it_may() -> None:
    match = start(rules=RuleSet(beavers=True))
    match.double()
    assert of_one_opinion(0.3).decide(match) == ev.Beavered(Player.BLACK)
    assert of_one_opinion(0.5).decide(match) == ev.Beavered(Player.BLACK)  # the cube is worth something
    assert of_one_opinion(0.62).decide(match) == ev.Taken(Player.BLACK)
    plain = start()
    plain.double()
    assert of_one_opinion(0.3).decide(plain) == ev.Taken(Player.BLACK)


def test_it_answers_a_beaver() -> None:
    match = start(rules=RuleSet(beavers=True))
    match.double()
    match.beaver()
    assert of_one_opinion(0.45).decide(match) == ev.Taken(Player.WHITE)
    assert of_one_opinion(0.02, lost=0.01).decide(match) == ev.Dropped(Player.WHITE)


def test_decided_bear_offs() -> None:
    bot = of_one_opinion(0.5)
    ahead, even = Position.of({1: 2}, {6: 8}), Position.of({6: 2}, {5: 1, 3: 1})
    assert bot.decide(start(ahead)) == ev.Doubled(Player.WHITE)
    doubled = start(ahead)
    doubled.double()
    assert bot.decide(doubled) == ev.Dropped(Player.BLACK)
    doubled = start(even)
    doubled.double()
    assert bot.decide(doubled) == ev.Taken(Player.BLACK)


def test_it_plays_the_winning_play() -> None:
    match = start(Position.of({6: 1, 1: 1}, {1: 1}))
    match.apply(ev.Rolled(Player.WHITE, Roll(6, 1)))
    event = NetPlayer(NetEvaluator(Net.untrained(1))).decide(match)
    assert event is not None
    match.apply(event)
    assert match.results[0].winner is Player.WHITE


def test_it_passes_where_nothing_can_be_played() -> None:
    match = start(Position.of({25: 1, 1: 14}, dict.fromkeys(range(1, 7), 2)))
    match.apply(ev.Rolled(Player.WHITE, Roll(6, 5)))
    if match.phase is Phase.TO_PLAY:
        assert NetPlayer(NetEvaluator(Net.untrained(1))).decide(match) == ev.Played(Player.WHITE, ())


def test_it_does_not_give_up_what_only_the_standard_bear_off_would_lose() -> None:
    """Where a 1 is needed to bear off from the one point, two checkers there take many rolls."""
    match = start(Position.of({2: 5}, {1: 2}), rules=PRESETS["000-it"])
    assert of_one_opinion(0.5).decide(match) != ev.Resigned(Player.WHITE, Win.SINGLE)


# Resignations


def test_it_gives_up_a_lost_game_and_not_one_that_can_be_lost_twice() -> None:
    lost = Position.of({6: 8}, {1: 2})
    assert of_one_opinion(0.5).decide(start(lost, cube=Cube(2, Player.BLACK))) == ev.Resigned(Player.WHITE, Win.SINGLE)
    assert of_one_opinion(0.0, lost=0.3).decide(start()) is None
    assert of_one_opinion(0.1).decide(start()) is None


@pytest.mark.parametrize(
    ("win", "gammon", "offered", "accepted"),
    [
        (0.7, 0.1, Win.SINGLE, True),
        (0.95, 0.6, Win.SINGLE, False),
        (0.95, 0.6, Win.GAMMON, True),
        (0.99, 0.98, Win.GAMMON, True),
    ],
)
def test_it_accepts_what_is_worth_as_much_as_playing_on(
    win: float, gammon: float, offered: Win, accepted: bool
) -> None:
    match = start()
    match.resign(offered, Player.BLACK)
    answer = of_one_opinion(win, gammon).decide(match)
    assert answer == (ev.ResignationAccepted(Player.WHITE) if accepted else ev.ResignationDeclined(Player.WHITE))


def test_it_knows_who_resigned() -> None:
    match = start()
    match.resign(Win.SINGLE, Player.WHITE)
    # White is on roll and resigns with a gammon to lose: Black plays on.
    assert of_one_opinion(0.05, lost=0.6).decide(match) == ev.ResignationDeclined(Player.BLACK)
    assert of_one_opinion(0.9, gammon=0.6).decide(match) == ev.ResignationAccepted(Player.BLACK)


def test_gammons_that_do_not_count_are_no_reason_to_decline() -> None:
    match = start(rules=RuleSet(jacoby=True))
    match.resign(Win.SINGLE, Player.BLACK)
    assert of_one_opinion(0.95, 0.6).decide(match) == ev.ResignationAccepted(Player.WHITE)


def test_what_it_offers_it_accepts() -> None:
    """Two bots of the same opinion must not offer and decline for ever."""
    bot = of_one_opinion(0.0004, lost=0.0018)
    match = start()
    match.apply(ev.Resigned(Player.WHITE, Win.SINGLE))
    assert of_one_opinion(0.0004, lost=0.0018).decide(start()) == ev.Resigned(Player.WHITE, Win.SINGLE)
    assert bot.decide(match) == ev.ResignationAccepted(Player.BLACK)


def test_it_does_not_offer_again_what_has_just_been_declined() -> None:
    match = start(Position.of({6: 8}, {1: 2}), cube=Cube(2, Player.BLACK))
    bot = of_one_opinion(0.5)
    event = bot.decide(match)
    assert event == ev.Resigned(Player.WHITE, Win.SINGLE)
    match.apply(event)
    match.decline()
    assert bot.decide(match) is None


def at(score: tuple[int, int], length: int, cube: Cube | None = None, *, crawford: bool = False) -> Match:
    """White is about to roll or double at a score of a match."""
    match = Match(length=length)
    over = not crawford and length - 1 in score
    match.set_up(
        Position.standard(), Player.WHITE, score=score, cube=cube or Cube(), crawford=crawford, crawford_over=over
    )
    return match


class TestScores:
    def test_after_the_crawford_game_the_trailer_doubles_at_once(self) -> None:
        assert of_one_opinion(0.4).decide(at((3, 4), 5)) == ev.Doubled(Player.WHITE)
        assert of_one_opinion(0.4).decide(at((3, 3), 5)) is None

    def test_in_the_crawford_game_nobody_doubles(self) -> None:
        assert of_one_opinion(0.8).decide(at((3, 4), 5, crawford=True)) is None

    def test_the_leader_drops_for_nothing_where_the_other_needs_an_even_number(self) -> None:
        # 1 away, 2 away: a drop costs one point of two, and what comes next is one game for everything.
        for away, dropped in ((2, True), (3, False)):
            match = at((5 - away, 4), 5)
            match.double()
            answer = of_one_opinion(0.54, 0.1).decide(match)
            assert answer == (ev.Dropped(Player.BLACK) if dropped else ev.Taken(Player.BLACK))

    def test_gammons_that_win_nothing_are_not_played_for(self) -> None:
        """At 2 away with the cube on 2, a gammon wins no more than the game."""
        bot = of_one_opinion(0.9, 0.6)
        assert bot.decide(at((3, 3), 5, Cube(2, Player.WHITE))) is None  # the cube is dead
        assert bot.decide(at((3, 0), 5)) is None  # but a gammon wins the match: too good to double

    def test_resignations_count_what_gammons_are_worth(self) -> None:
        match = at((0, 4), 5)
        match.resign(Win.SINGLE, Player.WHITE)
        assert of_one_opinion(0.001, lost=0.9).decide(match) == ev.ResignationAccepted(Player.BLACK)
        match = at((0, 2), 5)
        match.resign(Win.SINGLE, Player.WHITE)
        assert of_one_opinion(0.001, lost=0.9).decide(match) == ev.ResignationDeclined(Player.BLACK)
