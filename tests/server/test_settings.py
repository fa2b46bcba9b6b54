"""Settings by flag and environment, and every wrong one refused in one line."""

from pathlib import Path

import pytest

from sixprime.core import SixprimeError
from sixprime.server.ops.running import PortInUse, is_sixprime, listen
from sixprime.server.rate_limits import THIS_MACHINE
from sixprime.server.settings import DEFAULT_PORT, BadSetting, Settings, settings_from
from sixprime.server.store.databases import database_url
from sixprime.server.store.locks import FileLock
from sixprime.server.store.migrating import DatabaseProblem
from sixprime.server.store.upkeep.backups import back_up


def test_what_is_usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = settings_from({}, {})
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", DEFAULT_PORT, 1)
    assert settings.database.database == str(tmp_path / "sixprime" / "sixprime.db")
    assert settings.is_at_home
    assert settings.scripts == "bundled"
    assert settings.url == f"http://127.0.0.1:{DEFAULT_PORT}"


def test_threads_for_analyses_are_shared_by_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def threads(processors: int | None, workers: int, **flags: str) -> int:
        monkeypatch.setattr("os.cpu_count", lambda: processors)
        return settings_from({"database": "postgresql://db/x", "workers": str(workers), **flags}, {}).analysis_threads

    assert [threads(8, 1), threads(8, 2), threads(8, 16), threads(1, 1), threads(None, 1)] == [7, 3, 1, 1, 1]
    assert threads(8, 2, limits="analysis-threads=5") == 5


def test_flags_come_before_the_environment() -> None:
    environment = {
        "SIXPRIME_PORT": "7000",
        "SIXPRIME_HOST": "0.0.0.0",
        "SIXPRIME_DATABASE": "postgresql://club@db/matches",
        "SIXPRIME_URL": "https://club.example/",
        "SIXPRIME_WORKERS": "4",
        "SIXPRIME_LOG": "json",
        "SIXPRIME_PROXY": "yes",
        "SIXPRIME_SCRIPTS": "source",
    }
    settings = settings_from({"port": "7001"}, environment)
    assert settings.port == 7001
    assert settings.database.drivername == "postgresql+asyncpg"
    assert settings.public_url == settings.url == "https://club.example"
    assert "club.example" in settings.hosts
    assert settings.workers == 4
    assert settings.proxies == THIS_MACHINE
    named = settings_from({"proxy": "10.0.0.2, 10.1.0.0/16,2001:db8::/32"}, environment)
    assert [str(network) for network in named.proxies] == ["10.0.0.2/32", "10.1.0.0/16", "2001:db8::/32"]
    assert settings.scripts == "source"
    assert not settings.is_at_home


@pytest.mark.parametrize(
    ("flags", "environment", "words"),
    [
        ({"port": "x"}, {}, "--port is a whole number from 0 to 65535, not 'x'"),
        ({"port": "70000"}, {}, "--port is a whole number"),
        ({}, {"SIXPRIME_PORT": "-1"}, "SIXPRIME_PORT is a whole number"),
        ({"workers": "0"}, {}, "--workers is a whole number from 1 to 64"),
        ({"workers": "2"}, {}, "several workers need PostgreSQL"),
        ({"host": "two words"}, {}, "--host is the name or address to listen at"),
        ({"database": "mysql://x/y"}, {}, "the databases are SQLite and PostgreSQL"),
        ({"database": "sqlite://"}, {}, "a database in memory would forget every match"),
        ({"database": "://"}, {}, "this is not the URL of a database"),
        ({"database": " "}, {}, "a database is a file, or a URL"),
        ({"log": "loud"}, {}, "--log is one of plain, json, not 'loud'"),
        ({"public_url": "club.example"}, {}, "--url is an address like https://example.org"),
        ({"public_url": "https://club.example/path"}, {}, "--url is an address"),
        ({"public_url": "http://[::"}, {}, "--url is an address"),
        ({"thinkers": "none"}, {}, "--thinkers is a whole number"),
        ({}, {"SIXPRIME_PROXY": "maybe"}, "SIXPRIME_PROXY is yes, no, or the addresses of proxies"),
        ({"proxy": "10.0.0.1/8"}, {}, "--proxy is yes, no, or the addresses of proxies"),
        ({"limits": "detail=3"}, {}, "--limits has no limit 'detail'; there are address-analyses, "),
        ({}, {"SIXPRIME_LIMITS": "x"}, "SIXPRIME_LIMITS has no limit 'x'"),
        ({"limits": "details=3d"}, {}, "the limit details is a size like 16kB or 5MB, not '3d'"),
        ({"limits": "details"}, {}, "the limit details is a size like 16kB or 5MB, not ''"),
        ({"limits": "details=0"}, {}, "the limit details is a size"),
        ({"limits": "details=none"}, {}, "the limit details is a size"),
        ({"limits": "untouched=5"}, {}, "the limit untouched is a time like 30s, 12h or 7d"),
        ({"limits": "visitor-matches=-1"}, {}, "the limit visitor-matches is a number like 200"),
        ({}, {"SIXPRIME_SCRIPTS": "none"}, "SIXPRIME_SCRIPTS is one of bundled, source"),
    ],
)
def test_wrong_values_are_refused(flags: dict[str, str], environment: dict[str, str], words: str) -> None:
    with pytest.raises(SixprimeError) as refused:
        settings_from(flags, environment)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_port_in_use_is_named() -> None:
    settings = Settings(database_url("x.db"), port=0)
    with listen(settings) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortInUse, match=f"port {port} is in use"):
            listen(settings.at_port(port))


def test_an_address_that_is_not_ours() -> None:
    with pytest.raises(BadSetting, match=r"cannot listen at 203\.0\.113\.1, port \d+: it is not an address of"):
        listen(Settings(database_url("x.db"), host="203.0.113.1", port=0))


def test_nobody_there() -> None:
    with listen(Settings(database_url("x.db"), port=0)) as taken:
        port = taken.getsockname()[1]
    assert not is_sixprime(Settings(database_url("x.db"), port=port))


def test_one_process_for_one_file(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "a.db"), FileLock(tmp_path / "a.db")
    first.take()
    with pytest.raises(DatabaseProblem, match="another sixprime server has this database open"):
        second.take()
    first.release()
    second.take()
    second.release()
    with pytest.raises(DatabaseProblem, match="cannot be written"):
        FileLock(tmp_path / "none" / "a.db").take()


def test_backups_that_cannot_be_made(tmp_path: Path) -> None:
    url = database_url(str(tmp_path / "none.db"))
    with pytest.raises(DatabaseProblem, match="there is no database"):
        back_up(url, tmp_path / "copy.db")
    (tmp_path / "there").touch()
    with pytest.raises(DatabaseProblem, match="exists already"):
        back_up(url, tmp_path / "there")
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(DatabaseProblem, match="cannot be copied"):
        back_up(database_url(str(tmp_path / "broken.db")), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert not list(tmp_path.glob("*copy.db*.new"))
