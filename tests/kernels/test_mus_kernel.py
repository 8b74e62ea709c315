"""The kernel of Mus by itself: its hands rank as the rules say, its luck is even, its playouts agree."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from math import comb, prod, sqrt

import numpy as np
import pytest

from korthus import CHANCE, FairChance
from korthus.games.mus.cards import HAND_SIZE, PACK, RANKS, Hand, counts
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import LANCES, value, winner
from korthus.games.mus.state import MusState, Phase
from korthus.kernels.mus import kernel as mus
from korthus.kernels.mus import layout as at
from korthus.kernels.mus.hands import LANE, POWERS, VALUES, cards_of, count_cards, hand_number
from korthus.kernels.mus.layout import Packed
from korthus.kernels.mus.play import compare_hands
from korthus.kernels.rng import stream

#: Standard errors by which two equal means differ once in a million tries.
FAR = 4.9

HANDS: tuple[Hand, ...] = tuple(combinations_with_replacement(RANKS, HAND_SIZE))


def fits(seen: Mapping[object, int], chances: Mapping[object, float]) -> bool:
    """Whether counts are plausible for these chances (chi square; rare things are lumped together)."""
    tries = sum(seen.values())
    common = [key for key, chance in chances.items() if tries * chance >= 10]
    pairs = [(seen.get(key, 0), tries * chances[key]) for key in common]
    rest = tries - sum(expected for _, expected in pairs)
    if rest >= 1:
        pairs.append((tries - sum(number for number, _ in pairs), rest))
    chi = sum((number - expected) ** 2 / expected for number, expected in pairs)
    return set(seen) <= set(chances) and chi < len(pairs) - 1 + FAR * sqrt(2 * len(pairs)) + FAR


def ways(deck: tuple[int, ...], hand: Hand) -> int:
    """In how many ways these cards can be taken from a deck that has ``deck[rank]`` of each rank."""
    return prod(comb(there, taken) for there, taken in zip(deck, counts(hand), strict=True))


# -- hands -----------------------------------------------------------------------------------------


def test_all_330_hands_have_a_number_of_their_own() -> None:
    assert [hand_number(count_cards(hand)) for hand in HANDS] == [*range(330)]
    assert all(cards_of(count_cards(hand)) == hand for hand in HANDS)


def test_two_hands_compare_as_by_the_rules_in_every_lance() -> None:
    """All 108,900 pairs, in one subtraction each; the mano wins ties."""
    game = Mus(MusRules())
    packed = mus.pack(game, game.new())
    words = [count_cards(hand) for hand in HANDS]
    for mano in (0, 1):
        packed[at.MANO] = mano
        for first in range(0, 330, 1 if mano == 0 else 7):
            packed[at.HANDS + mano] = words[first]
            for second, word in enumerate(words):
                packed[at.HANDS + 1 - mano] = word
                compare_hands(packed)
                better = int(packed[at.BETTER])
                hands = (HANDS[first], HANDS[second])
                for lance in LANCES:
                    is_better = better >> LANE * lance.number + LANE - 1 & 1
                    assert is_better == 1 - winner(lance, hands, 0)


def test_hands_are_worth_what_the_rules_say() -> None:
    for hand, word in zip(HANDS, POWERS.tolist(), strict=True):
        for lance in LANCES:
            assert word >> VALUES + 2 * lance.number & 3 == value(lance, hand)


# -- luck ------------------------------------------------------------------------------------------


def test_every_hand_comes_as_often_as_it_should() -> None:
    """Four cards of the pack: 91,390 ways, each equally likely; the same for both seats."""
    game = Mus(MusRules())
    first = mus.pack(game, game.new())
    rng = stream(1)
    seen: tuple[Counter[object], Counter[object]] = (Counter(), Counter())
    for _ in range(60_000):
        packed = first.copy()
        mus.deal(packed, rng)
        for seat in (0, 1):
            seen[seat][hand_number(int(packed[at.HANDS + seat]))] += 1
    chances: dict[object, float] = {
        number: ways(PACK, hand) / comb(40, 4) for number, hand in enumerate(HANDS)
    }
    assert fits(seen[0], chances)
    assert fits(seen[1], chances)


def test_every_pair_of_hands_of_a_small_deck_comes_as_often_as_it_should() -> None:
    deck = (3, 0, 2, 0, 0, 1, 0, 4)
    game = Mus(MusRules(deck=deck, first_mano=1))
    first = mus.pack(game, game.new())
    rng = stream(2)
    seen: Counter[object] = Counter()
    for _ in range(40_000):
        packed = first.copy()
        mus.deal(packed, rng)
        seen[mus.unpack(game, packed).hands] += 1
    chances: dict[object, float] = {}
    for one in HANDS:
        rest = tuple(there - taken for there, taken in zip(deck, counts(one), strict=True))
        for other in HANDS:
            if number := (ways(deck, one) * ways(rest, other) if min(rest) >= 0 else 0):
                chances[one, other] = number / (comb(10, 4) * comb(6, 4))
    assert sum(chances.values()) == pytest.approx(1)
    assert fits(seen, chances)


def test_new_cards_come_from_the_stock_as_often_as_they_should() -> None:
    game = Mus(MusRules(mus_phase=True))
    text = "phase: redraw; cards 0: R R; cards 1: 7 6 5 4; discards 0: 1 1; mano: 0"
    first = mus.pack(game, game.parse_state(text))
    rng = stream(3)
    seen: Counter[object] = Counter()
    for _ in range(20_000):
        packed = first.copy()
        mus.deal(packed, rng)
        seen[cards_of(int(packed[at.HANDS] - first[at.HANDS]))] += 1
    stock = (6, 4, 4, 3, 3, 3, 3, 6)
    chances: dict[object, float] = {
        pair: ways(stock, pair) / comb(32, 2) for pair in combinations_with_replacement(RANKS, 2)
    }
    assert fits(seen, chances)


# -- playouts --------------------------------------------------------------------------------------


Ends = defaultdict[object, float]


def chances_of(game: Mus, state: MusState) -> Ends:
    """How likely each end of the hand is when it is played at random: exact, by the rules."""
    found: Ends = defaultdict(float)
    actions = game.legal_actions(state)
    for action in actions:
        after = game.apply(state, action).state
        ends = {after.tally: 1.0} if not game.legal_actions(after) else chances_of(game, after)
        for end, chance in ends.items():
            found[end] += chance / len(actions)
    return found


POSITIONS = [
    (MusRules(), "cards 0: R R 4 4; cards 1: 7 6 5 4; lance: punto; stones: 35, 20; bet: 30 by 0"),
    (MusRules(min_raise=13), "cards 0: R R 7 4; cards 1: C C 6 5; lance: juego"),
    (
        MusRules(target_stones=None, bets=(2, 5), raises=(1, 40), min_raise=1, deje_after_raise="one"),
        "cards 0: R R 7 4; cards 1: C 7 6 5; lance: chica; bet: 38 by 1",
    ),
    (
        MusRules(max_raises=1, raises=(3, 4), punto_bonus_on_accept=False, bets=(2,)),
        "cards 0: R 7 7 4; cards 1: C 7 6 5; lance: chica",
    ),
]


@pytest.mark.parametrize(("rules", "text"), POSITIONS)
def test_every_legal_action_is_equally_likely(rules: MusRules, text: str) -> None:
    """How often a hand ends in which way agrees with the exact chances of random play by the rules."""
    game = Mus(rules)
    state = game.parse_state(text)
    first = mus.pack(game, state)
    rng = stream(5)
    seen: Counter[object] = Counter()
    for _ in range(20_000):
        packed = first.copy()
        mus.playout_hand(packed, rng)
        seen[mus.unpack(game, packed).tally] += 1
    exact = chances_of(game, state)
    assert len(exact) > 4
    assert fits(seen, exact)


def random_scores(game: Mus, games: int, rng: random.Random) -> np.ndarray:
    """The scores of random games by the rules."""
    luck = FairChance.seeded(rng.randrange(10**6))
    found = []
    for _ in range(games):
        state = game.new()
        while (actor := game.to_act(state)) is not None:
            deal = actor == CHANCE
            action = game.draw(state, luck) if deal else rng.choice(game.legal_actions(state))
            state = game.apply(state, action).state
        outcome = game.outcome(state)
        assert outcome is not None
        found.append(outcome.scores)
    return np.array(found)


def mean_and_error(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return points.mean(axis=0), points.std(axis=0) / sqrt(len(points))


@pytest.mark.parametrize(
    "rules",
    [
        MusRules(),
        MusRules(target_stones=None, ordago=False, first_mano=1),
        MusRules(mus_phase=True, bets=(2,), raises=(2,), target_stones=30),
    ],
)
def test_playouts_come_out_as_random_games_by_the_rules(rules: MusRules) -> None:
    game = Mus(rules)
    slow = random_scores(game, 2_000, random.Random(1))
    rng = stream(6)
    first = mus.pack(game, game.new())
    quick = np.zeros((20_000, 2), dtype=np.int64)
    for row in quick:
        packed = first.copy()
        mus.playout(packed, rng)
        assert mus.actor(packed) == -2
        mus.scores(packed, row)
    for measure in (np.array, np.square):
        (mean, error), (other, small) = mean_and_error(measure(slow)), mean_and_error(measure(quick))
        assert (np.abs(mean - other) < FAR * np.hypot(error, small)).all()


def test_a_playout_from_the_middle_of_a_hand_ends_it() -> None:
    game = Mus(MusRules(mus_phase=True, ordago=False, bets=()))
    packed = mus.pack(
        game, game.parse_state("phase: redraw; cards 0: R; cards 1: 7 6 5 4; discards 0: 1 1 1")
    )
    actions = mus.playout_hand(packed, stream(1))
    after = mus.unpack(game, packed)
    assert (after.phase, after.number, after.mano) == (Phase.DEAL, 2, 1)
    # Somebody wants no mus, and both pass at least in grande and chica.
    assert actions >= 5
    assert mus.legal(packed, np.zeros(mus.MAX_LEGAL, dtype=np.int64)) == 0


# -- many hands ------------------------------------------------------------------------------------


def many(game: Mus, number: int) -> tuple[int, Packed]:
    packed = mus.pack(game, game.new())
    return mus.play_hands(packed, 3_000, stream(9, number)), packed


def test_many_hands_are_hands_of_the_rules() -> None:
    """Match after match: the hands that follow the last end are those of one match that has not ended."""
    game = Mus(MusRules(bets=(2,), raises=(), ordago=False, first_mano=1))
    rng, again = stream(7), stream(7)
    packed = mus.pack(game, game.new())
    actions = mus.play_hands(packed, 100, rng)
    other = mus.pack(game, game.new())
    made = ends = 0
    for _ in range(100):
        if mus.actor(other) == at.OVER:
            other = mus.pack(game, game.new())
            ends += 1
        mus.deal(other, again)
        made += mus.playout_hand(other, again)
    assert ends > 2
    assert made == actions
    assert mus.unpack(game, other) == mus.unpack(game, packed)


def test_begin_goes_back_to_the_start() -> None:
    game = Mus(MusRules(first_mano=1))
    packed = mus.pack(game, game.new())
    mus.playout(packed, stream(8))
    assert mus.unpack(game, packed).phase is Phase.OVER
    mus.begin(packed)
    assert mus.unpack(game, packed) == game.new()


def test_threads_do_not_disturb_each_other() -> None:
    game = Mus(MusRules(mus_phase=True))
    alone = [many(game, number) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = [*pool.map(lambda number: many(game, number), range(4))]
    for (actions, packed), (same, likewise) in zip(alone, together, strict=True):
        assert actions == same
        assert (packed == likewise).all()
    assert len({actions for actions, _ in alone}) > 1
