"""The commands of the server: `serve`, `backup`, `migrate`.

Each parses its options and hands over to a module that is imported only then: help has to come at once.
"""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.speech import Speech
from sixprime.messages import text


def add_server_commands(app: typer.Typer, speech: Speech) -> None:
    """Add them to the command line."""
    words = speech.words
    database_option = speech.option(
        "--database", text("Where matches are kept: a file, or a URL like postgresql://user@host/name."), "URL"
    )

    @speech.command(app, "serve", text("Serve the game to browsers, on this machine or for others."))
    def serve(
        host: Annotated[
            str | None,
            speech.option("--host", text("The name or address to listen at."), "HOST"),
        ] = None,
        port: Annotated[str | None, speech.option("--port", text("The port; 0 for any free one."), "N")] = None,
        database: Annotated[str | None, database_option] = None,
        browser: Annotated[
            bool | None,
            speech.option("--browser/--no-browser", text("Whether to open a browser; at home that is done.")),
        ] = None,
        url: Annotated[
            str | None, speech.option("--url", text("The address under which others reach the server."), "URL")
        ] = None,
        workers: Annotated[
            str | None, speech.option("--workers", text("Processes; more than one needs PostgreSQL."), "N")
        ] = None,
        thinkers: Annotated[
            str | None, speech.option("--thinkers", text("Threads in which bots think, in each process."), "N")
        ] = None,
        log: Annotated[
            str | None,
            speech.option("--log", text("Messages as plain words or as lines of JSON."), "plain|json"),
        ] = None,
        proxy: Annotated[
            str | None,
            speech.option("--proxy", text("Whether a proxy on this machine tells the addresses of clients."), "yes|no"),
        ] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import serving

        flags = {
            "host": host, "port": port, "database": database, "public_url": url, "workers": workers,
            "thinkers": thinkers, "log": log, "proxy": proxy,
        }  # fmt: skip
        serving.serve(flags, browser=browser, words=words)

    @speech.command(app, "backup", text("Copy the database to a file, also while the server runs."))
    def backup(
        file: Annotated[Path, speech.argument(text("The file to write; it must not exist yet."), "FILE")],
        database: Annotated[str | None, database_option] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import serving

        serving.backup(file, database, words=words)

    @speech.command(app, "migrate", text("Bring the database up to date; the server does so by itself at its start."))
    def migrate(
        database: Annotated[str | None, database_option] = None,
        language: Annotated[str | None, speech.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli import serving

        serving.migrate(database, words=words)
