"""`sixprime usage`: what fills a database, on both kinds, while a server runs."""

import json
import shutil
from pathlib import Path

import pytest

from conftest import Sixprime
from server.conftest import cluster, database  # noqa: F401  # fixtures
from server.support.analysed_matches import finished, start
from server.support.local_servers import Table, create, running
from sixprime.cli.server.usage import written_size
from sixprime.messages import ENGLISH
from sixprime.server.store.databases import database_url

OLD = Path(__file__).parents[2] / "fixtures" / "server" / "matches-0.1.db"
FILE = b" 5 point match\n\n Game 1\n Anna : 0          Bela : 0\n  1) 31: 8/5 6/5    64: 24/14\n"


def test_what_is_there(database: str, tmp_path: Path, sixprime: Sixprime) -> None:  # noqa: F811
    with running(tmp_path, database=database_url(database)) as server:
        visitor = server.visitor()
        table = Table(visitor, create(visitor)["state"]["match"])
        table.open()
        create(visitor, kind="link")
        aborted = Table(visitor, create(visitor)["state"]["match"])
        aborted.act("white", "abort")
        study = visitor.post("/api/imports?name=a.mat", content=FILE).json()["matches"][0]["match"]
        finished(visitor, start(visitor, match=study, depth="instant")["analysis"])
        logs = {match: visitor.get(f"/api/matches/{match}/entries").json() for match in (table.match, study)}
        sixprime("usage", "--database", database)  # takes what the server has said meanwhile
        found = sixprime("usage", "--database", database, "--json")
    assert (found.code, found.err) == (0, "")
    usage = json.loads(found.out)
    kinds = {kind["kind"]: kind for kind in usage["kinds"]}
    assert {kind: (it["matches"], it["unfinished"]) for kind, it in kinds.items()} == {
        "link": (1, 1), "screen": (2, 1), "study": (1, 1),
    }  # fmt: skip
    assert kinds["study"]["entries"] == logs[study]["version"]
    size = sum(len(json.dumps(it["entry"], separators=(",", ":"))) for it in logs[study]["entries"])
    assert size <= kinds["study"]["size"] <= size + 200  # and the details
    assert usage["secrets"] == 4
    assert usage["analyses"] == 1
    assert usage["results"] > 0
    assert (usage["untouched"], usage["unfinished"]) == (0, 0)
    assert len(usage["biggest"]) == 4
    sizes = [match["size"] for match in usage["biggest"]]
    assert sizes == sorted(sizes, reverse=True)
    assert usage["disk"] > sum(sizes)
    shown = sixprime("usage", "--database", database)
    assert shown.code == 0
    assert "at one screen" in shown.out
    assert "analyses: 1, " in shown.out
    assert table.match in shown.out


def test_what_would_expire(tmp_path: Path, sixprime: Sixprime) -> None:
    path = str(shutil.copy(OLD, tmp_path / "old.db"))
    refused = sixprime("usage", "--database", path)
    assert (refused.code, refused.out) == (2, "")
    assert "see sixprime migrate" in refused.err
    assert sixprime("migrate", "--database", path).code == 0
    limits = "untouched=1s,unfinished=1s"
    usage = json.loads(sixprime("usage", "--database", path, "--json", "--limits", limits).out)
    assert (usage["untouched"], usage["unfinished"]) == (0, 2)
    shown = sixprime("usage", "--database", path, "--limits", limits).out
    assert "unfinished, without a move for more than 1 s: 2" in shown
    german = sixprime("usage", "--database", path, "--language", "de").out
    assert german
    assert "unfinished" not in german


def test_what_is_not_there(tmp_path: Path, sixprime: Sixprime) -> None:
    missing = sixprime("usage", "--database", str(tmp_path / "none.db"))
    assert (missing.code, missing.out) == (2, "")
    assert "there is no database" in missing.err
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    broken = sixprime("usage", "--database", str(tmp_path / "broken.db"))
    assert (broken.code, broken.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("size", "written"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"), (999_600, "1.0 MB"),
     (256_000_000, "256 MB"), (3 * 10**15, "3000 TB")],
)  # fmt: skip
def test_sizes(size: int, written: str) -> None:
    assert written_size(size, ENGLISH) == written
