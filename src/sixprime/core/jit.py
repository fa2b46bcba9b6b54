"""The one decorator that turns a Python function into a kernel.

Kernels are compiled by numba to machine code on their first call and cached on disk, so only the
very first start on a machine waits for the compiler; that wait is announced in one line. This module
imports numba, so only modules that hold kernels import it, and those are loaded when first needed.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba
from numba.core import event

from sixprime.core import notices
from sixprime.messages import text

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile `function` on first use: cached on disk, and without holding the GIL.

    Kernels must be module-level functions that use only arguments and module constants: numba's
    disk cache does not recognise closures. It also looks at the kernel's own file only, so kernels
    that call each other share a file.
    """
    return cast("Function", numba.njit(cache=True, nogil=True)(function))


class _CompileNotice(event.Listener):
    """Says once that the compiler is at work and that it is a one-time wait."""

    said = False

    def on_start(self, event: object) -> None:  # noqa: ARG002
        if not self.said:
            self.said = True
            notices.tell(text("getting ready, once on this machine (the moves are compiled) ..."))

    def on_end(self, event: object) -> None:
        """Nothing to say: later calls are instant."""


event.register("numba:compile", _CompileNotice())  # type: ignore[no-untyped-call]  # numba is partly typed
