"""How players are trained: games against themselves, a network taught by them, a match, a file of numbers."""
