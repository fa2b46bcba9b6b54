"""The container image without Docker: the Dockerfile's own steps in an ordinary folder, as a user without rights."""

import json
import os
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import not_here
from release import dockerfiles
from release.schema_checks import check
from server.support import postgres
from sixprime.server.settings import VARIABLES, settings_from
from waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
TOOLS = Path(sys.executable).parent
DOCKERFILE = dockerfiles.read(ROOT / "Dockerfile")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PASSWORD = "p@ss/word?#%41 "


def instructions(name: str) -> list[dockerfiles.Instruction]:
    return [instruction for instruction in DOCKERFILE if instruction.name == name]


def filled(text: str, values: dict[str, str]) -> str:
    """A text of compose.yaml with its variables filled in, by the rules of Compose."""

    def value(found: re.Match[str]) -> str:
        name, operator, rest = found[1], found[2], found[3]
        if values.get(name):
            return values[name]
        assert operator == ":-", f"{name} has to be set: {rest}"
        return rest or ""

    return re.sub(r"\$\{(\w+)(:-|:\?)?([^}]*)\}", value, text)


def test_the_dockerfile_has_nothing_to_complain_about() -> None:
    """By hadolint, at its strictest."""
    done = subprocess.run(
        [TOOLS / "hadolint", "--no-color", "--failure-threshold", "style", ROOT / "Dockerfile"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_runs_without_rights_and_watches_its_health() -> None:
    users = [instruction.text for instruction in instructions("USER")]
    assert users == ["10001"]
    last_stage = DOCKERFILE[max(n for n, one in enumerate(DOCKERFILE) if one.name == "FROM") :]
    assert [one.name for one in last_stage if one.name in ("USER", "HEALTHCHECK", "CMD")] == [
        "USER", "HEALTHCHECK", "CMD",
    ]  # fmt: skip
    assert last_stage[-1].words[0] == "/opt/sixprime/bin/sixprime"
    for copied in (one for one in instructions("COPY") if not one.text.startswith("--from")):
        for source in copied.words[:-1]:
            assert (ROOT / source).exists()


def test_what_is_copied_is_not_ignored() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    assert lines[0] == "*"
    wanted = {word for one in instructions("COPY") if "--from" not in one.text for word in one.words[:-1]}
    assert {line[1:] for line in lines if line.startswith("!")} == wanted


def test_compose_keeps_to_its_specification() -> None:
    check("compose-spec", ROOT / "compose.yaml")


def test_compose_gives_the_server_settings_that_it_takes() -> None:
    server, database = COMPOSE["services"]["server"], COMPOSE["services"]["database"]
    needed = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text()))
    assert needed == {"SIXPRIME_DB_PASSWORD", "SIXPRIME_URL"}
    values = {"SIXPRIME_DB_PASSWORD": PASSWORD, "SIXPRIME_URL": "https://club.example"}
    given = {name: filled(str(value), values) for name, value in server["environment"].items()}
    inside = {**dockerfiles.variables(DOCKERFILE), **given}
    assert {name for name in given if name.startswith("SIXPRIME_")} <= set(VARIABLES.values())
    settings = settings_from({}, {name: value for name, value in inside.items() if value})
    assert settings.url == "https://club.example"
    assert settings.workers == 2
    assert settings.database.host in COMPOSE["services"]
    assert settings.database.username == database["environment"]["POSTGRES_USER"]
    assert settings.database.database == database["environment"]["POSTGRES_DB"]
    assert str(settings.proxies[0].network_address) == COMPOSE["networks"]["outside"]["ipam"]["config"][0]["gateway"]
    assert filled(server["ports"][0], {}) == f"127.0.0.1:{settings.port}:{settings.port}"
    assert server["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert database["networks"] == ["inside"]
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert {name for name in asked if f"`{name}`" not in page} == set()


class ImageRoot:
    """The image as a folder: its paths are below `folder`, and its user is one without rights if there is one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.identity: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self.identity = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.variables = {name: self.placed(value) for name, value in dockerfiles.variables(DOCKERFILE).items()}

    def placed(self, text: str) -> str:
        """A text of the Dockerfile with the image's paths as they are here."""
        return re.sub(r"(?<![\w.])/(source|opt/sixprime|var/(?:lib|cache)/sixprime)", rf"{self.folder}/\1", text)

    def python(self) -> str:
        """A Python that the image's user may run."""
        for python in (getattr(sys, "_base_executable", sys.executable), "/usr/bin/python3"):
            check = [python, "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]
            try:
                if subprocess.run(check, check=False, capture_output=True, cwd="/", **self.identity).returncode == 0:
                    return str(python)
            except OSError:
                continue
        return not_here("no Python that a user without rights could run")

    def run(self, command: list[str], **options: Any) -> str:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [self.placed(word) for word in command], capture_output=True, text=True, check=False, **options
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def build(self) -> None:
        """What the Dockerfile says; only the user is not made, but another one is taken."""
        for instruction in DOCKERFILE:
            words = instruction.words
            if instruction.name == "COPY" and not words[0].startswith("--from"):
                target = Path(self.placed(words[-1]))
                for word in words[:-1]:
                    source = ROOT / word
                    if source.is_dir():
                        shutil.copytree(
                            source, target, ignore=shutil.ignore_patterns("__pycache__", "bundles", "words")
                        )
                    else:
                        target.mkdir(parents=True, exist_ok=True)
                        shutil.copy2(source, target)
            elif instruction.name == "RUN" and words[0].endswith("build-image-root"):
                as_user = words[1] == "compile"
                self.run(
                    words,
                    cwd=self.folder,
                    env={**os.environ, "PYTHON": self.python()} if not as_user else self.environment(),
                    **(self.identity if as_user else {}),
                )
            elif instruction.name == "RUN":
                assert words[0] == "useradd"
                for name in ("lib", "cache"):
                    path = self.folder / "var" / name / "sixprime"
                    path.mkdir(parents=True, mode=0o700)
                    if self.identity:
                        os.chown(path, self.identity["user"], self.identity["group"])

    def environment(self, **more: str) -> dict[str, str]:
        return {**self.variables, "HOME": str(self.folder / "var/lib/sixprime"), **more}

    def carry(self) -> None:
        """Pack the image and unpack it again, as a registry does: times are whole seconds afterwards."""
        packed = self.folder / "image.tar"
        with tarfile.open(packed, "w", format=tarfile.USTAR_FORMAT) as archive:
            for name in ("opt", "var"):
                archive.add(self.folder / name, name)
        for name in ("opt", "var"):
            shutil.rmtree(self.folder / name)
        with tarfile.open(packed) as archive:
            archive.extractall(self.folder, filter="fully_trusted")
        packed.unlink()

    @contextmanager
    def serving(self, **more: str) -> Iterator[str]:
        """The image's command, as its user."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        environment = self.environment(SIXPRIME_PORT=port, SIXPRIME_HOST="127.0.0.1", **more)
        command = [self.placed(word) for word in instructions("CMD")[0].words]
        check = self.placed(instructions("HEALTHCHECK")[0].words[0])

        def is_healthy() -> bool:
            assert process.poll() is None, (self.folder / "log").read_text()
            done = subprocess.run([check], check=False, capture_output=True, env=environment, **self.identity)
            return done.returncode == 0

        refused = subprocess.run([check], check=False, capture_output=True, text=True, env=environment, **self.identity)
        assert refused.returncode == 1
        assert refused.stderr.startswith("no answer")
        with (self.folder / "log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=environment["HOME"], stdout=log, stderr=log, env=environment, **self.identity
            )
        try:
            wait_until(is_healthy, "a healthy container", pause=0.2)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.fixture(scope="module")
def image() -> Iterator[ImageRoot]:
    with tempfile.TemporaryDirectory(prefix="sixprime-image-") as folder:
        Path(folder).chmod(0o755)
        root = ImageRoot(Path(folder))
        root.build()
        root.carry()
        yield root


def ready(url: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(urllib.request.urlopen(f"{url}/api/ready").read())
    return found


def machine_code(image: ImageRoot) -> dict[str, int]:
    cache = image.folder / "var/cache/sixprime"
    return {str(path.relative_to(cache)): path.stat().st_mtime_ns for path in cache.rglob("*.nb*")}


@pytest.mark.slow
def test_the_image_serves_at_full_strength_without_compiling(image: ImageRoot) -> None:
    before = machine_code(image)
    assert len(before) > 100
    with image.serving() as url:
        wait_until(lambda: ready(url)["compiled"] == 1, "all machine code is loaded", pause=0.1)
        levels = json.loads(urllib.request.urlopen(f"{url}/api/about").read())["levels"]
        assert all(level["available"] for level in levels)
        assert urllib.request.urlopen(url).status == 200
    assert machine_code(image) == before
    assert (image.folder / "var/lib/sixprime/sixprime.db").exists()
    if image.identity:
        owner = (image.folder / "var/lib/sixprime/sixprime.db").stat().st_uid
        assert owner == image.identity["user"]
        assert not [path for path in (image.folder / "opt").rglob("*") if path.stat().st_uid == owner]


@pytest.mark.slow
def test_the_image_serves_a_club_from_postgresql(image: ImageRoot, tmp_path_factory: pytest.TempPathFactory) -> None:
    """With the settings of compose.yaml, and a password that is asked for."""
    reason = postgres.why_not()
    if reason:
        not_here(reason)
    folder = tmp_path_factory.mktemp("postgres")
    # PostgreSQL runs as another user, who must be able to get there.
    for parent in (folder, *folder.parents):
        if parent.stat().st_uid == os.geteuid() and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    cluster = postgres.Cluster(folder)
    cluster.start()
    try:
        url = cluster.new_database()
        psql = postgres.find_program("psql")
        assert psql is not None
        quoted = PASSWORD.replace("'", "''")
        subprocess.run([psql, url, "-qc", f"alter user sixprime password '{quoted}'"], check=True)
        access = folder / "data" / "pg_hba.conf"
        access.write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        subprocess.run([psql, url, "-qAtc", "select pg_reload_conf()"], check=True, capture_output=True)
        wait_until(
            lambda: subprocess.run([psql, url, "-wqc", "select 1"], check=False, capture_output=True).returncode != 0,
            "a password is asked for",
            pause=0.1,
        )
        values = {"SIXPRIME_DB_PASSWORD": PASSWORD, "SIXPRIME_URL": "https://club.example"}
        environment = COMPOSE["services"]["server"]["environment"]
        given = {name: filled(str(value), values) for name, value in environment.items()}
        with image.serving(**{**given, "SIXPRIME_DATABASE": url}) as address:
            wait_until(lambda: ready(address)["compiled"] == 1, "all machine code is loaded", pause=0.1)
    finally:
        cluster.stop()
