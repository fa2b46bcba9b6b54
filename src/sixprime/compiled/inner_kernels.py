"""Kernels as other kernels call them: kept as LLVM bitcode, and optimised where they are used. Loads numba.

Numba optimises a kernel together with all kernels that it calls, directly or not, which it has optimised and turned
into machine code before, each by itself. Five kernels that call each other are so compiled five times over. Here a
kernel that is called by another is only translated to bitcode, which takes a fraction of the time; optimised, and made
machine code, are the kernels that Python calls.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import types
from numba.core.caching import IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment

try:
    import fcntl
except ImportError:  # Windows: two processes may compile the same kernel
    fcntl = None  # type: ignore[assignment]

_dynfunc: Any = importlib.import_module("numba._dynfunc")

OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENVIRONMENT_PREFIX = "_ZN08NumbaEnv"


class BitcodeLibrary(JITCodeLibrary):
    """The code of one kernel for others to be linked with: never optimised by itself, never run by itself."""

    def _optimize_final_module(self) -> None:
        """What includes it is optimised."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()

    @classmethod
    def from_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> BitcodeLibrary:
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


class BitcodeCompiler(Compiler):
    """Compiles to a `BitcodeLibrary`."""

    def _compile_bytecode(self) -> Any:
        if self.state.library is None:
            self.state.library = BitcodeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super()._compile_bytecode()


def connect(outer: Any, inner: Any) -> None:
    """Make kernels that call `outer` be linked with `inner`, which is made of the same function.

    Neither whole numbers that stand in the call nor small ones from an array make it another type: there is one version
    for all.
    """
    usual = inner.get_call_template

    def get_call_template(arguments: Any, named: Any) -> Any:
        plain = tuple(_widest(argument) for argument in arguments)
        return usual(plain, {name: _widest(argument) for name, argument in named.items()})

    outer.get_call_template = get_call_template
    outer.get_overload = inner.get_overload


def _widest(argument: Any) -> Any:
    """The type of an argument, for whole numbers with a sign that of 64 bits."""
    usual = types.unliteral(argument)
    return types.int64 if usual in types.signed_domain else usual


def keep_apart(cache: Any, stamp: Any) -> None:
    """Give the bitcode of a kernel files of its own, beside those of its machine code."""
    name = f"{cache._impl.filename_base}.bitcode"
    cache._cache_file = IndexDataCacheFile(cache._cache_path, name, stamp)


def compile_once(kernel: Any) -> None:
    """Let no two processes compile the same kernel: one waits for the other and then loads what that has made."""
    usual: Callable[[Any], Any] = kernel.compile
    path = Path(kernel._cache._cache_path) / f"{kernel._cache._cache_file._index_name}.lock"

    def compile_locked(signature: Any) -> Any:
        with global_compiler_lock, _locked(path):
            return usual(signature)

    kernel.compile = compile_locked


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, where that is possible."""
    try:
        file = path.open("ab")
    except OSError:
        yield
        return
    with file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _extend_numba() -> None:
    """Teach numba to load bitcode, and not to ask for its machine code."""
    load, executable = JITCPUCodegen.unserialize_library, CPUContext.get_executable
    set_environment = JITCPUCodegen.set_env

    def set_env(codegen: Any, name: str, environment: Any) -> None:
        # Bitcode is not in memory as a program: the environments of its functions have no place there.
        if codegen._engine.get_global_value_address(name):
            set_environment(codegen, name, environment)

    def unserialize_library(codegen: Any, serialized: Any) -> Any:
        name, kind, content = serialized
        if kind == "bitcode":
            return BitcodeLibrary.from_bitcode(codegen, name, content)
        return load(codegen, serialized)

    def get_executable(context: Any, library: Any, described: Any, environment: Any) -> Any:
        if not isinstance(library, BitcodeLibrary):
            made = executable(context, library, described, environment)
            for variable in library._final_module.global_variables:
                inner = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT_PREFIX) else None
                if inner is not None:
                    library.codegen.set_env(variable.name, inner)
            return made
        library._ensure_finalized()
        # What stands for the kernel where others are compiled; nobody calls it.
        return _dynfunc.make_function(
            described.lookup_module(), described.qualname.split(".")[-1], "bitcode", 0, environment, (library,)
        )

    JITCPUCodegen.set_env = set_env  # type: ignore[method-assign]
    JITCPUCodegen.unserialize_library = unserialize_library  # type: ignore[method-assign]
    CPUContext.get_executable = get_executable  # type: ignore[method-assign]


_extend_numba()
