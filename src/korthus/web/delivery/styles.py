"""Stylesheets as they are sent: without comments and indentation."""

from __future__ import annotations

import re


def plain_style(text: str) -> str:
    """A stylesheet without what only people read.

    >>> plain_style("/* The table. */\\n@layer base {\\n  body {\\n    margin: 0;\\n  }\\n}\\n")
    '@layer base {\\nbody {\\nmargin: 0;\\n}\\n}\\n'
    """
    said = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return "".join(f"{line.strip()}\n" for line in said.splitlines() if line.strip())
