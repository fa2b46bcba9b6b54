"""Choosing a play with the nets in turn, in machine code: the quick net evaluates all plays, the deep net few.

`net_stacks.net_stack` puts a net together with its tables and filters; `selection_kernels` chooses.
"""
