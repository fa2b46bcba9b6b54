"""Looking ahead: searches with and without the cube, by threads that share the work.

Both kinds go through the same tree; with the cube, whoever is on roll on the way doubles where that is right.
"""
