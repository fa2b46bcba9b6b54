"""Training: how the engine's nets are made from nothing, and how good they are.

A run (`runs`) plays against itself, then repeats rounds of labelling positions, fitting nets to them, and judging.
"""
