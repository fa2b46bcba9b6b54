"""The neural nets: their weights and files, the features they see, and their arithmetic in machine code.

A net file holds three: a quick net for all plays, a full net for the likely ones, and, if there is one, a deep net for
the last few. `evaluators.NetEvaluator` evaluates positions with them.
"""
