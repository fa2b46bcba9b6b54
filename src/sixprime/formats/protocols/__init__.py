"""The lines of the protocols in which engines and programs talk: GNU Backgammon's external player, and UBGI.

Only the text is handled here; `sixprime.peers` answers it.
"""
