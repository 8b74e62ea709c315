"""Many games: scripts, batches and their statistics."""
