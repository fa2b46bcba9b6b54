"""Choosing a play by the nets in turn, in machine code: the quick net looks at all plays, the deep net at few.

`net_stacks.brain_of` puts a net together with its tables and filters; `selection_kernels` chooses.
"""
