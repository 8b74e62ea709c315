"""The evaluator: every five-card hand there is, and random hands against two other libraries."""

from __future__ import annotations

import hashlib
import random
import sys
from array import array
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards, evaluate_omaha_cards
from pokerkit import Card as PokerkitCard
from pokerkit import OmahaHoldemHand, StandardHighHand

from korthus.core.cards import DECK, Card, Rank, Suit
from korthus.games.eight.evaluate import Category, HandName, category_of, describe, five, holdem, omaha


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


@pytest.mark.no_cover
def test_E13_all_five_card_hands() -> None:
    """How many there are of each class, their order by phevaluator's verdict, and one hash over it.

    The order is the place (1 to 7,462) of every hand in canonical order.
    """
    strengths = list(map(five, combinations(DECK, 5)))
    assert Counter(map(category_of, strengths)) == {
        Category.STRAIGHT_FLUSH: 40,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }
    assert len(strengths) == 2_598_960
    place = {strength: number for number, strength in enumerate(sorted(set(strengths)), 1)}
    assert len(place) == 7_462
    ours = array("H", [place[strength] for strength in strengths])
    codes = ["23456789TJQKA".index(card.rank) * 4 + "cdhs".index(card.suit) for card in DECK]
    theirs = array("H", [7_463 - evaluate_cards(*hand) for hand in combinations(codes, 5)])
    assert ours == theirs
    if sys.byteorder == "big":
        ours.byteswap()
    assert (
        hashlib.sha256(ours.tobytes()).hexdigest()
        == "d33ff97e1881fdef04a48e7517151026bbd90c8d198522e3968d7aeedb7227fe"
    )


def _same_order(first: tuple[int, int], second: tuple[object, object]) -> bool:
    """Whether two pairs are ordered alike, where the second one's members compare as values do."""
    a, b = second
    return (first[0] > first[1]) == (a > b) and (first[0] == first[1]) == (a == b)  # type: ignore[operator]


def test_E12_seven_cards_against_phevaluator() -> None:
    """The best five of 20,000 random sevens: the same order as theirs, hand after hand."""
    rng = random.Random(7)
    last = (0, 0)
    for number in range(20_000):
        hand = rng.sample(DECK, 7)
        now = (holdem(hand[:2], hand[2:]), -evaluate_cards(*map(str, hand)))
        if number:
            assert _same_order((now[0], last[0]), (now[1], last[1])), hand
        last = now


def test_EI19_omaha_against_phevaluator() -> None:
    """Exactly two of four and three of five, for 10,000 random hands. Proves: E-12."""
    rng = random.Random(9)
    last = (0, 0)
    for number in range(10_000):
        hand = rng.sample(DECK, 9)
        now = (omaha(hand[:4], hand[4:]), -evaluate_omaha_cards(*map(str, hand[4:]), *map(str, hand[:4])))
        if number:
            assert _same_order((now[0], last[0]), (now[1], last[1])), hand
        last = now


def _pokerkit(hand: list[Card]) -> list[PokerkitCard]:
    return list(PokerkitCard.parse("".join(hand)))


def test_E12_both_kinds_against_pokerkit() -> None:
    rng = random.Random(11)
    for _ in range(250):
        hand = rng.sample(DECK, 13)
        board, first, second = hand[:5], hand[5:9], hand[9:]
        assert _same_order(
            (omaha(first, board), omaha(second, board)),
            (
                OmahaHoldemHand.from_game(_pokerkit(first), _pokerkit(board)),
                OmahaHoldemHand.from_game(_pokerkit(second), _pokerkit(board)),
            ),
        )
        assert _same_order(
            (holdem(first[:2], board), holdem(second[:2], board)),
            (
                StandardHighHand.from_game(_pokerkit(first[:2]), _pokerkit(board)),
                StandardHighHand.from_game(_pokerkit(second[:2]), _pokerkit(board)),
            ),
        )


@given(st.permutations(list(DECK)).map(lambda deck: deck[:9]))
def test_EI19_best_is_the_best_of_the_combinations(hand: list[Card]) -> None:
    """21 combinations of seven cards, 60 of Omaha, and nothing else."""
    board = hand[4:]
    sevens = list(combinations([*hand[:2], *board], 5))
    assert len(sevens) == 21
    assert holdem(hand[:2], board) == max(map(five, sevens))
    sixty = [pair + three for pair in combinations(hand[:4], 2) for three in combinations(board, 3)]
    assert len(sixty) == 60
    assert omaha(hand[:4], board) == max(map(five, sixty))


@given(st.permutations(list(DECK)).map(lambda deck: deck[:5]), st.permutations(list(Suit)))
def test_EI20_suits_never_break_ties(hand: list[Card], suits: list[Suit]) -> None:
    renamed = dict(zip(Suit, suits, strict=True))
    assert five(hand) == five([Card(card.rank + renamed[card.suit]) for card in hand])


def test_EI20_the_wheel_is_the_lowest_straight_and_nothing_wraps_around() -> None:
    wheel, six_high, wrapped = (
        five(cards(text)) for text in ("Ah 2c 3d 4s 5h", "2c 3d 4s 5h 6h", "Qh Kc Ad 2s 3h")
    )
    assert describe(wheel) == HandName(Category.STRAIGHT, (Rank.FIVE,))
    assert wheel < six_high
    assert category_of(wrapped) is Category.HIGH_CARD
    assert five(cards("Ah 2h 3h 4h 5h")) < five(cards("2c 3c 4c 5c 6c"))


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("As Ks Qs Js Ts", Category.STRAIGHT_FLUSH, "A"),
        ("9s 9h 9d 9c 2s", Category.FOUR_OF_A_KIND, "92"),
        ("9s 9h 9d 2c 2s", Category.FULL_HOUSE, "92"),
        ("Qs 9s 7s 3s 2s", Category.FLUSH, "Q9732"),
        ("9s 8h 7d 6c 5s", Category.STRAIGHT, "9"),
        ("9s 9h 9d 3c 2s", Category.THREE_OF_A_KIND, "932"),
        ("9s 9h Kd 2c 2s", Category.TWO_PAIR, "92K"),
        ("9s 9h Kd 3c 2s", Category.PAIR, "9K32"),
        ("As Qh 9d 3c 2s", Category.HIGH_CARD, "AQ932"),
    ],
)
def test_E13_descriptions(text: str, category: Category, ranks: str) -> None:
    royal = category is Category.STRAIGHT_FLUSH and ranks == "A"
    assert describe(five(cards(text))) == HandName(category, tuple(map(Rank, ranks)), royal)


def test_EW5_the_same_cards_on_both_kinds_of_board() -> None:
    board = cards("Qs Js Ts 3s 4d")
    flush = describe(holdem(cards("As Kd"), board))
    assert (flush.category, flush.ranks[0]) == (Category.FLUSH, Rank.ACE)
    assert describe(omaha(cards("As Kd 7c 2h"), board)) == HandName(Category.STRAIGHT, (Rank.ACE,))
    assert describe(omaha(cards("9s 8s 2d 2c"), board)) == HandName(Category.STRAIGHT_FLUSH, (Rank.QUEEN,))


def test_EW6_four_aces_in_hand_are_a_pair() -> None:
    board = cards("Kh Kd 7c 6s 2d")
    aces, kings = omaha(cards("Ah Ad Ac As"), board), omaha(cards("Ks Qc 3h 3s"), board)
    assert describe(aces) == HandName(Category.TWO_PAIR, (Rank.ACE, Rank.KING, Rank.SEVEN))
    assert describe(kings).category is Category.THREE_OF_A_KIND
    assert kings > aces


def test_EI19_the_board_may_be_played_in_holdem_only() -> None:
    royal = cards("Ah Kh Qh Jh Th")
    name = HandName(Category.STRAIGHT_FLUSH, (Rank.ACE,), royal=True)
    assert describe(holdem(cards("2s 6d"), royal)) == name
    assert category_of(omaha(cards("2s 6d 3c 7s"), royal)) is Category.HIGH_CARD
