"""The cards that stand for a game where it is offered."""

from __future__ import annotations

from typing import NamedTuple, Protocol, cast

from korthus.core.protocol import AnyGame
from korthus.games.registry import brought

#: How many cards stand for a game that brings no emblem.
_CARDS = 3


class Emblem(NamedTuple):
    """Some cards, as the drawings of a deck name them."""

    #: "french" or "spanish"; None where nothing of the game can be drawn.
    deck: str | None
    cards: tuple[str, ...]


class Shown(Protocol):
    """``emblem``: what a game may bring to this room."""

    EMBLEM: Emblem


def emblem_of(game: AnyGame) -> Emblem:
    """The emblem of a game: ``emblem.EMBLEM`` of its package here, else the highest cards of its deck."""
    brings = cast("Shown | None", brought(game.name, "screens", "emblem"))
    if brings is not None:
        return brings.EMBLEM
    drawn = game.describe().deck
    cards = tuple(dict.fromkeys(card.value for card in game.deck()))[-_CARDS:]
    return Emblem(drawn, cards if drawn is not None else ())
