"""The players of Kachuful, and how they think: odds, belief, search and what was learnt."""
