"""The decorators that turn Python functions into kernels.

Kernels are compiled by numba to machine code on their first call and cached on disk, so only the
very first start on a machine waits for the compiler; that wait is announced in one line. This module
imports numba, so only modules that hold kernels import it, and those are loaded when first needed.
"""

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, TypeVar, cast

from sixprime import notices
from sixprime.messages import text


@contextmanager
def _spared(package: str) -> Iterator[None]:
    """Make imports of a package fail meanwhile, unless it has been loaded before."""
    if package in sys.modules:
        yield
        return
    sys.modules[package] = cast("ModuleType", None)  # Python's way to say that there is none
    try:
        yield
    finally:
        del sys.modules[package]


# Numba imports coverage, if it is installed, to ask whether it is measuring; if it were, it would be loaded already.
with _spared("coverage"):
    import numba
    from numba import types as types  # other modules import numba's parts from here
    from numba.core import cgutils as cgutils
    from numba.core import errors as errors
    from numba.core import event
    from numba.core.runtime.nrt import rtsys
    from numba.extending import intrinsic

COMPILING = not getattr(numba.config, "DISABLE_JIT", False)
"""Whether kernels are compiled at all; `NUMBA_DISABLE_JIT=1` in the environment turns that off."""
Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile `function` on first use: cached on disk, and without holding the GIL.

    Kernels must be module-level functions that use only arguments and module constants: numba's disk cache does
    not recognise closures.
    """
    return _compiled(function, _nrt=True)


def float_kernel(function: Function) -> Function:
    """A kernel that may reorder floating-point sums, so that the compiler can use the processor's wide registers."""
    return _compiled(function, _nrt=True, fastmath=True)


def lean_kernel(function: Function) -> Function:
    """A kernel that neither makes arrays nor returns them, and calls none that returns any.

    Its arrays are not reference-counted, which takes a third of the time where kernels look at rows of many arrays.
    """
    return _compiled(function, _nrt=False)


def lean_float_kernel(function: Function) -> Function:
    """A kernel that may reorder floating-point sums, and neither makes nor returns arrays."""
    return _compiled(function, _nrt=False, fastmath=True)


def inlined_float_kernel(function: Function) -> Function:
    """A float kernel that is inlined where it is called: for functions that are called often and take many arrays.

    Inlined into a lean kernel it is lean as well.
    """
    return _compiled(function, fastmath=True, inline="always")


def _compiled(function: Function, **options: Any) -> Function:
    compile_later: Any = numba.njit
    compiled = compile_later(cache=True, nogil=True, **options)(function)
    return cast("Function", _tied_to_sources(compiled, function))


def instruction(function: Function) -> Function:
    """Make a function that emits LLVM instructions: numba's intrinsic, whose source is part of the cache's stamp."""
    _digest(function)
    return cast("Function", intrinsic(function))


def plain(function: Function) -> Function:
    """The Python function that a kernel was made of. For a single call it is faster than loading the machine code."""
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
        _read_old_indexes(cache_file)
        _load_at_once(compiled._cache)
    return compiled


def _read_old_indexes(cache_file: Any) -> None:
    """Compile again where the index of the cache names modules or types that no longer exist.

    Numba reads the index before it compares its stamp with the source, and would raise an error.
    """
    usual = cache_file._load_index

    def load() -> Any:
        try:
            return usual()
        except (ImportError, AttributeError):
            return {}

    cache_file._load_index = load


def _load_at_once(cache: Any) -> None:
    """Make the disk cache load machine code without getting the compiler ready for more, which takes much longer.

    Numba would first load everything that functions may be compiled from, half of SciPy with it where that is
    installed. Compiling does so anyway when it comes to that; machine code needs the memory management only, and the
    functions that numba makes known when it is imported. (Hashes of strings are not among them: kernels have none.)
    """
    usual = cache.load_overload

    def load(signature: Any, target: Any) -> Any:
        try:
            rtsys.initialize(target)
            with cache._guard_against_spurious_io_errors():
                return cache._load_overload(signature, target)
        except (AttributeError, ImportError, TypeError):  # another numba than we know
            return usual(signature, target)

    cache.load_overload = load


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
    """Tells the user once that kernels are being compiled, which happens once on a machine."""

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
