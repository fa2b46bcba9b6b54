"""Puzzles: positions with one clearly best play or cube action, of all kinds and difficulties."""
