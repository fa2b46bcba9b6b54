"""`sixprime external` and `sixprime ubgi`: the engine for other programs."""

from __future__ import annotations

import asyncio
import sys
import threading
from itertools import count
from pathlib import Path

from sixprime.cli.shared import saves
from sixprime.cli.shared.options import whole_number
from sixprime.cli.shared.saves import FileProblem
from sixprime.core import RuleSet
from sixprime.messages import Catalogue, Message, shown, text


def serve_external(
    address: str,
    *,
    anywhere: bool,
    jacoby: bool,
    beavers: str,
    plies: str,
    keep: Path | None,
    words: Catalogue,
) -> None:
    """Serve GNU Backgammon at an address until Ctrl-C; the first line printed has the address."""
    from sixprime.peers.engines import NET
    from sixprime.peers.external_server import ExternalServer, parse_address
    from sixprime.peers.external_sessions import ExternalSession
    from sixprime.peers.keeping import Record

    place = parse_address(address, anywhere=anywhere)
    number = whole_number("--beavers", beavers, 0, 3)
    rules = RuleSet(jacoby=jacoby, beavers=number > 0, raccoons=number > 1)
    depth = whole_number("--plies", plies, 0, NET.deepest)
    naming = threading.Lock()

    def report(message: Message) -> None:
        print(message.in_language(words), flush=True)

    def store(record: Record) -> None:
        assert keep is not None
        match = record.match
        if record.doubtful:
            # We are not told the opponent's dice; where several rolls explain a play, the record has one of them.
            match.details["uncertain-rolls"] = ", ".join(str(number + 1) for number in record.doubtful)
        with naming:
            numbers = (keep / f"external-{number:04}.json" for number in count(1))
            path = next(path for path in numbers if not path.exists())
            try:
                saves.save(match, path)
            except FileProblem as error:
                report(error.message)
                return
        report(text("the match is in {path}", path=path))

    def session() -> ExternalSession:
        return ExternalSession(NET, plies=depth, rules=rules, keep=None if keep is None else store)

    async def serve() -> None:
        server = ExternalServer(session, report=report)
        report(text("listening at {address}", address=await server.start(place)))
        await server.serve_forever()

    if keep is not None and not keep.is_dir():
        raise FileProblem(text("{path} is not a folder", path=keep))
    asyncio.run(serve())


def speak_ubgi(*, protocol: str | None, plies: str) -> None:
    """Speak UBGI on standard input and output until `quit` or the end of the input."""
    from sixprime.core import SixprimeError
    from sixprime.formats.protocols.ubgi import Generation
    from sixprime.peers.engines import NET
    from sixprime.peers.ubgi import UbgiEngine, run

    names = [generation.value for generation in Generation]
    if protocol is not None and protocol not in names:
        choices = ", ".join(names)
        raise SixprimeError(
            text("the generations of UBGI are {choices}, not {value}", choices=choices, value=shown(protocol))
        )

    def say(line: str) -> None:
        print(line, flush=True)

    depth = whole_number("--plies", plies, 0, NET.deepest)
    generation = None if protocol is None else Generation(protocol)
    run(UbgiEngine(say, plies=depth, generation=generation), sys.stdin.buffer)
