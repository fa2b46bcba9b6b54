"""What the README shows works: its commands exist. tests/documentation runs its examples and follows its links."""

import re
from pathlib import Path

from sixprime.cli.shared.flags import FLAGS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3
    assert all(name in EXAMPLES[0] for name in ("Situation.parse", "Engine(", ".analyse(", ".decide(", ".rollout("))


def test_commands_are_targets_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", README)) <= targets
    assert {"play", "test", "check", "bench"} <= targets


def test_flags_exist() -> None:
    known = {part for flag in FLAGS.values() for part in flag.written.split("/")}
    shown = {flag for line in README.splitlines() if "sixprime play" in line for flag in re.findall(r"--[a-z-]+", line)}
    assert shown
    assert shown <= known | {"--help"}
