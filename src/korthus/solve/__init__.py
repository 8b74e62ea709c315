"""Games that are solved, not guessed at: regret minimisation and exact best responses in vector form.

``staged`` says what a game must look like, ``mus``, ``kuhn`` and ``leduc`` are such games, ``cfr`` solves
them, ``best_response`` proves how far a strategy is from perfect play. docs/mus-solver.md tells the story.
"""
