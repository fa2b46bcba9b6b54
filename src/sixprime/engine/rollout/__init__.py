"""Rollouts: positions played out many times by the engine against itself, with the luck of the dice taken out.

`rollouts.Rollout` plays the games, `results` estimates what they show, and `files` keeps rollouts to go on with.
"""
