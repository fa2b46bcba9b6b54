"""Machine code made by numba from Python: decorators, bits, SIMD instructions, and how checkers move.

It is the lowest layer of the game and knows arrays only; what positions and plays are is the business of `core`.
"""
