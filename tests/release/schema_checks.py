"""Files against the schemas of those who read them, by `check-jsonschema`.

It runs in this process: its import takes longer than all of its checks.
"""

from __future__ import annotations

import warnings
from pathlib import Path

from click.testing import CliRunner


def check(schema: str, *paths: Path) -> None:
    """Fail unless the files keep to a schema that comes with `check-jsonschema`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what its own dependencies have to say
        from check_jsonschema import main
    done = CliRunner().invoke(main, ["--builtin-schema", f"vendor.{schema}", *map(str, paths)])
    assert done.exit_code == 0, done.output
