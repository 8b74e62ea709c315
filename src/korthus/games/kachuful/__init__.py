"""Kachuful: bid the tricks you will win, and win exactly as many. See ``RULES.md``."""

from korthus.games.kachuful.actions import Bid, Deal, Play
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rule_engine import RuleEngine
from korthus.games.kachuful.rules import PlayerBid, PlayerResult, ScoringVariant, TrumpSuit
from korthus.games.kachuful.state import KachufulState, Phase
from korthus.games.kachuful.view import KachufulView

__all__ = [
    "Bid",
    "Deal",
    "Kachuful",
    "KachufulRules",
    "KachufulState",
    "KachufulView",
    "Phase",
    "Play",
    "PlayerBid",
    "PlayerResult",
    "RuleEngine",
    "ScoringVariant",
    "TrumpSuit",
]
