"""The learnt seat of Kachuful with some numbers against the same with others: no search.

``python -m bench.learnt_kachuful new.npz 5896fee`` plays rounds in which every other seat has the numbers of
the first file, both ways round, at 2 to 10 seats and in all four scorings. A smaller seat's numbers are put
into the networks of today, where they choose as before. In place of a file a commit stands for the numbers
that it came with, and ``sensible`` for the sensible seat.
Prints one JSON line for each table: points a round that a seat is ahead, with a 95 % interval over deals.
"""

from __future__ import annotations

import argparse
from typing import Final

from bench.grow_kachuful import nets_of, widened
from bench.measure import report

from korthus.games.kachuful.rules import ScoringVariant
from korthus.learn.kachuful.learner import SENSIBLE, ahead_of
from korthus.learn.kachuful.reinforce import Pair

#: Seats and cards of the rounds.
TABLES: Final = (
    *((4, cards) for cards in (1, 2, 3, 4, 5, 6, 7)),
    *(
        (2, 7),
        (2, 13),
        (3, 5),
        (3, 12),
        (4, 12),
        (5, 6),
        (6, 4),
        (6, 7),
        (7, 5),
        (8, 4),
        (9, 4),
        (10, 2),
        (10, 5),
    ),
)


def seat(name: str) -> Pair:
    """The networks that a name stands for."""
    return SENSIBLE if name == "sensible" else nets_of(widened(name))


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--deals", type=int, default=4_000)
    args = parser.parse_args()
    ours, theirs = seat(args.ours), seat(args.theirs)
    for scoring in ScoringVariant:
        for seats, cards in TABLES:
            lead = ahead_of(ours, theirs, (seats, cards, scoring.value), args.deals)
            report(
                f"Kachuful, learnt seat alone: {seats} seats, {cards} cards, {scoring.value}",
                ahead=round(lead.value, 3),
                interval=[round(lead.low, 3), round(lead.high, 3)],
                deals=args.deals,
            )


if __name__ == "__main__":
    main()
