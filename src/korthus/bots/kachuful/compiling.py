"""What has to be compiled for the levels, as ``bench/first_page.py`` saw it."""

from __future__ import annotations

from typing import Final

from korthus.bots.brings import Compiling

#: Seven seats: at first nearly all cards are dealt and hands bind each other, at last few are.
COMPILING: Final = Compiling(seconds=46.0, crowds=(("descending", 7),))
