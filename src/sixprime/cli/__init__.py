"""The command `sixprime`: it parses, calls and prints, and decides nothing about the game.

`app` is where it starts; `commands` declares what can be typed, and the other packages carry it out.
"""
