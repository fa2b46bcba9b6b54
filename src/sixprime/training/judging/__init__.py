"""How good nets and players are: by GNU Backgammon's look-ahead, by rollouts, and in games with mirrored dice.

`gates` decides whether a new net is better than the old one; `reports` and `rollout_reports` are for people.
"""
