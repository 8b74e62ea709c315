"""The kernel of Mulle: every verb that ``korthus.kernels`` names, and loops over omgångar.

It knows all options but ``capture_choice`` other than maximum, more than two decks and very long sessions.
``mulle_layout`` has the table of the packed state, ``mulle_convert`` the way from and to the rules,
``mulle_packing`` the search for sums, ``mulle_table`` the questions about a table, ``mulle_play`` the rest.
"""

from __future__ import annotations

from korthus.kernels.mulle_convert import decode, encode, normal, pack, supports, unpack
from korthus.kernels.mulle_layout import MAX_LEGAL, SIZE
from korthus.kernels.mulle_play import (
    actor,
    apply,
    copy,
    deal,
    legal,
    playout,
    playout_omgang,
    rollouts,
    scores,
)

__all__ = [
    "MAX_LEGAL",
    "SIZE",
    "actor",
    "apply",
    "copy",
    "deal",
    "decode",
    "encode",
    "legal",
    "normal",
    "pack",
    "playout",
    "playout_omgang",
    "rollouts",
    "scores",
    "supports",
    "unpack",
]
