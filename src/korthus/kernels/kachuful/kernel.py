"""The kernel of Kachuful: every verb that ``korthus.kernels`` names, and loops over many rounds.

All options are known except more than one deck. ``layout`` has the table of the packed state,
``convert`` the way from and to the rules, ``legal`` what may be done, ``play`` what comes of it, ``random``
random play.
"""

from __future__ import annotations

from korthus.kernels.kachuful.convert import decode, encode, pack, supports, unpack
from korthus.kernels.kachuful.layout import HEAD, MAX_LEGAL, SIZE
from korthus.kernels.kachuful.legal import legal
from korthus.kernels.kachuful.play import actor, apply, deal, places, scores
from korthus.kernels.kachuful.random import play_rounds, playout, playout_round, rollouts

__all__ = ["MAX_LEGAL", "SIZE", "actor", "apply", "deal", "decode", "encode", "legal"]
__all__ += ["pack", "playout", "scores", "supports", "unpack"]
__all__ += ["HEAD", "places", "play_rounds", "playout_round", "rollouts"]  # of its own
