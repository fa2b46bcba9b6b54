"""What the tests of peers share: a plain engine that never changes, GNU Backgammon at our server, and its records."""

from __future__ import annotations

import asyncio
import math
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sixprime.core import (
    STANDARD,
    Action,
    Dice,
    Event,
    Match,
    Phase,
    Play,
    Player,
    Position,
    Roll,
    RuleSet,
    Win,
)
from sixprime.core.match import events as ev
from sixprime.core.notation import parse_play
from sixprime.core.situations import Situation
from sixprime.engine.analyses import AnalysedPlay, Analysis
from sixprime.engine.bots.net_players import analyse_decision
from sixprime.engine.bots.players import MatchPlayer
from sixprime.engine.chances import Chances
from sixprime.engine.cube.judges import ByChances
from sixprime.engine.engines import Engine, Source
from sixprime.engine.net.evaluators import RankedPlay
from sixprime.peers.external_server import ExternalServer, parse_address
from sixprime.peers.external_sessions import ExternalSession
from sixprime.peers.keeping import Record
from sixprime.training.judging.gnubg_reference import program
from waiting import PATIENCE


class PlainJudge:
    """Counts pips and blots, so that its answers stay the same whatever becomes of the nets."""

    def chances(self, position: Position, rules: RuleSet = STANDARD) -> Chances:  # noqa: ARG002
        lead = position.opponent_pips - position.pips + 4
        return Chances(1 / (1 + math.exp(-lead / 15)), 0.1, 0.0, 0.1, 0.0)

    def rank(self, position: Position, roll: Roll, rules: RuleSet = STANDARD) -> list[RankedPlay]:
        ranked = [
            RankedPlay(play, self.chances(play.result.flipped()).for_opponent())
            for play in position.legal_plays(roll, rules)
        ]
        return sorted(ranked, key=lambda entry: (self._blots(entry.play.result) - 3 * entry.play.hits, str(entry.play)))

    @staticmethod
    def _blots(position: Position) -> int:
        return sum(count == 1 for count in position.points[1:25])


class PlainPlayer:
    """Doubles with a lead of ten pips, takes up to thirty behind; beavers and resigns as it is told."""

    def __init__(self, *, always_doubles: bool = False, always_beavers: bool = False) -> None:
        self._judge = PlainJudge()
        self._always_doubles = always_doubles
        self._always_beavers = always_beavers

    def decide(self, match: Match) -> Event | None:
        player = match.to_act
        assert player is not None
        actions = match.actions(player)
        if match.phase is Phase.TO_PLAY:
            ranked = self._judge.rank(match.position, match.turn().roll, match.rules)
            steps = ranked[0].play.steps if ranked else ()
            return ev.Played(player, tuple((step.source, step.target) for step in steps))
        behind = match.position_for(player).pips - match.position_for(player).opponent_pips
        if match.phase is Phase.TO_ROLL:
            wants = behind < -10 or self._always_doubles
            return ev.Doubled(player) if wants and Action.DOUBLE in actions else None
        if match.phase is Phase.TO_ANSWER_CUBE:
            if self._always_beavers and Action.BEAVER in actions:
                return ev.Beavered(player)
            return ev.Taken(player) if behind < 30 else ev.Dropped(player)
        return ev.ResignationAccepted(player)


class GivingUp:
    """Plays without sense, and gives up when the other bears off: once for too little, then for what it is worth."""

    def __init__(self) -> None:
        self._plain = PlainPlayer()

    def decide(self, match: Match) -> Event | None:
        player = match.to_act
        assert player is not None
        if match.phase is Phase.TO_PLAY:
            # The front checkers first: those at the back never come home.
            plays = sorted(
                match.legal_plays, key=lambda play: (-play.result.points[24] - play.result.points[23], str(play))
            )
            steps = plays[0].steps if plays else ()
            return ev.Played(player, tuple((step.source, step.target) for step in steps))
        if match.phase is Phase.TO_ROLL:
            mine = match.position_for(player)
            if mine.opponent_off >= 9 and mine.off == 0:
                declined = isinstance(match.events[-1], ev.ResignationDeclined)
                return ev.Resigned(player, Win.GAMMON if declined else Win.SINGLE)
            return None
        return ev.Taken(player) if match.phase is Phase.TO_ANSWER_CUBE else self._plain.decide(match)


class PlainEngine(Engine):
    """An engine in which a player decides, and the plain judge says what things are worth; without the cube, the judge
    decides as well."""

    def __init__(self, player: MatchPlayer | None = None) -> None:
        super().__init__(plies=0, threads=1)
        self._player = player or PlainPlayer()
        self._judge = PlainJudge()

    def decide(self, match: Source, *, seed: int | None = None) -> Event | None:  # noqa: ARG002
        assert isinstance(match, Match)
        return self._player.decide(match)

    def analyse(
        self,
        source: Source,
        rules: RuleSet = STANDARD,
        *,
        cubeless: bool = False,
        including: Sequence[Play | str] = (),  # noqa: ARG002
        progress: Callable[[Analysis], object] | None = None,  # noqa: ARG002
    ) -> Analysis:
        assert isinstance(source, Match | Situation)
        match = source if isinstance(source, Match) else source.to_match(rules)
        analysis = analyse_decision(match.state, ByChances(self._judge), cubeless=self._judge if cubeless else None)
        if match.phase is Phase.TO_PLAY:
            ranked = [entry.play for entry in self._judge.rank(match.position, match.turn().roll, match.rules)]
            places = {play: number for number, play in enumerate(ranked)}
            plays = sorted(analysis.plays, key=lambda entry: places[entry.play])
            if not cubeless:
                event = self._player.decide(match)
                chosen = event.steps if isinstance(event, ev.Played) else ()
                plays.sort(key=lambda entry: _pairs(entry) != chosen)
            return replace(analysis, plays=tuple(plays))
        if cubeless:
            return analysis
        event = self._player.decide(match)
        action = Action.ROLL if event is None else event.action
        return replace(analysis, actions=tuple(sorted(analysis.actions, key=lambda entry: entry.action is not action)))


def _pairs(entry: AnalysedPlay) -> tuple[tuple[int, int], ...]:
    return tuple((step.source, step.target) for step in entry.play.steps)


def play_on(match: Match, players: Mapping[Player, MatchPlayer], dice: Dice, games: int | None = None) -> Match:
    """Play a match to its end, or so many games of a session."""
    while match.phase is not Phase.OVER:
        if match.phase is Phase.OPENING:
            if games is not None and len(match.results) >= games:
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
    return match


# GNU Backgammon at our server


@dataclass(frozen=True, slots=True)
class Evening:
    """What is left of a match that GNU Backgammon played with us: its words, its record, and ours."""

    said: str
    mat: str
    records: list[Record]
    answers: list[tuple[str, tuple[str, ...]]]


class OverheardSession(ExternalSession):
    """A session of which every question and answer is written down."""

    def __init__(self, heard: list[tuple[str, tuple[str, ...]]], engine: Engine, rules: RuleSet, keep: object) -> None:
        super().__init__(engine, rules=rules, keep=keep)  # type: ignore[arg-type]
        self._heard = heard

    def answer(self, line: str):  # type: ignore[no-untyped-def]
        answer = super().answer(line)
        self._heard.append((line, answer.lines))
        return answer


def evening(folder: Path, engine: Engine, rules: RuleSet, *commands: str, address: str = "127.0.0.1:0") -> Evening:
    """Let GNU Backgammon (player 1, no look-ahead) play against our server (player 0)."""
    mat = folder / "gnubg.mat"
    heard: list[tuple[str, tuple[str, ...]]] = []
    records: list[Record] = []

    async def play() -> str:
        server = ExternalServer(lambda: OverheardSession(heard, engine, rules, records.append))
        where = await server.start(parse_address(address))
        script = (
            "set display off",
            f"set player 0 external {where}",
            "set player 1 gnubg",
            "set player 1 chequer evaluation plies 0",
            "set player 1 cubedecision evaluation plies 0",
            *commands,
            f"export match mat {mat}",
            "quit",
            "y",
            "",
        )
        gnubg = program()
        assert gnubg is not None
        process = await asyncio.create_subprocess_exec(
            gnubg, "--tty", "--quiet", "--no-rc",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"HOME": str(folder), "LC_ALL": "C"},
        )  # fmt: skip
        try:
            said, _ = await asyncio.wait_for(process.communicate("\n".join(script).encode()), PATIENCE)
        finally:
            if process.returncode is None:
                process.kill()
            await server.close()
        return said.decode("utf-8", "replace")

    said = asyncio.run(play())
    return Evening(said, mat.read_text(encoding="utf-8") if mat.exists() else "", records, heard)


# The record that GNU Backgammon writes

_CELL = re.compile(r"[1-6]{2}:(?: [0-9]+/[0-9]+\*?)*|Doubles => [0-9]+|Beavers => [0-9]+|Takes|Drops|Wins [0-9]+ point")
_RIGHT = 31


def _cells(mat: str) -> Iterator[tuple[Player, str] | None]:
    """The cells of all games in order, None before each game. The left column is ours, which is White's."""
    for line in mat.splitlines():
        if line.strip().startswith("Game "):
            yield None
        for cell in _CELL.finditer(line):
            yield Player.WHITE if cell.start() < _RIGHT else Player.BLACK, cell[0]


def read_mat(mat: str, rules: RuleSet) -> Match:
    """The match of a file that GNU Backgammon exported, resignations and all."""
    length = re.search(r"([0-9]+) point match", mat)
    assert length is not None
    match = Match(rules, length=int(length[1]) or None)
    started = False
    for entry in _cells(mat):
        if entry is None:
            started = False
            continue
        player, cell = entry
        if match.phase is Phase.TO_ANSWER_CUBE and cell[0].isdigit():
            match.take()  # a beaver is taken without a word
        if cell.startswith("Wins"):
            _finish(match, player, int(cell.split()[1]), started=started)
        elif cell.startswith("Doubles"):
            match.double()
        elif cell.startswith("Beavers"):
            raccoon = Action.RACCOON in match.actions(player)
            match.apply(ev.Raccooned(player) if raccoon else ev.Beavered(player))
        elif cell in ("Takes", "Drops"):
            match.apply(ev.Taken(player) if cell == "Takes" else ev.Dropped(player))
        else:
            high, low = int(cell[0]), int(cell[1])
            if started:
                match.apply(ev.Rolled(player, Roll(high, low)))
            else:
                match.apply(ev.OpeningRolled(high, low) if player is Player.WHITE else ev.OpeningRolled(low, high))
            play = parse_play(cell[3:], match.turn(), player)
            match.play(play)
            started = True
    return match


def _finish(match: Match, winner: Player, points: int, *, started: bool) -> None:
    """A game that is won without having been played to its end was given up."""
    if match.phase in (Phase.OPENING, Phase.OVER):
        assert match.results[-1].winner is winner
        assert match.results[-1].points == points
        return
    assert started
    match.resign(Win(points // match.state.cube.value), winner.opponent)
    match.accept()


def assert_same_match(theirs: Match, ours: Record) -> None:
    """Both records tell the same. Ours ends with the last question; the rolls that it cannot know fit."""
    mine = ours.match
    events = list(enumerate(mine.events))
    for place in [n for n, event in events if isinstance(event, ev.ResignationDeclined)]:
        events = [(n, event) for n, event in events if n not in (place - 1, place)]  # these leave no trace in a .mat
    for number, (place, event) in enumerate(events):
        other = theirs.events[number]
        assert type(event) is type(other), (number, event, other)
        if isinstance(event, ev.Rolled | ev.OpeningRolled):
            rolls = ours.doubtful.get(place, (_roll(event),))
            assert _roll(other) in rolls, (number, event, other, rolls)
        if not isinstance(event, ev.OpeningRolled):
            assert getattr(event, "player", None) is getattr(other, "player", None)
        here, there = mine.state_at(place + 1), theirs.state_at(number + 1)
        assert (here.phase, here.on_roll, here.position, here.cube, here.score, here.is_crawford) == (
            there.phase, there.on_roll, there.position, there.cube, there.score, there.is_crawford,
        )  # fmt: skip
    unseen = theirs.events[len(events) :]
    assert len(unseen) <= 4
    assert all(getattr(event, "player", Player.BLACK) is Player.BLACK for event in unseen if not _is_answer(event))


def _is_answer(event: Event) -> bool:
    return isinstance(event, ev.ResignationAccepted)


def _roll(event: Event) -> Roll:
    roll = event.roll if isinstance(event, ev.Rolled) else None
    if isinstance(event, ev.OpeningRolled):
        roll = Roll(event.white, event.black)
    assert roll is not None
    return Roll(roll.high, roll.low)
