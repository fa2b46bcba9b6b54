"""Compiles the code that reads `.mat` files ahead of time, so that the first file need not wait for the compiler.

`sixprime.analysis.readiness` has this step with those of other packages.
"""

from sixprime.compiled.preparation import CompileStep
from sixprime.formats.mat.plain_files import read_plain_mat

_MATCH = b"""\
 1 point match

 Game 1
 White : 0                    Black : 0
  1) 31: 8/5 6/5                 66: 24/18(2) 13/7(2)
"""


def get_ready() -> None:
    """Read a match with the compiled reader, which compiles it unless that has been done on this machine."""
    assert read_plain_mat(_MATCH) is not None


STEPS = (CompileStep(f"{__name__}:{get_ready.__name__}", 10.0),)
