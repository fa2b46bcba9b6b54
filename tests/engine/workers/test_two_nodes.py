"""The commands of docs/cluster.md, with a head and a node on this machine; the node is killed, and at last the head."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

from sixprime.engine.rollout.files import load_rollout
from sixprime.engine.workers import RayCluster, WorkersProblem

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not here"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc"),
]

DOCS = Path(__file__).parents[3] / "docs" / "cluster.md"
HEAD, NODE, ROLLOUT, TRAINING = re.findall(r"```sh\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
PATIENCE = 600.0
"""Seconds until a test gives up; on a busy machine everything may take long."""
CHATTER = re.compile(r"raylet|gcs_|WARNING|Traceback|\bW \d+ \d+\]|auth_token_setup")
"""What Ray prints, and nobody shall see."""


def wait_until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.02)


@dataclass
class Machine:
    """A folder that stands for a machine: its home, and the files of its Ray processes."""

    folder: Path
    token: str = field(default="", repr=False)

    def environment(self, *, sends_token: bool = True) -> dict[str, str]:
        """The environment of this machine. Kernels are those of everybody: compiling them takes minutes."""
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
        commands = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        kept |= {"HOME": str(self.folder), "XDG_CACHE_HOME": cache, "PATH": commands, "LANG": "C.UTF-8"}
        kept |= {"RAY_USAGE_STATS_ENABLED": "0", "COLUMNS": "100"}
        if sends_token:
            kept |= {"RAY_AUTH_MODE": "token"}
        if self.token:
            kept |= {"RAY_AUTH_TOKEN": self.token}
        return kept

    def shell(self, commands: str) -> str:
        """Run the commands of the docs here; what they print. Ray is started again where a busy machine needs longer
        than the half minute that it waits for itself."""
        asked = ["sh", "-e", "-c", commands]
        for _ in range(10):
            done = subprocess.run(
                asked,
                env=self.environment(),
                cwd=self.folder,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            if "timed out during startup" not in done.stdout + done.stderr:
                break
            self.crash()
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self, commands: str, **more: str) -> subprocess.Popen[str]:
        """Begin with the commands of the docs here."""
        return subprocess.Popen(
            ["sh", "-e", "-c", commands],
            env=self.environment() | more,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def processes(self, named: str = "") -> list[int]:
        """The processes of Ray whose files are in this folder, and whose command lines have this word."""
        return [process for process, line in command_lines().items() if str(self.folder) in line and named in line]

    def workers_at_work(self) -> list[int]:
        """The processes on this machine that are doing a piece."""
        raylets = self.processes("raylet/raylet")
        lines = command_lines()
        at_work = [process for process, line in lines.items() if line.startswith("ray::_do_piece")]
        return [process for process in at_work if parent_of(process) in raylets]

    def crash(self) -> None:
        """Kill everything at once, as if the power had failed.

        What is stopped starts nothing more meanwhile; what had just been started is found by looking again.
        """
        while raylets := self.processes():
            send(signal.SIGSTOP, raylets)
            send(signal.SIGKILL, [process for process in command_lines() if parent_of(process) in raylets] + raylets)
            killed = set(raylets)
            wait_until(lambda killed=killed: killed.isdisjoint(self.processes()), "all are gone")  # type: ignore[misc]


def send(sent: signal.Signals, processes: list[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, sent)


def command_lines() -> dict[int, str]:
    """The command line of every process."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                found[int(folder.name)] = (
                    (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
            except OSError:
                continue
    return found


def parent_of(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """A folder with a short name: Ray makes sockets in it, whose paths have at most 107 letters."""
    folder = Path(tempfile.mkdtemp(prefix="ray-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Machines:
    """The machines of the docs: the head, a node, and one that only asks."""

    head: Machine
    node: Machine
    guest: Machine
    address: str


@pytest.fixture(scope="module")
def machines(root: Path) -> Iterator[Machines]:
    """A cluster of a head and a node, started by the commands of the docs. Both have a core."""
    found = []
    for name in ("head", "node", "guest"):
        (root / name).mkdir()
        found.append(Machine(root / name))
    head, node, guest = found
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    small = "--num-cpus=1 --disable-usage-stats --temp-dir="
    try:
        said = head.shell(
            HEAD.replace("--port=6379", f"--port={port} --include-dashboard=false {small}{head.folder / 'ray'}")
        )
        token, address = re.search("[0-9a-f]{64}", said), re.search(rf"[\d.]+:{port}\b", said)
        assert token is not None, said
        assert address is not None, said
        written = NODE.replace("THE_TOKEN", token[0]).replace("HEAD:6379", f"{address[0]} {small}{node.folder / 'ray'}")
        node.shell(written)
        node.token = token[0]
        yield Machines(head, node, guest, address[0])
    finally:
        for machine in (node, head):
            machine.crash()


def test_a_token_that_is_missing_is_named_in_a_line(machines: Machines) -> None:
    """Of what Ray prints, nothing is seen."""
    guest, token = machines.guest, machines.node.token
    asked = [str(Path(sys.executable).parent / "sixprime"), "rollout", "4HPwATDgc/ABMA", "--ray", machines.address]
    needs = f"sixprime: the Ray cluster at {machines.address} needs a token: set RAY_AUTH_MODE=token"
    what = "RAY_AUTH_TOKEN to what 'ray get-auth-token' prints on its head node"
    for given, sends, expected in (
        ("", False, f"{needs}, and {what}\n"),
        ("", True, f"{needs}, and {what}\n"),
        (token, False, f"{needs}\n"),
        ("0" * 64, True, f"sixprime: the Ray cluster at {machines.address} has another token: set {what}\n"),
    ):
        environment = Machine(guest.folder, given).environment(sends_token=sends)
        said = subprocess.run(asked, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (said.returncode, said.stdout) == (2, "")
        assert said.stderr == expected


def test_the_token_is_asked_for_once(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray by itself would ask for twenty seconds."""
    for name in [name for name in os.environ if name.startswith("RAY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(machines.guest.folder))
    drivers: list[subprocess.Popen[bytes]] = []
    kill = RayCluster._kill

    def watched(self: RayCluster) -> None:
        drivers.append(self._driver)
        assert self._driver.poll() is None  # it had not given up by itself
        kill(self)

    monkeypatch.setattr(RayCluster, "_kill", watched)
    with pytest.raises(WorkersProblem, match="needs a token"):
        RayCluster(machines.address)
    assert [driver.returncode for driver in drivers] == [-signal.SIGKILL]


def test_a_rollout_survives_the_death_of_a_node(machines: Machines) -> None:
    head, node = machines.head, machines.node
    commands = ROLLOUT.replace("HEAD:6379", machines.address).replace("--games 12960", "--games 1080 --truncate 6")
    rollout = head.start(commands)
    wait_until(lambda: bool(node.workers_at_work()) or rollout.poll() is not None, "the node is at work")
    assert rollout.poll() is None, rollout.communicate()
    node.crash()
    assert rollout.poll() is None
    out, err = rollout.communicate(timeout=PATIENCE)
    assert rollout.returncode == 0, err
    assert not CHATTER.search(out + err), out + err
    found = load_rollout(head.folder / "opening.rollout")
    assert found.result.games == 1080
    head.shell(commands.replace(f"--ray {machines.address}", "").replace("opening.rollout", "threads.rollout"))
    expected = load_rollout(head.folder / "threads.rollout")
    assert found.tally.sums.tobytes() == expected.tally.sums.tobytes()
    assert found.result.candidates == expected.result.candidates


def test_training_sends_its_work_and_stops_when_it_is_told_to(machines: Machines) -> None:
    """That labels and gates are the same as by threads is tested in `test_workers.py`."""
    head = machines.head
    commands = (
        TRAINING.replace("HEAD:6379", machines.address)
        .replace("--games 1000000", "--games 1000")
        .replace("--positions 500000", "--positions 1000")
    )
    training = head.start(commands)
    labels = head.folder / "nets" / "labels-1"
    wait_until(lambda: any(labels.glob("*")) or training.poll() is not None, "labels are made on the cluster")
    assert training.poll() is None, training.communicate()
    os.killpg(training.pid, signal.SIGINT)
    out, err = training.communicate(timeout=PATIENCE)
    assert training.returncode in (130, -signal.SIGINT), out + err
    assert not CHATTER.search(out + err), out + err
    assert (head.folder / "nets").is_dir()


def test_a_rollout_keeps_what_is_done_when_the_head_dies(machines: Machines) -> None:
    """The last test here: there is no cluster any more. Ray waits for a minute by default until it gives up."""
    head = machines.head
    commands = ROLLOUT.replace("HEAD:6379", machines.address).replace("opening", "lost")
    rollout = head.start(commands, RAY_gcs_rpc_server_reconnect_timeout_s="2")
    wait_until(lambda: bool(head.workers_at_work()) or rollout.poll() is not None, "the head is at work")
    head.crash()
    out, err = rollout.communicate(timeout=PATIENCE)
    assert rollout.returncode == 2, out + err
    assert err.startswith(f"sixprime: the Ray cluster at {machines.address} is lost: ")
    assert err.count("\n") == 1
    assert load_rollout(head.folder / "lost.rollout").settings.games == 12960
