"""Players that are programs: what they decide in a match, and how well they play by level."""
