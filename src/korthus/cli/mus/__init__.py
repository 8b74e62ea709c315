"""The commands that Mus brings: solving a hand, the solution, and the chance to win a match."""
