"""Self-play: a net learns from nothing by playing against itself.

`setups` and `starts` are the positions in which games of self-play and of labelling begin.
"""
