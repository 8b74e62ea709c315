"""The kernel of Mulle: every verb that ``korthus.kernels`` names, and loops over omgångar.

It knows all options but ``capture_choice`` other than maximum, more than two decks and very long sessions.
Search brings its own work space (an array of ``WORK`` words) to ``apply_with`` and ``legal_with``.

``layout`` has the table of the packed state, ``convert`` the way from and to the rules,
``packing`` the search for sums and ``crowded`` the one for large tables, ``table`` and
``gather`` the questions about piles, ``legal`` what may be played, ``play`` what comes of
it, ``random`` random play.
"""

from __future__ import annotations

from korthus.kernels.mulle.convert import decode, encode, normal, pack, supports, unpack
from korthus.kernels.mulle.layout import MAX_LEGAL, SIZE
from korthus.kernels.mulle.legal import legal, legal_with
from korthus.kernels.mulle.packing import WORK
from korthus.kernels.mulle.play import actor, apply, apply_with, copy, deal, scores
from korthus.kernels.mulle.random import playout, playout_omgang, rollouts

__all__ = ["MAX_LEGAL", "SIZE", "actor", "apply", "deal", "decode", "encode", "legal"]
__all__ += ["pack", "playout", "scores", "supports", "unpack"]
__all__ += ["WORK", "apply_with", "copy", "legal_with", "normal", "playout_omgang", "rollouts"]  # of its own
