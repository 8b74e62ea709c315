"""Why a play is refused in Mulle: a stable code and an English sentence each."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import refusals

REASONS: Final[dict[str, str]] = {
    "BAD_DEAL": "That deal does not fit: it takes {count} {count:card|cards} that are still in the pack.",
    "CARD_NOT_IN_HAND": "You do not hold {card}.",
    "NO_SUCH_PILE": "There is no {pile} on the table.",
    "TOO_FEW_PILES": "{pile} is named more often than it lies on the table.",
    "BUILDS_ONLY": "{card} counts {value} in the hand and can only take a build of {value}.",
    "TWIN_ONLY": "{card} lies on the table: {card} can take its twin and nothing else.",
    "BAD_SUM": "Those piles cannot be put into groups of {value} each.",
    "LOCKED_IN_SUM": "The {value}-build can only be taken whole, by a card of its value.",
    "MORE_TO_CAPTURE": "More can be taken with {card}, and then it must be.",
    "PILE_NOT_BUILDABLE": "You can build on a single card or on a build, not on {pile}.",
    "BUILD_LOCKED": "The {value}-build is locked and can no longer be changed.",
    "NOT_OWNER": "The {value}-build is not yours.",
    "NO_DOWN_FROM_SINGLE": "Building down is only possible on a build.",
    "VALUE_OUT_OF_RANGE": "A build is worth 2 to 16; that would make {value}.",
    "OPPONENT_HAS_VALUE": "The other player already has a build of {value}.",
    "NO_RESERVATION": "You need another card that takes {value} to build {value}.",
    "CARD_RESERVED": "You still need {card} for your {value}-build.",
    "TROTTA_OFF": "There is no trotta under these rules.",
    "DEAD_BUILD": "Nobody could ever take a 1-build.",
    "NOTHING_TO_TROTTA": "There is nothing worth {value} on the table to gather.",
    "CAPTURE_AVAILABLE": "{card} can take something now, so it cannot be thrown.",
    "OWNER_MUST_CAPTURE": "You own a build and can take something, so you cannot throw a card.",
}

illegal = refusals(REASONS).illegal
