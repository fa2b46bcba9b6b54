"""The widget in a real JupyterLab: a play by mouse arrives in the kernel, and keys stay with the board."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from chromium import browser, new_context
from playwright.sync_api import Browser, Page, expect

from waiting import PATIENCE, wait_until

__all__ = ["browser"]

CELLS = (
    """from sixprime import Match, Position
from sixprime.notebook import show
board = show(Position.standard(), roll='31', language='en')
board""",
    "print('the kernel has', board.play, board.play.result.pips)",
    """match = Match(length=3)
match.open((3, 1))
match.play(board.play)
match.roll('64')
match.play('24/14')
steps = show(match, language='en')
steps""",
    "print('the event is', steps.event)",
)


@dataclass(frozen=True)
class Lab:
    """A JupyterLab that runs, and the folder of its notebooks."""

    address: str
    folder: Path
    settings: Path

    def choose_theme(self, theme: str) -> None:
        """What pages that are opened from now on look like."""
        themes = self.settings / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
        themes.parent.mkdir(parents=True, exist_ok=True)
        themes.write_text(f'{{"theme": "{theme}"}}', encoding="utf-8")


def is_up(address: str) -> bool:
    try:
        return bool(urllib.request.urlopen(f"{address}/api", timeout=PATIENCE).status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def started_lab(folder: Path) -> Iterator[Lab]:
    """JupyterLab with settings of its own, which asks nobody for news."""
    homes = {
        name: str(folder / name.lower())
        for name in (
            "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JUPYTERLAB_SETTINGS_DIR",
            "JUPYTERLAB_WORKSPACES_DIR",
        )
    }  # fmt: skip
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [
        "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={notebooks}", "--IdentityProvider.token=", "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly",
    ]  # fmt: skip
    log = folder / "lab.log"
    with log.open("wb") as written:
        lab = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options], env={**os.environ, **homes}, stdout=written, stderr=written
        )
        try:
            address = f"http://127.0.0.1:{port}"

            def answers() -> bool:
                assert lab.poll() is None, log.read_text(encoding="utf-8", errors="replace")
                return is_up(address)

            wait_until(answers, "JupyterLab", pause=0.2)
            yield Lab(address, notebooks, Path(homes["JUPYTERLAB_SETTINGS_DIR"]))
        finally:
            lab.terminate()
            lab.wait(PATIENCE)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab for all tests here: it takes longer to start than what is looked at in it."""
    with started_lab(tmp_path_factory.mktemp("lab")) as found:
        yield found


def run_cell(page: Page, number: int) -> None:
    """Run a cell as somebody does: by a click into it and Shift+Enter."""
    cell = page.locator(".jp-CodeCell").nth(number)
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")


@contextmanager
def opened_notebook(browser: Browser, lab: Lab, cells: tuple[str, ...]) -> Iterator[Page]:
    """A new notebook with these cells, and its kernel, which is ready."""
    import nbformat  # it takes more than a second, which every worker would spend while tests are collected
    from nbformat.v4 import new_code_cell, new_notebook

    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    notebook = new_notebook(cells=[new_code_cell(source) for source in cells], metadata=kernel)
    nbformat.write(notebook, lab.folder / "test.ipynb")
    context = new_context(browser, viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.goto(f"{lab.address}/lab/tree/test.ipynb?reset")
    expect(page.locator(".jp-CodeCell")).to_have_count(len(cells), timeout=1000 * PATIENCE)
    # A cell that is run before the kernel is there stays as it is.
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible(timeout=1000 * PATIENCE)
    yield page
    context.close()


def test_a_play_by_mouse_arrives_in_the_kernel(browser: Browser, lab: Lab) -> None:
    lab.choose_theme("JupyterLab Light")
    with opened_notebook(browser, lab, CELLS) as page:
        slowly = 1000 * PATIENCE
        run_cell(page, 0)
        board = page.locator(".jp-CodeCell").nth(0).locator("backgammon-board")
        expect(board).to_be_visible(timeout=slowly)
        board.locator('button[data-place="p8"]').click(force=True)
        board.locator('button[data-place="p6"]').click(force=True)

        board.locator('button[data-place="p24"]').focus()
        for _ in range(2):
            page.keyboard.press("d")  # outside the board this deletes the cell
        expect(page.locator(".jp-CodeCell")).to_have_count(len(CELLS))

        page.get_by_role("button", name="Done").click()
        expect(page.locator(".said")).to_have_text("Played: 8/5 6/5", timeout=slowly)
        run_cell(page, 1)
        expect(page.locator(".jp-CodeCell").nth(1)).to_contain_text("the kernel has 8/5 6/5 163", timeout=slowly)

        run_cell(page, 2)
        steps = page.locator(".jp-CodeCell").nth(2)
        expect(steps.locator(".said")).to_have_text("White plays 8/5 6/5", timeout=slowly)
        steps.get_by_role("button", name="Forward (right arrow)").click()
        expect(steps.locator(".said")).to_have_text("Black plays 24/14", timeout=slowly)
        run_cell(page, 3)
        expect(page.locator(".jp-CodeCell").nth(3)).to_contain_text("the event is 2", timeout=slowly)


def test_colours_are_those_of_the_lab(browser: Browser, lab: Lab) -> None:
    """The system prefers light colours here."""
    lab.choose_theme("JupyterLab Dark")
    with opened_notebook(browser, lab, CELLS[:1]) as page:
        run_cell(page, 0)
        host = page.locator(".sixprime-widget")
        expect(host).to_have_attribute("data-appearance", "dark", timeout=1000 * PATIENCE)
        expect(page.locator("backgammon-board")).to_have_attribute("theme", "dark")
