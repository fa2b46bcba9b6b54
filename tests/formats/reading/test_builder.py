"""What readers tell a builder becomes a match by the rules, and what cannot be becomes a problem."""

from random import Random

import pytest

from formats.random_matches import random_match
from sixprime import Cube, Ending, IllegalAction, Match, Offer, Phase, Player, Position, Roll, RuleSet, Win
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.formats.reading import (
    CheckerAnalysis,
    CubeAnalysis,
    FileChances,
    ImportedPlay,
    MatchFile,
    Problem,
    UnreadableFile,
    file_builder,
)
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.lazy_matches import LazyMatch
from sixprime.formats.reading.results import MAX_PROBLEMS
from sixprime.messages import text

WHITE, BLACK = Player.WHITE, Player.BLACK


def told(file: MatchFile) -> list[str]:
    return [str(problem) for problem in file.problems]


def begun(length: int | None = 7, **rules: bool) -> MatchBuilder:
    builder = MatchBuilder("test")
    builder.begin_match(length, names={WHITE: "Anna", BLACK: "Béla"}, **rules)  # type: ignore[arg-type]
    builder.begin_game((0, 0))
    builder.turn(WHITE, "31", "8/5 6/5")
    return builder


def feed(builder: MatchBuilder, match: Match) -> None:
    """Tell a builder all that happens in a match."""
    builder.begin_match(match.length, names=match.names, jacoby=match.rules.jacoby)
    for number, event in enumerate(match.events):
        before = match.state_at(number)
        match event:
            case ev.OpeningRolled():
                builder.begin_game(before.score)
                starter = WHITE if event.white > event.black else BLACK
                builder.roll(starter, (event.white, event.black))
            case ev.Rolled():
                builder.roll(event.player, event.roll)
            case ev.Played():
                builder.play(event.player, event.steps)
            case ev.Doubled():
                builder.double(event.player, before.cube.value * 2)
            case ev.Taken():
                builder.take(event.player)
            case ev.Dropped():
                builder.drop(event.player)
            case ev.Beavered():
                builder.beaver(event.player)
            case ev.Raccooned():
                builder.raccoon(event.player)
            case ev.Resigned():
                builder.resign(event.player, event.win)
            case ev.ResignationAccepted():
                builder.accept(event.player)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_is_built_as_it_was_played(seed: int) -> None:
    rng = Random(seed)
    money = RuleSet(beavers=True, raccoons=True, jacoby=True)
    for match in (random_match(rng, 3), random_match(rng, None, money, games=2, cube=0.2)):
        builder = MatchBuilder("test")
        feed(builder, match)
        file = builder.finish()
        assert not told(file)
        assert file.match.events == match.events
        states = [file.match.state_at(version) for version in reversed(range(match.version + 1))]
        rules = file.match.rules
        assert states == list(reversed([*_states(match.events, rules, match.length)]))


def _states(events: tuple[ev.Event, ...], rules: RuleSet, length: int | None) -> list[object]:
    match = Match.from_events(events, rules, length=length)
    return [match.state_at(version) for version in range(match.version + 1)]


def test_a_built_match_can_be_played_on_and_taken_back() -> None:
    builder = begun()
    builder.turn(BLACK, "65", "24/18 18/13")
    match = builder.finish().match
    assert isinstance(match, LazyMatch)
    match.double()
    match.undo()
    match.undo_to(2)
    match.apply(ev.Rolled(BLACK, Roll(6, 5)))
    assert match.phase is Phase.TO_PLAY
    with pytest.raises(IllegalAction):
        match.double()


def test_rules_are_learnt_from_what_happens() -> None:
    builder = begun(None)
    builder.double(BLACK)
    builder.beaver(WHITE)
    builder.beaver(BLACK)  # in answer to a beaver: a raccoon
    builder.turn(BLACK, "65", "24/18 18/13")
    file = builder.finish()
    assert not told(file)
    assert file.match.rules.beavers
    assert file.match.rules.raccoons
    assert file.match.state.cube == Cube(8, WHITE)


def test_rules_that_are_told_stay() -> None:
    builder = begun(None, beavers=False)
    builder.double(BLACK)
    builder.beaver(WHITE)
    file = builder.finish()
    assert "these rules have no beavers" in told(file)[0]


def test_a_double_in_answer_to_a_double() -> None:
    builder = begun(None)
    builder.double(BLACK)
    builder.double(WHITE)
    builder.drop(BLACK)
    assert builder.finish().match.score == {WHITE: 2, BLACK: 0}


def test_problems_have_their_place() -> None:
    builder = begun()
    builder.offset = 512
    builder.play(BLACK, "24/23")
    file = builder.finish()
    assert file.problems[0].offset == 512
    assert told(file)[0].startswith("byte 512: Black cannot move: not now")
    assert str(Problem(text("wrong"))) == "wrong"


def test_the_list_of_problems_is_bounded() -> None:
    builder = begun()
    for _ in range(MAX_PROBLEMS + 5):
        builder.problem(text("wrong"))
    file = builder.finish()
    assert len(file.problems) == MAX_PROBLEMS
    assert file.problems_left_out == 5


def test_the_number_of_events_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_builder, "MAX_EVENTS", 4)
    monkeypatch.setattr("sixprime.formats.reading.builder.MAX_EVENTS", 4)
    builder = begun()
    builder.turn(BLACK, "65", "24/18 18/13")
    assert builder.is_full
    builder.roll(WHITE, "61")
    file = builder.finish()
    assert file.match.version == 4
    assert "at most 4 events" in told(file)[0]


def test_a_resignation_over_a_pending_double() -> None:
    builder = begun()
    builder.double(BLACK)
    builder.win(WHITE, 4)
    file = builder.finish()
    assert file.match.score == {WHITE: 4, BLACK: 0}
    dropped = begun()
    dropped.double(BLACK)
    dropped.win(BLACK, 1)
    assert dropped.finish().match.results[0].ending is Ending.DROPPED


def test_declined_and_accepted_resignations() -> None:
    builder = begun()
    builder.resign(BLACK, Win.SINGLE)
    builder.decline(WHITE)
    builder.resign(BLACK, Win.GAMMON)
    builder.accept(WHITE)
    file = builder.finish()
    assert not told(file)
    assert file.match.score == {WHITE: 2, BLACK: 0}


def test_who_rolls_after_offering_to_resign_was_declined() -> None:
    builder = begun()
    builder.resign(BLACK, Win.SINGLE)
    builder.turn(BLACK, "65", "24/18 18/13")
    unknown = begun()
    unknown.resign(BLACK)
    unknown.turn(BLACK, "65", "24/18 18/13")
    for file in (builder.finish(), unknown.finish()):
        assert not told(file)
        assert file.match.phase is Phase.TO_ROLL


def test_the_last_play_that_was_not_stored() -> None:
    builder = MatchBuilder("test")
    builder.begin_match(5)
    builder.begin_game((0, 0))
    builder.set_up(Position.of({1: 2}, {1: 2}), WHITE)
    builder.roll(WHITE, "65")
    builder.win(WHITE, 1)
    file = builder.finish()
    assert not told(file)
    assert file.match.results[0].ending is Ending.BORNE_OFF


def test_who_won_and_how_much_is_compared() -> None:
    builder = MatchBuilder("test")
    builder.begin_match(5)
    for winner, points in ((BLACK, 1), (WHITE, 3)):
        builder.begin_game()
        builder.set_up(Position.of({1: 1}, {1: 2}), WHITE)
        builder.turn(WHITE, "65", "1/off")
        builder.win(winner, points)
    first, second = told(builder.finish())
    assert first.startswith("the file says that Black has won, but")
    assert second == "the file says that the game counts 3, by the rules it counts 1"


def test_a_match_that_is_said_to_be_over() -> None:
    builder = begun()
    builder.win(WHITE, 1, ends_match=True)
    assert told(builder.finish()) == ["the file says that the match is over, but nobody has 7 points"]


def test_games_after_the_end_are_a_match_of_their_own() -> None:
    builder = begun(1)
    builder.win(WHITE, 1)
    builder.begin_game()
    builder.turn(BLACK, "31", "8/5 6/5")
    file = builder.finish()
    assert len(file.matches) == 2
    assert told(file) == ["the match is over, and here another game begins"]


def test_a_board_in_the_middle_of_a_game() -> None:
    builder = begun()
    builder.set_up(Position.nackgammon(), BLACK)
    builder.turn(BLACK, "65", "24/18 18/13")
    file = builder.finish()
    assert not file.problems
    assert file.match.events[2] == ev.PositionSet(Position.nackgammon(), BLACK, score=(0, 0))
    assert [read.match.version for read in file.matches] == [5]


def test_notes_stand_at_their_events() -> None:
    cube = CubeAnalysis(0.1, 0.2, 1.0, FileChances(0.55, 0.1))
    checkers = CheckerAnalysis((ImportedPlay("8/5 6/5", ((8, 5), (6, 5)), 0.2),), 0)
    builder = MatchBuilder("test")
    builder.begin_match(None)
    builder.begin_game()
    builder.comment("a game")
    builder.roll(WHITE, "31")
    builder.analysis(cube)
    builder.play(WHITE, "8/5 6/5")
    builder.analysis(checkers)
    builder.comment("well\r\nplayed\x00")
    builder.double(BLACK, 4)  # so the cube stood at 2, and the game began from a set-up
    (read,) = builder.finish().matches
    assert read.comments == {1: "a game", 2: "well\nplayed"}
    assert read.analyses == {1: (cube,), 2: (checkers,)}


def test_chances() -> None:
    assert FileChances(0.5, 0.1, 0.05, 0.1, 0.05).cubeless_equity == pytest.approx(0)


@pytest.mark.parametrize(
    "situation",
    [
        Situation(Position.standard(), BLACK, roll=Roll(3, 1), length=7, score=(6, 2), crawford=True),
        Situation(Position.nackgammon(), WHITE, Cube(2, WHITE), offer=Offer.DOUBLE, length=9, score=(1, 2)),
        Situation(Position.standard(), WHITE, offer=Offer.RACCOON, beavers=True, jacoby=True),
        Situation(Position.hypergammon(), WHITE, resignation=Win.SINGLE, resigned_by=BLACK, length=3, score=(0, 1)),
        Situation(Position.hypergammon(), WHITE, cube_limit=1, jacoby=False, beavers=False),
    ],
)
def test_situations(situation: Situation) -> None:
    builder = MatchBuilder("test")
    builder.add_situation(situation, {WHITE: "Anna"})
    file = builder.finish()
    assert not told(file)
    assert Situation.from_match(file.match) == situation


def test_nothing_at_all() -> None:
    with pytest.raises(UnreadableFile, match="there is no game in it"):
        MatchBuilder("test").finish()
    builder = MatchBuilder("test")
    builder.begin_match(100_000)
    with pytest.raises(UnreadableFile, match="1 to 9999"):
        builder.finish()


def test_without_a_match_it_is_money_play() -> None:
    builder = MatchBuilder("test")
    builder.turn(WHITE, "31", [(8, 5), (6, 5)])
    assert builder.finish().match.is_money


def test_notes_of_a_game_that_is_set_up_anew_stand_at_its_beginning() -> None:
    builder = MatchBuilder("test")
    builder.begin_match(7)
    builder.begin_game((0, 0))
    builder.roll(WHITE, "31")
    builder.analysis(CubeAnalysis(no_double=0.5))
    builder.resign(WHITE, Win.SINGLE)
    builder.decline(BLACK)
    builder.comment("early")
    builder.set_up(Position.of({6: 3}, {5: 4}), WHITE)
    builder.roll(WHITE, "21")
    (read,) = builder.finish().matches
    assert read.match.version == 2
    assert read.comments == {0: "early"}
    assert not read.analyses
