"""What a terminal without colours shows of a text or a drawing."""

from __future__ import annotations

import io

from korthus.cli.drawn import shown
from korthus.cli.paper import Paper
from korthus.screens.drawing import Block, Drawing


def drawn(thing: Block | Drawing, width: int = 80) -> str:
    """A text or a drawing as a pipe gets it."""
    out = io.StringIO()
    Paper(file=out, width=width, force_terminal=False, color_system=None).print(shown(thing))
    return out.getvalue()
