"""How numba makes kernels and keeps them on disk. Importing this takes half a second: it loads numba.

That kernels are being compiled is announced in one line, and happens once on a machine.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, TypeVar, cast

from sixprime import notices
from sixprime.compiled import cache_folders
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

    from sixprime.compiled import inner_kernels

Function = TypeVar("Function", bound=Callable[..., object])

_elsewhere = cache_folders.where_not_beside_sources()
if _elsewhere is not None:
    numba.config.CACHE_DIR = str(_elsewhere)  # type: ignore[attr-defined]


def compiled(function: Callable[..., object], digest: bytes, options: dict[str, Any]) -> Any:
    """A kernel made of a function. `digest` tells when its machine code on disk is out of date."""
    compile_later: Any = numba.njit
    made = compile_later(cache=True, nogil=True, no_cfunc_wrapper=True, **options)(function)
    if not hasattr(getattr(made, "_cache", None), "_cache_file"):
        return made
    # Numba's index keeps a stamp of the kernel's own source; ours covers the modules imported there.
    stamp = (made._cache._cache_file._source_stamp, digest)
    made._cache._cache_file._source_stamp = stamp
    _prepare(made)
    inner = compile_later(
        cache=True, nogil=True, pipeline_class=inner_kernels.BitcodeCompiler, **inner_kernels.OPTIONS, **options
    )(function)
    inner_kernels.keep_apart(inner._cache, stamp)
    _prepare(inner)
    inner_kernels.connect(made, inner)
    return made


def _prepare(kernel: Any) -> None:
    _read_old_indexes(kernel._cache._cache_file)
    _load_at_once(kernel._cache)
    inner_kernels.compile_once(kernel)


def instruction(function: Function) -> Function:
    """Make a function that emits LLVM instructions: numba's intrinsic."""
    return cast("Function", intrinsic(function))


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
