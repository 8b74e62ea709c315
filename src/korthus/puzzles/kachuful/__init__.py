"""Puzzles of Kachuful: bids and cards, by search."""
