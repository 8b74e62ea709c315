"""What has to be compiled for the levels, as ``bench/first_page.py`` saw it."""

from __future__ import annotations

from typing import Final

from korthus.bots.brings import Compiling

#: Where cards can be changed, other code decides.
COMPILING: Final = Compiling(seconds=20.0, more={"strongest": 11.0}, presets=(None, "mus"))
