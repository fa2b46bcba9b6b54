"""The commands `backup` and `migrate`, and the browser that opens at home."""

from pathlib import Path

import pytest

from server.support.old_databases import make_old, with_engine
from sixprime.cli.server import serve
from sixprime.languages import catalogue
from sixprime.messages import ENGLISH, text
from sixprime.server.ops.running import PortInUse
from sixprime.server.settings import Settings
from sixprime.server.store.databases import database_url
from sixprime.server.store.migrating import DatabaseProblem, newest


def test_migrate_says_from_where_to_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "a.db")
    with_engine(path, make_old)
    for _ in range(2):
        serve.migrate(path, words=ENGLISH)
    serve.migrate(str(tmp_path / "new.db"), words=ENGLISH)
    assert capsys.readouterr().out.splitlines() == [
        f"the database went from revision 0001 to {newest()}",
        f"the database is up to date (revision {newest()})",
        f"a new database, revision {newest()}",
    ]


def test_backup_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "a.db")
    serve.migrate(path, words=ENGLISH)
    serve.backup(tmp_path / "copy.db", path, words=catalogue("de"))
    assert str(tmp_path / "copy.db") in capsys.readouterr().out
    with pytest.raises(DatabaseProblem):
        serve.backup(tmp_path / "copy.db", path, words=ENGLISH)


@pytest.mark.parametrize("is_ours", [True, False])
def test_at_home_with_the_port_in_use(
    is_ours: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    started: list[int] = []

    def run(settings: Settings, **_: object) -> None:
        if settings.port:
            raise PortInUse(text("in use"))
        started.append(settings.port)

    monkeypatch.setattr(serve, "settings_from", lambda _: Settings(database_url("x.db")))
    monkeypatch.setattr(serve, "run_server", run)
    monkeypatch.setattr(serve, "is_sixprime", lambda _: is_ours)
    monkeypatch.setattr(serve, "open_browser", opened.append)
    serve.play_at_home(ENGLISH)
    if is_ours:
        assert opened == ["http://127.0.0.1:8615"]
        assert "running already" in capsys.readouterr().out
    else:
        assert started == [0]
