"""How Mus reads: its screen, and the words of its solution."""
