"""`sixprime play`: the game in a terminal.

`setup` decides who plays whom and with which dice; `game` asks the players and saves every event.
"""
