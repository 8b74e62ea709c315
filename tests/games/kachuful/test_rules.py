"""The pure rules: every example and matrix of the specification, and what the resolutions add."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from korthus.core.cards import DECK, Card, Suit
from korthus.games.kachuful import rules
from korthus.games.kachuful.rule_engine import RuleEngine
from korthus.games.kachuful.rules import (
    Player,
    PlayerBid,
    PlayerResult,
    ScoringVariant,
    TrumpSuit,
    bid_accuracy,
    calculate_score,
    get_bidding_order,
    get_cards_dealt,
    get_dealer_index,
    get_trick_winner,
    get_trump_suit,
    get_winner,
    get_winners,
    is_game_complete,
    legal_bids,
    validate_bids,
    validate_results,
)

STANDARD, HIGH, MEDIUM, PER_TRICK = ScoringVariant
NAMES = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
#: The same functions, for calls that a type checker would refuse.
unchecked: Any = rules


def test_K1_pure_and_deterministic() -> None:
    """Proves: K-1. The arguments are left alone and the same call gives the same answer."""
    bids = [PlayerBid("a", 2), PlayerBid("b", 3)]
    cards = [Card.HA, Card.S2]
    players = [Player("a", 3), Player("b", 3)]
    copies = list(bids), list(cards), list(players)
    for _ in range(2):
        assert validate_bids(bids, 7, 1).valid
        assert get_trick_winner(cards, "hearts", "spades") == 1
        assert get_winners(players) == players
        assert get_cards_dealt(3) == 5
    assert (bids, cards, players) == copies


def test_K2_scoring_variants() -> None:
    assert [(each.name, each.value) for each in ScoringVariant] == [
        ("STANDARD", "10_plus_predicted"),
        ("HIGH_INCENTIVE", "high_incentive"),
        ("MEDIUM_INCENTIVE", "medium"),
        ("POINT_PER_TRICK", "point_per_trick"),
    ]
    assert calculate_score(4, 4) == calculate_score(4, 4, STANDARD)


def test_K3_trump_suits() -> None:
    assert [each.value for each in TrumpSuit] == ["spades", "diamonds", "clubs", "hearts", "none"]
    assert [each.suit for each in TrumpSuit] == [Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, None]


def test_K4_player_bid() -> None:
    """Proves: K-5. Both travel as JSON under the specification's names."""
    assert msgspec.json.encode(PlayerBid("ann", 2)) == b'{"playerId":"ann","predicted":2}'
    result = PlayerResult("ann", 2, 3)
    assert msgspec.json.encode(result) == b'{"playerId":"ann","predicted":2,"actual":3}'
    assert msgspec.json.decode(msgspec.json.encode(result), type=PlayerResult) == result


# -- rule 1 ----------------------------------------------------------------------------------------

STANDARD_EXAMPLES = [(0, 0, 10), (3, 3, 13), (7, 7, 17), (5, 4, 0), (2, 3, 0)]
HIGH_EXAMPLES = [(0, 0, 10), (3, 3, 43), (5, 3, -2), (2, 5, -3)]
MEDIUM_EXAMPLES = [(0, 0, 0), (3, 3, 30), (5, 4, 0)]
PER_TRICK_EXAMPLES = [(0, 0, 10), (3, 3, 13), (5, 3, 3), (2, 4, 4)]


@pytest.mark.parametrize(("predicted", "actual", "score"), STANDARD_EXAMPLES)
def test_K7_standard(predicted: int, actual: int, score: int) -> None:
    """Proves: K-6."""
    assert calculate_score(predicted, actual, STANDARD) == score


@pytest.mark.parametrize(("predicted", "actual", "score"), HIGH_EXAMPLES)
def test_K8_high_incentive(predicted: int, actual: int, score: int) -> None:
    assert calculate_score(predicted, actual, HIGH) == score


@pytest.mark.parametrize(("predicted", "actual", "score"), MEDIUM_EXAMPLES)
def test_K9_medium_incentive(predicted: int, actual: int, score: int) -> None:
    assert calculate_score(predicted, actual, MEDIUM) == score


@pytest.mark.parametrize(("predicted", "actual", "score"), PER_TRICK_EXAMPLES)
def test_K10_point_per_trick(predicted: int, actual: int, score: int) -> None:
    assert calculate_score(predicted, actual, PER_TRICK) == score


@pytest.mark.parametrize(
    ("variant", "predicted", "actual", "score"),
    [
        (STANDARD, 0, 0, 10),
        (STANDARD, 3, 3, 13),
        (STANDARD, 5, 4, 0),
        (HIGH, 3, 3, 43),
        (HIGH, 3, 1, -2),
        (MEDIUM, 3, 3, 30),
        (MEDIUM, 0, 0, 0),
        (PER_TRICK, 3, 3, 13),
        (PER_TRICK, 3, 5, 5),
    ],
)
def test_K27_score_matrix(variant: ScoringVariant, predicted: int, actual: int, score: int) -> None:
    """Proves: KW-1."""
    assert calculate_score(predicted, actual, variant) == score
    assert calculate_score(predicted, actual, variant.value) == score


@given(st.integers(0, 26), st.integers(0, 26))
def test_K26_negative_only_in_high_incentive(predicted: int, actual: int) -> None:
    for variant in ScoringVariant:
        score = calculate_score(predicted, actual, variant)
        assert (score < 0) == (variant is HIGH and predicted != actual)


def test_K6_an_unknown_variant_is_refused() -> None:
    with pytest.raises(ValueError, match="no_such"):
        calculate_score(1, 1, "no_such")


def test_KI20_a_kept_zero_is_worth_nothing_in_medium() -> None:
    assert calculate_score(0, 0, MEDIUM) == calculate_score(0, 1, MEDIUM) == 0


# -- rule 2 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "dealer", "bids", "valid"),
    [
        (7, 3, [2, 2, 2, 1], False),
        (7, 3, [2, 2, 1, 1], True),
        (5, 1, [1, 2, 2], False),
        (5, 1, [1, 1, 2], True),
        # The inline examples of rule 2.
        (7, 3, [3, 2, 1, 2], True),
        (7, 3, [3, 1, 2, 1], False),
    ],
)
def test_K28_bid_matrix(tricks: int, dealer: int, bids: list[int], valid: bool) -> None:
    """Proves: K-11, K-15, K-29, KW-1."""
    verdict = validate_bids(bids, tricks, dealer)
    assert verdict.valid is valid
    assert (verdict.error is None) is valid
    assert (
        validate_bids([PlayerBid(str(seat), bid) for seat, bid in enumerate(bids)], tricks, dealer) == verdict
    )


def test_K12_all_players_must_bid() -> None:
    assert validate_bids([1, 2, 3], 7, 3, total_players=4) == (False, "All players must bid")
    assert validate_bids([1, 2, 3, 3, 1], 7, 3, 4).error == "All players must bid"


def test_KI1_the_count_is_checked_only_if_it_is_known() -> None:
    assert validate_bids([1, 2, 3], 7, 2).valid
    assert not validate_bids([1, 2, 3], 7, 2, 4).valid
    assert validate_bids([1, 2, 3], 7, 2, 3).valid


@pytest.mark.parametrize("bids", [[-1, 2, 2], [0, 8, 0], [8, -1, 0]])
def test_K13_range(bids: list[int]) -> None:
    assert validate_bids(bids, 7, 0) == (False, "Bid must be 0 to 7")


def test_K14_dealer_restriction() -> None:
    assert validate_bids([2, 2, 2, 1], 7, 3) == (
        False,
        "Dealer cannot bid 1. Total bids cannot equal total tricks (7)",
    )


def test_KI2_checks_in_the_order_of_the_text() -> None:
    assert validate_bids([8, -1, 0, 0], 7, 0).error == "Bid must be 0 to 7"
    assert validate_bids([8, -1, 0], 7, 0, 4).error == "All players must bid"


def test_KW2_the_sentence_names_the_dealers_bid() -> None:
    """Proves: KI-3, KI-5. Bids are in seat order, so the dealer's is the one at the dealer's index."""
    assert (
        validate_bids([1, 2, 2], 5, 1).error
        == "Dealer cannot bid 2. Total bids cannot equal total tricks (5)"
    )
    assert (
        validate_bids([1, 0, 4], 5, 0).error
        == "Dealer cannot bid 1. Total bids cannot equal total tricks (5)"
    )


@pytest.mark.parametrize("junk", [True, 2.0, math.nan, "2", None, [1], 10**40])
def test_KI7_what_is_no_whole_number_is_out_of_range(junk: object) -> None:
    assert unchecked.validate_bids([1, junk, 1], 7, 0).error == "Bid must be 0 to 7"


def test_KI25_restriction_can_be_off() -> None:
    assert validate_bids([2, 2, 2, 1], 7, 3, dealer_restriction=False).valid
    assert legal_bids([2, 2, 2], 7, 4, dealer_restriction=False) == tuple(range(8))


def test_KW7_legal_bids() -> None:
    """Proves: KI-6."""
    assert legal_bids([0, 1], 3, 3) == (0, 1, 3)
    assert legal_bids([3, 3], 3, 3) == (0, 1, 2, 3)
    assert legal_bids([0], 3, 3) == (0, 1, 2, 3)
    assert legal_bids([PlayerBid("a", 0), 1], 3, 3) == (0, 1, 3)


@given(st.integers(1, 6), st.integers(2, 5), st.data())
def test_KI6_legal_bids_are_what_validation_accepts(tricks: int, players: int, data: st.DataObject) -> None:
    """Proves: KI-23. With the restriction, somebody always misses."""
    prior: list[int] = []
    for _ in range(players):
        allowed = legal_bids(prior, tricks, players)
        assert allowed
        prior.append(data.draw(st.sampled_from(allowed)))
    assert sum(prior) != tricks
    assert validate_bids(prior, tricks, players - 1, players).valid
    others = set(range(tricks + 1)) - set(legal_bids(prior[:-1], tricks, players))
    for barred in others:
        assert not validate_bids([*prior[:-1], barred], tricks, players - 1, players).valid


def test_K25_edge_cases() -> None:
    """Proves: K-29, KW-1."""
    assert calculate_score(0, 0, STANDARD) == 10
    assert calculate_score(7, 7, STANDARD) == 17
    assert legal_bids([4], 7, 2) == (0, 1, 2, 4, 5, 6, 7)
    assert get_trick_winner([Card.D5, Card.DK, Card.SA], Suit.DIAMONDS, TrumpSuit.NO_TRUMP) == 1
    assert legal_bids([], 1, 4) == (0, 1)
    assert legal_bids([0, 0, 0], 1, 4) == (0,)


def test_KI21_results() -> None:
    assert validate_results([3, 2, 2], 7).valid
    assert validate_results([PlayerResult("a", 1, 3), PlayerResult("b", 0, 4)], 7).valid
    assert validate_results([3, 2, 1], 7).error == "Tricks won must add up to 7, not 6"
    assert validate_results([8, -1], 7).error == "Tricks won must be 0 to 7"
    assert calculate_score(9, -3, PER_TRICK) == -3  # no judge of its arguments


# -- rules 3 to 6 ----------------------------------------------------------------------------------


def test_K16_trump_cycle() -> None:
    """Proves: K-26, KI-26. Without trump: rounds 5 and 10 of 13."""
    table = {
        TrumpSuit.SPADES: [1, 6, 11, 16],
        TrumpSuit.DIAMONDS: [2, 7, 12, 17],
        TrumpSuit.CLUBS: [3, 8, 13, 18],
        TrumpSuit.HEARTS: [4, 9, 14, 19],
        TrumpSuit.NO_TRUMP: [5, 10, 15, 20],
    }
    for trump, numbers in table.items():
        assert [get_trump_suit(number) for number in numbers] == [trump] * 4
    assert [n for n in range(1, 14) if get_trump_suit(n) is TrumpSuit.NO_TRUMP] == [5, 10]


def test_K17_cards_dealt() -> None:
    assert [get_cards_dealt(number) for number in range(1, 14)] == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]


def test_K18_descending_only() -> None:
    dealt = [get_cards_dealt(number, 7, 7, "descending") for number in range(1, 8)]
    assert dealt == [7, 6, 5, 4, 3, 2, 1]


def test_KW5_cards_dealt() -> None:
    assert [get_cards_dealt(number) for number in (8, 13, 7)] == [2, 7, 1]
    assert get_cards_dealt(1, 5, 9) == get_cards_dealt(9, 5, 9) == 5


def test_KI8_the_literal_schedule_and_the_smooth_one() -> None:
    assert [get_cards_dealt(n, 7, 12) for n in range(1, 13)] == [7, 6, 5, 4, 3, 2, 2, 3, 4, 5, 6, 7]
    assert [get_cards_dealt(n, 10, 13) for n in (7, 8, 13)] == [4, 2, 7]
    assert get_cards_dealt(14, 7, 14) == 8
    for number in (6, 7):  # 5 cards and 13 rounds: 0 and -1
        with pytest.raises(ValueError, match="no cards"):
            get_cards_dealt(number, 5, 13)
    assert [get_cards_dealt(n, 3, 10, "zigzag") for n in range(1, 11)] == [3, 2, 1, 2, 3, 2, 1, 2, 3, 2]
    assert [get_cards_dealt(n, 1, 3, "zigzag") for n in range(1, 4)] == [1, 1, 1]
    for start in range(1, 15):
        total = 2 * start - 1
        for number in range(1, total + 1):
            assert get_cards_dealt(number, start, total, "zigzag") == get_cards_dealt(number, start, total)
    with pytest.raises(ValueError, match="schedule"):
        unchecked.get_cards_dealt(1, 7, 13, "sideways")


def test_KI9_descending_runs_out() -> None:
    with pytest.raises(ValueError, match="no cards"):
        get_cards_dealt(8, 7, 13, "descending")


def test_K19_dealer() -> None:
    assert [get_dealer_index(number, 4) for number in range(1, 6)] == [0, 1, 2, 3, 0]


def test_K20_bidding_order() -> None:
    assert get_bidding_order(1, 4) == [2, 3, 0, 1]


def test_KW6_dealer_and_order() -> None:
    assert get_dealer_index(9, 5, 2) == 0
    assert get_bidding_order(4, 5) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "call",
    [
        lambda: get_trump_suit(0),
        lambda: get_trump_suit(True),
        lambda: unchecked.get_trump_suit("1"),
        lambda: get_cards_dealt(0),
        lambda: get_cards_dealt(14),
        lambda: get_cards_dealt(1, 0),
        lambda: get_cards_dealt(1, 7, 0),
        lambda: unchecked.get_cards_dealt(1.0),
        lambda: get_dealer_index(0, 4),
        lambda: get_dealer_index(1, 0),
        lambda: get_dealer_index(1, 4, 4),
        lambda: get_dealer_index(1, 4, -1),
        lambda: get_bidding_order(4, 4),
        lambda: get_bidding_order(-1, 4),
        lambda: is_game_complete(0, 13),
        lambda: is_game_complete(1, 0),
        lambda: validate_bids([1, 1], 7, 2),
        lambda: validate_bids([1, 1], 7, -1),
        lambda: validate_bids([], 7, 0),
        lambda: validate_bids([1, 1], 0, 0),
        lambda: legal_bids([1, 1], 7, 2),
        lambda: legal_bids([], 0, 2),
        lambda: validate_results([1], 0),
        lambda: get_winners([]),
    ],
)
def test_KI22_wrong_arguments(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        call()


# -- rule 7 ----------------------------------------------------------------------------------------


def brute_force_winner(cards: list[Card], lead: Suit, trump: Suit | None) -> int:
    """An independent reading of rule 7: sort by the rank names, strongest first, earliest first."""

    def weakness(place: int) -> tuple[int, int, int]:
        card = cards[place]
        kind = 0 if card.suit == trump else 1 if card.suit == lead else 2
        return kind, NAMES.index(card.rank.label), place

    return min(range(len(cards)), key=weakness)


def test_K21_trump_beats_the_suit_led() -> None:
    assert get_trick_winner([Card.HA, Card.HK, Card.S2, Card.S3], "hearts", "spades") == 3
    assert get_trick_winner([Card.H2, Card.CA, Card.DA, Card.H3], Suit.HEARTS, TrumpSuit.SPADES) == 3


def test_K22_ranks() -> None:
    hearts = [card for card in DECK if card.suit is Suit.HEARTS]
    by_rank = sorted(hearts, key=lambda card: NAMES.index(card.rank.label))
    for stronger, weaker in itertools.combinations(by_rank, 2):
        assert get_trick_winner([weaker, stronger], Suit.HEARTS, TrumpSuit.NO_TRUMP) == 1
        assert get_trick_winner([stronger, weaker], Suit.HEARTS, TrumpSuit.HEARTS) == 0


@given(
    st.lists(st.sampled_from(DECK), min_size=1, max_size=10),
    st.sampled_from(TrumpSuit),
    st.none() | st.sampled_from(Suit),
)
def test_K21_against_brute_force(cards: list[Card], trump: TrumpSuit, named: Suit | None) -> None:
    """Proves: K-22, KI-16. Copies of a card, and a lead that is not the first card's, included."""
    lead = named or cards[0].suit
    if any(card.suit in (lead, trump.suit) for card in cards):
        assert get_trick_winner(cards, lead, trump) == brute_force_winner(cards, lead, trump.suit)
    else:
        with pytest.raises(ValueError, match="win"):
            get_trick_winner(cards, lead, trump)


def test_K21_all_two_card_tricks() -> None:
    for trump in TrumpSuit:
        wins = Counter(
            get_trick_winner(pair, pair[0].suit, trump) for pair in itertools.permutations(DECK, 2)
        )
        # Ahead: every ordered pair of one suit once each way; else the follower wins only with a trump.
        seconds = 4 * 78 + (0 if trump is TrumpSuit.NO_TRUMP else 39 * 13)
        assert wins == {0: 52 * 51 - seconds, 1: seconds}


def test_KI15_tricks_that_nobody_can_win() -> None:
    """Proves: KI-14, KI-15. The answer is a place in the order of play; a lead that disagrees is honoured."""
    for cards, lead in (([], "hearts"), ([Card.C2, Card.D3], "hearts"), ([Card.C2], "none")):
        with pytest.raises(ValueError, match=r".+"):
            get_trick_winner(cards, lead, "spades")
    assert get_trick_winner([Card.HA, Card.D2], "diamonds", "spades") == 1
    for junk in (["HA"], [None], [3]):
        with pytest.raises(ValueError, match="cards"):
            unchecked.get_trick_winner(junk, "hearts", "spades")
    with pytest.raises(ValueError, match="suits"):
        get_trick_winner([Card.HA], "herz", "spades")
    with pytest.raises(ValueError, match="suits"):
        unchecked.get_trick_winner([Card.HA], "hearts", [])


def test_KI16_of_equal_cards_the_first_wins() -> None:
    assert get_trick_winner([Card.H9, Card.HA, Card.HA], "hearts", "none") == 1
    assert get_trick_winner([Card.H9, Card.S2, Card.S2], "hearts", "spades") == 1


def test_KW3_a_small_trump() -> None:
    """Proves: KI-14. Place 2 from leader 3 of 4 is seat 1."""
    trump = get_trump_suit(3)
    place = get_trick_winner([Card.HA, Card.HK, Card.C2, Card.SA], Suit.HEARTS, trump)
    assert (trump, place, (3 + place) % 4) == (TrumpSuit.CLUBS, 2, 1)


def test_KW4_no_trump() -> None:
    cards = [Card.D5, Card.D2, Card.SA, Card.HA]
    assert get_trick_winner(cards, Suit.DIAMONDS, get_trump_suit(5)) == 0


# -- rules 8 and 9 ---------------------------------------------------------------------------------


def test_K23_complete_when_the_next_round_is_past_the_last() -> None:
    """Proves: KI-19."""
    assert not is_game_complete(1, 13)
    assert not is_game_complete(13, 13)
    assert is_game_complete(14, 13)


def test_K24_winners() -> None:
    """Proves: KI-17. A list in seat order, under both names."""
    ann, bea, cy = Player("ann", 50, 0.5), Player("bea", 60, 0.2), Player("cy", 60, 0.4)
    assert get_winners([ann, bea]) == [bea]
    assert get_winners([ann, bea, cy]) == [cy]
    dan = Player("dan", 60, 0.4)
    assert get_winners([dan, ann, bea, cy]) == [dan, cy]
    assert get_winner([ann]) == [ann]
    assert get_winner is get_winners


def test_KI18_accuracy() -> None:
    results = [
        PlayerResult("a", 1, 1),
        PlayerResult("a", 2, 4),
        PlayerResult("a", 3, 2),
        PlayerResult("a", 0, 0),
    ]
    assert bid_accuracy(results) == 0.5
    assert bid_accuracy(results, "total_deviation") == -3.0
    assert bid_accuracy([]) == 0.0
    thirds = [PlayerResult("a", 0, each) for each in (0, 1, 1)]
    assert bid_accuracy(thirds) == bid_accuracy(thirds * 2)  # equal shares are equal numbers


# -- the names -------------------------------------------------------------------------------------


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


def test_K30_rule_engine() -> None:
    """Proves: KI-4, K-31. Each rule is there in snake case and in camelCase, without an instance."""
    names = [
        "calculate_score",
        "validate_bids",
        "legal_bids",
        "validate_results",
        "get_trump_suit",
        "get_cards_dealt",
        "get_dealer_index",
        "get_bidding_order",
        "get_trick_winner",
        "is_game_complete",
        "get_winners",
        "get_winner",
    ]
    for name in names:
        assert getattr(RuleEngine, name) is getattr(RuleEngine, camel(name)) is getattr(rules, name)
    assert RuleEngine.calculate_score(3, 3, "10_plus_predicted") == 13
    valid, error = RuleEngine.validateBids([2, 2, 2, 1], 7, 3)
    assert (valid, error is None) == (False, False)
    assert RuleEngine.getTrumpSuit(4) == "hearts"
    assert RuleEngine.get_cards_dealt(13) == 7


def test_KI4_bids_may_be_numbers_or_player_bids() -> None:
    rng = random.Random(4)
    for _ in range(200):
        bids = [rng.randint(-1, 4) for _ in range(3)]
        named = [PlayerBid(str(seat), bid) for seat, bid in enumerate(bids)]
        assert validate_bids(bids, 3, 1, 3) == validate_bids(named, 3, 1, 3)
