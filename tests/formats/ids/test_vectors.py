"""Ids that people and programs have really written, from a folder of samples that is not part of the repository."""

import ast
import csv
from dataclasses import replace

import pytest

from formats.places import sample
from formats.strategies import BLACK, kept
from sixprime import Cube, Offer, Roll, SixprimeError
from sixprime.formats.ids import (
    IdKind,
    find_id,
    from_gnubg_id,
    from_xgid,
    gnubg_id,
    position_from_id,
    position_id,
    xgid,
)


def rows(name: str) -> list[list[str]]:
    with sample(f"ids/{name}").open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


def test_gnubg_ids() -> None:
    vectors = rows("gnubgids.tsv")
    assert len(vectors) >= 30
    for board, match, decoded, mover, opponent, _ in vectors:
        position = position_from_id(board)
        assert [max(count, 0) for count in position.points[1:]] == ast.literal_eval(mover)
        assert [max(count, 0) for count in position.flipped().points[1:]] == ast.literal_eval(opponent)
        assert position_id(position) == board
        here, facts = from_gnubg_id(f"{board}:{match}"), ast.literal_eval(decoded)
        assert here.roll == Roll(facts["d0"], facts["d1"])
        assert (here.length, here.score) == (facts["length"], (facts["s0"], facts["s1"]))
        assert (here.on_roll is BLACK) is bool(facts["move"])
        assert (here.to_act is BLACK) is bool(facts["turn"])
        assert here.crawford is bool(facts["crawford"])
        assert here.cube == Cube(facts["cube"], None if facts["owner"] == 3 else list(type(BLACK))[facts["owner"]])
        if facts["gs"] == 1:
            assert gnubg_id(here) == f"{board}:{match}"
        assert find_id(f"Position ID: {board} Match ID: {match}").situation == here


def test_xgids() -> None:
    vectors = rows("xgids.tsv")
    assert len(vectors) >= 100
    read = 0
    for written, board, match, *_ in vectors:
        if set(written.split("=")[1].split(":")[0]) == {"-"}:
            with pytest.raises(SixprimeError):
                from_xgid(written)
            continue
        read += 1
        here = from_xgid(written)
        assert from_xgid(xgid(here)) == here
        assert find_id(f"my play ({written}).").situation == here
        # The GNUBG ids of this table have the player on roll as player 1.
        by_gnubg = here if here.on_roll is BLACK else here.with_colours_swapped()
        assert from_gnubg_id(f"{board}:{match}") == kept(by_gnubg, IdKind.GNUBG_ID)
        already_turned = here.offer is Offer.DOUBLE and here.cube != from_xgid(written.replace(":D:", ":00:")).cube
        assert already_turned or gnubg_id(by_gnubg) == f"{board}:{match}"
        for kind in IdKind:
            assert kind.read(kind.write(here)) == kept(here, kind)
    assert read >= 98


def test_ids_in_an_export_of_gnubg() -> None:
    for export in sorted(sample("gnubgtxt").glob("*.txt")):
        text = export.read_text(encoding="utf-8", errors="replace")
        moments = text.split("GNU Backgammon  Position ID:")[1:]
        assert moments
        for moment in moments:
            found = find_id("GNU Backgammon  Position ID:" + moment)
            assert found.kind is IdKind.GNUBG_ID
            assert (found.situation.on_roll is BLACK) is ("+13-14-15" in moment.split("\n")[2])
            assert gnubg_id(replace(found.situation)).partition(":")[0] in moment.split("\n")[0]
