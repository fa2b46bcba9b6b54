"""How people and other programs write the game down. Knows the game, not how good a position is."""
