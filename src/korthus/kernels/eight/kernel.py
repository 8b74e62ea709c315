"""The kernel of Eight Cards: every verb that ``korthus.kernels`` names, and loops over many sessions.

All options are known except placing card by card. ``layout`` has the table of the packed state,
``convert`` the way from and to the rules, ``legal`` the placements, ``play`` what comes of them, ``random``
random play, and ``placements`` ranks all placements of a hand at once.
"""

from __future__ import annotations

from korthus.kernels.eight.convert import decode, encode, pack, supports, unpack
from korthus.kernels.eight.layout import MAX_LEGAL, SIZE
from korthus.kernels.eight.legal import legal
from korthus.kernels.eight.placements import outcomes, rank_sets
from korthus.kernels.eight.play import actor, apply, deal, draw_run_out, outcome_chips, run_out, scores
from korthus.kernels.eight.random import playout, playouts

__all__ = ["MAX_LEGAL", "SIZE", "actor", "apply", "deal", "decode", "encode", "legal"]
__all__ += ["pack", "playout", "scores", "supports", "unpack"]
__all__ += ["draw_run_out", "outcome_chips", "outcomes", "playouts", "rank_sets", "run_out"]  # of its own
