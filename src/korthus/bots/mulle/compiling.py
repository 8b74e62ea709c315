"""What has to be compiled for the levels, as ``bench/first_page.py`` saw it."""

from __future__ import annotations

from typing import Final

from korthus.bots.brings import Compiling

COMPILING: Final = Compiling(seconds=50.0)
