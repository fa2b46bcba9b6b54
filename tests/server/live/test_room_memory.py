"""The estimate of a room's memory against what Python allocates for it."""

import gc
import json
import tracemalloc
from collections.abc import Callable, Sequence
from random import Random

import pytest

from sixprime.core import Event, Match, Phase, Player, Roll, RuleSet, Win
from sixprime.core.match import events as ev
from sixprime.engine.bots.players import RandomPlayer
from sixprime.languages import LANGUAGES
from sixprime.server.live.rooms import Room
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import MatchKind, entry_from_json, entry_to_json
from sixprime.server.matches.logs import Log, LogEntry
from sixprime.server.matches.proposals import Proposal
from sixprime.server.store.storage import StoredMatch

FACTOR = 2.0
"""The estimate and the truth differ by less than this, in both directions."""


def random_games(count: int) -> Sequence[Event]:
    """A money session of random plays with so many events."""
    match, chance, player = Match(), Random(1), RandomPlayer(1)
    while match.version < count:
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        if match.phase is Phase.OPENING:
            match.apply(ev.OpeningRolled(first, second))
        elif match.phase is Phase.TO_ROLL:
            assert match.to_act is not None
            match.apply(ev.Rolled(match.to_act, Roll(first, second)))
        else:
            event = player.decide(match)
            assert event is not None
            match.apply(event)
    return match.events


def resignations(count: int) -> Sequence[Event]:
    """A session of as many games as so many events can have."""
    match, chance = Match(), Random(2)
    while match.version < count:
        if match.phase is Phase.OPENING:
            match.apply(ev.OpeningRolled(chance.randint(1, 6), chance.randint(1, 6)))
        else:
            assert match.to_act is not None
            asked = match.state.resignation is not None
            match.apply(ev.ResignationAccepted(match.to_act) if asked else ev.Resigned(match.to_act, Win(1)))
    return match.events


def room_of(entries: Sequence[tuple[int, Player | None, str]], details: str) -> Room:
    """A room as it is opened from disk, seen in every language."""
    log = Log("x" * 22, 0, [LogEntry(seq, by, entry_from_json(json.loads(entry))) for seq, by, entry in entries])
    nobody = dict.fromkeys(Player)
    stored = StoredMatch(log, DiceBox("x" * 22, b"s" * 32), nobody, nobody, None, json.loads(details))
    room = Room(stored, journal=None, storage=None, decider=None)  # type: ignore[arg-type]
    for language in LANGUAGES:
        room.state(room.viewer(None, language))
    return room


@pytest.mark.parametrize(
    ("play", "details"),
    [
        (tuple, {}),
        (lambda: random_games(40), {"event": "Club championship"}),
        (lambda: random_games(300), {}),
        (lambda: random_games(5000), {}),
        (lambda: resignations(3000), {}),
        (tuple, {"comment": "é" * 16_000}),
        (tuple, {f"detail {number}": "x" * 50 for number in range(200)}),
    ],
    ids=["nothing", "a game begun", "a match", "a long session", "many games", "a long detail", "many details"],
)
def test_the_estimate_is_near_the_truth(play: Callable[[], Sequence[Event]], details: dict[str, str]) -> None:
    events = play()  # not while tests are collected: every worker collects all of them
    proposal = Proposal(MatchKind.STUDY, RuleSet(), None, dict.fromkeys(Player, "Anna"), events=events)
    entries = [
        (logged.seq, logged.by, json.dumps(entry_to_json(logged.entry))) for logged in proposal.entries("ab" * 32)
    ]
    written = json.dumps(details)
    room_of(entries, written)  # load catalogues and whatever else is kept for ever
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        room = room_of(entries, written)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken / FACTOR < room.memory < taken * FACTOR
