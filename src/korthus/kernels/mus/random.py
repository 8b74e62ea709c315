"""Random play of Mus: every legal action equally likely, to the end of a hand or of a match."""

from __future__ import annotations

from korthus.kernels.bits import count, lowest, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.mus.layout import IN_DEAL, MENU, OVER, PHASE, TURN, Packed
from korthus.kernels.mus.play import apply, begin, deal
from korthus.kernels.rng import Stream, below


@compiled
def playout(s: Packed, rng: Stream) -> None:
    """Play to the end of the match, or of the single hand, every legal action equally likely."""
    while s[TURN] != OVER:
        if s[PHASE] == IN_DEAL:
            deal(s, rng)
        playout_hand(s, rng)


@compiled
def playout_hand(s: Packed, rng: Stream) -> int:
    """Play a dealt hand to its end, every legal action equally likely; how many actions that took."""
    actions = 0
    while s[TURN] != OVER and s[PHASE] != IN_DEAL:
        if s[TURN] >= 0:
            apply(s, _pick(s[MENU], rng))
            actions += 1
        else:
            deal(s, rng)
    return actions


@compiled
def _pick(menu: int, rng: Stream) -> int:
    return lowest(nth(menu, below(rng, count(menu))))


@compiled
def play_hands(s: Packed, hands: int, rng: Stream) -> int:
    """Play ``hands`` random hands, match after match; how many actions that took. ``s`` is between hands."""
    actions = 0
    for _ in range(hands):
        if s[TURN] == OVER:
            begin(s)
        deal(s, rng)
        actions += playout_hand(s, rng)
    return actions
