"""Other programs: those that play against our engine, those that ask it, and GNU Backgammon as an opponent of ours."""
