"""The commands that ask the engine, train it and judge it.

Each module is named after its command; `hints` has `eval` and `hint`.
"""
