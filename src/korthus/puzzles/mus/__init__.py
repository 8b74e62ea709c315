"""Puzzles of Mus: words that the solution says."""
