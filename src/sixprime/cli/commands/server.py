"""The commands of the server: `serve`, `backup`, `migrate`, `usage`.

Each command parses its options and imports the module that does the work only when it runs, so that help is quick.
"""

from pathlib import Path
from typing import Annotated

import typer

from sixprime.cli.shared.command_builder import CommandBuilder
from sixprime.compiled import jit
from sixprime.messages import text


def add_server_commands(app: typer.Typer, builder: CommandBuilder) -> None:
    """Add `serve`, `backup`, `migrate` and `usage` to the command line."""
    words = builder.words
    database_option = builder.option(
        "--database", text("Where matches are kept: a file, or a URL like postgresql://user@host/name."), "URL"
    )
    limits_option = builder.option(
        "--limits", text("Limits, separated by commas, like details=32kB,untouched=14d."), "NAME=VALUE,..."
    )

    @builder.command(app, "serve", text("Serve the game to browsers, on this machine or for others."))
    def serve(
        host: Annotated[
            str | None,
            builder.option("--host", text("The name or address to listen at."), "HOST"),
        ] = None,
        port: Annotated[str | None, builder.option("--port", text("The port; 0 for any free one."), "N")] = None,
        database: Annotated[str | None, database_option] = None,
        browser: Annotated[
            bool | None,
            builder.option("--browser/--no-browser", text("Whether to open a browser; at home that is done.")),
        ] = None,
        url: Annotated[
            str | None, builder.option("--url", text("The address under which others reach the server."), "URL")
        ] = None,
        workers: Annotated[
            str | None, builder.option("--workers", text("Processes; more than one needs PostgreSQL."), "N")
        ] = None,
        thinkers: Annotated[
            str | None, builder.option("--thinkers", text("Threads in which bots think, in each process."), "N")
        ] = None,
        log: Annotated[
            str | None,
            builder.option("--log", text("Messages as plain words or as lines of JSON."), "plain|json"),
        ] = None,
        proxy: Annotated[
            str | None,
            builder.option(
                "--proxy",
                text(
                    "Which proxies tell the addresses of clients: those on this machine (yes), or at these addresses."
                ),
                "yes|no|ADDRESSES",
            ),
        ] = None,
        limits: Annotated[str | None, limits_option] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        jit.start_plain()  # before anything loads the engine
        from sixprime.cli.server.serve import serve as run_server

        flags = {
            "host": host, "port": port, "database": database, "public_url": url, "workers": workers,
            "thinkers": thinkers, "log": log, "proxy": proxy, "limits": limits,
        }  # fmt: skip
        run_server(flags, browser=browser, words=words)

    @builder.command(
        app, "compile", text("Compile the engine now, which otherwise happens in the background of the first game.")
    )
    def compile_engine(
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        jit.start_plain()  # other processes compile
        from sixprime.cli.server.compiling_bars import compile_now

        compile_now(words)

    @builder.command(app, "backup", text("Copy the database to a file, also while the server runs."))
    def backup(
        file: Annotated[Path, builder.argument(text("The file to write; it must not exist yet."), "FILE")],
        database: Annotated[str | None, database_option] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.server.serve import backup as copy_database

        copy_database(file, database, words=words)

    @builder.command(app, "migrate", text("Bring the database up to date; the server does so by itself at its start."))
    def migrate(
        database: Annotated[str | None, database_option] = None,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.server.serve import migrate as migrate_database

        migrate_database(database, words=words)

    @builder.command(app, "usage", text("Show what fills the database, and which matches would expire."))
    def usage(
        database: Annotated[str | None, database_option] = None,
        limits: Annotated[str | None, limits_option] = None,
        as_json: Annotated[bool, builder.option("--json", text("Answer in JSON."))] = False,
        language: Annotated[str | None, builder.flag("language")] = None,  # noqa: ARG001  # read by _language
    ) -> None:
        from sixprime.cli.server.usage import show_usage

        show_usage(database, limits, as_json=as_json, words=words)
