"""Every game as an OpenSpiel game: ``korthus_<name>``, known to OpenSpiel once this is imported.

>>> import korthus.envs.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("korthus_kachuful(players=3,rules=start_cards:2)")
>>> game.num_players()
3

``load`` writes such a line from options as ``korthus.game`` takes them. Chance is explicit everywhere: where
the deals of a node can be listed they are its outcomes, with exact probabilities; where they are too many,
the cards come one by one.
"""

from korthus.extras import check_libraries

check_libraries("korthus.envs.openspiel", ("pyspiel",), "openspiel")

# After the sentence for whoever does not have the library.
from korthus.envs.openspiel.game import KorthusGame, load, register, registered_name  # noqa: E402
from korthus.envs.openspiel.observer import Observer  # noqa: E402
from korthus.envs.openspiel.state import KorthusState  # noqa: E402

register()

__all__ = ["KorthusGame", "KorthusState", "Observer", "load", "register", "registered_name"]
