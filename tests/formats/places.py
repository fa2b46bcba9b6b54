"""Where test files are: ours in `tests/fixtures`; a larger collection in the folder that `SIXPRIME_SAMPLES` names."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
MATCH_FILES = FIXTURES / "matchfiles"

_FOLDER = os.environ.get("SIXPRIME_SAMPLES")
SAMPLES = Path(_FOLDER) if _FOLDER else None
NO_SAMPLES = "SIXPRIME_SAMPLES does not name a folder of sample files"


def sample(name: str) -> Path:
    """A file or folder of the collection; the test is skipped where there is none."""
    if SAMPLES is None or not (SAMPLES / name).exists():
        pytest.skip(NO_SAMPLES)
    return SAMPLES / name
