"""Tricks as seats see them: who wins one, and who led to which in a row of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from korthus.core.cards import Card
from korthus.games.kachuful.rules import TrumpSuit, get_trick_winner, get_trump_suit
from korthus.games.kachuful.state import Trick


def trick_winner(leader: int, cards: Sequence[Card], trump: TrumpSuit, seats: int) -> int:
    """The seat that has a trick, complete or not, of at least one card."""
    return (leader + get_trick_winner(cards, cards[0].suit, trump)) % seats


def tricks_in_turn(
    tricks: Iterable[tuple[Card, ...]], leader: int, round_number: int, seats: int
) -> tuple[Trick, ...]:
    """Complete tricks of a round, one after the other: each is led by who won the one before."""
    trump = get_trump_suit(round_number)
    done = []
    for cards in tricks:
        winner = trick_winner(leader, cards, trump, seats)
        done.append(Trick(leader=leader, cards=cards, winner=winner))
        leader = winner
    return tuple(done)
