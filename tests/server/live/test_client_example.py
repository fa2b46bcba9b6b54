"""The example in the description of `sixprime.client` runs, and plays a match against the bot to its end."""

import textwrap

import pytest

import sixprime.client
from server.support.local_servers import LocalServer


def test_the_example(server: LocalServer, capsys: pytest.CaptureFixture[str]) -> None:
    written = (sixprime.client.__doc__ or "").partition("\n\n    ")[2]
    code = textwrap.dedent("    " + written)
    assert code.startswith("import asyncio")
    assert 'Client("http://127.0.0.1:8615")' in code
    exec(code.replace("http://127.0.0.1:8615", server.url), {})
    said = capsys.readouterr().out
    assert "over" in said
    assert said.startswith("{'white': ")
