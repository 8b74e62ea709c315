"""Eight Cards for lockstep: the kernel with a memory of its deals, and tables of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, permutations

import numpy as np
from tests.kernels import lockstep

from korthus.core.cards import DECK, Card
from korthus.core.protocol import CHANCE
from korthus.games.eight.actions import Deal, Place
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import PATTERNS, random_placement
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.kernels.eight import kernel as eight
from korthus.kernels.rng import Stream, stream


class Remembering:
    """The kernel, and what it dealt last for a board: a hand that ends leaves no trace of that."""

    SIZE = eight.SIZE
    MAX_LEGAL = eight.MAX_LEGAL
    supports = staticmethod(eight.supports)
    pack = staticmethod(eight.pack)
    unpack = staticmethod(eight.unpack)
    encode = staticmethod(eight.encode)
    decode = staticmethod(eight.decode)
    actor = staticmethod(eight.actor)
    legal = staticmethod(eight.legal)
    apply = staticmethod(eight.apply)
    playout = staticmethod(eight.playout)
    scores = staticmethod(eight.scores)

    def __init__(self) -> None:
        self._row = 0

    def deal(self, s: lockstep.Packed, rng: Stream) -> None:
        """Deal; before, see on copies what the same luck brings."""
        self._row = eight.draw_run_out(s.copy(), rng.copy())
        eight.deal(s, rng)

    def deal_between(self, before: EightState, after: EightState) -> Deal:
        """The deal of the rules that the last one was."""
        if before.phase is Phase.RUNOUT:
            cards = []
            while self._row:
                cards.append(DECK[(self._row & 63) - 1])
                self._row >>= 6
            return Deal(tuple(reversed(cards)))
        starter, dealer = after.hands[after.starter], after.hands[after.dealer]
        dealt: list[Card] = [card for both in zip(starter, dealer, strict=True) for card in both]
        burns = len(after.burnt) // 3
        for place, flop in enumerate(after.boards):
            dealt += (*after.burnt[place * burns : (place + 1) * burns], *flop)
        return Deal(tuple(dealt))


def play_both(game: EightCards, rng: random.Random) -> int:
    """One session in lockstep; how many moves it had."""
    pair = Remembering()
    moves, _ = lockstep.play(pair, game, 2, rng, pair.deal_between)
    return moves


def play_long(game: EightCards, rng: random.Random, every: int) -> int:
    """As ``play_both``, but only one full list of placements in ``every`` is written out and compared.

    Listing 1,260 placements takes most of the time of a move. In between, the numbers that the kernel lists
    are held against how many there are.
    """
    pair = Remembering()
    luck = stream(rng.getrandbits(64))
    room = np.zeros(eight.MAX_LEGAL, dtype=np.int64)
    points = np.zeros(2, dtype=np.int64)
    state: EightState = game.new(2)
    packed = eight.pack(game, state)
    moves = 0
    while (actor := game.to_act(state)) is not None:
        action: Deal | Place
        if actor == CHANCE:
            pair.deal(packed, luck)
            action = pair.deal_between(state, eight.unpack(game, packed))
        else:
            splits = PATTERNS[state.plo]
            first = 0 if state.plo is None else 420 * state.plo.number
            listed = room[: eight.legal(packed, room)]
            assert np.array_equal(listed, np.arange(first, first + len(splits)))
            action = random_placement(state.hands[actor], state.plo, rng)
            eight.apply(packed, eight.encode(game, packed, action))
            moves += 1
        state = game.apply(state, action).state
        if rng.randrange(every) == 0:
            lockstep.compare(pair, game, state, packed, room)
            packed = eight.pack(game, state)
        if eight.unpack(game, packed) != state:
            raise lockstep.Mismatch("states", game, state, state, eight.unpack(game, packed))
        to_act = game.to_act(state)
        if eight.actor(packed) != (-2 if to_act is None else -1 if to_act == CHANCE else to_act):
            raise lockstep.Mismatch("actors", game, state, to_act, eight.actor(packed))
    outcome = game.outcome(state)
    assert outcome is not None
    eight.scores(packed, points)
    if outcome.scores != tuple(points.tolist()):
        raise lockstep.Mismatch("scores", game, state, outcome.scores, points)
    return moves


def tables() -> Iterator[EightCards]:
    """Games of all kinds of rules, without end: every option with every other in turn."""
    chips: tuple[dict[str, object], ...] = (
        {"bankroll": 1000, "ante": 50, "hands": 6},
        {"bankroll": 100, "ante": 50, "hands": None},
        {"bankroll": 7, "ante": 3, "hands": None},
        {"bankroll": 1, "ante": 1, "hands": None},
        {"bankroll": 333, "ante": 31, "hands": 12},
        {"bankroll": 1_000_000_000, "ante": 1_000_000_000, "hands": 3},
        {"bankroll": 10, "ante": 25, "hands": 5},
    )
    sweeps: tuple[dict[str, object], ...] = (
        {},
        {"sweep_source": "house"},
        {"sweep_multiplier": 1},
        {"sweep_bonus": False},
        {"sweep_multiplier": 10},
    )
    for some, sweep, order, odd, thirds, burns, together, hidden, dealer in zip(
        cycle(chips),
        cycle(sweeps),
        cycle(permutations("ABC")),
        cycle(("nearest_to_button", "p1_default", "button", "p1_default")),
        cycle(("runout_order", "odd_chip_player", "odd_chip_player")),
        cycle(("none", "classic")),
        cycle(("sequential",) * 3 + ("simultaneous",)),
        cycle((True, True, False)),
        cycle((0, 1, 1)),
        strict=False,
    ):
        yield EightCards(
            EightRules.make(
                **some,
                **sweep,
                runout_order=order,
                odd_chips_rule=odd,
                thirds_remainder=thirds,
                burn_cards=burns,
                assignment=together,
                hidden_placement=hidden,
                first_dealer=dealer,
            )
        )
