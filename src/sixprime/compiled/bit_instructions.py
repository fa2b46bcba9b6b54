"""The operations of `sixprime.compiled.bits` as LLVM instructions. Loads numba."""

from typing import Any

from sixprime.compiled.numba_kernels import instruction, types


@instruction
def count_ones(_: Any, bits: Any) -> Any:  # noqa: ARG001  # the typing context, and what emit gets
    """How many bits of a number are set."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(context.cast(builder, arguments[0], signature.args[0], types.int64))

    return types.int64(types.int64), emit


@instruction
def lowest_one(_: Any, bits: Any) -> Any:  # noqa: ARG001  # the typing context, and what emit gets
    """The number of the lowest bit that is set; 64 if none is."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.get_constant(types.boolean, False)
        return builder.cttz(context.cast(builder, arguments[0], signature.args[0], types.int64), whole)

    return types.int64(types.int64), emit


@instruction
def highest_one(_: Any, bits: Any) -> Any:  # noqa: ARG001  # the typing context, and what emit gets
    """The number of the highest bit that is set; -1 if none is."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.get_constant(types.boolean, False)
        zeros = builder.ctlz(context.cast(builder, arguments[0], signature.args[0], types.int64), whole)
        return builder.sub(context.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), emit


@instruction
def mirrored(_: Any, bits: Any) -> Any:  # noqa: ARG001  # the typing context, and what emit gets
    """A mask of the points of a board as the other side counts them: 0 to 25 become 25 to 0."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.bitreverse(context.cast(builder, arguments[0], signature.args[0], types.uint32))
        whole = context.cast(builder, bits, types.uint32, types.int64)
        return builder.lshr(whole, context.get_constant(types.int64, 32 - 26))

    return types.int64(types.int64), emit
