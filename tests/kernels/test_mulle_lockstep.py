"""The kernel of Mulle plays what the rules play: move by move, in both presets and under many options."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from tests.kernels import lockstep

from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE, Step
from korthus.games.mulle.actions import Capture, Deal, Discard, MulleAction
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import NOBODY, MulleState
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle.convert import OPTION_FLAGS
from korthus.kernels.mulle.layout import CAPTURE, RANKED
from korthus.kernels.rng import stream

PRESET_MOVES = 4_000
OPTION_MOVES = 12_000
CROWDED_MOVES = 1_000


class NormalMulle(Mulle):
    """The rules, with cards in canonical order where the kernel keeps no order; nothing depends on it."""

    def _apply(self, state: MulleState, action: MulleAction) -> Step[MulleState]:
        after, events = super()._apply(state, action)
        return Step(mulle.normal(after), events)


def deal_between(before: MulleState, after: MulleState) -> Deal:
    """The deal that led from one state to the other."""
    if before.starter == NOBODY:
        return Deal((), after.starter)
    laid = tuple(pile.cards[0] for pile in after.table) if after.omgang > before.omgang else ()
    return Deal((*laid, *after.sides[after.starter].hand, *after.sides[1 - after.starter].hand))


def play_both(game: Mulle, rng: random.Random) -> int:
    """One session in lockstep; how many moves it had."""
    moves, _ = lockstep.play(mulle, game, 2, rng, deal_between)
    return moves


def games(rng: random.Random) -> Iterator[NormalMulle]:
    """Games under rules of every kind, without end: each option is unusual in three games of ten."""
    unusual: dict[str, list[object]] = {}
    for name, value in OPTION_FLAGS:
        unusual.setdefault(name, []).append(value)
    while True:
        options = {name: rng.choice(values) for name, values in unusual.items() if rng.random() < 0.3}
        shape = {
            "omgangar": rng.choice((1, 1, 2, 3)),
            "spade_ace_intake": rng.choice((0, 2, 3)),
            "first_starter": rng.choice((0, 1, "random")),
            "hand_size": rng.choice((8, 8, 8, 3, 5, 12)),
            "table_cards": rng.choice((8, 8, 0, 4, 12)),
            "decks": rng.choice((2, 2, 2, 1)),
        }
        yield NormalMulle(MulleRules.make(**shape, **options))


@pytest.mark.parametrize("preset", MulleRules.presets)
def test_the_kernel_keeps_step_in_both_presets(preset: str) -> None:
    rng = random.Random(f"lockstep {preset}")
    game = NormalMulle(MulleRules.make(preset))
    moves = 0
    while moves < PRESET_MOVES:
        moves += play_both(game, rng)


def test_the_kernel_keeps_step_under_all_kinds_of_options() -> None:
    rng = random.Random("lockstep options")
    moves = 0
    for game in games(rng):
        moves += play_both(game, rng)
        if moves >= OPTION_MOVES:
            break


CROWDED: tuple[dict[str, object], ...] = (
    {},
    {"builds_in_sums": "all", "identical_rule": "off"},
    {"special_capture": "any_sum"},
    {"down_from_single": True, "opponent_same_value": "merge"},
)


def crowded_game(game: Mulle, throwing: float, rng: random.Random) -> tuple[int, int, int]:
    """A session in which most cards are thrown, so that the table fills.

    At each step the legal lists must agree (all of a short one, parts of a long one, or too many for both),
    and several plays other than throwing are tried on both. Returns moves, long codes, positions refused.
    """
    room = np.zeros(mulle.MAX_LEGAL, dtype=np.int64)
    luck = stream(rng.getrandbits(64))
    state = game.new()
    packed = mulle.pack(game, state)
    moves = ranked = refused = 0
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            mulle.deal(packed, luck)
            state = game.apply(state, deal_between(state, mulle.unpack(game, packed))).state
            assert mulle.unpack(game, packed) == state
            continue
        moves += 1
        number = mulle.legal(packed, room)
        try:
            legal = game.legal_actions(state)
        except TooManyActions:
            assert number == -1
            refused += 1
            view = game.view(state, actor)
            legal = tuple(game.pick(view, rng) for _ in range(3))
            tries: list[MulleAction] = [
                action for action in legal if not isinstance(action, Capture | Discard)
            ]
        else:
            codes = room[:number].tolist()
            assert number == len(legal)
            ranked += sum(code & 3 == CAPTURE and code & RANKED != 0 for code in codes)
            for place in rng.sample(range(number), min(number, 200)):
                assert mulle.decode(game, packed, codes[place]) == legal[place]
            tries = [action for action in legal if not isinstance(action, Discard)]
        for action in rng.sample(tries, min(4, len(tries))):
            tried = packed.copy()
            mulle.apply(tried, mulle.encode(game, packed, action))
            assert mulle.unpack(game, tried) == game.apply(state, action).state
        throws = [action for action in legal if isinstance(action, Discard)]
        throw = throws and rng.random() < throwing
        action = rng.choice(throws) if throw else rng.choice(legal)
        state = game.apply(state, action).state
        packed = mulle.pack(game, state)
    return moves, ranked, refused


def test_crowded_tables_are_exact() -> None:
    """Tables of up to a hundred piles, thousands of ties, and more captures than are listed."""
    rng = random.Random("crowded")
    moves = ranked = refused = 0
    while moves < CROWDED_MOVES:
        for options in CROWDED:
            game = NormalMulle(MulleRules.make(omgangar=1, **options))
            figures = crowded_game(game, rng.choice((0.9, 0.98)), rng)
            moves, ranked, refused = (
                before + more for before, more in zip((moves, ranked, refused), figures, strict=True)
            )
    assert ranked > 0, "no table had more slots than a code has bits"
    assert refused > 0, "no position had more captures than are listed"


def test_a_difference_is_seen() -> None:
    """The driver itself: a kernel for other rules does not get through."""
    complete = NormalMulle(MulleRules())
    draft = NormalMulle(MulleRules.make("draft"))
    state = complete.parse_state("hand 0: SP 4, RU 4; hand 1: HJ 9; table: HJ 4, KL 4; to act: 0")
    room = np.zeros(mulle.MAX_LEGAL, dtype=np.int64)
    lockstep.compare(mulle, complete, state, mulle.pack(complete, state), room)
    with pytest.raises(lockstep.Mismatch, match="legal actions differ"):
        lockstep.compare(mulle, complete, state, mulle.pack(draft, state), room)
    later = complete.apply(state, complete.parse("trotta SP 4")).state
    with pytest.raises(lockstep.Mismatch, match="states differ"):
        lockstep.compare(mulle, complete, state, mulle.pack(complete, later), room)
