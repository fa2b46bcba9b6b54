"""Self-play from nothing, and where the games begin that nets learn from."""
