"""Why an action can be refused: one sentence for each code.

The two sentences about bids are the specification's own, word for word.
"""

from __future__ import annotations

from typing import Final

from korthus.core.errors import refusals

REASONS: Final[dict[str, str]] = {
    "BAD_DEAL": "A deal of this round is {count} cards of the deck.",
    "BID_FIRST": "The bidding is not over: bid first.",
    "BIDDING_OVER": "The bidding is over: play a card.",
    "BID_RANGE": "Bid must be 0 to {tricks}",
    "DEALER_BID": "Dealer cannot bid {bid}. Total bids cannot equal total tricks ({tricks})",
    "BAD_CARDS": "That is no card.",
    "UNKNOWN_ACTION": "{text} is no action: write bid 3, or play HA (a suit of H S D C, then the rank).",
    "UNKNOWN_CARD": "{card} is no card: write a suit of H S D C, then the rank.",
    "NOT_IN_HAND": "{card} is not in your hand.",
    "MUST_FOLLOW": "{suit} was led and you have it: follow suit.",
}

illegal, invalid, impossible = refusals(REASONS)
