"""What the other may hold: every hand weighed by what it would have said and done so far.

Declarations are true, so they exclude hands. Everything else makes hands likelier or less likely, by how
often a sensible player with that hand would have done the same (``model``); and since nobody is quite
like the model, no hand is ever ruled out by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

import numpy as np

from korthus.bots.mus.bets import (
    ANSWERS,
    GIVE,
    HANDS,
    MOVES,
    NODES,
    OPENED_ALL_IN,
    TAKE,
    actor_of,
    child_of,
    deje_of,
    exists,
    stake_of,
)
from korthus.bots.mus.model import HAS_JUEGO, HAS_PARES, NUMBER_OF, Model, Reals, Truths, Wholes, ways
from korthus.games.mus.cards import HAND_SIZE, counts
from korthus.games.mus.state import How, Phase, Settled
from korthus.games.mus.view import MusView

#: The solved style and the honest one.
STYLES: Final = 2
#: Weight, 0 to 1, of a hand with which the model would have changed cards otherwise (``bench/constants.py``:
#: mus.whim).
_WHIM: Final = 0.2
#: Weight, 0 to 1, of a hand that does not explain what was said in a lance, next to the one that explains it
#: best (``bench/constants.py``: mus.surprise).
_SURPRISE: Final = 0.03


def beliefs(model: Model, view: MusView, bets: Reals | None, all_in: float) -> Reals:
    """How likely each style and hand of the other is before the lance that is bet on now; they add up to 1.

    ``bets`` are the strategies by which earlier lances are read, for each style; None reads nothing there.
    """
    assert view.seat is not None
    likely = _held(model, view, view.seat) * changed(model, view, 1 - view.seat)
    read = np.ones((STYLES, HANDS))
    if bets is not None:
        mine = NUMBER_OF[view.hand]
        read = np.stack([_read(model, view, each, all_in, 1 - view.seat, mine) for each in bets])
    return _normal(likely * read)


def shown_by(model: Model, view: MusView, bets: Reals | None, all_in: float) -> Reals:
    """What the other may think of the own hand: the same from the other side, without its cards."""
    assert view.seat is not None
    likely = ways(model.rules.deck) * _declared(view, view.seat) * changed(model, view, view.seat)
    if bets is not None:
        likely = likely * _read(model, view, bets[0], all_in, view.seat, None)
    return _normal(likely)


def spoken(likely: Reals, here: Sequence[Reals], terms: Reals, node: int, other: int) -> Reals:
    """The same after what was said in this lance: ``node`` is where it stands, ``other`` the one weighed.

    ``here`` are the strategies of the lance for each style; ``other`` is 0 for the mano.
    """
    return _normal(likely * np.stack([_doubt(_reach(each, terms, other)[node]) for each in here]))


def kept_of(model: Model, view: MusView) -> tuple[Reals, int]:
    """While cards are changed: how well hands explain what the other did last, and how many it put away."""
    assert view.seat is not None
    other = 1 - view.seat
    gone = HAND_SIZE - view.held[other]
    explains: Reals = np.ones(HANDS)
    if view.phase is Phase.MUS and view.seat != view.mano:
        explains = _mostly(model.changes[:, 0])
    elif view.phase is Phase.DISCARD:
        explains = _mostly(model.changes[:, int(other != view.mano)])
        if gone:
            explains = explains * _mostly(np.equal(model.puts_away, gone))
    return explains, gone


def _mostly(fits: Wholes | Truths) -> Reals:
    return np.where(fits, 1.0, _WHIM)


def _normal(likely: Reals) -> Reals:
    total = likely.sum()
    assert total > 0
    normal: Reals = likely / total
    return normal


def _held(model: Model, view: MusView, seat: int) -> Reals:
    """The ways to deal each hand from the cards that the seat does not see."""
    known = counts((*view.hand, *view.discards))
    unseen = tuple(a - b for a, b in zip(model.rules.deck, known, strict=True))
    return ways(unseen) * _declared(view, 1 - seat)


def _declared(view: MusView, seat: int) -> Reals:
    fits = np.ones(HANDS)
    if view.pares is not None:
        fits = fits * np.equal(HAS_PARES, view.pares[seat])
    if view.juego is not None:
        fits = fits * np.equal(HAS_JUEGO, view.juego[seat])
    return fits


def changed(model: Model, view: MusView, seat: int) -> Reals:
    """How much likelier than dealt each hand is, after the cards that a seat has changed."""
    if not view.redeals:
        return np.ones(HANDS)
    dealt = ways(model.rules.deck)
    dealt = dealt / dealt.sum()
    now = dealt
    asks = model.changes[:, int(seat != view.mano)]
    for _ in range(min(view.redeals, 3)):
        staying = now * asks
        if view.redeals == 1 and view.phase is Phase.BET:
            fits = staying * (model.puts_away == view.discarded[seat])
            staying = fits if fits.any() else staying
        if not staying.any():
            return np.ones(HANDS)
        now = _normal(staying) @ model.becomes
    rarer: Reals = np.divide(now, dealt, out=np.zeros(HANDS), where=dealt > 0) + _WHIM
    return rarer


def _doubt(likely: Reals) -> Reals:
    top = likely.max()
    return np.ones(HANDS) if top <= 0 else _SURPRISE + (1 - _SURPRISE) * likely / top


def _read(model: Model, view: MusView, bets: Reals, all_in: float, seat: int, known: int | None) -> Reals:
    """How well each hand of a seat explains the lances that are settled; ``known`` is the hand it met."""
    likely = np.ones(HANDS)
    for result in view.settled:
        if result.how in (How.PASS, How.ACCEPTED, How.REFUSED):
            terms = model.terms.array(result.lance, all_in)
            here = bets[result.lance.number]
            role = int(seat != view.mano)
            bettor = None if result.seat is None else int(result.seat != view.mano)
            ends = _ends(terms, result, bettor)
            likely = likely * _doubt(_explains(here, terms, ends, role, known))
    return likely


def _reach(here: Reals, terms: Reals, role: int) -> list[Reals]:
    """How likely each hand of one side plays towards each node."""
    reach = [np.zeros(HANDS) for _ in range(NODES)]
    reach[0] = np.ones(HANDS)
    for node in range(NODES):
        for move in range(MOVES):
            if exists(terms, node, move) and (child := child_of(node, move)) >= 0:
                own = actor_of(node) == role
                reach[child] = reach[node] * here[:, node, move] if own else reach[node]
    return reach


def _explains(
    here: Reals, terms: Reals, ends: Sequence[tuple[int, int]], role: int, known: int | None
) -> Reals:
    mine, other = _reach(here, terms, role), _reach(here, terms, 1 - role)
    total = np.zeros(HANDS)
    for node, move in ends:
        own = actor_of(node) == role
        theirs = 1.0
        if known is not None:
            theirs = float(other[node][known] * (1.0 if own else here[known, node, move])) + 1e-6
        total += mine[node] * (here[:, node, move] if own else 1.0) * theirs
    return total


def _ends(terms: Reals, result: Settled, bettor: int | None) -> list[tuple[int, int]]:
    """The ends of the model's lance that are most like how one was settled."""
    if bettor is None:
        return [(1, GIVE)]
    move = TAKE if result.how is How.ACCEPTED else GIVE
    nodes = range(ANSWERS, OPENED_ALL_IN if move == TAKE else NODES)
    found: dict[float, list[tuple[int, int]]] = {}
    for node in nodes:
        if actor_of(node) == bettor:
            continue
        stones = stake_of(terms, node - ANSWERS) if move == TAKE else deje_of(terms, node)
        if stones > 0:
            found.setdefault(abs(log(stones / result.stones)), []).append((node, move))
    return found[min(found)]
