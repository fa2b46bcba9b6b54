"""Pieces of work as bytes: sent, done and sent back; versions that differ are refused."""

from importlib.util import find_spec

import pytest

from sixprime import __version__
from sixprime.engine.net.nets import Net
from sixprime.engine.workers import WorkersProblem
from sixprime.engine.workers.pieces import do_piece, pack_job, unpack_result

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not here")


def test_a_piece_gets_its_nets_plan_and_number() -> None:
    net = Net.untrained(1)

    def look(nets: tuple[Net, ...], plan: str, piece: int) -> tuple[bytes, bool, str, int]:
        weights = nets[0].weights
        return weights.tobytes(), weights.flags.writeable, plan, piece

    result = do_piece(__version__, pack_job(look, (net,), "a plan"), 7)
    assert unpack_result(result) == (net.weights.tobytes(), True, "a plan", 7)


def test_what_goes_wrong_there_goes_wrong_here() -> None:
    def fail(nets: tuple[Net, ...], plan: str, piece: int) -> int:
        raise LookupError(f"{plan} {piece}")

    result = do_piece(__version__, pack_job(fail, (), "trouble at"), 2)
    with pytest.raises(LookupError, match="trouble at 2"):
        unpack_result(result)


def test_another_version_of_sixprime_is_refused() -> None:
    """Its code may give other numbers, and nobody would notice."""

    def never(nets: tuple[Net, ...], plan: str, piece: int) -> int:
        pytest.fail("a node with another version has done a piece")

    result = do_piece("0.0.1", pack_job(never, (), ""), 1)
    with pytest.raises(WorkersProblem, match=rf"has sixprime {__version__}, not 0\.0\.1"):
        unpack_result(result)
