"""The kernel of Mus plays what the rules play: move by move, in every preset and under many options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final, Literal

import numpy as np
import pytest
from tests.kernels import lockstep

import korthus
from korthus.games.mus.actions import Deal
from korthus.games.mus.cards import HAND_SIZE, PACK, Hand
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import MusState, Phase
from korthus.kernels.mus import kernel as mus

PRESET_MOVES = 4_000
OPTION_MOVES = 20_000

TARGETS: Final[tuple[Literal[40, 35, 30] | None, ...]] = (40, 35, 30, None)


def deal_between(before: MusState, after: MusState) -> Deal:
    """The deal that gave these hands: all cards of both, or those that one hand has more than before."""
    if before.phase is Phase.DEAL:
        return Deal(after.hands[after.mano] + after.hands[1 - after.mano])
    mano = before.mano
    seat = mano if len(before.hands[mano]) < HAND_SIZE else 1 - mano
    return Deal(_more(before.hands[seat], after.hands[seat]))


def _more(before: Hand, after: Hand) -> Hand:
    return tuple((Counter(after) - Counter(before)).elements())


def some_rules(rng: random.Random) -> MusRules:
    """Rules of any kind that the kernel knows, every option drawn for itself."""
    target = rng.choice(TARGETS)
    cap = 40 if target is None else target
    least = rng.choice((1, 2, 2, 3, 7, cap))
    return MusRules(
        target_stones=target,
        mus_phase=rng.random() < 0.4,
        max_mus=rng.choice((1, 2, 10, None)),
        ordago=rng.random() < 0.6,
        punto_bonus_on_accept=rng.random() < 0.5,
        deje_after_raise=rng.choice(("previous_stake", "one")),
        min_raise=least,
        max_raises=rng.choice((None, None, 0, 1, 2, 40)),
        bets=rng.choice((None, (2,), (2, 5, 2, 10), (cap, 3), (2, 3, 4), ())),
        raises=rng.choice((None, (least,), (cap, least), tuple(range(least, cap + 1, 3)), ())),
        first_mano=rng.choice((0, 1)),
        deck=rng.choice(
            (PACK, PACK, (4, 0, 0, 0, 2, 1, 0, 4), (1, 1, 1, 1, 1, 1, 1, 1), (20, 3, 0, 0, 0, 20, 0, 20))
        ),
    )


def play_both(game: Mus, rng: random.Random) -> int:
    """One match or hand in lockstep; how many moves it had."""
    moves, _ = lockstep.play(mus, game, 2, rng, deal_between)
    return moves


@pytest.mark.parametrize("preset", MusRules.presets)
def test_the_kernel_keeps_step_in_every_preset(preset: str) -> None:
    rng = random.Random(f"lockstep {preset}")
    game = korthus.game("mus", preset)
    assert isinstance(game, Mus)
    moves = 0
    while moves < PRESET_MOVES:
        moves += play_both(game, rng)


def test_the_kernel_keeps_step_under_all_kinds_of_options() -> None:
    rng = random.Random("lockstep options")
    moves = 0
    while moves < OPTION_MOVES:
        moves += play_both(Mus(some_rules(rng)), rng)


def test_a_difference_is_seen() -> None:
    """The driver itself: a kernel for other rules, or of another moment, does not get through."""
    plain, bold = Mus(MusRules(ordago=False)), Mus(MusRules())
    state = plain.parse_state("cards 0: R R 4 4; cards 1: 7 6 5 4; lance: chica; bet: 5 by 0")
    room = np.zeros(mus.MAX_LEGAL, dtype=np.int64)
    lockstep.compare(mus, plain, state, mus.pack(plain, state), room)
    with pytest.raises(lockstep.Mismatch, match="legal actions differ"):
        lockstep.compare(mus, plain, state, mus.pack(bold, state), room)
    later = plain.apply(state, plain.parse("envido 2")).state
    with pytest.raises(lockstep.Mismatch, match="states differ"):
        lockstep.compare(mus, plain, state, mus.pack(plain, later), room)


@pytest.mark.parametrize(
    "text",
    [
        "stones: 39, 12",
        "hand: 4; stones: 20, 12; shown 0: R R 4 4; shown 1: 7 6 5 4",
        "cards 0: R R 7 4; cards 1: R R 6 5; lance: juego; stones: 39, 39",
        "cards 0: R R R 1; cards 1: C C C 1; lance: juego; settled: grande accepted 30 by 1,"
        " chica refused 1 by 1, pares accepted 9 by 0",
        "cards 0: 7 6 5 4; cards 1: 7 6 5 4; lance: punto; bet: ordago by 1 over 7 raises 2",
        "cards 0: 7 6 5 4; cards 1: 7 6 5 4; lance: punto; to act: 1",
        "phase: over; cards 0: R R 4 4; cards 1: 7 6 5 4; stones: 40, 3",
        "phase: over; cards 0: R R 4 4; cards 1: 7 6 5 4; stones: 40, 3; lance: chica; tally 0: chica 2;"
        " settled: grande pass, chica accepted 2 by 0, pares alone by 0; shown 0: R R 4 4;"
        " shown 1: 7 6 5 4",
    ],
)
def test_positions_written_without_their_past_go_through(text: str) -> None:
    """What a position says comes back from the kernel, and plays on alike to the end of the hand."""
    game = Mus(MusRules())
    _play_last_actions(game, game.parse_state(text))


@pytest.mark.parametrize(
    "text",
    [
        "cards 0: R R 4 4; cards 1: 7 6 5 4; redeals: 2; discards 0: 1 1; discards 1: R",
        "cards 0: R R 4 4; cards 1: 7 6 5 4; phase: discard",
        "cards 0: R 4 4; cards 1: 7 6 5 4; phase: discard; discards 0: R",
        "cards 0: R 4 4; cards 1: ; phase: redraw; discards 0: R; discards 1: 7 6 5 4",
    ],
)
def test_positions_while_cards_are_changed_go_through(text: str) -> None:
    game = Mus(MusRules(mus_phase=True))
    _play_last_actions(game, game.parse_state(text))


def _play_last_actions(game: Mus, state: MusState) -> None:
    """Compare, and go on with the last legal action as long as a seat is to act."""
    packed = mus.pack(game, state)
    room = np.zeros(mus.MAX_LEGAL, dtype=np.int64)
    lockstep.compare(mus, game, state, packed, room)
    while game.legal_actions(state):
        action = game.legal_actions(state)[-1]
        mus.apply(packed, mus.encode(game, packed, action))
        state = game.apply(state, action).state
        lockstep.compare(mus, game, state, packed, room)


def test_too_large_a_deck_is_refused() -> None:
    game = Mus(MusRules(deck=(8, 8, 8, 8, 8, 8, 8, 8)))
    assert mus.supports(game.rules) == "Compiled Mus plays with up to 63 cards, not with 64."
    with pytest.raises(ValueError, match="63 cards"):
        mus.pack(game, game.new(2))
    assert mus.supports(MusRules(deck=(8, 8, 8, 8, 8, 8, 8, 7))) is None


def test_a_deal_has_no_number() -> None:
    game = Mus(MusRules())
    with pytest.raises(ValueError, match="drawn by the kernel"):
        mus.encode(game, mus.pack(game, game.new(2)), Deal(()))
