"""Settings of a server, from flags, from SIXPRIME_* in the environment, or defaults. Wrong values are refused."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from sqlalchemy.engine import URL

from sixprime.messages import shown, text
from sixprime.server.limits import BadSetting as BadSetting
from sixprime.server.limits import Limits, read_limits
from sixprime.server.rate_limits import THIS_MACHINE, Network, is_loopback, read_networks
from sixprime.server.store.databases import database_url, is_sqlite

DEFAULT_PORT = 8615
LOG_FORMS = ("plain", "json")
SCRIPT_FORMS = ("bundled", "source")
VARIABLES: Mapping[str, str] = {
    "host": "SIXPRIME_HOST",
    "port": "SIXPRIME_PORT",
    "database": "SIXPRIME_DATABASE",
    "public_url": "SIXPRIME_URL",
    "workers": "SIXPRIME_WORKERS",
    "thinkers": "SIXPRIME_THINKERS",
    "log": "SIXPRIME_LOG",
    "proxy": "SIXPRIME_PROXY",
    "limits": "SIXPRIME_LIMITS",
    "scripts": "SIXPRIME_SCRIPTS",
}
"""The environment's names of the settings."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs."""

    database: URL
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    """0 for any free port."""
    public_url: str | None = None
    """The address by which others reach the server, where it is not the one it listens at."""
    workers: int = 1
    thinkers: int = 2
    """Threads in which the engine computes for bots."""
    log: str = "plain"
    proxies: tuple[Network, ...] = ()
    """Where proxies stand that are trusted to tell the addresses of clients."""
    limits: Limits = field(default_factory=Limits.at_home)
    scripts: str = "bundled"
    """Whether pages load bundles or, for those who work on them, the source modules one by one."""

    def __post_init__(self) -> None:
        if self.workers > 1 and is_sqlite(self.database):
            raise BadSetting(text("several workers need PostgreSQL: SQLite is for one process"))

    @property
    def is_at_home(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host == "localhost" or is_loopback(self.host)

    @property
    def analysis_threads(self) -> int:
        """Threads in which each process computes for analyses."""
        processors = os.cpu_count() or 1
        return self.limits.analysis_threads or max((processors - 1) // self.workers, 1)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names that the server answers to, besides numeric addresses."""
        public = urlsplit(self.public_url).hostname if self.public_url else None
        return tuple(name for name in (self.host, public) if name)

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        if self.public_url is not None:
            return self.public_url
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{self.port}"

    def at_port(self, port: int) -> Settings:
        return replace(self, port=port)


def default_database() -> Path:
    """The file in which matches are kept by default."""
    return Path(platformdirs.user_data_dir("sixprime")) / "sixprime.db"


def settings_from(flags: Mapping[str, str | None], environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from flags, then the environment, then defaults; a `BadSetting` names the source of a wrong value."""
    given = _Given(flags, os.environ if environment is None else environment)
    defaults = Settings(database_url(str(default_database())))
    written = given.value("database")
    settings = Settings(
        database=defaults.database if written is None else database_url(written),
        host=given.host("host", defaults.host),
        port=given.number("port", 0, 65535, defaults.port),
        public_url=given.public_url("public_url"),
        workers=given.number("workers", 1, 64, defaults.workers),
        thinkers=given.number("thinkers", 1, 64, min(max(os.cpu_count() or 1, 1), 4)),
        log=given.choice("log", LOG_FORMS, defaults.log),
        proxies=given.proxies("proxy"),
        scripts=given.choice("scripts", SCRIPT_FORMS, defaults.scripts),
    )
    is_for_many = bool(settings.proxies) or settings.public_url is not None or not settings.is_at_home
    return replace(settings, limits=given.limits("limits", Limits() if is_for_many else Limits.at_home()))


class _Given:
    """The values of flags and environment variables."""

    def __init__(self, flags: Mapping[str, str | None], environment: Mapping[str, str]) -> None:
        self._flags = flags
        self._environment = environment

    def value(self, name: str) -> str | None:
        flag = self._flags.get(name)
        return flag if flag is not None else self._environment.get(VARIABLES[name]) or None

    def source(self, name: str) -> str:
        if self._flags.get(name) is not None:
            return "--url" if name == "public_url" else f"--{name}"
        return VARIABLES[name]

    def number(self, name: str, lowest: int, highest: int, usual: int) -> int:
        written = self.value(name)
        if written is None:
            return usual
        if not re.fullmatch(r"[0-9]{1,6}", written) or not lowest <= int(written) <= highest:
            raise BadSetting(
                text(
                    "{name} is a whole number from {lowest} to {highest}, not {value}",
                    name=self.source(name), lowest=lowest, highest=highest, value=shown(written),
                )
            )  # fmt: skip
        return int(written)

    def choice(self, name: str, choices: tuple[str, ...], usual: str) -> str:
        written = self.value(name)
        if written is not None and written not in choices:
            raise BadSetting(
                text(
                    "{name} is one of {choices}, not {value}",
                    name=self.source(name), choices=", ".join(choices), value=shown(written),
                )
            )  # fmt: skip
        return written or usual

    def proxies(self, name: str) -> tuple[Network, ...]:
        written = self.value(name) or "no"
        if written in ("yes", "no"):
            return THIS_MACHINE if written == "yes" else ()
        try:
            return read_networks(written)
        except ValueError:
            raise BadSetting(
                text(
                    "{name} is yes, no, or the addresses of proxies such as 10.0.0.2,10.1.0.0/16, not {value}",
                    name=self.source(name),
                    value=shown(written),
                )
            ) from None

    def host(self, name: str, usual: str) -> str:
        written = self.value(name)
        if written is not None and not re.fullmatch(r"[A-Za-z0-9.:_-]{1,200}", written):
            raise BadSetting(
                text(
                    "{name} is the name or address to listen at, not {value}",
                    name=self.source(name),
                    value=shown(written),
                )
            )
        return written or usual

    def limits(self, name: str, usual: Limits) -> Limits:
        """Limits of the flag come on top of those of the environment."""
        found = read_limits(self._environment.get(VARIABLES[name]) or "", usual, VARIABLES[name])
        return read_limits(self._flags.get(name) or "", found, self.source(name))

    def public_url(self, name: str) -> str | None:
        written = self.value(name)
        if written is None:
            return None
        wrong = BadSetting(
            text(
                "{name} is an address like https://example.org, not {value}",
                name=self.source(name), value=shown(written),
            )
        )  # fmt: skip
        try:
            parts = urlsplit(written)
            port = parts.port
        except ValueError:
            raise wrong from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or port == 0:
            raise wrong
        return f"{parts.scheme}://{parts.netloc}"
