"""A judgement that favours nobody: nets of other programs as players and judges, and rollouts of the plays that
players choose where they differ."""
