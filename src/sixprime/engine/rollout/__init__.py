"""Rollouts: positions played out many times by the engine against itself, with the luck of the dice taken out."""
