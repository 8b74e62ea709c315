"""The rules at a table of a certain size: how many cards in which round, and from which deck."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from korthus.core.cards import Card
from korthus.core.errors import InvalidOptions
from korthus.games.kachuful.options import KachufulRules, full_deck, natural_rounds, planned_cards
from korthus.games.kachuful.rules import get_dealer_index


class Setup(msgspec.Struct, frozen=True):
    """What stays the same through a game."""

    rules: KachufulRules
    seats: int
    #: The cards each player gets, round by round.
    schedule: tuple[int, ...]
    #: Every card, in canonical order.
    deck: tuple[Card, ...]

    @property
    def total_rounds(self) -> int:
        return len(self.schedule)

    def cards(self, round_number: int) -> int:
        """The cards each player gets in a round; 0 when the game is over."""
        return self.schedule[round_number - 1] if round_number <= len(self.schedule) else 0

    def dealer(self, round_number: int) -> int:
        """The seat that deals a round."""
        return get_dealer_index(round_number, self.seats, self.rules.starting_dealer)


@lru_cache(maxsize=256)
def set_up(rules: KachufulRules, seats: int) -> Setup:
    """The game for a number of seats, made once and asked for at every step.

    Raises:
        InvalidOptions: the deck is too small, or the first dealer does not sit at the table.
    """
    if rules.starting_dealer >= seats:
        raise InvalidOptions(
            "BAD_DEALER",
            "starting_dealer cannot be {dealer} with {seats} players; 0, the first seat, to {last} works.",
            dealer=rules.starting_dealer,
            seats=seats,
            last=seats - 1,
        )
    deck = full_deck(rules)
    most = len(deck) // seats
    if most == 0:
        raise InvalidOptions(
            "DECK_TOO_SMALL",
            "{size} {size:card|cards} are not enough for {seats} players; a deck of at least {seats} works.",
            size=len(deck),
            seats=seats,
        )
    schedule = planned_cards(rules.start_cards, rules.rounds, rules.schedule)
    if max(schedule) > most:
        cards = max(schedule)
        start = min(rules.start_cards, most)
        rounds = natural_rounds(start, rules.schedule)
        if rules.too_many_cards == "error":
            raise InvalidOptions(
                "TOO_MANY_CARDS",
                "{seats} players cannot get {cards} {cards:card|cards} each from {size} in round {round}; "
                "start_cards={start} with total_rounds={rounds} works, and so does too_many_cards=clamp.",
                seats=seats,
                cards=cards,
                size=len(deck),
                round=schedule.index(cards) + 1,
                start=start,
                rounds=rounds,
            )
        schedule = planned_cards(start, rounds, rules.schedule)
    return Setup(rules, seats, schedule, deck)
