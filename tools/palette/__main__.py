"""Writes the colours of the house into the page's folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from korthus.games.catalogue import game_names
from korthus.games.registry import own_games
from korthus.locale import Translator
from korthus.palette import DARK, LIGHT, THINGS
from tools.cards.__main__ import STATIC


def games() -> str:
    """The games of the house as a sentence lists them, in the order of the shelf; no visitors."""
    *others, last = (Translator("en")(f"{name}.title") for name in game_names() if name in own_games())
    return f"{', '.join(others)} and {last}"


MANIFEST: Final = {
    "name": "korthus",
    "short_name": "korthus",
    "description": f"A house of cards: {games()}.",
    "id": "/",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": DARK["table"],
    "theme_color": DARK["table-edge"],
    "icons": [
        {"src": "/static/icons/mark.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        *(
            {
                "src": f"/static/icons/{name}-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, purpose in (("icon", "any"), ("maskable", "maskable"))
            for size in (192, 512)
        ),
    ],
}


def rule(selector: str, colours: Mapping[str, str], scheme: str | None = None) -> str:
    """One rule of a stylesheet that names colours as custom properties."""
    lines = [f"    color-scheme: {scheme};"] if scheme else []
    lines += [f"    --{name}: {colour};" for name, colour in colours.items()]
    return "\n".join([f"  {selector} {{", *lines, "  }"])


def sheet(tool: str, *rules: str) -> str:
    """A stylesheet of such rules, and which tool wrote it."""
    head = f"/* Written by `python -m {tool}` from korthus/palette.py. */\n"
    return head + "@layer tokens {\n" + "\n\n".join(rules) + "\n}\n"


def tokens() -> str:
    """The stylesheet of the colours."""
    return sheet(
        "tools.palette",
        rule(":root", THINGS),
        rule(':root,\n  [data-theme="dark"]', DARK, "dark"),
        rule('[data-theme="light"]', LIGHT, "light"),
    )


def files() -> dict[Path, str]:
    """What the page's folder has to hold."""
    return {
        STATIC / "css" / "tokens.css": tokens(),
        STATIC / "manifest.webmanifest": json.dumps(MANIFEST, indent=2) + "\n",
    }


def main() -> None:
    """Write them all."""
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
