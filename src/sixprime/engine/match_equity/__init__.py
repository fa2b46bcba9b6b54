"""Match equities: the chance to win a match from any score.

`equities.MatchEquities` answers from tables in files and from models; `making` works out a table from games of our own.
"""
