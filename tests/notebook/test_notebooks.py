"""The notebooks of the examples run from top to bottom, and are kept without outputs.

Jupyter's libraries are imported by those tests that use them: that takes longer than to collect all other tests here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from waiting import PATIENCE

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
QUICKLY = {
    "analyse-your-last-match": "FOLDER = Path('nowhere'); DEPTH = 'instant'; LENGTH = 1",
    "library-in-ten-minutes": "",
    "train-a-small-net": "SECONDS = 2; POINTS = 2",
}
"""What takes the place of the parameters, so that nobody waits for minutes."""
WIDGETS = {"analyse-your-last-match": 1, "library-in-ten-minutes": 4, "train-a-small-net": 1}
VIEW = "application/vnd.jupyter.widget-view+json"


def read(path: Path) -> Any:
    import nbformat

    return nbformat.read(path, as_version=4)


def test_the_notebooks_are_those_that_the_tests_know() -> None:
    assert [path.stem for path in NOTEBOOKS] == sorted(QUICKLY)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path: Path) -> None:
    import nbformat

    notebook = read(path)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells
    assert not [cell for cell in cells if cell.outputs or cell.execution_count is not None]
    assert "widgets" not in notebook.metadata


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    notebook = read(path)
    cells = notebook.cells
    for place, cell in enumerate(list(cells)):
        if "parameters" in cell.metadata.get("tags", ()):
            cells.insert(place + 1, new_code_cell(QUICKLY[path.stem]))
    NotebookClient(
        notebook,
        timeout=round(10 * PATIENCE),
        startup_timeout=round(PATIENCE),
        kernel_name="python3",
        resources={"metadata": {"path": str(FOLDER)}},
    ).execute()
    outputs = [output for cell in cells if cell.cell_type == "code" for output in cell.outputs]
    stderr = [output.text for output in outputs if output.get("name") == "stderr"]
    assert sum(VIEW in output.get("data", {}) for output in outputs) == WIDGETS[path.stem]
    assert not [output for output in outputs if output.output_type == "error"]
    # Only where something is compiled for the first time may it say so.
    assert not [text for text in stderr if "getting ready" not in text]
