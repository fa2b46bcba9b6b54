"""Independent judges of which plays are legal, and what is needed to ask them the same questions.

Nothing in here uses sixprime, but for `comparison`, which puts sixprime's answers beside the judges'. The tests
in this folder and `benchmarks/oracles.py` share it, so that both compare the same things.
"""
