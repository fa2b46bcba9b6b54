"""Exact endings: tables of how many rolls a side needs, and of what both sides' bear-offs are worth with the cube."""
