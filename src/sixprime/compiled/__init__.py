"""Machine code made by numba from Python: decorators, types of arrays, bits, SIMD instructions, move generation.

It is the layer below `core` and knows arrays only; positions and plays are classes of `core`.
"""
