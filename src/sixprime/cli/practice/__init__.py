"""`sixprime openings` and `sixprime puzzles`: what can be practised, in the terminal."""
