"""The players of Mus, and how they think: bets, belief, search and the solution."""
