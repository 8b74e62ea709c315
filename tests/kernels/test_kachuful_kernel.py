"""The kernel of Kachuful by itself: its luck is even, its playouts agree with the rules, its loops add up."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from math import comb, sqrt

import numpy as np
import pytest

from korthus import CHANCE, FairChance
from korthus.core.cards import DECK
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import ScoringVariant
from korthus.games.kachuful.state import KachufulState, Phase, RoundScore
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import Packed
from korthus.kernels.kachuful.play import pick_again
from korthus.kernels.rng import stream

#: Standard errors by which two equal means differ once in a million tries.
FAR = 4.9


def numbers(count: int) -> Packed:
    return np.zeros(count, dtype=np.int64)


def chi_square_is_plausible(counts: list[int]) -> bool:
    expected = sum(counts) / len(counts)
    chi = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return abs(chi - freedom) < FAR * sqrt(2 * freedom) + FAR


def mean_and_error(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return points.mean(axis=0), points.std(axis=0) / sqrt(len(points))


# -- luck ------------------------------------------------------------------------------------------


def test_every_card_comes_to_every_seat_equally_often() -> None:
    game = Kachuful(KachufulRules(start_cards=13, total_rounds=1))
    rng = stream(1)
    seen: Counter[tuple[int, str]] = Counter()
    for _ in range(2_000):
        packed = kachuful.pack(game, game.new(3))
        kachuful.deal(packed, rng)
        state = kachuful.unpack(game, packed)
        assert [len(hand) for hand in state.hands] == [13] * 3
        assert len({card for hand in state.hands for card in hand}) == 39
        seen.update((seat, card) for seat, hand in enumerate(state.hands) for card in hand)
    assert chi_square_is_plausible([seen[seat, card] for seat in range(3) for card in DECK])


def test_every_deal_of_a_small_deck_comes_equally_often() -> None:
    game = Kachuful(KachufulRules(start_cards=2, total_rounds=1, deck=DECK[:6]))
    rng = stream(2)
    packed = kachuful.pack(game, game.new(2))
    seen: Counter[tuple[object, ...]] = Counter()
    for _ in range(9_000):
        again = packed.copy()
        kachuful.deal(again, rng)
        seen[kachuful.unpack(game, again).hands] += 1
    assert len(seen) == comb(6, 2) * comb(4, 2)
    assert chi_square_is_plausible([*seen.values()])


def test_bits_that_would_favour_some_numbers_are_drawn_again() -> None:
    """All 65,536 pieces over a bound: what is kept at once falls evenly, the rest is left to a new word."""
    for bound in (3, 7, 10, 26, 27):
        kept: Counter[int] = Counter()
        again = 0
        for piece in range(1 << 16):
            product = piece * bound
            rng = stream(0)
            before = rng.copy()
            number = pick_again(rng, np.int64(product), bound)
            if (rng == before).all():
                kept[number] += 1
            else:
                again += 1
        assert {*kept.values()} == {(1 << 16) // bound}
        assert again == (1 << 16) % bound


# -- playouts --------------------------------------------------------------------------------------


Lines = defaultdict[RoundScore, float]


def chances(game: Kachuful, state: KachufulState) -> Lines:
    """How likely each line of the score sheet is when the round is played at random: exact, by the rules."""
    found: Lines = defaultdict(float)
    actions = game.legal_actions(state)
    for action in actions:
        after = game.apply(state, action).state
        ends = {after.sheet[-1]: 1.0} if after.round > state.round else chances(game, after)
        for line, chance in ends.items():
            found[line] += chance / len(actions)
    return found


POSITIONS = [
    (KachufulRules(), "seats: 3; round: 6; hand 0: S9 HA; hand 1: H2 S3; hand 2: H3 C2"),
    (
        KachufulRules(),
        "seats: 3; round: 5; hand 0: S9 HA D2; hand 1: S3 D4; hand 2: H3 C2 SA; trick: H2; leader: 1",
    ),
    (
        KachufulRules(first_leader="highest_bidder", dealer_restriction=False, must_follow=False),
        "seats: 2; round: 3; hand 0: C9 C8 HA H5 D7; hand 1: C2 S3 HK H4 D5; won: 0 0",
    ),
]


@pytest.mark.parametrize(("rules", "text"), POSITIONS)
def test_every_legal_action_is_equally_likely(rules: KachufulRules, text: str) -> None:
    """How often a round ends in which way agrees with the exact chances of random play by the rules."""
    game = Kachuful(rules)
    state = game.parse_state(text)
    packed = kachuful.pack(game, state)
    rng = stream(5)
    tries = 20_000
    seen: Counter[RoundScore] = Counter()
    for _ in range(tries):
        again = packed.copy()
        kachuful.playout_round(again, rng)
        seen[kachuful.unpack(game, again).sheet[-1]] += 1
    exact = chances(game, state)
    assert set(seen) <= set(exact)
    assert len(exact) > 2
    chi = sum((seen[line] - tries * chance) ** 2 / (tries * chance) for line, chance in exact.items())
    assert chi < len(exact) - 1 + FAR * sqrt(2 * len(exact)) + FAR


def random_totals(game: Kachuful, seats: int, games: int, rng: random.Random) -> np.ndarray:
    """The points of random games by the rules."""
    luck = FairChance.seeded(rng.randrange(10**6))
    found = []
    for _ in range(games):
        state = game.new(seats)
        while (actor := game.to_act(state)) is not None:
            deal = actor == CHANCE
            action = game.draw(state, luck) if deal else rng.choice(game.legal_actions(state))
            state = game.apply(state, action).state
        outcome = game.outcome(state)
        assert outcome is not None
        found.append(outcome.scores)
    return np.array(found)


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (3, KachufulRules(start_cards=3)),
        (2, KachufulRules(start_cards=4, scoring=ScoringVariant.HIGH_INCENTIVE, first_leader="dealer")),
        (4, KachufulRules(start_cards=3, total_rounds=3, must_follow=False, first_leader="highest_bidder")),
    ],
)
def test_playouts_come_out_as_random_games_by_the_rules(seats: int, rules: KachufulRules) -> None:
    game = Kachuful(rules)
    slow = random_totals(game, seats, 1_000, random.Random(1))
    rng = stream(6)
    first = kachuful.pack(game, game.new(seats))
    quick = np.zeros((20_000, seats), dtype=np.int64)
    for row in quick:
        packed = first.copy()
        kachuful.playout(packed, rng)
        assert kachuful.actor(packed) == -2
        kachuful.scores(packed, row)
    for measure in (np.array, np.square):
        (mean, error), (other, small) = mean_and_error(measure(slow)), mean_and_error(measure(quick))
        assert (np.abs(mean - other) < FAR * np.hypot(error, small)).all()


def test_a_playout_from_the_middle_of_a_trick_ends_the_round_and_goes_on() -> None:
    game = Kachuful(KachufulRules(start_cards=2))
    state = game.parse_state("seats: 3; hand 0: S9; hand 1: S2 S3; hand 2: H2 H3; trick: S4; leader: 0")
    packed = kachuful.pack(game, state)
    kachuful.playout_round(packed, stream(1))
    after = kachuful.unpack(game, packed)
    # Spades are trump: seat 0 wins both tricks whatever is played.
    assert (after.phase, after.round, after.sheet[0].won) == (Phase.DEAL, 2, (2, 0, 0))
    kachuful.playout(packed, stream(1))
    end = kachuful.unpack(game, packed)
    assert (end.phase, len(end.sheet)) == (Phase.OVER, 3)
    assert game.outcome(end) is not None


# -- many rounds -----------------------------------------------------------------------------------


def test_many_rounds_are_rounds_of_the_rules() -> None:
    """A bulk of single rounds has the mean points that random one-round games have."""
    rules = KachufulRules(start_cards=5, total_rounds=1)
    game = Kachuful(rules)
    packed = kachuful.pack(game, game.new(4))
    points = numbers(4)
    rounds = 100_000
    kachuful.play_rounds(packed, 5, rounds, stream(3))
    kachuful.scores(packed, points)
    slow = random_totals(game, 4, 1_500, random.Random(2))
    # Over many rounds every seat deals equally often, so the seats are alike.
    per_game = slow.mean(axis=1)
    error = per_game.std() / sqrt(len(per_game))
    assert abs(points.mean() / rounds - per_game.mean()) < FAR * error
    assert np.ptp(points) < FAR * sqrt(2 * rounds) * slow.std()


def test_rollouts_leave_the_position_alone_and_add_up() -> None:
    game = Kachuful(KachufulRules(start_cards=3))
    state = game.parse_state("seats: 2; round: 2; hand 0: D9 HA; hand 1: S2 S3; scores: 1/1 0/2")
    packed = kachuful.pack(game, state)
    before = packed.copy()
    sums = numbers(2)
    rounds = 50_000
    kachuful.rollouts(packed, numbers(kachuful.SIZE), rounds, stream(4), sums)
    assert (packed == before).all()
    exact = chances(game, state)
    for seat in range(2):
        mean = sum(line.points[seat] * chance for line, chance in exact.items())
        square = sum(line.points[seat] ** 2 * chance for line, chance in exact.items())
        assert abs(sums[seat] / rounds - mean) < FAR * sqrt((square - mean**2) / rounds)


def test_streams_run_side_by_side_and_give_the_same() -> None:
    """Threads share nothing: two streams at once give what they give one after the other."""
    game = Kachuful(KachufulRules())

    def play(number: int) -> list[int]:
        packed = kachuful.pack(game, game.new(4))
        kachuful.play_rounds(packed, 7, 20_000, stream(11, number))
        points = numbers(4)
        kachuful.scores(packed, points)
        return [int(each) for each in points]

    with ThreadPoolExecutor(2) as pool:
        at_once = [*pool.map(play, range(2))]
    assert at_once == [play(0), play(1)]
    assert at_once[0] != at_once[1]
