"""How the engine's nets are made, and how good their plays are."""
