"""Every colour of the house. Page, cards, icon, reports, plots and terminal take theirs from here.

``python -m tools.palette`` writes what a browser reads: ``css/tokens.css`` and the manifest.
"""

from __future__ import annotations

from typing import Final

#: The table in the evening. A name is a custom property of the page: ``--table-edge``.
DARK: Final = {
    "table": "#10292f",
    "table-edge": "#0a1c21",
    "table-high": "#17363d",
    "table-line": "#2f545c",
    "thread": "rgb(255 255 255 / 0.016)",
    "linen": "#f6f1e6",
    "linen-dim": "#e7dfcf",
    "ink": "#e9e4d8",
    "ink-soft": "#a9b8b6",
    "lingon": "#d3424a",
    "lingon-text": "#f0848a",
    "brass": "#d8ab4c",
    "brass-ink": "#22190a",
    "lake": "#6aa9d8",
    "moss": "#7fb37a",
    "outline": "#6f8f94",
    "sheet": "#16323a",
    "sheet-line": "#3a5f67",
    "shade": "rgb(2 10 13 / 0.55)",
    "shadow": "0 1px 2px rgb(0 0 0 / 0.35), 0 3px 8px rgb(0 0 0 / 0.28)",
    "shadow-lifted": "0 3px 6px rgb(0 0 0 / 0.35), 0 12px 26px rgb(0 0 0 / 0.4)",
    "card-rim": "#cfc6b2",
    "card-paper": "#f8f4ea",
    "card-back": "#17424c",
}

#: The same table by day.
LIGHT: Final = {
    "table": "#dfe5e0",
    "table-edge": "#c9d2cc",
    "table-high": "#eaefeb",
    "table-line": "#b1bdb5",
    "thread": "rgb(20 50 40 / 0.022)",
    "linen": "#fffdf8",
    "linen-dim": "#f1ece0",
    "ink": "#1b1f24",
    "ink-soft": "#4a5560",
    "lingon": "#a8232c",
    "lingon-text": "#a8232c",
    "brass": "#7f5b10",
    "brass-ink": "#fffdf8",
    "lake": "#1f669f",
    "moss": "#2f6b3f",
    "outline": "#66746c",
    "sheet": "#f7f8f4",
    "sheet-line": "#b9c4bc",
    "shade": "rgb(27 31 36 / 0.35)",
    "shadow": "0 1px 2px rgb(27 31 36 / 0.18), 0 3px 8px rgb(27 31 36 / 0.14)",
    "shadow-lifted": "0 3px 6px rgb(27 31 36 / 0.2), 0 12px 26px rgb(27 31 36 / 0.24)",
    "card-rim": "#d8d2c2",
    "card-paper": "#fffdf8",
    "card-back": "#1f4f5a",
}

#: Things that have their own colour in any light: printed paper, slate and chalk, stones, a warning.
THINGS: Final = {
    "card-ink": "#1d2730",
    "card-red": "#b8242e",
    "card-blue": "#1c65a6",
    "card-green": "#2a7040",
    "card-gold": "#d9a441",
    "card-skin": "#f3dcc0",
    "card-line": "#1d2730",
    "card-back-line": "#d8c79b",
    "card-shaded": "#2b3b40",
    "card-outline": "#6d6552",
    "card-brass": "#8a6414",
    "card-brass-ink": "#fffdf8",
    "paper-ink": "#1b1f24",
    "paper-soft": "#59605f",
    "paper-note": "#4a4a44",
    "paper-line": "#cfc6b2",
    "paper-brass": "#d8ab4c",
    "paper-moss": "#2f6b3f",
    "paper-moss-ink": "#24552f",
    "back-ink": "#f6f1e6",
    "danger": "#a8232c",
    "danger-ink": "#fff",
    "slate": "#22282c",
    "slate-edge": "#14181b",
    "slate-frame": "#5b4630",
    "slate-sheen": "rgb(255 255 255 / 0.05)",
    "slate-grain": "rgb(255 255 255 / 0.012)",
    "slate-lingon": "#d3424a",
    "chalk": "#ece9e0",
    "chalk-soft": "#a9b0b0",
    "chalk-brass": "#e3b95c",
    "stone": "#fffdf6",
    "stone-edge": "#b9b3a4",
    "stone-brass": "#f0d79b",
    "stone-brass-edge": "#a9812e",
    "stone-shadow": "rgb(0 0 0 / 0.4)",
    "qr-paper": "#fff",
    "qr-ink": "#10181b",
}

#: Middle tones, so that they read on a dark terminal and on a light one.
TERMINAL: Final = {"brass": "#b8862f", "lingon": "#d3424a", "lake": "#3f8bc4", "moss": "#5a9a58"}

#: What court cards are drawn in beside ink, gold and the colours of the suits.
CARDS: Final = {"copper": "#b4561f", "brown": "#5b3a22", "chestnut": "#8a4b24", "fair": "#b06a2c"}

#: Scales of plots, from little to much, and from one side to the other.
DEEP: Final = ("#fbf3df", DARK["brass"], "#8a6414", "#2b1d05")
BOTH: Final = ("#12395c", DARK["lake"], DARK["linen"], DARK["brass"], "#5b3f06")
#: Lines and fields of plots that say nothing.
PLOT: Final = {"empty": "#e3e6e1", "grid": "#d8d2c2", "answer": "#a9cbe6"}
