"""Which field of a view is whose cards, pile or number, for the faces of the house."""

from __future__ import annotations

from typing import Final

from korthus.core.description import Description, Kind, Whose, Zone
from korthus_scopa.cards import DECK

DESCRIPTION: Final = Description(
    deck="spanish",
    codes=tuple(card.value for card in DECK),
    zones=(
        Zone("hand", Whose.MINE, Kind.CARDS, "Your hand"),
        Zone("table", Whose.TABLE, Kind.CARDS, "Table"),
        Zone("stock", Whose.TABLE, Kind.HIDDEN, "Stock"),
        Zone("deal", Whose.TABLE, Kind.NUMBER, "Deal"),
        Zone("target", Whose.TABLE, Kind.NUMBER, "Points to win"),
        Zone("hand_sizes", Whose.SEATS, Kind.HIDDEN, "Hand"),
        Zone("taken", Whose.SEATS, Kind.PILE, "Taken"),
        Zone("points", Whose.SEATS, Kind.NUMBER, "Points"),
        Zone("scope", Whose.SEATS, Kind.NUMBER, "Scope"),
        Zone("coins", Whose.SEATS, Kind.NUMBER, "Coins"),
        Zone("dealer", Whose.TABLE, Kind.MARK, "Dealer"),
    ),
)
