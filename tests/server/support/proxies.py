"""nginx and Caddy with the configurations of docs/server.md, on a free port and without certificates."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from conftest import not_here
from server.support.server_processes import free_port
from waiting import PATIENCE

DOCS = Path(__file__).parents[3] / "docs" / "server.md"
SYSTEM = "/usr/sbin:/usr/local/sbin"
"""Where Debian keeps nginx, which not every user has in the path."""


def documented(language: str) -> str:
    """The configuration in the docs."""
    found = re.search(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def nginx(folder: Path, port: int, target: int) -> list[str]:
    """The command for nginx in front of a server at a port."""
    server = documented("nginx").replace("127.0.0.1:8615", f"127.0.0.1:{target}")
    server = server.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    server = re.sub(r" *ssl_certificate.*;\n", "", server)
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join(f"{part}_temp_path {folder}/{part};" for part in parts)
    whole = f"""
        daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;
        events {{}}
        http {{ access_log off; {folders} {server} }}
    """
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return ["nginx", "-e", f"{folder}/log", "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, port: int, target: int) -> list[str]:
    """The command for Caddy in front of a server at a port."""
    site = documented("caddy").replace("127.0.0.1:8615", f"127.0.0.1:{target}")
    site = site.replace("club.example {", f"http://club.example:{port} {{\n    bind 127.0.0.1")
    (folder / "Caddyfile").write_text("{\n    admin off\n}\n" + site, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def proxy(kind: str, folder: Path, target: int) -> Iterator[int]:
    """A proxy that runs until the end of the block; its port."""
    port = free_port()
    command = PROXIES[kind](folder, port, target)
    program = shutil.which(command[0], path=f"{os.environ.get('PATH', '')}:{SYSTEM}")
    if program is None:
        not_here(f"{kind} is not installed")
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen([program, *command[1:]], env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + PATIENCE
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((folder / "log").read_text(errors="replace"))
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(port: int) -> bool:
    try:
        with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
            answer = client.get(f"http://127.0.0.1:{port}/api/health", headers={"Host": "club.example"})
        return answer.status_code == 200
    except httpx.HTTPError:
        return False
