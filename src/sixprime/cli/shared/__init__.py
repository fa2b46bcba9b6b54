"""What several commands share: options and help in the user's language, saved matches, the board in a terminal.

Nothing here belongs to one command alone.
"""
