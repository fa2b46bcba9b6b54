"""Labelled positions: what positions of the nets' own games are worth after all rolls and by how these games ended."""
