"""korthus: a house of cards. Four games, one pure engine, many faces.

>>> import korthus
>>> game = korthus.game("mulle")
>>> state = game.new()
"""

import sys

from korthus.core.chance import Chance, FairChance
from korthus.core.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    InvalidRecord,
    InvalidState,
    KorthusError,
    NotYourTurn,
    StaleVersion,
    TooManyActions,
)
from korthus.core.protocol import CHANCE, Action, Event, Game, Outcome, State, Step, View, visible
from korthus.core.version import __version__
from korthus.extras import MissingRooms
from korthus.games.by_name import game
from korthus.games.catalogue import GameInfo, catalogue

__all__ = [
    "CHANCE",
    "Action",
    "Chance",
    "Event",
    "FairChance",
    "Game",
    "GameInfo",
    "GameOver",
    "IllegalAction",
    "InvalidAction",
    "InvalidOptions",
    "InvalidRecord",
    "InvalidState",
    "KorthusError",
    "NotYourTurn",
    "Outcome",
    "StaleVersion",
    "State",
    "Step",
    "TooManyActions",
    "View",
    "__version__",
    "catalogue",
    "game",
    "visible",
]

if MissingRooms not in sys.meta_path:
    sys.meta_path.append(MissingRooms)
