"""How each game is drawn in a terminal: one module per game, each with a ``SCREEN``."""
