"""Other programs: GNU Backgammon as an opponent and as a judge, and the protocols by which programs ask our engine.

The lines that are sent and received are written and read by `sixprime.formats.protocols`.
"""
