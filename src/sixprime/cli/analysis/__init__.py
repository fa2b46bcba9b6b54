"""`sixprime analyse` and `sixprime stats`: what was good, what was an error and what was luck, in one match or many."""
