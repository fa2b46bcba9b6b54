"""`sixprime judge` and `sixprime bearoff`: what they print, and what they refuse."""

import json
from pathlib import Path

import pytest

from conftest import Sixprime
from sixprime.training.judging.gnubg_reference import program
from training.judging.neutral.peers import write_random_net

needs_gnubg = pytest.mark.skipif(program() is None, reason="GNU Backgammon is not installed")


@needs_gnubg
def test_players_are_judged_by_decisions_that_are_kept(sixprime: Sixprime, tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    said = sixprime(
        "judge", "--decisions", "4", "--file", str(file), "--plies", "0,1", "--games", "2", "--against", "1"
    )
    assert said.code == 0, said.err
    for player in ("gnubg 0-ply", "gnubg 2-ply", "sixprime 0-ply", "sixprime 1-ply"):
        assert player in said.out
    assert "points a game" in said.out
    assert "against gnubg 1-ply" in said.out
    kept = file.read_bytes()
    again = sixprime("judge", "--decisions", "4", "--file", str(file), "--json")
    assert file.read_bytes() == kept
    figures = json.loads(again.out)
    assert set(figures) == {"gnubg 0-ply", "gnubg 1-ply", "gnubg 2-ply", "sixprime 0-ply"}
    ours = figures["sixprime 0-ply"]
    assert ours["decisions"] == 4
    assert ours["loss"] >= 0
    assert sum(phase["decisions"] for phase in ours["phases"].values()) == 4


@needs_gnubg
def test_a_net_of_another_program_is_a_player_and_a_judge(sixprime: Sixprime, tmp_path: Path) -> None:
    peer = write_random_net(tmp_path / "peer.npz")
    decisions = ("judge", "--decisions", "6", "--file", str(tmp_path / "decisions.jsonl"), "--peer", str(peer))
    said = sixprime(*decisions, "--games", "2", "--against", "peer", "--arbitrate", "36")
    assert said.code == 0, said.err
    for words in (
        "peer 0-ply",
        "peer 1-ply",
        "by peer 1-ply",
        "by rollouts where players differ",
        "against peer 0-ply",
    ):
        assert words in said.out
    figures = json.loads(sixprime(*decisions, "--half", "proof", "--json").out)
    assert figures["peer 0-ply"]["decisions"] <= 3
    assert figures["by peer 1-ply"]["gnubg 0-ply"]["decisions"] == 3
    refused = sixprime("judge", "--peer", str(tmp_path / "decisions.jsonl"))
    assert refused.code != 0
    assert len(refused.err.strip().splitlines()) == 1


@needs_gnubg
@pytest.mark.parametrize("against", ["0", "peer"])
def test_games_with_the_cube_are_played(sixprime: Sixprime, tmp_path: Path, against: str) -> None:
    peer = write_random_net(tmp_path / "peer.npz")
    said = sixprime(
        "judge", "--decisions", "1", "--file", str(tmp_path / "decisions.jsonl"), "--peer", str(peer),
        "--games", "2", "--cubeful", "--against", against,
    )  # fmt: skip
    assert said.code == 0, said.err
    assert "Games for money with the cube against" in said.out
    games = said.out.partition("Games for money")[2]
    assert "sixprime 0-ply" in games
    assert ("peer 0-ply" in games.partition("points a game")[2]) == (against == "0")


@pytest.mark.parametrize(
    "arguments",
    [("--against", "peer"), ("--half", "third"), ("--arbitrate", "3"),
     ("--decisions", "0"), ("--plies", "9"), ("--plies", "0,0"), ("--plies", "x"), ("--games", "-1"),
     ("--against", "3"), ("--seed", "x"), ("--net", "nowhere.net")],
)  # fmt: skip
def test_bad_wishes_are_refused_in_a_line(sixprime: Sixprime, arguments: tuple[str, str]) -> None:
    said = sixprime("judge", *arguments)
    assert said.code != 0
    assert len((said.out + said.err).strip().splitlines()) == 1


def test_a_larger_table_of_endings_is_made_and_used(
    sixprime: Sixprime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIXPRIME_CACHE", str(tmp_path))
    said = sixprime("bearoff", "7")
    assert said.code == 0, said.err
    assert "2,944,656 positions" in said.out or "2944656 positions" in said.out
    assert "7 checkers a side" in said.out
    assert (tmp_path / "two-sided-7.v1.bearoff").exists()


@pytest.mark.parametrize("checkers", ["0", "11", "many", "-1"])
def test_other_sizes_are_refused(sixprime: Sixprime, checkers: str) -> None:
    said = sixprime("bearoff", checkers)
    assert said.code != 0
    assert len((said.out + said.err).strip().splitlines()) == 1
