"""The decorators that mark Python functions as kernels, which numba compiles to machine code.

A kernel is compiled on its first call and cached on disk, so that only the first start on a machine waits for the
compiler. A process that must not wait calls `start_plain` before it loads any kernels: they then run as what they are
written in, Python and NumPy, with the same results, and numba is not even loaded. `start_compiled` replaces them by
machine code later, in all modules that use them.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import pickle
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])

NEVER_COMPILES = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels stay plain Python: `NUMBA_DISABLE_JIT=1` in the environment says so."""


class _PlainKernel(NamedTuple):
    """A function that is to be replaced by machine code, and how that is made."""

    function: Callable[..., object]
    """What stands in the modules now."""
    make: Callable[[], object]


class _Mode:
    """Whether kernels are plain Python at the moment, and those that wait for being compiled."""

    plain = NEVER_COMPILES
    waiting: list[_PlainKernel] = []  # noqa: RUF012  # there is only one of it
    made: dict[int, object] = {}  # noqa: RUF012  # what replaces a function, by its id
    lock = threading.RLock()


def is_plain() -> bool:
    """Whether kernels run as plain Python at the moment."""
    return _Mode.plain


def start_plain() -> bool:
    """Let the kernels that are loaded from now on run as plain Python; False if some have been loaded already."""
    with _Mode.lock:
        if not _digests:
            _Mode.plain = True
        return _Mode.plain


def call_plainly(pickled: bytes, *arguments: object) -> object:
    """Call a function in a new process that begins in plain Python: the function is loaded after that is said."""
    start_plain()
    return pickle.loads(pickled)(*arguments)


def start_compiled() -> None:
    """Replace plain kernels by machine code in all modules of the program: the end of what `start_plain` began.

    Machine code is loaded, or made, when a kernel is called next. No thread should be running a kernel meanwhile: it
    would call others, in the middle, with types that nothing has been compiled for. `load_compiled` before does in
    any thread what takes time.
    """
    if NEVER_COMPILES:
        return
    with _Mode.lock:
        load_compiled()
        _Mode.plain = False
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == __name__.partition(".")[0]:
                for key, value in list(vars(module).items()):
                    if id(value) in _Mode.made:
                        setattr(module, key, _Mode.made[id(value)])
        _Mode.waiting.clear()
        _Mode.made.clear()


def load_compiled() -> None:
    """Load numba and let it know the plain kernels, which takes about a second; they stay in use."""
    if NEVER_COMPILES:
        return
    load_compiler()
    for plain in list(_Mode.waiting):
        if id(plain.function) not in _Mode.made:
            _Mode.made[id(plain.function)] = plain.make()


def load_compiler() -> Any:
    """Import numba, which takes half a second, and return the module that makes kernels with it."""
    return importlib.import_module("sixprime.compiled.numba_kernels")


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
    """A lean float kernel that is inlined where it is called: for functions that are called often and take many arrays.

    LLVM inlines it, not numba, which would translate it again for every kernel that calls it.
    """
    return _compiled(function, _nrt=False, fastmath=True, forceinline=True)


def wraps_round(function: Function) -> Function:
    """For a function under a kernel's decorator whose 64-bit numbers overflow on purpose, as those of hashes do.

    Machine code does that silently; NumPy warns, unless it is told not to.
    """
    if not _Mode.plain:
        return function
    import numpy as np

    @functools.wraps(function)
    def silently(*arguments: object) -> object:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast("Function", silently)


def _compiled(function: Function, **options: Any) -> Function:
    source: Function = getattr(function, "__wrapped__", function)
    digest = _digest(source)

    def make() -> Any:
        return load_compiler().compiled(source, digest, options)

    return _now_or_later(function, make)


def with_instruction(module: str) -> Callable[[Function], Function]:
    """For an operation that is one or a few instructions: what replaces it when kernels are compiled.

    `module` has, under the same name, the instructions. Its source is part of the stamp in the cache.
    """

    def decorate(function: Function) -> Function:
        _digest(function, beside=module)

        def make() -> Any:
            made = getattr(importlib.import_module(module), function.__name__)
            made.__module__ = function.__module__
            return made

        return _now_or_later(function, make)

    return decorate


def _now_or_later(function: Function, make: Callable[[], object]) -> Function:
    with _Mode.lock:
        if not _Mode.plain:
            return cast("Function", make())
        _Mode.waiting.append(_PlainKernel(function, make))
        return function


def plain(function: Function) -> Function:
    """The Python function that a kernel was made of. For a single call it is faster than loading the machine code."""
    return cast("Function", getattr(function, "py_func", function))


_digests: dict[str, bytes] = {}


def _digest(function: Callable[..., object], beside: str | None = None) -> bytes:
    """A digest of a kernel's module and of the kernel modules it imports, and of another module that belongs to it.

    Numba looks at the kernel's own file only, and would go on using machine code with old kernels of other files
    compiled into it.
    """
    name = function.__module__
    if name not in _digests:
        names = function.__globals__
        imported = {
            value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            for value in names.values()
        }
        digest = hashlib.sha256(_source_of(name, names["__loader__"]))
        for other in sorted(known for known in _digests if known in imported):
            digest.update(_digests[other])
        if beside is not None:
            found = importlib.util.find_spec(beside)
            assert found is not None
            digest.update(_source_of(beside, found.loader))
        _digests[name] = digest.digest()
    return _digests[name]


def _source_of(name: str, loader: Any) -> bytes:
    return str(loader.get_source(name)).encode()
