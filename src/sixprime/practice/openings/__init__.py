"""The opening book: first plays and replies with what they are worth, by the engine's own rollouts."""
