"""The operations of `sixprime.compiled.simd` as LLVM instructions. Loads numba."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

from sixprime.compiled.numba_kernels import cgutils, errors, instruction, types
from sixprime.compiled.simd import AT_ONCE, BLOCK, LANES, ROW, WORD

BYTE, SHORT, LONG, FLOAT = ir.IntType(8), ir.IntType(16), ir.IntType(64), ir.FloatType()
SIZES = {BYTE: 1, SHORT: 2, FLOAT: 4}
INT = ir.IntType(32)
MANTISSA = 23
"""The bits of a float below its exponent."""
UPWARDS = 2**7
"""What is added to exponents, so that they are cut off and not rounded up when a fraction is dropped."""
LARGEST = 80.0
"""Beyond this the logistic function is 0 or 1, and the exponential function may overflow."""
POWERS_OF_TWO = [math.log(2) ** power / math.factorial(power) for power in range(8)]
"""What 2 ** x is for an x of at most a half, as a sum of powers of x."""


def _long(number: int) -> Any:
    return ir.Constant(LONG, number)


class _Call:
    """A call of an instruction: its arguments, and where its code is written."""

    def __init__(self, context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        self.context, self.builder, self.kinds, self.arguments = context, builder, signature.args, arguments

    def whole(self, number: int, kind: Any = types.int64) -> Any:
        """An argument that is a whole number."""
        return self.context.cast(self.builder, self.arguments[number], self.kinds[number], kind)

    def array(self, number: int) -> Any:
        """An argument that is an array."""
        return self.context.make_array(self.kinds[number])(self.context, self.builder, value=self.arguments[number])

    def start(self, number: int) -> Any:
        """Where the numbers of an array begin."""
        return self.array(number).data

    def width(self, number: int) -> Any:
        """The length of a matrix's rows."""
        return cgutils.unpack_tuple(self.builder, self.array(number).shape, 2)[1]

    def row(self, number: int, place: Any) -> Any:
        """Where a row of a matrix begins."""
        skipped = self.builder.mul(self.builder.sext(place, LONG), self.width(number))
        return self.builder.gep(self.start(number), [skipped])

    def load(self, start: Any, place: Any, lanes: int) -> Any:
        """So many numbers from a place on."""
        here = self.builder.gep(start, [place])
        element = here.type.pointee
        kind = ir.VectorType(element, lanes)
        return self.builder.load(self.builder.bitcast(here, kind.as_pointer()), align=SIZES[element])

    def store(self, numbers: Any, start: Any, place: Any) -> None:
        """Store numbers from a place on."""
        here = self.builder.bitcast(self.builder.gep(start, [place]), numbers.type.as_pointer())
        self.builder.store(numbers, here, align=SIZES[numbers.type.element])

    def spread(self, number: Any, lanes: int) -> Any:
        """A vector with a number in all its lanes."""
        nothing = ir.Constant(ir.VectorType(number.type, lanes), ir.Undefined)
        one = self.builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
        first = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
        return self.builder.shuffle_vector(one, nothing, first)

    def variable(self, first: Any) -> Any:
        """A variable, which the compiler keeps in a register."""
        place = cgutils.alloca_once(self.builder, first.type)
        self.builder.store(first, place)
        return place

    def steps(self, end: Any, step: int) -> Any:
        """A loop from 0 on, by so much."""
        return cgutils.for_range_slice(self.builder, _long(0), end, _long(step), LONG)

    @contextmanager
    def until_zero(self, variable: Any) -> Iterator[None]:
        """A loop that goes on while a variable is not zero."""
        builder = self.builder
        asked, body, end = (builder.append_basic_block() for _ in range(3))
        builder.branch(asked)
        builder.position_at_end(asked)
        builder.cbranch(builder.icmp_signed("!=", builder.load(variable), _long(0)), body, end)
        builder.position_at_end(body)
        yield
        builder.branch(asked)
        builder.position_at_end(end)

    def add(self, one: Any, other: Any) -> Any:
        return self.builder.fadd(one, other, flags=("fast",))

    def times(self, one: Any, other: Any) -> Any:
        return self.builder.fmul(one, other, flags=("fast",))

    def list_marked(self, marked: Any, first: Any, orders: Any, places: Any, found: Any) -> None:
        """List which of LANES places from `first` on are marked."""
        builder = self.builder
        mask = builder.zext(builder.bitcast(marked, ir.IntType(LANES)), LONG)
        order = self.load(orders, builder.mul(mask, _long(LANES)), LANES)
        count = builder.load(found)
        self.store(builder.add(order, self.spread(builder.trunc(first, SHORT), LANES)), places, count)
        builder.store(builder.add(count, builder.ctpop(mask)), found)

    def add_to(self, total: Any, factor: Any, row: Any, place: Any) -> None:
        """Add a block of a row, times a factor, to a variable."""
        product = self.times(self.spread(factor, BLOCK), self.load(row, place, BLOCK))
        self.builder.store(self.add(self.builder.load(total), product), total)


def _signature(answer: Any, *kinds: Any) -> Any:
    """The types of a call; arrays must have their numbers side by side."""
    if any(isinstance(kind, types.Array) and kind.layout != "C" for kind in kinds):
        raise errors.TypingError("the numbers of an array must be side by side")
    return answer(*kinds)


def _mask_of_points(compare: Any) -> Any:
    """Compare the 26 numbers of a board by sixteens; some are compared twice."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        low, high = (builder.zext(builder.bitcast(compare(call, _long(first)), SHORT), LONG) for first in (0, 26 - 16))
        return builder.or_(low, builder.shl(high, _long(26 - 16)))

    return emit


def _against_count(sign: str) -> Any:
    def compare(call: Any, first: Any) -> Any:
        count = call.spread(call.whole(1, types.int8), 16)
        return call.builder.icmp_signed(sign, call.load(call.start(0), first, 16), count)

    return _mask_of_points(compare)


def _against_board(call: Any, first: Any) -> Any:
    one, other = (call.load(call.start(number), first, 16) for number in (0, 1))
    return call.builder.icmp_signed("!=", one, other)


@instruction
def points_above(_: Any, board: Any, count: Any) -> Any:
    return _signature(types.int64, board, count), _against_count(">")


@instruction
def points_below(_: Any, board: Any, count: Any) -> Any:
    return _signature(types.int64, board, count), _against_count("<")


@instruction
def points_that_differ(_: Any, board: Any, other: Any) -> Any:
    return _signature(types.int64, board, other), _mask_of_points(_against_board)


def _by_sixteens(change: Any) -> Any:
    """Read a board by sixteens and write another; some points are written twice."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        firsts = (0, 26 - 16)
        parts = [call.load(call.start(0), _long(first), 16) for first in firsts]
        for part, first in change(call, parts, firsts):
            call.store(part, call.start(1), _long(first))
        return context.get_dummy_value()

    return emit


def _unchanged(_: Any, parts: Any, firsts: Any) -> Any:
    return zip(parts, firsts, strict=True)


def _turned_round(call: Any, parts: Any, firsts: Any) -> Any:
    backwards = ir.Constant(ir.VectorType(INT, 16), list(range(15, -1, -1)))
    turned = [call.builder.neg(call.builder.shuffle_vector(part, part, backwards)) for part in parts]
    return zip(turned, reversed(firsts), strict=True)


@instruction
def copy_board(_: Any, board: Any, other: Any) -> Any:
    return _signature(types.none, board, other), _by_sixteens(_unchanged)


@instruction
def turn_board(_: Any, board: Any, other: Any) -> Any:
    return _signature(types.none, board, other), _by_sixteens(_turned_round)


@instruction
def sigmoid_inplace(_: Any, values: Any, start: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        first, place = call.start(0), call.whole(1)

        def same(number: float) -> Any:
            return ir.Constant(ir.VectorType(FLOAT, LANES), [number] * LANES)

        number = call.load(first, place, LANES)
        for sign, border in ((">", LARGEST), ("<", -LARGEST)):
            number = builder.select(builder.fcmp_ordered(sign, number, same(border)), same(border), number)
        # 1 / (1 + 2 ** exponent), the whole part of the exponent by itself.
        exponent = call.times(number, same(-1 / math.log(2)))
        wholes = ir.VectorType(INT, LANES)
        above = builder.fptosi(call.add(exponent, same(UPWARDS + 0.5)), wholes)
        count = builder.sub(above, ir.Constant(wholes, [UPWARDS] * LANES))
        rest = builder.fsub(exponent, builder.sitofp(count, number.type))
        power = same(POWERS_OF_TWO[-1])
        for factor in reversed(POWERS_OF_TWO[:-1]):
            power = call.add(call.times(power, rest), same(factor))
        scale = builder.shl(count, ir.Constant(wholes, [MANTISSA] * LANES))
        power = builder.bitcast(builder.add(builder.bitcast(power, wholes), scale), number.type)
        call.store(builder.fdiv(same(1.0), builder.fadd(power, same(1.0))), first, place)
        return context.get_dummy_value()

    return _signature(types.none, values, start), emit


@instruction
def list_changes(_: Any, now: Any, before: Any, length: Any, orders: Any, places: Any, differences: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        now_start, before_start, orders_start, places_start, differences_start = (
            call.start(number) for number in (0, 1, 3, 4, 5)
        )
        found = call.variable(_long(0))
        with call.steps(call.whole(2), LANES) as (first, _):
            one, other = call.load(now_start, first, LANES), call.load(before_start, first, LANES)
            call.store(builder.fsub(one, other), differences_start, first)
            marked = builder.fcmp_unordered("!=", one, other)
            call.list_marked(marked, first, orders_start, places_start, found)
        return builder.load(found)

    return _signature(types.int64, now, before, length, orders, places, differences), emit


@instruction
def add_rows(
    _: Any,
    base: Any,
    changes: Any,
    used: Any,
    weights: Any,
    places: Any,
    factors: Any,
    listed: Any,
    more_weights: Any,
    total: Any,
) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        base_start, changes_start, places_start, factors_start, total_start = (
            call.start(number) for number in (0, 1, 4, 5, 8)
        )
        used_count, listed_count = call.whole(2), call.whole(6)
        added, taken = ir.Constant(FLOAT, 1.0), ir.Constant(FLOAT, -1.0)
        with call.steps(call.width(3), BLOCK) as (first, _):
            block = call.variable(call.load(base_start, first, BLOCK))
            with call.steps(used_count, 1) as (entry, _):
                change = builder.load(builder.gep(changes_start, [entry]))
                on = builder.icmp_signed(">", change, ir.Constant(SHORT, 0))
                number = builder.select(on, change, builder.neg(change))
                row = call.row(3, builder.sub(number, ir.Constant(SHORT, 1)))
                call.add_to(block, builder.select(on, added, taken), row, first)
            with call.steps(listed_count, 1) as (entry, _):
                place = builder.load(builder.gep(places_start, [entry]))
                factor = builder.load(builder.gep(factors_start, [builder.sext(place, LONG)]))
                call.add_to(block, factor, call.row(7, place), first)
            call.store(builder.load(block), total_start, first)
        return context.get_dummy_value()

    kinds = (base, changes, used, weights, places, factors, listed, more_weights, total)
    return _signature(types.none, *kinds), emit


@instruction
def positive_rows(_: Any, numbers: Any, weights: Any, bias: Any, total: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        start, bias_start, total_start = (call.start(number) for number in (0, 2, 3))
        length = cgutils.unpack_tuple(builder, call.array(0).shape, 1)[0]
        zeros = call.spread(ir.Constant(FLOAT, 0.0), LANES)
        firsts = [_long(first) for first in range(0, ROW, LANES)]
        # Sums by themselves, so that one does not wait for the other.
        sums = [[call.variable(call.load(bias_start, first, LANES)) for first in firsts]]
        sums += [[call.variable(zeros) for _ in firsts] for _ in range(AT_ONCE - 1)]
        with call.steps(length, WORD) as (first, _):
            marked = _long(0)
            for offset in range(0, WORD, LANES):
                here = call.load(start, builder.add(first, _long(offset)), LANES)
                byte = builder.bitcast(builder.fcmp_ordered(">", here, zeros), ir.IntType(LANES))
                marked = builder.or_(marked, builder.shl(builder.zext(byte, LONG), _long(offset)))
            waiting = call.variable(marked)
            with call.until_zero(waiting):
                left = builder.load(waiting)
                for parts in sums:
                    # The last time there may be fewer: then another one stands in, and counts nothing.
                    none = builder.icmp_signed("==", left, _long(0))
                    place = builder.and_(builder.cttz(left, ir.Constant(ir.IntType(1), 0)), _long(WORD - 1))
                    place = builder.add(first, place)
                    factor = builder.load(builder.gep(start, [place]))
                    factor = call.spread(builder.select(none, ir.Constant(FLOAT, 0.0), factor), LANES)
                    row = call.row(1, place)
                    for offset, part in zip(firsts, parts, strict=True):
                        product = call.times(factor, call.load(row, offset, LANES))
                        builder.store(call.add(builder.load(part), product), part)
                    left = builder.and_(left, builder.sub(left, _long(1)))
                builder.store(left, waiting)
        for number, first in enumerate(firsts):
            sum_ = builder.load(sums[0][number])
            for parts in sums[1:]:
                sum_ = call.add(sum_, builder.load(parts[number]))
            call.store(sum_, total_start, first)
        return context.get_dummy_value()

    return _signature(types.none, numbers, weights, bias, total), emit


@instruction
def last_rows(_: Any, numbers: Any, count: Any, weights: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = _Call(context, builder, signature, arguments)
        start, weights_start, others = call.start(0), call.start(2), call.whole(1)
        nothing = ir.Constant(FLOAT, 0.0)
        total = call.variable(call.load(start, others, LANES))
        with call.steps(others, 1) as (place, _):
            number = builder.load(builder.gep(start, [place]))
            number = builder.select(builder.fcmp_ordered(">", number, nothing), number, nothing)
            row = call.load(weights_start, builder.mul(place, _long(LANES)), LANES)
            builder.store(call.add(builder.load(total), call.times(call.spread(number, LANES), row)), total)
        call.store(builder.load(total), start, _long(0))
        return context.get_dummy_value()

    return _signature(types.none, numbers, count, weights), emit
