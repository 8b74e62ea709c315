"""What a game may bring to the web, besides its table and stylesheet in ``static/js/tables/<game>/``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from korthus.games.registry import brought, sources


class Handlers(Protocol):
    """``handlers``: answers to requests of its own."""

    #: Litestar's route handlers.
    HANDLERS: Sequence[Any]


def handlers_of_games() -> list[Any]:
    """The route handlers of all games that bring some."""
    found: list[Any] = []
    for name in sources():
        brings: Any = brought(name, "web", "handlers")
        found += [] if brings is None else brings.HANDLERS
    return found
