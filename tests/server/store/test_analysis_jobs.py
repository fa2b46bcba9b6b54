"""Jobs of analysis in the database: claimed by one process at a time, by turns, and gone with their match."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy import delete, insert, select

from server.support.old_databases import MATCH, make_old
from sixprime.server.store import schema
from sixprime.server.store.analyses import AnalysisJob, Comments, JobState, JobStore, JobSubject, ResultStore
from sixprime.server.store.analyses.jobs import LEASE, MOST_CRASHES
from sixprime.server.store.analyses.results import digest_of
from sixprime.server.store.databases import Database, database_url, open_database
from sixprime.server.store.migrating import migrate

Answer = TypeVar("Answer")


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def __call__(self) -> int:
        self.time += 1  # no two things happen at the same time
        return self.time


class Stores:
    """What a test works with."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = Clock()
        self.jobs = JobStore(database, self.clock)
        self.results = ResultStore(database)
        self.comments = Comments(database)

    async def add(self, name: str, holder: str = "anna", origin: str | None = None) -> AnalysisJob:
        job = await self.jobs.add(JobSubject("deep", "e1", situation=name), holder, origin)
        assert job is not None
        return job


def with_stores(database: str, use: Callable[[Stores], Awaitable[Answer]]) -> Answer:
    async def main() -> Answer:
        opened = open_database(database_url(database))
        try:
            await make_old(opened.writing)  # a match of the first version is there
            await migrate(opened.writing)
            return await use(Stores(opened))
        finally:
            await opened.close()

    return asyncio.run(main())


def test_one_process_at_a_time_has_a_job(database: str) -> None:
    async def use(stores: Stores) -> None:
        jobs = stores.jobs
        made = await stores.add("one")
        claimed = await jobs.claim("here")
        assert claimed is not None
        assert (claimed.id, claimed.state, claimed.owner) == (made.id, JobState.RUNNING, "here")
        assert await jobs.claim("there") is None
        stores.clock.time += LEASE // 2
        assert await jobs.renew(made.id, "here", 3, 10)
        assert not await jobs.renew(made.id, "there", 9, 10)
        stores.clock.time += LEASE - 1000
        assert await jobs.claim("there") is None  # the lease was renewed
        stores.clock.time += 2000
        taken = await jobs.claim("there")
        assert taken is not None
        assert (taken.id, taken.owner, taken.done, taken.total) == (made.id, "there", 3, 10)
        # Who was too slow changes nothing any more.
        assert not await jobs.renew(made.id, "here", 4, 10)
        assert not await jobs.store(made.id, "here", b"late", digest_of(b"late"))
        assert not await jobs.finish(made.id, "here", JobState.DONE, 10, 10)
        assert not await jobs.release(made.id, "here")
        assert await stores.results.get(made.id) is None
        assert await jobs.store(made.id, "there", b"found", digest_of(b"found"))
        assert await jobs.finish(made.id, "there", JobState.DONE, 10, 10)
        assert await jobs.claim("here") is None
        kept = await stores.results.get(made.id)
        assert kept is not None
        assert kept.is_whole

    with_stores(database, use)


def test_of_many_processes_each_job_goes_to_one(database: str) -> None:
    async def use(stores: Stores) -> None:
        made = {(await stores.add(f"job {number}", f"holder {number}")).id for number in range(6)}
        claimed: list[str] = []

        async def claim(owner: str) -> None:
            while (job := await stores.jobs.claim(owner)) is not None:
                claimed.append(job.id)

        await asyncio.gather(*(claim(f"process {number}") for number in range(4)))
        assert sorted(claimed) == sorted(made)

    with_stores(database, use)


def test_visitors_and_addresses_take_turns(database: str) -> None:
    async def use(stores: Stores) -> None:
        jobs = stores.jobs
        greedy = [await stores.add(f"greedy {number}", "greedy", "far") for number in range(3)]
        cookies = [await stores.add(f"cookie {number}", f"cookie {number}", "far") for number in range(2)]
        modest = await stores.add("modest", "modest", "near")
        assert [await jobs.ahead_of(job.id) for job in (greedy[0], modest, greedy[1])] == [0, 1, 2]
        assert await jobs.counts("greedy", "far") == (3, 5, 6)
        order = []
        while (job := await jobs.claim("here")) is not None:
            order.append(job.id)
        # Of a visitor one job is under way at a time; of an address the second comes after everybody's first.
        assert order == [greedy[0].id, modest.id, cookies[0].id, cookies[1].id]
        await jobs.finish(greedy[0].id, "here", JobState.DONE, 1, 1)
        following = await jobs.claim("here")
        assert following is not None
        assert following.id == greedy[1].id

    with_stores(database, use)


def test_a_subject_has_one_job(database: str) -> None:
    async def use(stores: Stores) -> None:
        jobs = stores.jobs
        subject = JobSubject("deep", "e1", MATCH, 9)
        made = await asyncio.gather(*(jobs.add(subject, "anna", None) for _ in range(4)))
        (job,) = [one for one in made if one is not None]
        assert await jobs.find(subject) == job
        for other in (
            JobSubject("fast", "e1", MATCH, 9), JobSubject("deep", "e2", MATCH, 9), JobSubject("deep", "e1", MATCH, 8),
            JobSubject("deep", "e1", MATCH, 9, 3),
        ):  # fmt: skip
            assert await jobs.find(other) is None
            assert await jobs.add(other, "anna", None) is not None
        assert len(await jobs.of_match(MATCH)) == 5
        assert await jobs.add(JobSubject("deep", "e1", "x" * 22, 1), "anna", None) is None  # no such match

    with_stores(database, use)


def test_what_is_cancelled_can_be_asked_for_again(database: str) -> None:
    async def use(stores: Stores) -> None:
        jobs = stores.jobs
        made = await stores.add("one")
        await jobs.claim("here")
        assert await jobs.cancel(made.id)
        assert not await jobs.cancel(made.id)
        assert not await jobs.renew(made.id, "here", 1, 2)
        assert await jobs.claim("here") is None
        await jobs.revive(made.id, "bela", "far")
        again = await jobs.claim("there")
        assert again is not None
        assert (again.id, again.holder, again.origin) == (made.id, "bela", "far")
        await jobs.release_all()
        waiting = await jobs.get(made.id)
        assert waiting is not None
        assert waiting.state is JobState.WAITING

    with_stores(database, use)


def test_analyses_and_comments_go_with_their_match(database: str) -> None:
    async def use(stores: Stores) -> None:
        made = await stores.jobs.add(JobSubject("deep", "e1", MATCH, 9), "anna", None)
        assert made is not None
        await stores.jobs.claim("here")
        await stores.jobs.store(made.id, "here", b"found", digest_of(b"found"))
        assert await stores.comments.write(MATCH, 6, "good", "anna", 100)
        assert not await stores.comments.write(MATCH, 7, "x" * 97, "anna", 100)
        assert await stores.comments.write(MATCH, 6, "x" * 97, "anna", 100)
        async with stores.database.writing.begin() as connection:
            await connection.execute(delete(schema.matches).where(schema.matches.c.id == MATCH))
        async with stores.database.reading.connect() as connection:
            for table in (schema.analyses, schema.analysis_results, schema.comments):
                assert (await connection.execute(select(table))).all() == []
        assert not await stores.comments.write(MATCH, 6, "late", "anna", 100)
        assert not await stores.jobs.finish(made.id, "here", JobState.DONE, 1, 1)

    with_stores(database, use)


def test_old_results_make_room_for_new_ones(database: str) -> None:
    async def use(stores: Stores) -> None:
        made = [await stores.add(f"job {number}", f"holder {number}") for number in range(5)]
        while (job := await stores.jobs.claim("here")) is not None:
            await stores.jobs.store(job.id, "here", bytes(100), digest_of(bytes(100)))
            if job.id != made[0].id:  # the oldest is still under way
                await stores.jobs.finish(job.id, "here", JobState.DONE, 1, 1)
        assert await stores.results.size() == 500
        assert await stores.results.shrink(500) == 0
        assert await stores.results.shrink(299) == 3
        left = [job.id for job in made if await stores.jobs.get(job.id) is not None]
        assert left == [made[0].id, made[4].id]
        assert await stores.results.shrink(0) == 1
        assert await stores.jobs.drop_old_positions(stores.clock.time + 1) == 0  # what is under way stays
        await stores.jobs.cancel(made[0].id)
        assert await stores.jobs.drop_old_positions(stores.clock.time + 1) == 1

    with_stores(database, use)


def test_a_new_engine_takes_over_what_waits(database: str) -> None:
    async def use(stores: Stores) -> None:
        jobs = stores.jobs
        made = await stores.add("one")
        assert not await jobs.change_engine(made.id, "here", "e2")
        await jobs.claim("here")
        assert await jobs.change_engine(made.id, "here", "e2")
        other = await stores.add("one")  # by the engine of before
        await jobs.finish(made.id, "here", JobState.DONE, 1, 1)
        await jobs.claim("here")
        assert not await jobs.change_engine(other.id, "here", "e2")
        found = await jobs.find(JobSubject("deep", "e2", situation="one"))
        assert found is not None
        assert found.id == made.id

    with_stores(database, use)


def test_a_job_that_kills_its_processes_is_given_up(database: str) -> None:
    async def use(stores: Stores) -> None:
        jobs = stores.jobs
        made = await stores.add("deadly")

        async def die() -> AnalysisJob | None:
            """The fate of a process; returns the job that it had."""
            await jobs.give_up()
            claimed = await jobs.claim("mortal")
            stores.clock.time += 2 * LEASE
            return claimed

        for number in range(MOST_CRASHES - 1):
            assert await die() is not None, number
        claimed = await jobs.claim("careful")
        assert claimed is not None
        await jobs.store(made.id, "careful", b"found", digest_of(b"found"))  # it is not deadly after all
        stores.clock.time += 2 * LEASE
        for number in range(MOST_CRASHES - 1):
            assert await die() is not None, number
        assert await die() is None
        given_up = await jobs.get(made.id)
        assert given_up is not None
        assert given_up.state is JobState.FAILED

    with_stores(database, use)


def test_a_damaged_result_is_noticed(database: str) -> None:
    async def use(stores: Stores) -> None:
        made = await stores.add("one")
        row = {"analysis": made.id, "digest": digest_of(b"one"), "content": b"two", "size": 3, "updated": 1}
        async with stores.database.writing.begin() as connection:
            await connection.execute(insert(schema.analysis_results).values(row))
        kept = await stores.results.get(made.id)
        assert kept is not None
        assert not kept.is_whole

    with_stores(database, use)
