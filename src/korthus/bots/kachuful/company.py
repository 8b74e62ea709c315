"""Whether the others at a Kachuful table act like the sensible seat, judged by the rounds that are over.

When a round is over all its hands are known, so each choice can be asked again with the cards that the seat
had. That follows from what the seat was told and from nothing else: a player who is made anew for each turn
comes to the same as one who sat there all the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from korthus.bots.kachuful.belief import PROOF
from korthus.bots.kachuful.explain import ALIKE, ask_again
from korthus.bots.kachuful.heard import Act, Round
from korthus.bots.kachuful.odds import SENSIBLE, STYLES, WIDE
from korthus.core.cards import Card, in_order
from korthus.games.kachuful import Bid, Kachuful, Phase, Play
from korthus.games.kachuful.events import BidMade
from korthus.games.kachuful.play import between_rounds
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import Packed


class Judged(NamedTuple):
    """What a round says of each seat, by seat."""

    #: How well the sensible seat explains its choices: the sum of their logarithms.
    fits: tuple[float, ...]
    #: How many choices it had.
    asked: tuple[int, ...]


class Company:
    """Judges the players of a game by the rounds that are over."""

    def __init__(self, game: Kachuful) -> None:
        self._game = game
        self._known: dict[Round, Judged] = {}

    def is_sensible(self, rounds: list[Round], seat: int) -> bool | None:
        """Whether the others act like the sensible seat; None if too little was heard to tell."""
        fits, asked = 0.0, 0
        for each in rounds:
            judged = self._known.get(each) or self._judge(each)
            fits += sum(judged.fits) - judged.fits[seat]
            asked += sum(judged.asked) - judged.asked[seat]
        return 1000 * fits >= ALIKE * asked if asked >= PROOF else None

    def _judge(self, heard: Round) -> Judged:
        seats = heard.seats
        fits, asked = np.zeros(seats), np.zeros(seats, dtype=np.int64)
        start = self._begun(heard)
        acts = [kachuful.encode(self._game, start, _action(act)) for act in heard.acts]
        ask_again(start, np.array(acts), fits, asked)
        self._known[heard] = Judged(tuple(fits.tolist()), tuple(asked.tolist()))
        return self._known[heard]

    def _begun(self, heard: Round) -> Packed:
        """The round before its first bid, with all hands."""
        first = heard.acts[0].seat
        hands: list[list[Card]] = [[] for _ in range(heard.seats)]
        for act in heard.acts[heard.seats :]:
            assert not isinstance(act, BidMade)
            hands[act.seat].append(act.card)
        state = replace(
            between_rounds(self._game.setup(heard.seats), heard.number, ()),
            phase=Phase.BID,
            turn=first,
            leader=first,
            hands=tuple([in_order(hand) for hand in hands]),
        )
        packed = np.zeros(WIDE, dtype=np.int64)
        own = kachuful.pack(self._game, state)
        packed[: len(own)] = own
        packed[STYLES : STYLES + heard.seats] = SENSIBLE
        return packed


def _action(act: Act) -> Bid | Play:
    return Bid(act.count) if isinstance(act, BidMade) else Play(act.card)
