"""Scopa for two, as a game for korthus: the rules and nothing else. See ``RULES.md``."""

from korthus_scopa.game import Scopa

__all__ = ["Scopa"]
