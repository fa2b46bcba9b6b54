"""The decorators that turn Python functions into kernels.

Kernels are compiled by numba to machine code on their first call and cached on disk, so only the
very first start on a machine waits for the compiler; that wait is announced in one line. This module
imports numba, so only modules that hold kernels import it, and those are loaded when first needed.
"""

import hashlib
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from sixprime.core import notices
from sixprime.messages import text

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile `function` on first use: cached on disk, and without holding the GIL.

    Kernels must be module-level functions that use only arguments and module constants: numba's disk cache does
    not recognise closures.
    """
    return cast("Function", _tied_to_sources(numba.njit(cache=True, nogil=True)(function), function))


def float_kernel(function: Function) -> Function:
    """A kernel that may reorder floating-point sums, so that the compiler can use the processor's wide registers."""
    return cast("Function", _tied_to_sources(numba.njit(cache=True, nogil=True, fastmath=True)(function), function))


def inlined_float_kernel(function: Function) -> Function:
    """A float kernel whose code is put where it is called: for what is called often and takes many arrays."""
    compiled = numba.njit(cache=True, nogil=True, fastmath=True, inline="always")(function)
    return cast("Function", _tied_to_sources(compiled, function))


def plain(function: Function) -> Function:
    """The Python function that a kernel was made of: for what is called once, loading machine code takes longer."""
    return cast("Function", getattr(function, "py_func", function))


_digests: dict[str, bytes] = {}


def _tied_to_sources(compiled: Any, function: Callable[..., object]) -> Any:
    """Make the disk cache notice changes in every file whose kernels this one can call.

    Numba looks at the kernel's own file only, and would go on using machine code with old kernels of other files
    compiled into it. Its index keeps a stamp of the source; ours covers the sources of the modules imported there.
    """
    cache_file: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if hasattr(cache_file, "_source_stamp"):
        cache_file._source_stamp = (cache_file._source_stamp, _digest(function))
    return compiled


def _digest(function: Callable[..., object]) -> bytes:
    """A digest of a kernel's module and of the kernel modules it imports."""
    name = function.__module__
    if name not in _digests:
        names = function.__globals__
        imported = {
            value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            for value in names.values()
        }
        digest = hashlib.sha256(str(names["__loader__"].get_source(name)).encode())
        for other in sorted(known for known in _digests if known in imported):
            digest.update(_digests[other])
        _digests[name] = digest.digest()
    return _digests[name]


class _CompileNotice(event.Listener):
    """Says once that the compiler is at work and that it is a one-time wait."""

    said = False

    def on_start(self, event: Any) -> None:
        compiled = getattr(event.data.get("dispatcher"), "py_func", None)
        ours = str(getattr(compiled, "__module__", "")).startswith("sixprime.")
        if ours and not self.said:
            self.said = True
            notices.tell(text("getting ready, once on this machine (the moves are compiled) ..."))

    def on_end(self, event: object) -> None:
        """Nothing to say: later calls are instant."""


event.register("numba:compile", _CompileNotice())  # type: ignore[no-untyped-call]  # numba is partly typed
