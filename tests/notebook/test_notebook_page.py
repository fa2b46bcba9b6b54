"""What docs/notebook.md shows runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sixprime.notebook.widgets import APPEARANCES, THEMES

PAGE = (Path(__file__).parents[2] / "docs" / "notebook.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
def test_the_code_on_the_page_runs() -> None:
    """All blocks in one process, one after the other."""
    assert len(BLOCKS) == 4
    done = subprocess.run([sys.executable, "-c", "\n".join(BLOCKS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Played(" in done.stdout


def test_all_choices_are_on_the_page() -> None:
    for choice in (*THEMES, *APPEARANCES):
        assert f'`"{choice}"`' in PAGE
