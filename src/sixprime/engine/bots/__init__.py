"""Players that are programs: what they do in a match, at which level.

`levels.LEVELS` are the playing strengths; `net_players.NetPlayer` decides plays, cube actions and resignations.
"""
