"""Positions in which one action is clearly the best: found in the engine's own games, and proven."""
