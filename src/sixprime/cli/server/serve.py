"""`sixprime serve`, `backup` and `migrate`, and bare `sixprime`, which serves at home and opens the browser."""

from __future__ import annotations

import asyncio
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path

from sixprime.cli.server.compiling_bars import CompilingBar
from sixprime.messages import Catalogue, text
from sixprime.server.ops.running import PortInUse, bring_up_to_date, is_sixprime
from sixprime.server.ops.running import serve as run_server
from sixprime.server.settings import Settings, settings_from
from sixprime.server.store.databases import open_database
from sixprime.server.store.upkeep.backups import back_up


def serve(flags: Mapping[str, str | None], *, browser: bool | None, words: Catalogue) -> None:
    """Serve until Ctrl-C; the first line printed has the address."""
    settings = settings_from(flags)
    opens = settings.is_at_home if browser is None else browser

    def started(running: Settings) -> None:
        print(text("sixprime is at {url} (Ctrl-C stops it)", url=running.url).in_language(words), flush=True)
        if opens:
            open_browser(running.url)

    run_server(settings, on_start=started, on_compiling=CompilingBar(words).show)


def play_at_home(words: Catalogue) -> None:
    """Serve at home and open the browser, as bare `sixprime` does.

    If our server is already running, only the browser is opened; if another program has the port, a free one is used.
    """
    settings = settings_from({})

    def started(running: Settings) -> None:
        print(text("sixprime is at {url} (Ctrl-C stops it)", url=running.url).in_language(words), flush=True)
        open_browser(running.url)

    bar = CompilingBar(words)
    try:
        run_server(settings, on_start=started, on_compiling=bar.show)
    except PortInUse:
        if is_sixprime(settings):
            print(text("sixprime is running already, at {url}", url=settings.url).in_language(words), flush=True)
            open_browser(settings.url)
        else:
            run_server(settings.at_port(0), on_start=started, on_compiling=bar.show)


def open_browser(url: str) -> None:
    """Open the user's browser, if there is one, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def backup(file: Path, database: str | None, *, words: Catalogue) -> None:
    """Copy the database to a file."""
    back_up(settings_from({"database": database}).database, file)
    print(text("the database is copied to {path}", path=file).in_language(words))


def migrate(database: str | None, *, words: Catalogue) -> None:
    """Migrate the database to the newest revision, and print the revisions before and after."""
    settings = settings_from({"database": database})

    async def run() -> tuple[str | None, str]:
        opened = open_database(settings.database)
        try:
            return await bring_up_to_date(opened)
        finally:
            await opened.close()

    before, after = asyncio.run(run())
    if before == after:
        said = text("the database is up to date (revision {revision})", revision=after)
    elif before is None:
        said = text("a new database, revision {revision}", revision=after)
    else:
        said = text("the database went from revision {before} to {after}", before=before, after=after)
    print(said.in_language(words))
