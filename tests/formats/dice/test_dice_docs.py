"""What docs/dice.md says is true: its test vectors, and its programs in Python and in JavaScript."""

import hmac
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import not_here
from sixprime import Player
from sixprime.formats.dice.derivation import Seeds, commitment, derive_roll, framed, seed_commitment
from sixprime.formats.dice.transcript_lines import find_transcript, in_words
from sixprime.formats.dice.transcripts import CommittedSeed, Transcript
from waiting import PATIENCE

PAGE = (Path(__file__).parents[3] / "docs" / "dice.md").read_text(encoding="utf-8")
BLOCKS: dict[str, list[str]] = {}
for language, code in re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL):
    BLOCKS.setdefault(language, []).append(code)
VECTOR: dict[str, str] = json.loads(BLOCKS["json"][0])
TRANSCRIPT: dict[str, Any] = json.loads(BLOCKS["json"][1])
SECRET, WHITE, BLACK = (bytes.fromhex(VECTOR[name]) for name in ("secret", "white", "black"))


def test_lines_in_files() -> None:
    written = next(block for block in BLOCKS["text"] if block.startswith("dice match"))
    transcript = Transcript.from_json(TRANSCRIPT)
    assert f"{in_words(transcript)}\n" == written
    assert find_transcript(written) == transcript


def test_commitments() -> None:
    assert commitment(SECRET) == VECTOR["commitment"]
    assert seed_commitment(WHITE) == VECTOR["commitment of white"]
    assert seed_commitment(BLACK) == VECTOR["commitment of black"]


def test_the_message_of_the_first_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[bytes] = []

    def digest(key: bytes, message: bytes, kind: str) -> bytes:
        assert (key, kind) == (SECRET, "sha256")
        messages.append(message)
        return original(key, message, kind)

    original = hmac.digest
    monkeypatch.setattr(hmac, "digest", digest)
    derive_roll(SECRET, VECTOR["match"], Seeds(WHITE, BLACK), 1)
    assert messages == [bytes.fromhex(BLOCKS["text"][0])]
    assert f"Its HMAC is `{original(SECRET, messages[0], 'sha256').hex()}`" in PAGE
    assert framed(b"", b"a") == bytes(4) + bytes([0, 0, 0, 1]) + b"a"


def test_the_rolls_of_the_table() -> None:
    table = dict(re.findall(r"^\| (both|White's|none) \| (.*) \|$", PAGE, re.MULTILINE))
    seeds = {"both": Seeds(WHITE, BLACK), "White's": Seeds(WHITE), "none": Seeds()}
    assert set(table) == set(seeds)
    for side, row in table.items():
        rolls = [entry.split(": ") for entry in row.split(", ")]
        assert len(rolls) >= 6
        for number, roll in rolls:
            assert str(derive_roll(SECRET, VECTOR["match"], seeds[side], int(number))) == roll


def test_the_transcript() -> None:
    found = Transcript.from_json(TRANSCRIPT)
    assert found.to_json() == TRANSCRIPT
    assert found.verify().is_good


def samples() -> dict[str, Transcript]:
    """Transcripts that are good, and one with a wrong roll."""

    def made(count: int, imported: int, **seeds: bytes) -> Transcript:
        committed = {Player(side): CommittedSeed(seed_commitment(seed), seed) for side, seed in seeds.items()}
        rolls = [derive_roll(SECRET, "Zoë", Seeds(**seeds), number) for number in range(1, imported + count + 1)]
        return Transcript.of_rolls("Zoë", commitment(SECRET), committed, rolls, secret=SECRET, imported=imported)

    good = made(300, 0, white=WHITE, black=BLACK)
    wrong: Any = good.to_json()
    wrong["rolls"][100]["dice"] = [7 - number for number in wrong["rolls"][100]["dice"]]
    return {
        "both": good,
        "white": made(5, 3, white=WHITE),
        "black": made(300, 300, black=BLACK),
        "none": made(1, 0),
        "wrong": Transcript.from_json(wrong),
    }


@pytest.mark.parametrize("name", samples())
@pytest.mark.parametrize("language", ["python", "javascript"])
def test_by_hand(name: str, language: str, tmp_path: Path) -> None:
    sample = samples()[name]
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(sample.to_json()), encoding="utf-8")
    script = tmp_path / f"verify.{'py' if language == 'python' else 'mjs'}"
    code = BLOCKS[language][0]
    if language == "javascript":
        program = shutil.which("node") or not_here("Node.js is not installed")
        code = (
            f'import {{ readFileSync }} from "node:fs";\n{code}\n'
            "console.log(await verify(JSON.parse(readFileSync(process.argv[2], 'utf-8'))));\n"
        )
    else:
        program = sys.executable
    script.write_text(code, encoding="utf-8")
    ran = subprocess.run(
        [program, str(script), str(file)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    if name == "wrong":
        assert ran.returncode
        assert "101" in ran.stderr
        assert [str(problem)[:9] for problem in sample.verify().problems] == ["roll 101 "]
    else:
        assert (ran.stdout.strip(), ran.returncode) == (f"{len(sample.rolls)} rolls verified", 0), ran.stderr
