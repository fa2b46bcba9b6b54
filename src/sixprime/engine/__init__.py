"""Who plays, and how well. For now one player that needs no evaluation."""
