"""The doubling cube: what a game is worth with it, and who should double, take, drop or resign.

`views.CubeView` is cube and score in one player's view; everything else takes one.
"""
