"""A hand of Mus as a game that can be solved, its solution, and the chance to win a match."""
