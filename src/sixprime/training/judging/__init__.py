"""How good nets and players are: by GNU Backgammon's search, by rollouts, and in games with mirrored dice."""
