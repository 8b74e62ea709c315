"""A game by its name, with the type that the name promises.

``by_name.pyi`` beside this file has an overload for each game of the house, for type checkers only;
``python -m tools.game_types`` writes it.
"""

from korthus.games.catalogue import game

__all__ = ["game"]
