"""How likely each hand is after cards could be changed: what both may think of both."""

from __future__ import annotations

import numpy as np

from korthus.bots.mus.belief import changed
from korthus.bots.mus.model import model
from korthus.games.mus.game import Mus
from korthus.games.mus.view import MusView


def after_changes(game: Mus, view: MusView) -> tuple[bytes, bytes]:
    """For the mano and the other, how much likelier than dealt each hand is, as the bytes of an array.

    Only what everybody saw goes in: how often cards were changed, and how many.
    """
    known = model(game)
    first, second = (changed(known, view, seat) for seat in (view.mano, 1 - view.mano))
    return np.ascontiguousarray(first).tobytes(), np.ascontiguousarray(second).tobytes()
