"""The kernel of Mus: every verb that ``korthus.kernels`` names, and loops over many hands.

All options are known; only packs of more than 63 cards are not. ``layout`` has the table of the packed
state, ``hands`` the 330 hands, ``convert`` the way from and to the rules, ``legal`` what may be
said, ``play`` what comes of it, ``random`` random play.
"""

from __future__ import annotations

from korthus.kernels.mus.convert import decode, encode, pack, supports, unpack
from korthus.kernels.mus.layout import MAX_LEGAL, SIZE
from korthus.kernels.mus.legal import legal
from korthus.kernels.mus.play import actor, apply, begin, deal, scores
from korthus.kernels.mus.random import play_hands, playout, playout_hand

__all__ = ["MAX_LEGAL", "SIZE", "actor", "apply", "deal", "decode", "encode", "legal"]
__all__ += ["pack", "playout", "scores", "supports", "unpack"]
__all__ += ["begin", "play_hands", "playout_hand"]  # of its own
