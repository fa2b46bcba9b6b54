"""The process that talks to Ray on behalf of `RayCluster`, with pickled tuples on standard input and output.

Ray prints to the terminal of the process that it runs in, and ends that process when it loses its cluster. Here it has
a process of its own. This file is run as a script and imports nothing of sixprime, so that it starts quickly; jobs and
results pass through it as bytes.

It answers `("ready", processors)` or `("refused", kind, why)`. Then it takes `("job", number, version, job)`,
`("piece", number, piece)` and `("end", number)`, and answers `("done", number, piece, result, processors)` or
`("failed", number, piece, why)`. At the end of its input it leaves the cluster.
"""

import os
import pickle
import sys
import time
from queue import SimpleQueue
from threading import Thread
from traceback import walk_tb
from typing import Any, BinaryIO

RETRIES = 10
"""How many times a piece is begun anew whose worker or node has died."""
COUNT_SECONDS = 5.0
"""How often the processors of the cluster are counted: nodes come and go."""


LOCAL_STARTS = 10
"""How many times a cluster on this machine is started: Ray gives up after 30 seconds, which a busy machine may need."""
TOO_SLOW = "timed out during startup"


def connect(ray: Any, address: str, settings: dict[str, Any]) -> None:
    """Connect to a cluster, or start one on this machine."""
    for start in range(1, LOCAL_STARTS + 1):
        try:
            ray.init(address=address, **settings)
        except Exception as error:
            if address != "local" or TOO_SLOW not in str(error) or start == LOCAL_STARTS:
                raise
            end_what_was_started(error)
            ray.shutdown()
        else:
            return


def end_what_was_started(error: Exception) -> None:
    """End the processes of a start that has failed: Ray keeps them until it ends itself, and forgets them meanwhile.

    On a busy machine they would be in the way of the next start. Only the node that had started them can end them, and
    it is found where it gave up.
    """
    for frame, _ in walk_tb(error.__traceback__):
        end = getattr(frame.f_locals.get("self"), "kill_all_processes", None)
        if end is not None:
            end(check_alive=False, allow_graceful=False)
            return


def _do_piece(version: str, job: bytes, piece: int) -> bytes:
    """Do a piece of a job, on a node. It is sent to the nodes as it stands here; what it imports must be there."""
    from sixprime.engine.workers.pieces import do_piece

    return do_piece(version, job, piece)


def serve(messages: BinaryIO, answers: BinaryIO, address: str, count: int) -> None:
    """Connect to a cluster, and do the pieces that come in until the input ends."""
    outgoing: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()

    def count_processors() -> int:
        return max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]

    def send_answers() -> None:
        processors, counted = 0, -COUNT_SECONDS
        while (answer := outgoing.get()) is not None:
            if answer[0] == "done":
                if time.monotonic() - counted > COUNT_SECONDS:
                    processors, counted = count_processors(), time.monotonic()
                answer = (*answer, processors)
            pickle.dump(answer, answers)
            answers.flush()

    sender = Thread(target=send_answers, daemon=True)
    sender.start()
    settings: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
    if address == "local":
        settings |= {"num_cpus": count, "include_dashboard": False}
    import ray

    try:
        connect(ray, address, settings)
        outgoing.put(("ready", count_processors()))
    except Exception as error:  # noqa: BLE001  # whatever it is, it is reported and this process ends
        outgoing.put(("refused", type(error).__name__, str(error)))
        outgoing.put(None)
        sender.join()
        return

    task = ray.remote(max_retries=RETRIES)(_do_piece)
    jobs: dict[int, tuple[str, Any]] = {}
    running: dict[int, dict[int, Any]] = {}

    def begin(number: int, piece: int) -> None:
        version, job = jobs[number]
        sent = task.remote(version, job, piece)
        running[number][piece] = sent

        def answer(future: Any) -> None:
            running.get(number, {}).pop(piece, None)
            error = future.exception()
            if error is None:
                outgoing.put(("done", number, piece, future.result()))
            else:
                cause = getattr(error, "cause", None) or error
                outgoing.put(("failed", number, piece, f"{type(cause).__name__}: {cause}"))

        sent.future().add_done_callback(answer)

    while True:
        try:
            message = pickle.load(messages)  # from the process that started this one
        except EOFError:
            break
        match message:
            case ("job", number, version, job):
                jobs[number], running[number] = (version, ray.put(job)), {}
            case ("piece", number, piece):
                begin(number, piece)
            case ("end", number):
                del jobs[number]
                for left in list(running.pop(number).values()):
                    ray.cancel(left)
    ray.shutdown()


def main() -> None:
    """Serve the process that started this one; what Ray prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers, sys.argv[1], int(sys.argv[2]))


if __name__ == "__main__":
    main()
