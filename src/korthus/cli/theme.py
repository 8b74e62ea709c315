"""The colours of the terminal: ink, brass, one red. Middle tones, so that they read on dark and on light."""

from __future__ import annotations

from typing import Final

from rich.theme import Theme

THEME: Final = Theme(
    {
        "brass": "#b8862f",
        "lingon": "#d3424a",
        "lake": "#3f8bc4",
        "moss": "#5a9a58",
        "quiet": "dim",
        "number": "bold #b8862f",
        "refused": "#d3424a",
        "heading": "bold #b8862f",
    }
)
