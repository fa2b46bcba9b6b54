"""Match equities: the chance to win a match from any score, from tables, files and models, or from own games."""
