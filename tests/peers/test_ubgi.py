"""UBGI in its three generations, as dialogues: `>` is what the tool says, `<` what the engine answers."""

import io
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from peers_tables import PlainEngine, PlainPlayer

from sixprime.core import Event, Match, Offer, Phase, Player, Position, Roll
from sixprime.core.match import events as ev
from sixprime.core.situations import Situation
from sixprime.engine.bots.players import MatchPlayer
from sixprime.formats.ids import fibs_board, position_id, xgid
from sixprime.formats.protocols.ubgi import MAX_LINE, Generation
from sixprime.peers.ubgi import UbgiEngine, read_lines, run
from waiting import PATIENCE, wait_until


def plain_ubgi(
    say: Callable[[str], None], make_player: Callable[[], MatchPlayer] = PlainPlayer, **settings: object
) -> UbgiEngine:
    return UbgiEngine(say, lambda *_: PlainEngine(make_player()), deepest=0, **settings)  # type: ignore[arg-type]


def talk(dialogue: str, player: Callable[[], MatchPlayer] = PlainPlayer, **settings: object) -> None:
    """Say what stands behind `>` and compare what comes back with the lines behind `<`; dots stand for anything."""
    answers: list[str] = []
    engine = plain_ubgi(answers.append, player, **settings)
    for part in dialogue.strip().split("\n>"):
        said, *expected = part.lstrip("> ").split("\n")
        answers.clear()
        engine.hear(said.strip())
        engine.finish()
        wanted = [line.strip().removeprefix("<").strip() for line in expected if line.strip()]
        assert len(answers) == len(wanted), (said, answers)
        for answer, line in zip(answers, wanted, strict=True):
            beginning, dots, _ = line.partition("...")
            assert answer.startswith(beginning) if dots else answer == line, (said, answers)


HANDSHAKE = """
> ubgi
< id name sixprime
< id author The sixprime authors
< id version ...
< proto 0.2
< option name Ply type spin default 0 min 0 max 0
< option name EvalMode type combo default auto var auto var cubeless var cubeful
< option name Threads type spin default 1 min 1 max 64
< option name Seed type spin default 0 min 0 max 4294967295
< option name Deterministic type check default true
< option name Variant type combo default backgammon var backgammon var nackgammon var hypergammon
< option name Beavers type check default true
< key engine.ply int 0..0 0
< key engine.evalmode enum auto|cubeless|cubeful auto
< key engine.threads int 1..64 1 !
< key engine.seed int 0..4294967295 0 !
< key engine.deterministic bool true !
< key game.variant enum backgammon|nackgammon|hypergammon backgammon
< key game.beavers bool true
< ubgiok
< readyok
"""


def test_the_handshake_is_for_all_generations() -> None:
    talk(HANDSHAKE)


AHEAD = Situation(Position.of({6: 5, 5: 5, 4: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), Player.BLACK, length=7)
SHUT_OUT = Situation(Position.of({25: 1, 6: 14}, {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2}), Player.BLACK, roll=Roll(6, 6))


def test_generation_0_01() -> None:
    talk(f"""
> XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
< 8/5 6/5
> -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
< 8/5 6/5
> {fibs_board(Situation(Position.standard(), Player.WHITE, roll=Roll(3, 1), length=7))}
< 8/5 6/5
> XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10
< roll
> {xgid(AHEAD)}
< double
> {xgid(replace(AHEAD, offer=Offer.DOUBLE))}
< drop
> XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10
< take
> XGID=-b----E-C---eE---c-e----B-:0:0:1:99:0:0:0:7:10
< sorry
> board:You:them
< sorry
> hello
< sorry
> stop
> isready
< readyok
""")


def test_a_roll_that_cannot_be_played_is_an_empty_line() -> None:
    answers: list[str] = []
    engine = plain_ubgi(answers.append)
    for line in (xgid(SHUT_OUT), fibs_board(SHUT_OUT)):
        engine.hear(line)
        engine.finish()
    assert answers == ["", ""]


def test_generation_0_1() -> None:
    talk(
        """
> isready
< readyok
> newgame
> setoption name Variant value backgammon
> setoption name Ply value 1
< error bad_argument Ply cannot be '1'; allowed: 0..0
> setoption name Nothing value 1
< error unsupported_feature there is no option 'Nothing'; ...
> setoption Ply 0
< error bad_argument expected: setoption name NAME value VALUE
> go role chequer
< error missing_context the position is missing
> position gnubgid 4HPwATDgc/ABMA
> go role chequer
< error missing_context the dice are missing
> dice 3 1
> go role chequer movetime 1000 depth 3
< info role chequer depth 0 eq ...
< bestmove 8/5 6/5
> go role cube
< info role cube ...
< bestcube nodouble
> go role turn
< info role chequer ...
< bestturn cube=nodouble move=8/5 6/5
> position gnubgid Np7BQSCYZ/AAWA
> go role chequer
< error missing_context the dice are missing
> dice 5 3
> go role chequer
< info ...
< bestmove bar/20 ...
> position gnubgid /z0AADDeaxsAAA
> dice 5 5
> go role chequer nodes 5 trials 6
< info ...
< bestmove 7/2 7/2 5/off 5/off
> position gnubgid AHEAD
> go role cube
< info role cube ...
< bestcube double
> newsession type match length 7 crawford on
> setscore 6 0
> go role cube
< info role cube ...
< bestcube nodouble
> setscore 2 3
> setcube value 2 owner p1
> go role cube
< info role cube ...
< bestcube nodouble
> setturn p1
> go role cube
< info role cube ...
< bestcube double
> setcube value 1 owner p0
> go role cube
< error bad_argument a cube at 1 is in the middle and has no owner
> setscore 7 0
> setcube value 1 owner center
> go role cube
< error bad_argument the score 7-0 is not possible here
> position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
> go role chequer
< info ...
< bestmove 8/5 6/5
> position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10
> go role cube
< bestcube take
> position fen 8/8
< error unsupported_feature a position is a gnubgid or an xgid
> position gnubgid nonsense
< error bad_argument Position ID cannot be read: ...
> position
< error bad_argument expected: position gnubgid|xgid ID
> dice 7 1
< error bad_argument expected: dice 3 1
> go role king
< error bad_argument expected: go [role] ...
> go role chequer movetime soon
< error bad_argument movetime is a whole number ...
> setturn p2
< error bad_argument expected: setturn p0|p1
> setcube value 3 owner p0
< error bad_argument the cube cannot show 3
> newsession type friendly
< error bad_argument expected: newsession ...
> quit now
< error bad_argument quit stands alone
> castle
< error unknown_command 'castle' is not a command
> stop
""".replace("AHEAD", position_id(AHEAD.position))
    )


def test_generation_0_2() -> None:
    talk(
        """
> keys
< key engine.ply int 0..0 0
< key engine.evalmode enum auto|cubeless|cubeful auto
< key engine.threads int 1..64 1 !
< key engine.seed int 0..4294967295 0 !
< key engine.deterministic bool true !
< key game.variant enum backgammon|nackgammon|hypergammon backgammon
< key game.beavers bool true
> set game.variant backgammon
> get game.variant
< value game.variant backgammon
> set engine.seed 77
> get engine.seed
< value engine.seed 77
> set engine.seed minus
< error bad_argument Seed cannot be 'minus'; allowed: 0..4294967295
> get engine.colour
< error unsupported_feature there is no option 'engine.colour'; ...
> set engine.ply
< error bad_argument expected: set KEY VALUE
> newgame
> setturn p1
> position gnubgid 4HPwATDgc/ABMA
> dice 6 1
> go chequer
< info ...
< bestmove 13/7 7/6
> go chequer
< error missing_context the dice are missing
> dice 3 1
> go
< info ...
< bestmove 8/5 6/5
> go cube
< info role cube ...
< bestcube nodouble
> dice 3 1
> go turn
< info ...
< bestturn cube=nodouble move=8/5 6/5
> position gnubgid SHUT_OUT
> dice 6 6
> go
< bestmove pass
""".replace("SHUT_OUT", position_id(SHUT_OUT.position))
    )


def test_a_fixed_generation_does_not_change() -> None:
    talk("> keys now\n< sorry\n> nothing\n< sorry", generation=Generation.FIRST)
    talk("> XGID=1\n< error bad_argument XGID ...", generation=Generation.SECOND)


class TwoMinds(PlainPlayer):
    """Plays the last of all plays and always doubles, unlike the judge beside it."""

    def decide(self, match: Match) -> Event | None:
        if match.phase is Phase.TO_PLAY and match.legal_plays:
            play = max(match.legal_plays, key=str)
            assert match.to_act is not None
            return ev.Played(match.to_act, play.pairs)
        return ev.Doubled(Player.WHITE)


def test_plays_with_and_without_the_cube() -> None:
    """Where nobody speaks of more than checkers, the points of a single game count; EvalMode decides otherwise."""
    question = "> position gnubgid 4HPwATDgc/ABMA\n> dice 3 1\n> go role chequer\n< info role chequer ...\n"
    cubeless, cubeful = question + "< bestmove 8/5 6/5\n", question + "< bestmove 8/5 8/7\n"
    talk(cubeless, TwoMinds)
    talk("> newsession type money\n" + cubeful, TwoMinds)
    talk("> setscore 0 0\n" + cubeful, TwoMinds)
    talk("> setcube value 2 owner p0\n" + cubeful, TwoMinds)
    talk(cubeful.replace("4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAA"), TwoMinds)
    talk("> setoption name EvalMode value cubeful\n" + cubeful, TwoMinds)
    talk("> set engine.evalmode cubeless\n> newsession type money\n" + cubeless, TwoMinds)
    talk("> newsession type money\n> newgame\n" + cubeful, TwoMinds)
    talk("> set engine.evalmode Cubeless\n> get engine.evalmode\n< value engine.evalmode cubeless", TwoMinds)
    bare = "> XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"
    talk(bare + "< 8/5 8/7", TwoMinds)
    talk("> setoption name EvalMode value cubeless\n" + bare + "< 8/5 6/5", TwoMinds)
    cube = "> position gnubgid 4HPwATDgc/ABMA\n> go role cube\n< info role cube ...\n< bestcube"
    talk(f"{cube} double", TwoMinds)
    talk(f"> setoption name EvalMode value cubeless\n{cube} nodouble", TwoMinds)


def test_what_the_net_says_of_a_match() -> None:
    answers: list[str] = []
    engine = UbgiEngine(answers.append)
    start = ("newsession type match length 2", "position gnubgid 4HPwATDgc/ABMA", "dice 3 1")
    for line in (*start, "go role turn", "go role cube", "setoption name EvalMode value cubeless", "go role chequer"):
        engine.hear(line)
        engine.finish()
    turn, best, cube, action, play, move = (line.split() for line in answers)
    assert best == ["bestturn", "cube=double", "move=8/5", "6/5"]
    assert action == ["bestcube", "double"]
    assert move == ["bestmove", "8/5", "6/5"]
    for words in (turn, cube):
        told = dict(zip(words[1::2], words[2::2], strict=False))
        assert 0.5 < float(told["mwc"]) < 0.6
        assert 0 < float(told["eq"]) < 0.5
    assert "mwc" not in play


class SlowPlayer(PlainPlayer):
    """Takes its time where it looks ahead."""

    begun = 0

    def __init__(self, gate: threading.Event) -> None:
        super().__init__()
        self._gate = gate

    def decide(self, match: Match) -> Event | None:
        SlowPlayer.begun += 1
        self._gate.wait(PATIENCE)
        return super().decide(match)


def slow_ubgi(say: Callable[[str], None], gate: threading.Event, plies: int = 0) -> UbgiEngine:
    def make(depth: int, _: int) -> PlainEngine:
        return PlainEngine(SlowPlayer(gate) if depth else PlainPlayer())

    return UbgiEngine(say, make, plies=plies, deepest=2)


def begin_thinking(answers: list[str], gate: threading.Event) -> UbgiEngine:
    engine = slow_ubgi(answers.append, gate, plies=1)
    for line in ("newsession type money", "position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer depth 2"):
        engine.hear(line)
    return engine


def test_stop_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixprime.peers.ubgi.PATIENCE", 0.05)
    gate, answers = threading.Event(), list[str]()
    try:
        engine = begin_thinking(answers, gate)
        engine.hear("isready")
        engine.hear("go role cube")
        engine.hear("position gnubgid 4HPwATDgc/ABMA")
        assert answers == ["readyok", *["error search_in_progress a decision is being made; stop ends it"] * 2]
        engine.hear("stop")
        assert answers[-1] == "bestmove 8/5 6/5"
        assert "depth 0" in answers[-2]
        count = len(answers)
        engine.hear("stop")
        engine.hear("dice 2 1")
        assert len(answers) == count
    finally:
        gate.set()
    engine.hear("go role chequer depth 2")
    engine.finish()
    assert "depth 2" in answers[-2]
    assert answers[-1].startswith("bestmove ")


def test_time_is_up() -> None:
    gate, answers = threading.Event(), list[str]()
    engine = slow_ubgi(answers.append, gate)
    try:
        question = "position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer depth 1 movetime 20"
        for line in ("newsession type money", *question):
            engine.hear(line)
        wait_until(lambda: "bestmove 8/5 6/5" in answers)
    finally:
        gate.set()
        engine.finish()
    assert answers.count("bestmove 8/5 6/5") == 1


def test_searches_that_do_not_end_do_not_pile_up() -> None:
    gate, answers = threading.Event(), list[str]()
    try:
        begun = SlowPlayer.begun
        engine = begin_thinking(answers, gate)
        for number in range(1, 6):
            wait_until(lambda number=number: SlowPlayer.begun >= begun + number or len(answers) > 8)  # type: ignore[misc]
            engine.hear("stop")
            engine.hear("go role chequer depth 2")
        assert answers[-1].startswith("error search_in_progress searches that were stopped")
    finally:
        gate.set()


def test_quit_says_what_is_still_to_be_said() -> None:
    answers: list[str] = []
    engine = plain_ubgi(answers.append)
    lines = b"position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer\nquit\nisready\n"
    run(engine, io.BytesIO(lines))
    assert answers[-1] == "bestmove 8/5 6/5"


def test_the_end_of_the_input_is_no_hurry() -> None:
    answers: list[str] = []
    run(plain_ubgi(answers.append), io.BytesIO(b"position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo"))
    assert answers[-1] == "bestmove 8/5 6/5"


def test_long_and_binary_lines() -> None:
    answers: list[str] = []
    stream = io.BytesIO(b"x" * 300_000 + b"\n\xff\x00\xfe\n\n\r\nisready\r\n" + b"y" * (MAX_LINE + 5))
    run(plain_ubgi(answers.append), stream)
    too_long = f"error bad_argument the line is longer than {MAX_LINE} characters"
    assert answers[0] == answers[-1] == too_long
    assert answers[1].startswith("error unknown_command")
    assert answers[2] == "readyok"
    assert list(read_lines(io.BytesIO(b"a\nb"))) == ["a", "b"]


VOCABULARY = """
ubgi isready newgame newsession type match money length jacoby on off setscore setcube value owner center p0 p1 setturn
position gnubgid xgid dice go role chequer cube turn movetime depth stop set get keys setoption name Ply 4HPwATDgc/ABMA
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10 3 1 7 0 -1 99999999999 é board: value
"""
WORDS = st.sampled_from([*VOCABULARY.split(), "\0"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=40)), max_size=12))
def test_nothing_that_is_said_ends_it(lines: list[str]) -> None:
    answers: list[str] = []
    engine = plain_ubgi(answers.append)
    for line in lines:
        engine.hear(line.replace("\n", " "))
    engine.finish()
    answers.clear()
    assert engine.hear("isready")
    assert answers == ["readyok"]
