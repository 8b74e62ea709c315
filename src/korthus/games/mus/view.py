"""What a seat may know."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from korthus.core.protocol import View
from korthus.games.mus.betting import DECLARED_AFTER, DECLARED_BEFORE, SLATE, declare
from korthus.games.mus.cards import HAND_SIZE, Hand
from korthus.games.mus.counting import dejes
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance, Pares, strength
from korthus.games.mus.state import Bet, MusState, Phase, Settled, Tally

#: What both seats have said about pares or juego: nothing yet, or yes and no by seat.
Declared = tuple[bool, bool] | None


#: How the kinds of pares are called.
ParesName = Literal["par", "medias", "duples"]
_NAMES: Final[dict[int, ParesName]] = {Pares.PAR: "par", Pares.MEDIAS: "medias", Pares.DUPLES: "duples"}


class Holding(msgspec.Struct, frozen=True, kw_only=True):
    """What four cards make: their pares, if any, and their sum, which is juego or punto."""

    pares: ParesName | None
    points: int
    is_juego: bool


class MusView(View, frozen=True, kw_only=True):
    """A match through the eyes of one seat, or of a spectator (``hand`` and ``discards`` are empty then)."""

    phase: Phase
    #: The stones that win the match; None when a single hand is played.
    target: int | None
    number: int
    mano: int
    stones: tuple[int, int]
    tally: Tally
    hand: Hand
    #: How many cards each seat holds.
    held: tuple[int, int]
    #: The four lances of this hand in order, as far as is known: punto is the last once nobody has juego.
    lances: tuple[Lance, ...]
    #: The rows of the slate, each with the lances that can stand there: the first, until another is played.
    slate: tuple[tuple[Lance, ...], ...]
    #: For each of ``lances``, what both have said about having what it is about; before punto, about juego.
    declared: tuple[Declared, ...]
    #: For each of ``lances``, the stones that it has brought each seat in this hand: dejes, and at the end of
    #: the first hand all it came to. What later hands came to is told by their events.
    in_lances: tuple[tuple[int, int], ...]
    lance: Lance | None
    bet: Bet | None
    settled: tuple[Settled, ...]
    pares: Declared
    juego: Declared
    #: The own discards since the pack was last shuffled, and how many each seat has.
    discards: Hand
    discarded: tuple[int, int]
    redeals: int
    stock: int
    #: Both hands of the hand that is over, if they were shown, until the next one is dealt.
    shown: tuple[Hand, Hand] | None
    #: What the own cards make; None for a spectator, and while there are fewer than four.
    holding: Holding | None


def make_view(rules: MusRules, state: MusState, seat: int | None) -> MusView:
    """See ``Game.view``."""
    pares, juego = declarations(state)
    held = (len(state.hands[0]), len(state.hands[1]))
    discarded = (len(state.discards[0]), len(state.discards[1]))
    lances = _lances(juego)
    return MusView(
        seat=seat,
        to_act=state.turn,
        phase=state.phase,
        target=rules.target_stones,
        number=state.number,
        mano=state.mano,
        stones=state.stones,
        tally=state.tally,
        hand=() if seat is None else state.hands[seat],
        held=held,
        lances=lances,
        slate=SLATE,
        declared=(None, None, pares, juego),
        in_lances=tuple([_in_lance(state, lance) for lance in lances]),
        lance=state.lance,
        bet=state.bet,
        settled=state.settled,
        pares=pares,
        juego=juego,
        discards=() if seat is None else state.discards[seat],
        discarded=discarded,
        redeals=state.redeals,
        stock=sum(rules.deck) - sum(held) - sum(discarded),
        shown=state.shown,
        holding=None if seat is None else holding_of(state.hands[seat]),
    )


def with_hand(view: MusView, hand: Hand) -> MusView:
    """What the seat would see if it held these cards; all that is public stays as it is."""
    return replace(view, hand=hand, holding=holding_of(hand))


def holding_of(hand: Hand) -> Holding | None:
    """What four cards make; None of fewer."""
    if len(hand) < HAND_SIZE:
        return None
    known = strength(hand)
    return Holding(pares=_NAMES.get(known.pares_value), points=known.punto, is_juego=known.juego > 0)


def _lances(juego: Declared) -> tuple[Lance, ...]:
    is_punto = juego is not None and declare(Lance.JUEGO, juego) is Lance.PUNTO
    return (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.PUNTO if is_punto else Lance.JUEGO)


def _in_lance(state: MusState, lance: Lance) -> tuple[int, int]:
    """Stones that a lance has brought each seat in this hand, as far as a position says it."""
    if state.number == 1:  # then the tally of the match is that of the hand
        return state.tally[0][lance.number], state.tally[1][lance.number]
    return dejes(result for result in state.settled if result.lance is lance)


def declarations(state: MusState) -> tuple[Declared, Declared]:
    """What has been said about pares and juego in this hand."""
    lance = state.lance
    counted = len(state.settled) == 4  # then pares and juego may both have been settled without betting
    if lance is None:
        return None, None
    known = DECLARED_AFTER[Lance.CHICA] if counted else DECLARED_BEFORE[lance]
    if not known:
        return None, None
    first, second = strength(state.hands[0]), strength(state.hands[1])
    pares = (first.pares > 0, second.pares > 0)
    if Lance.JUEGO not in known:
        return pares, None
    return pares, (first.juego > 0, second.juego > 0)
