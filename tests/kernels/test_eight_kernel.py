"""The parts of the Eight Cards kernel: luck, conversions, payment, and all placements at once."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import islice, product
from typing import TypeVar

import msgspec
import numpy as np
import pytest
from tests.kernels.eight_pair import tables

from korthus.core.cards import DECK, Card, in_order
from korthus.core.protocol import CHANCE
from korthus.games.eight.actions import Lock, Place
from korthus.games.eight.boards import BOARDS, Board, all_cards, kind_of
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import placements
from korthus.games.eight.options import EightRules
from korthus.games.eight.play import located
from korthus.games.eight.scoring import best_seats, paid, settle, strength
from korthus.games.eight.state import EightState
from korthus.kernels.eight import kernel as eight
from korthus.kernels.eight.layout import BANKROLLS, SPLITS, UNKNOWN
from korthus.kernels.eight.placements import RANKS, SETS
from korthus.kernels.rng import stream

T = TypeVar("T")


def game_of(**options: object) -> EightCards:
    return EightCards(EightRules.make(**options))


def even(seen: Counter[object], cells: int) -> bool:
    """Whether counts over ``cells`` equally likely cells pass a chi-square test, five deviations wide."""
    expected = sum(seen.values()) / cells
    chi = sum((number - expected) ** 2 / expected for number in seen.values())
    chi += (cells - len(seen)) * expected
    return bool(abs(chi - (cells - 1)) < 5 * (2 * (cells - 1)) ** 0.5)


class Luck:
    """A quick source of luck for the rules."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        return tuple(self._rng.sample(pool, count))


def set_of(cards: tuple[Card, ...]) -> int:
    return sum(1 << DECK.index(card) for card in cards)


# -- what the kernel does not know -----------------------------------------------------------------


def test_card_by_card_is_named_and_refused() -> None:
    game = game_of(assignment="alternating")
    assert "assignment" in (eight.supports(game.rules) or "")
    with pytest.raises(ValueError, match="card by card"):
        eight.pack(game, game.new(2))


def test_what_is_no_placement_has_no_number() -> None:
    game = game_of()
    packed = eight.pack(game, game.new(2))
    eight.deal(packed, stream(1))
    state = eight.unpack(game, packed)
    hand = state.hands[state.starter]
    with pytest.raises(ValueError, match="Only whole placements"):
        eight.encode(game, packed, Lock())
    for wrong in (
        Place(hand[:3], hand[3:6], hand[6:]),
        Place(hand[:4], hand[4:6], hand[5:7]),
        Place(hand[:4], hand[4:6], state.hands[state.dealer][:2]),
        Place(hand[:4], hand[4:6], ()),
    ):
        with pytest.raises(ValueError, match="does not place these eight cards"):
            eight.encode(game, packed, wrong)


def test_the_order_within_a_board_has_no_meaning() -> None:
    game = game_of()
    packed = eight.pack(game, game.new(2))
    eight.deal(packed, stream(2))
    place = eight.decode(game, packed, 777)
    turned = Place(place.a[::-1], place.b[::-1], place.c[::-1])
    assert eight.encode(game, packed, turned) == 777


# -- luck ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("burns", ["none", "classic"])
def test_every_card_comes_everywhere_equally_often(burns: str) -> None:
    game = game_of(hands=1, burn_cards=burns)
    start = eight.pack(game, game.new(2))
    rng, pick = stream(3), random.Random(3)
    seen: dict[str, Counter[object]] = {}
    for _ in range(5_000):
        packed = start.copy()
        eight.playout(packed, rng)
        state = eight.unpack(game, packed)
        spots = {
            "hand": pick.choice(all_cards(state.placed[0])),
            "flop": state.boards[0][0],
            "turn": state.boards[1][3],
            "river": state.boards[2][4],
            "last": state.burnt[-1] if state.burnt else state.boards[0][4],
        }
        for spot, card in spots.items():
            seen.setdefault(spot, Counter())[card] += 1
        assert len(set(located(state))) == len(located(state)) == (40 if burns == "classic" else 31)
    for spot, counts in seen.items():
        assert even(counts, 52), spot


@pytest.mark.parametrize("assignment", ["sequential", "simultaneous"])
def test_playouts_place_evenly(assignment: str) -> None:
    """Both seats: all 1,260 splits are as likely for the one who starts, 420 for the other."""
    game = game_of(hands=1, assignment=assignment)
    start = eight.pack(game, game.new(2))
    rng = stream(4)
    first: Counter[object] = Counter()
    second: Counter[object] = Counter()
    for _ in range(25_000):
        packed = start.copy()
        eight.playout(packed, rng)
        state = eight.unpack(game, packed)
        splits = []
        for three in state.placed:
            hand = in_order(all_cards(three))
            splits.append(tuple(sum(1 << hand.index(card) for card in cards) for cards in three))
        first[splits[state.starter]] += 1
        second[splits[state.dealer]] += 1
    assert even(first, SPLITS)
    assert even(second, SPLITS)


def test_playouts_give_the_figures_of_the_rules() -> None:
    """Bankrolls after sessions of three hands: mean and spread, within sampling error."""
    game = game_of(hands=3, bankroll=200)
    rng = random.Random(5)
    luck = Luck(rng)
    by_rules = []
    for _ in range(1_500):
        state: EightState = game.new(2)
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                action = game.draw(state, luck)
            else:
                action = game.pick(game.view(state, actor), rng)
            state = game.apply(state, action).state
        by_rules.append(state.bankrolls[0])
    start = eight.pack(game, game.new(2))
    by_kernel = []
    fast = stream(6)
    for _ in range(30_000):
        packed = start.copy()
        eight.playout(packed, fast)
        by_kernel.append(int(packed[BANKROLLS]))
    both = (by_rules, by_kernel)
    error = sum(statistics.variance(figures) / len(figures) for figures in both) ** 0.5
    assert abs(statistics.mean(by_rules) - statistics.mean(by_kernel)) < 4 * error
    assert statistics.stdev(by_rules) == pytest.approx(statistics.stdev(by_kernel), rel=0.1)


def test_many_playouts_are_the_sum_of_single_ones() -> None:
    game = game_of(hands=4)
    start = eight.pack(game, game.new(2))
    before = start.copy()
    sums, expected = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    hands = eight.playouts(start, np.zeros(eight.SIZE, dtype=np.int64), 50, stream(7), sums)
    assert np.array_equal(start, before)
    rng = stream(7)
    for _ in range(50):
        packed = start.copy()
        eight.playout(packed, rng)
        expected += packed[BANKROLLS : BANKROLLS + 2]
    assert sums.tolist() == expected.tolist()
    assert hands == 200


# -- payment ---------------------------------------------------------------------------------------


def test_chips_of_every_outcome_as_the_rules_pay() -> None:
    """All 27 outcomes for both seats under all kinds of options, before and after a board is run out."""
    out = np.zeros(27, dtype=np.int64)
    rng = random.Random(8)
    for number, game in enumerate(islice(tables(), 120)):
        packed = eight.pack(game, game.new(2))
        luck = stream(9, number)
        eight.deal(packed, luck)
        state = eight.unpack(game, packed)
        if rng.random() < 0.5:
            while eight.actor(packed) >= 0:
                plo = eight.unpack(game, packed).plo
                eight.apply(packed, 420 * (0 if plo is None else plo.number) + rng.randrange(420))
            eight.deal(packed, luck)
        for seat in (0, 1):
            eight.outcome_chips(packed, seat, out)
            for outcome, digits in enumerate(product((0, 1, 2), repeat=3)):
                seats = {0: (1 - seat,), 1: (0, 1), 2: (seat,)}
                a, b, c = (seats[digit] for digit in digits)
                end = msgspec.structs.replace(state, winners=(a, b, c))
                shares = paid(game.rules, state.pot, state.dealer, end.winners)
                behind = (state.bankrolls[0] + shares[0], state.bankrolls[1] + shares[1])
                assert out[outcome] == settle(game.rules, end, behind).net[seat], (game, digits)


# -- all placements at once ------------------------------------------------------------------------


def random_table(rng: random.Random) -> tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]:
    """Two hands of eight and three full boards. Every other deck is small, so that big hands are common."""
    deck = (
        rng.sample(DECK, 52) if rng.random() < 0.5 else [card for card in DECK if card.rank in "9TJQKA8765"]
    )
    cards = rng.sample(deck, 31)
    hands = [in_order(cards[start : start + 8]) for start in (0, 8)]
    return hands, [tuple(cards[start : start + 5]) for start in (16, 21, 26)]


def test_all_placements_as_the_rules_judge_them() -> None:
    """The outcome of each of the 1,260 splits against a placement of the opponent for each Omaha board."""
    rng = random.Random(10)
    mine, theirs = np.zeros(RANKS, dtype=np.uint16), np.zeros(RANKS, dtype=np.uint16)
    marks, out = np.zeros((3, SETS), dtype=np.uint8), np.zeros(SPLITS, dtype=np.uint8)
    for _ in range(8):
        (hand, other), full = random_table(rng)
        boards = np.array([set_of(board) for board in full], dtype=np.int64)
        answers = np.array([420 * plo + rng.randrange(420) for plo in range(3)], dtype=np.int64)
        eight.rank_sets(set_of(hand), boards, mine)
        eight.rank_sets(set_of(other), boards, theirs)
        eight.outcomes(mine, theirs, answers, UNKNOWN, marks, out)
        replies = placements(other, None)
        judged: dict[tuple[Board, Board, tuple[Card, ...]], int] = {}
        for number, place in enumerate(placements(hand, None)):
            plo = BOARDS[number // 420]
            reply = replies[answers[plo.number]]
            outcome = 0
            for board in BOARDS:
                held = place.boards[board.number]
                key = (plo, board, held)
                if key not in judged:
                    kind = kind_of(board, plo)
                    on_board = full[board.number]
                    first = strength(kind, held, on_board)
                    second = strength(kind, reply.boards[board.number], on_board)
                    judged[key] = {(0,): 2, (0, 1): 1, (1,): 0}[best_seats((first, second))]
                outcome = 3 * outcome + judged[key]
            assert out[number] == outcome, (place, reply, full)
        only = np.full(SPLITS, 99, dtype=np.uint8)
        eight.outcomes(mine, theirs, answers, 1, marks, only)
        assert np.array_equal(only[420:840], out[420:840])
        assert set(only[:420]) == set(only[840:]) == {99}
