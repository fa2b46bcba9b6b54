"""Rollouts on disk: what is read goes on to the same end; what is damaged or something else is refused in a line."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from sixprime import Position
from sixprime.engine.cube.views import CubeView
from sixprime.engine.net.nets import Net
from sixprime.engine.rollout import rollouts
from sixprime.engine.rollout.files import InvalidRollout, _checksum, as_json, load_rollout, save_rollout
from sixprime.engine.rollout.results import RolloutResult
from sixprime.engine.rollout.rollouts import Candidate, Rollout, RolloutProblem, RolloutSettings

START = Position.standard()
SETTINGS = RolloutSettings(games=108, variance_reduction=False, truncate=6, seed=5, stop_error=1e-6, stratified=1)


def some_rollout(view: CubeView | None = None) -> Rollout:
    return Rollout(Candidate.cube_actions(START, view), SETTINGS)


@pytest.mark.parametrize("view", [CubeView.money(2, 1, jacoby=True), CubeView.match(4, 2)])
def test_an_interrupted_rollout_that_is_kept_comes_to_the_same_end(
    view: CubeView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "QUICK_PIECE", 36)
    whole = some_rollout(view)
    whole.run()

    def stop(so_far: RolloutResult) -> None:
        raise KeyboardInterrupt

    begun = some_rollout(view)
    with pytest.raises(KeyboardInterrupt):
        begun.run(stop)
    assert begun.result.games == 36
    path = tmp_path / "kept.rollout"
    save_rollout(begun, path)
    read = load_rollout(path)
    assert read.settings == SETTINGS
    assert read.result == begun.result
    assert [candidate.label for candidate in read.candidates] == [candidate.label for candidate in begun.candidates]
    assert not any(candidate.view.stakes.flags.writeable for candidate in read.candidates)  # one type
    read.run()
    assert read.result.candidates == whole.result.candidates
    assert read.result.covariance == whole.result.covariance
    save_rollout(read, path)
    assert load_rollout(path).is_done
    assert list(tmp_path.iterdir()) == [path]


def test_results_for_other_programs() -> None:
    rollout = some_rollout()
    rollout.run()
    content = json.loads(json.dumps(as_json(rollout.result)))
    assert content["games"] == 108
    assert [line["label"] for line in content["candidates"]] == ["no double", "double, take"]
    assert set(content["candidates"][0]["chances"]) == {
        field.name for field in dataclasses.fields(rollout.result.candidates[0].chances)
    }
    assert min(line["behind"]["value"] for line in content["candidates"]) == 0.0
    assert content["candidates"][0]["mwc"] is None


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.rollout"
    save_rollout(some_rollout(), path)
    return path


def refusal_of(path: Path, **more: Any) -> str:
    with pytest.raises(InvalidRollout) as refused:
        load_rollout(path, **more)
    message = str(refused.value)
    assert "\n" not in message
    assert str(path) in message
    return message


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"format": "other"}'])
def test_what_is_no_rollout(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(raw)
    assert "is not a rollout" in refusal_of(path)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    assert "cannot read" in refusal_of(tmp_path / "nowhere")
    assert "cannot read" in refusal_of(tmp_path)
    with pytest.raises(RolloutProblem, match=r"cannot write .*: there is no such file"):
        save_rollout(some_rollout(), tmp_path / "no folder" / "kept")


def test_a_damaged_file(kept: Path) -> None:
    text = kept.read_text()
    kept.write_text(text.replace('"seed": 5', '"seed": 6'))
    assert "checksum" in refusal_of(kept)
    kept.write_text(text[: len(text) // 2])
    assert "is not a rollout" in refusal_of(kept)


def test_another_net_and_another_version(kept: Path) -> None:
    assert "another net" in refusal_of(kept, net=Net.untrained(1))
    kept.write_text(kept.read_text().replace('"version": 1', '"version": 2'))
    assert "another version" in refusal_of(kept)


@pytest.mark.parametrize(
    ("where", "what"),
    [
        (("settings", "games"), -1),
        (("settings", "unknown"), 1),
        (("settings", "efficiencies"), [1]),
        (("settings",), None),
        (("bear_off",), "sometimes"),
        (("candidates",), []),
        (("candidates",), {"a": 1}),
        (("candidates", 0, "points"), [99] * 26),
        (("candidates", 0, "points"), "x"),
        (("candidates", 0, "checkers"), 10**30),
        (("candidates", 0, "label"), 5),
        (("candidates", 0, "view", "stakes"), [0.0, 1.0]),
        (("candidates", 0, "view", "situation", "cube"), 0),
        (("candidates", 0, "view", "situation", "cube"), 10**30),
        (("candidates", 0, "view", "situation", "away"), 10**9),
        (("candidates", 0, "view", "situation", "owner"), 7),
        (("candidates", 0, "view", "situation", "jacoby"), "no"),
        (("tally", "counts"), [1] * 35),
        (("tally", "counts"), [10**12] * 36),
        (("tally", "sums"), [[1.0]]),
        (("tally", "squares"), "many"),
        (("tally",), []),
        (("seconds",), "long"),
        (("seconds",), -1.0),
    ],
)
def test_a_file_that_was_made_up(where: tuple[str | int, ...], what: object, kept: Path) -> None:
    """Even with a right checksum."""
    content = json.loads(kept.read_text())
    del content["sha256"]
    place = content
    for key in where[:-1]:
        place = place[key]
    place[where[-1]] = what
    content["sha256"] = _checksum(content)
    kept.write_text(json.dumps(content))
    refusal_of(kept)
