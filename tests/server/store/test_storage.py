"""What is committed is there, once and in order; who comes too late changes nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from sixprime.core import CryptographicDice, Match, Phase, Player, RuleSet
from sixprime.core.match import events as ev
from sixprime.engine.bots.players import RandomPlayer
from sixprime.server.encoding import now
from sixprime.server.identities import new_id
from sixprime.server.matches.actions import game_actions
from sixprime.server.matches.commands import number_entries
from sixprime.server.matches.dice_boxes import DiceBox
from sixprime.server.matches.entries import (
    Aborted,
    Created,
    Entry,
    MatchKind,
    Seated,
    SeatKind,
    TakenBack,
    entry_from_json,
    entry_to_json,
)
from sixprime.server.matches.logs import Log, LogEntry
from sixprime.server.matches.proposals import NewMatchRequest, propose
from sixprime.server.refusals import NotAllowed
from sixprime.server.store import schema
from sixprime.server.store.databases import Database, database_url, open_database
from sixprime.server.store.journal import Journal, WriteConflict, WriteFailed
from sixprime.server.store.migrating import migrate
from sixprime.server.store.rows import entry_rows, match_rows, standing_row
from sixprime.server.store.storage import Storage
from sixprime.server.store.writes import Write

HOLDER = "a" * 64


def on(database: str, use: Callable[[Database, Journal], Awaitable[None]]) -> None:
    """Use a fresh database with a journal."""

    async def main() -> None:
        opened = open_database(database_url(database))
        await migrate(opened.writing)
        journal = Journal(opened)
        journal.start()
        try:
            await use(opened, journal)
        finally:
            await journal.close()
            await opened.close()

    asyncio.run(main())


async def new_match(journal: Journal) -> tuple[Log, DiceBox]:
    proposal = propose(NewMatchRequest(kind="screen", length=5))
    match = new_id()
    dice = DiceBox.new(match)
    log = Log(match, now(), proposal.entries(dice.commitment))
    await journal.write(Write(match_rows(match, proposal, log, dice, proposal.holders(HOLDER), now())))
    return log, dice


def write_of(log: Log, dice: DiceBox, key: str) -> Write:
    """The write of an opening throw."""
    roll = dice.throw(log.now)
    entries, moments = number_entries(log, [ev.OpeningRolled(roll.first, roll.second)], dice, by=Player.WHITE, key=key)
    rows = entry_rows(log.match_id, 0, entries, moments, now())
    return Write({schema.entries: rows}, standing_row(log.match_id, moments[-1], now()))


def test_what_is_written_is_read_back(database: str) -> None:
    async def use(opened: Database, journal: Journal) -> None:
        log, dice = await new_match(journal)
        await journal.write(write_of(log, dice, "one"))
        stored = await Storage(opened).load(log.match_id)
        assert stored is not None
        assert stored.log.version == log.version + 1
        assert stored.log.entries[: log.version] == log.entries
        assert stored.log.of_command(Player.WHITE, "one")[0].seq == log.version + 1
        assert stored.log.of_command(Player.BLACK, "one") == []
        assert stored.holders == {Player.WHITE: HOLDER, Player.BLACK: HOLDER}
        assert stored.dice.commitment == dice.commitment
        assert stored.dice.throw(log.now) == dice.throw(log.now)
        assert await Storage(opened).load(new_id()) is None

    on(database, use)


def test_of_two_writers_one_wins(database: str) -> None:
    async def use(opened: Database, journal: Journal) -> None:
        other = Journal(opened) if not opened.is_sqlite else journal
        if other is not journal:
            other.start()
        log, dice = await new_match(journal)
        writes = [journal.write(write_of(log, dice, "one")), other.write(write_of(log, dice, "two"))]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["NoneType", "WriteConflict"]
        stored = await Storage(opened).load(log.match_id)
        assert stored is not None
        assert stored.log.version == log.version + 1
        if other is not journal:
            await other.close()

    on(database, use)


def test_one_who_is_too_late_does_not_spoil_the_others(database: str) -> None:
    async def use(opened: Database, journal: Journal) -> None:
        made = [await new_match(journal) for _ in range(4)]
        await journal.write(write_of(*made[1], "first"))
        results = await asyncio.gather(
            *(journal.write(write_of(log, dice, "again")) for log, dice in made), return_exceptions=True
        )
        assert [isinstance(result, WriteConflict) for result in results] == [False, True, False, False]
        for log, _ in made:
            stored = await Storage(opened).load(log.match_id)
            assert stored is not None
            assert stored.log.version == log.version + 1

    on(database, use)


def test_what_waits_together_is_committed_together(tmp_path: Path) -> None:
    async def use(opened: Database, journal: Journal) -> None:
        made = [await new_match(journal) for _ in range(30)]
        before = journal.commits
        await asyncio.gather(*(journal.write(write_of(log, dice, "k")) for log, dice in made))
        assert journal.commits - before <= 3

    on(str(tmp_path / "test.db"), use)


def test_a_journal_that_is_closed_takes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        opened = open_database(database_url(str(tmp_path / "test.db")))
        await migrate(opened.writing)
        journal = Journal(opened)
        journal.start()
        log, dice = await new_match(journal)
        waiting = asyncio.ensure_future(journal.write(write_of(log, dice, "k")))
        await asyncio.sleep(0)
        await journal.close()
        await waiting
        with pytest.raises(WriteFailed):
            await journal.write(write_of(log, dice, "l"))
        await opened.close()

    asyncio.run(main())


# Logs


def played(seed: int, rules: RuleSet, length: int | None) -> Match:
    """A random match, or the beginning of one."""
    match, player, dice = Match(rules, length=length), RandomPlayer(seed), CryptographicDice()
    for _ in range(150):
        if match.phase is Phase.OVER:
            break
        if match.phase is Phase.OPENING:
            match.open(dice)
        else:
            event = player.decide(match)
            match.roll(dice) if event is None else match.apply(event)
    return match


RULES = [RuleSet(), RuleSet.preset("001-hu-optional"), RuleSet(start=RuleSet().start, cube=False)]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("length", [None, 3])
def test_the_actions_are_those_of_the_core(rules: RuleSet, length: int | None) -> None:
    match = played(1, rules, length)
    for version in range(match.version + 1):
        then = Match.from_events(match.events[:version], rules, length=length) if version % 10 == 0 else None
        if then is not None:
            for player in Player:
                expected = sorted(action.value for action in then.actions(player))
                assert sorted(game_actions(then.state, player)) == expected


def test_a_log_is_the_fold_of_its_entries() -> None:
    match = played(2, RuleSet(), 3)
    created = Created(MatchKind.SCREEN, 3, RuleSet().to_json(), "00" * 32)
    entries = [LogEntry(1, None, created)]
    entries += [LogEntry(seq, None, event) for seq, event in enumerate(match.events, 2)]
    log = Log("x", 0, entries)
    assert log.now.state == match.state
    assert log.now.events() == list(match.events)
    assert log.now.to_match() == match
    assert log.now.rolls == len(match.rolls)
    for version in Random(1).sample(range(match.version), 20):
        moment = log.at(version + 1)
        assert moment is not None
        assert moment.state == match.state_at(version)
    assert log.at(0) is log.at(match.version + 2) is None


def test_every_kind_of_entry_comes_back_from_json() -> None:
    entries: list[Entry] = [
        Created(MatchKind.BOT, None, RuleSet().to_json(), "ab" * 32, 3),
        Seated(Player.BLACK, SeatKind.BOT, "club", "Robo", None),
        TakenBack(Player.WHITE, 7),
        Aborted(Player.BLACK),
        ev.Played(Player.WHITE, ((8, 5), (6, 5))),
    ]
    assert [entry_from_json(entry_to_json(entry)) for entry in entries] == entries
    assert all(str(entry.describe()) for entry in entries)


def test_a_plan_changes_nothing() -> None:
    log = Log("x" * 22, 0, propose(NewMatchRequest(kind="screen", length=1)).entries("00" * 32))
    dice = DiceBox.new("x" * 22)
    with pytest.raises(NotAllowed, match="the opening roll comes first"):
        number_entries(log, [ev.Doubled(Player.WHITE)], dice, by=Player.WHITE)
    entries, moments = number_entries(log, [Aborted(Player.WHITE)], dice, by=Player.WHITE)
    assert log.version == 3
    assert [type(logged.entry).__name__ for logged in entries] == ["Aborted", "SecretShown"]
    assert moments[-1].secret is not None
    with pytest.raises(RuntimeError):
        dice.open(log.now)
