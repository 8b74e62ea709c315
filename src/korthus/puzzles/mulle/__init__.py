"""Puzzles of Mulle: the end of the last rond, solved."""
