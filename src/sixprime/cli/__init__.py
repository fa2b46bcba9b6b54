"""The command `sixprime`: it parses, calls and prints, and decides nothing about the game."""
