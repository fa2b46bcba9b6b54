"""`sixprime analyse`, `stats` and `quiz`: what was good, what was an error and what was luck, in one match or many."""
