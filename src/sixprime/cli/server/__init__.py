"""`sixprime serve`, `backup`, `migrate` and `verify-dice`: running a server and checking its dice.

What bare `sixprime` does, serving at home and opening the browser, is in `serve`.
"""
