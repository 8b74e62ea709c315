"""Many games: batches, matches, statistics."""
