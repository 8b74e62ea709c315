"""What can be done: chance deals, players bid and play."""

from __future__ import annotations

from typing import Final

from korthus.core.cards import DECK, Card
from korthus.core.protocol import Action, VerbAction
from korthus.games.kachuful.notation import CARD_TEXT, write_cards


class Deal(Action, frozen=True):
    """The cards of a round as they come, one to each player in turn from the dealer's left."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {write_cards(self.cards)}"


class Bid(VerbAction, frozen=True):
    """Say how many tricks one will win."""

    verb = "bid"

    count: int


class Play(Action, frozen=True):
    """Play a card to the trick."""

    card: Card

    def __str__(self) -> str:
        return f"play {CARD_TEXT[self.card]}"


KachufulAction = Deal | Bid | Play

#: One play per card and one bid per number, made once: actions are values.
PLAYS: Final[dict[Card, Play]] = {card: Play(card) for card in DECK}
BIDS: Final[tuple[Bid, ...]] = tuple(Bid(count) for count in range(105))
