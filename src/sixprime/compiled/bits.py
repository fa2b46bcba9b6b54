"""Operations on the bits of a number that processors do in one instruction, for kernels.

Here they are in plain Python, for when nothing is compiled; `bit_instructions` has them as LLVM instructions.
"""

from sixprime.compiled.jit import with_instruction

INSTRUCTIONS = "sixprime.compiled.bit_instructions"


@with_instruction(INSTRUCTIONS)
def count_ones(bits: int) -> int:
    """How many bits of a number are set."""
    return int(bits).bit_count()


@with_instruction(INSTRUCTIONS)
def lowest_one(bits: int) -> int:
    """The number of the lowest bit that is set; 64 if none is."""
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64


@with_instruction(INSTRUCTIONS)
def highest_one(bits: int) -> int:
    """The number of the highest bit that is set; -1 if none is."""
    return int(bits).bit_length() - 1


@with_instruction(INSTRUCTIONS)
def mirrored(bits: int) -> int:
    """A mask of the points of a board as the other side counts them: 0 to 25 become 25 to 0."""
    return sum(1 << (25 - point) for point in range(26) if int(bits) >> point & 1)
