"""Solving any game of private hands and public betting: trees, regrets, best responses, checkpoints."""
