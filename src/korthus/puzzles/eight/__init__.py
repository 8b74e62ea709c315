"""Puzzles of Eight Cards: placements, by search."""
