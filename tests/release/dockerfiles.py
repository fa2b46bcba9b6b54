"""Reads a Dockerfile: its instructions, one by one, and the variables that it sets."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line of a Dockerfile, such as RUN, with what stands behind it."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """What stands behind the name: a list in JSON, or words as a shell divides them."""
        start = self.text.find("[")
        if start >= 0 and self.name in ("RUN", "CMD", "HEALTHCHECK", "ENTRYPOINT"):
            if re.fullmatch(r"(--\S+ )*(CMD )?", self.text[:start]):
                return list(json.loads(self.text[start:]))
        return shlex.split(self.text)


def read(path: Path) -> list[Instruction]:
    """All instructions of a file; comments are left out, and lines that go on are joined."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    found = (line.partition(" ") for line in joined.splitlines() if line.strip())
    return [Instruction(name, text.strip()) for name, _, text in found]


def variables(instructions: list[Instruction]) -> dict[str, str]:
    """What ARG and ENV set, as containers see it if nothing else is given."""
    known: dict[str, str] = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    for instruction in instructions:
        if instruction.name in ("ARG", "ENV"):
            for word in instruction.words:
                name, _, value = word.partition("=")
                known[name] = re.sub(r"\$\{?(\w+)\}?", lambda found: known.get(found[1], ""), value)
    return known
