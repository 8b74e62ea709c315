"""How long a session of Mulle can be, and how many points it can bring."""

from __future__ import annotations

from korthus.envs.brings import Bounds
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.scoring import intake_points, mulle_points


def bounds(game: Mulle, seats: int) -> Bounds:
    """See ``brings.Bounded``. Every card of a hand is one play."""
    rules = game.rules
    deck = game.deck()
    plays = rules.ronder * rules.hand_size  # of one seat in an omgång, each a tabbe at most
    intake = intake_points(rules, deck)
    mulles = sum(mulle_points(rules, card) for card in deck)
    # A bonus is twice the intake at most, whatever it is counted over; intake itself may count, too.
    omgang = mulles + plays + 3 * intake
    return Bounds(moves=rules.omgangar * 2 * plays, low=0, high=rules.omgangar * omgang)
