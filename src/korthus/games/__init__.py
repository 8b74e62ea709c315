"""The rules, one folder per game, and the catalogue that lists them."""

from korthus.games.catalogue import GameInfo, catalogue, game

__all__ = ["GameInfo", "catalogue", "game"]
