"""The types of games by name, for type checkers."""
