"""The comparisons of mus, against the clauses and against an independent count of all hands."""

from __future__ import annotations

from collections import Counter
from functools import cmp_to_key
from itertools import combinations_with_replacement, pairwise, product
from math import comb, prod

import pytest

from korthus.games.mus.cards import PACK, RANKS, Hand, Rank, counts, in_order, read_rank, spread
from korthus.games.mus.scoring import (
    LANCES,
    Lance,
    Pares,
    chica,
    grande,
    juego,
    pares,
    points,
    strength,
    value,
    winner,
)
from korthus.games.mus.text import read_cards

HANDS = tuple(combinations_with_replacement(RANKS, 4))


def ways(hand: Hand, pack: tuple[int, ...] = PACK) -> int:
    return prod(comb(there, need) for there, need in zip(pack, counts(hand), strict=True))


def better(lance: Lance, a: str, b: str) -> bool:
    """A beats B from the worse seat, so it is no tie."""
    hands = (read_cards(a), read_cards(b))
    return winner(lance, hands, 1) == 0


def test_U2_the_pack_has_eight_kings_eight_aces_and_four_of_the_rest() -> None:
    """Proves: U-2, UI-23."""
    pack = Counter(spread(PACK))
    assert sum(pack.values()) == 40
    assert pack == Counter({rank: 8 if rank in "R1" else 4 for rank in "RCS76541"})


def test_U4_order_of_the_cards() -> None:
    assert "".join(RANKS) == "RCS76541"
    assert [rank.height for rank in RANKS] == [7, 6, 5, 4, 3, 2, 1, 0]
    assert in_order(read_cards("1 7 R 4")) == tuple(map(Rank, "R741"))
    assert read_rank("3") is Rank.REY
    assert read_rank("2") is Rank.ACE
    assert read_rank("x") is None


def test_U5_values_of_the_cards() -> None:
    assert {str(rank): rank.points for rank in RANKS} == {
        "R": 10, "C": 10, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "1": 1,
    }  # fmt: skip
    assert points(read_cards("R C 7 1")) == 28


def test_U8_kinds_of_pares() -> None:
    assert pares(read_cards("R R 4 1"))[0] is Pares.PAR
    assert pares(read_cards("4 4 4 1"))[0] is Pares.MEDIAS
    assert pares(read_cards("R R 5 5"))[0] is Pares.DUPLES
    assert pares(read_cards("R C 5 4")) == (Pares.NONE, ())


def test_U9_order_of_juego() -> None:
    order = [31, 32, 40, 37, 36, 35, 34, 33]
    ranks = [juego(total) for total in order]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)
    assert min(ranks) > 0
    assert juego(30) == 0


def test_U10_punto_from_thirty_down_to_four() -> None:
    below = [hand for hand in HANDS if points(hand) < 31]
    assert max(map(points, below)) == 30
    assert min(map(points, below)) == 4
    best = max(below, key=lambda each: strength(each)[Lance.PUNTO.number])
    worst = min(below, key=lambda each: strength(each)[Lance.PUNTO.number])
    assert (points(best), points(worst)) == (30, 4)


def test_U19_values() -> None:
    """Proves: UI-19."""
    assert value(Lance.PARES, read_cards("R R 7 4")) == 1
    assert value(Lance.PARES, read_cards("R R R 4")) == 2
    assert value(Lance.PARES, read_cards("R R 4 4")) == 3
    assert value(Lance.JUEGO, read_cards("R R R 1")) == 3
    assert value(Lance.JUEGO, read_cards("R R R R")) == 2
    assert value(Lance.PUNTO, read_cards("R R 4 4")) == 1
    assert value(Lance.GRANDE, read_cards("R R 4 4")) == 0
    assert value(Lance.CHICA, read_cards("R R 4 4")) == 0


@pytest.mark.parametrize("lance", LANCES)
@pytest.mark.parametrize("mano", [0, 1])
def test_UI3_the_mano_wins_every_tie(lance: Lance, mano: int) -> None:
    for hand in HANDS:
        assert winner(lance, (hand, hand), mano) == mano


def test_UI12_four_equal_cards_are_duples_and_medias_are_exactly_three() -> None:
    assert pares(read_cards("7 7 7 7")) == (Pares.DUPLES, (4, 4))
    assert value(Lance.PARES, read_cards("7 7 7 7")) == 3
    assert pares(read_cards("7 7 7 1")) == (Pares.MEDIAS, (4,))


def test_UI13_pares_compare_by_kind_then_rank_and_nothing_else() -> None:
    assert better(Lance.PARES, "4 4 1 1", "R R R C")
    assert better(Lance.PARES, "1 1 1 4", "R R C S")
    assert better(Lance.PARES, "R R 4 4", "C C S S")
    assert better(Lance.PARES, "R R 5 5", "R R 4 4")
    assert better(Lance.PARES, "R R R R", "R R C C")
    assert better(Lance.PARES, "7 7 7 1", "6 6 6 R")
    tie = (read_cards("7 7 R C"), read_cards("7 7 4 1"))
    assert [winner(Lance.PARES, tie, mano) for mano in (0, 1)] == [0, 1]


def test_UI14_grande_and_chica_compare_card_by_card() -> None:
    assert better(Lance.GRANDE, "R 1 1 1", "C C C C")
    assert better(Lance.GRANDE, "R C 1 1", "R S S S")
    assert better(Lance.GRANDE, "C C C C", "C C C S")
    assert better(Lance.CHICA, "1 R R R", "4 4 4 4")
    assert better(Lance.CHICA, "1 4 R R", "1 5 5 5")
    assert better(Lance.CHICA, "S S S S", "C S S S")


def test_UI20_impossible_sums_and_a_total_order() -> None:
    sums = {points(hand) for hand in HANDS}
    assert sums == set(range(4, 41)) - {5, 6, 38, 39}
    assert juego(40) > juego(39) > juego(38) > juego(37)
    assert juego(32) > juego(40)


def test_UW7_juego_and_punto_side_by_side() -> None:
    assert better(Lance.JUEGO, "R R R R", "R R R 7")
    assert better(Lance.JUEGO, "R R 7 7", "R R 7 6")
    assert all(better(Lance.JUEGO, "R R R 1", other) for other in ("R R R R", "R R 6 6", "R R R 7"))
    assert better(Lance.PUNTO, "R R 5 5", "R R 5 4")


# -- an independent opinion: written from the rules, sharing nothing with the module ----------------------

ORDER = "RCS76541"


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def compare_grande(a: str, b: str) -> int:
    for x, y in zip(sorted(a, key=ORDER.index), sorted(b, key=ORDER.index), strict=True):
        if x != y:
            return 1 if ORDER.index(x) < ORDER.index(y) else -1
    return 0


def compare_chica(a: str, b: str) -> int:
    low = ORDER[::-1]
    for x, y in zip(sorted(a, key=low.index), sorted(b, key=low.index), strict=True):
        if x != y:
            return 1 if low.index(x) < low.index(y) else -1
    return 0


def compare_pares(a: str, b: str) -> int:
    def describe(text: str) -> tuple[int, list[int]]:
        pattern = sorted((text.count(card) for card in set(text)), reverse=True)
        pairs = [-ORDER.index(card) for card in set(text) for _ in range(text.count(card) // 2)]
        kind = {(4,): 3, (2, 2): 3, (3, 1): 2, (2, 1, 1): 1, (1, 1, 1, 1): 0}[tuple(pattern)]
        return kind, sorted(pairs, reverse=True)

    one, two = describe(a), describe(b)
    return (one > two) - (one < two)


def total(text: str) -> int:
    return sum(10 if card in "RCS" else int(card) for card in text)


def compare_juego(a: str, b: str) -> int:
    order = [31, 32, 40, 37, 36, 35, 34, 33]
    places = [order.index(total(text)) if total(text) in order else len(order) for text in (a, b)]
    return sign(places[1] - places[0])


def compare_punto(a: str, b: str) -> int:
    return sign(total(a) - total(b))


@pytest.mark.parametrize(
    ("lance", "compare"),
    [
        (Lance.GRANDE, compare_grande),
        (Lance.CHICA, compare_chica),
        (Lance.PARES, compare_pares),
        (Lance.JUEGO, compare_juego),
        (Lance.PUNTO, compare_punto),
    ],
)
def test_U7_every_pair_of_hands_against_an_independent_comparison(lance: Lance, compare: object) -> None:
    """Proves: UI-13, UI-14, U-9, U-10."""
    assert callable(compare)
    texts = ["".join(hand) for hand in HANDS]
    keys = [strength(hand)[lance.number] for hand in HANDS]
    ranked = sorted(texts, key=cmp_to_key(compare))
    place, places = 0, {ranked[0]: 0}
    for before, after in pairwise(ranked):
        place += compare(before, after) != 0
        places[after] = place
    for (a, x), (b, y) in product(zip(texts, keys, strict=True), repeat=2):
        assert sign(x - y) == sign(places[a] - places[b]), (lance, a, b)


# -- the figures of the rules brief ------------------------------------------------------------------------


def test_U3_single_hand_counts() -> None:
    """The computed facts: all hands by pares and juego."""
    assert len(HANDS) == 330
    assert sum(map(ways, HANDS)) == comb(40, 4) == 91_390
    kinds: Counter[Pares] = Counter()
    multisets: Counter[Pares] = Counter()
    sums: Counter[int] = Counter()
    both: Counter[tuple[bool, bool]] = Counter()
    for hand in HANDS:
        kind, total_points = pares(hand)[0], points(hand)
        kinds[kind] += ways(hand)
        multisets[kind] += 1
        sums[total_points] += ways(hand)
        both[kind > 0, total_points >= 31] += ways(hand)
    assert kinds == {Pares.PAR: 43_776, Pares.MEDIAS: 4_448, Pares.DUPLES: 3_486, Pares.NONE: 39_680}
    assert multisets == {Pares.PAR: 168, Pares.MEDIAS: 56, Pares.DUPLES: 36, Pares.NONE: 70}
    juegos = {total_points: number for total_points, number in sums.items() if total_points >= 31}
    assert juegos == {31: 8384, 32: 2640, 40: 1820, 37: 2240, 36: 2240, 35: 2240, 34: 2960, 33: 1920}
    assert sum(juegos.values()) == 24_444
    assert sum(points(hand) >= 31 for hand in HANDS) == 104
    assert both == {(True, True): 16_252, (True, False): 35_458, (False, True): 8_192, (False, False): 31_488}


def test_U3_heads_up_shares() -> None:
    """The computed facts: two hands of one pack, exactly."""
    declared = [(strength(hand).pares > 0, strength(hand).juego > 0) for hand in HANDS]
    deals = Counter[tuple[str, int]]()
    for mine, said in zip(HANDS, declared, strict=True):
        rest = tuple(a - b for a, b in zip(PACK, counts(mine), strict=True))
        here = ways(mine)
        for theirs, other in zip(HANDS, declared, strict=True):
            number = here * ways(theirs, rest)
            deals["pares", said[0] + other[0]] += number
            deals["juego", said[1] + other[1]] += number
    every = comb(40, 4) * comb(36, 4)
    assert every == 5_383_327_950
    shares = {key: round(100 * number / every, 3) for key, number in deals.items()}
    assert shares == {
        ("pares", 2): 31.920,
        ("pares", 1): 49.324,
        ("pares", 0): 18.757,
        ("juego", 2): 5.944,
        ("juego", 1): 41.605,
        ("juego", 0): 52.451,
    }


def test_UI14_keys_agree_with_the_cards_whatever_their_order() -> None:
    for hand in HANDS[::7]:
        assert grande(hand) == grande(hand[::-1])
        assert chica(hand) == chica(hand[::-1])
