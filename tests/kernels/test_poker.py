"""The batch evaluator against the readable one and against phevaluator."""

from __future__ import annotations

import hashlib
import io
import random
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import phevaluator.evaluator
import phevaluator.evaluator_omaha
import pytest

from korthus.core.cards import DECK, ORDER, Card
from korthus.games.eight.evaluate import five, holdem, omaha
from korthus.kernels.eight import poker, poker_tables
from korthus.kernels.eight.poker import (
    READABLE,
    InvalidCards,
    evaluate_omaha,
    evaluate_seven,
    omaha_strength,
    strength5,
    strength7,
)
from korthus.places import NoHome

#: The weakest and the strongest hand for phevaluator are 7462 and 1.
PEER_TOP = 7462


def hands(number: int, size: int, seed: int) -> npt.NDArray[np.uint8]:
    """Random hands of different cards."""
    order = np.random.default_rng(seed).random((number, 52), dtype=np.float32)
    return np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8)


def cards_of(row: npt.NDArray[np.uint8]) -> list[Card]:
    return [DECK[card] for card in row.tolist()]


def set_of(row: npt.NDArray[np.uint8]) -> int:
    return sum(1 << card for card in row.tolist())


def peer_ids(row: npt.NDArray[np.uint8]) -> list[int]:
    """phevaluator counts four suits within each rank."""
    return [4 * (card % 13) + card // 13 for card in row.tolist()]


def row_of(text: str) -> list[int]:
    return [ORDER[Card(code)] for code in text.split()]


def test_sums_of_keys_differ() -> None:
    keys = np.array(poker_tables.RANK_KEYS)
    for size, number in ((5, 6_175), (7, 49_205)):
        sums = keys[poker_tables._hands_of(size)].sum(axis=1)
        assert len(sums) == number
        assert len(np.unique(sums)) == number


def test_strengths_are_dense_and_in_the_order_of_the_rules() -> None:
    assert poker.STRENGTHS == 7462
    assert (np.diff(READABLE) > 0).all()


def test_seven_cards_as_the_rules_say() -> None:
    given = hands(200_000, 7, seed=1)
    found = READABLE[evaluate_seven(given)]
    for row, strength in zip(given, found.tolist(), strict=True):
        cards = cards_of(row)
        assert holdem(cards[:2], cards[2:]) == strength, cards


def test_seven_cards_as_phevaluator_says() -> None:
    given = hands(200_000, 7, seed=2)
    for row, strength in zip(given, evaluate_seven(given).tolist(), strict=True):
        assert PEER_TOP - phevaluator.evaluator.evaluate_7cards(*peer_ids(row)) == strength, row


def test_omaha_as_the_rules_say() -> None:
    given = hands(50_000, 9, seed=3)
    found = READABLE[evaluate_omaha(given[:, :4], given[:, 4:])]
    for row, strength in zip(given, found.tolist(), strict=True):
        cards = cards_of(row)
        assert omaha(cards[:4], cards[4:]) == strength, cards


def test_omaha_as_phevaluator_says() -> None:
    given = hands(200_000, 9, seed=4)
    found = evaluate_omaha(given[:, :4], given[:, 4:]).tolist()
    for row, strength in zip(given, found, strict=True):
        peer = phevaluator.evaluator_omaha.evaluate_omaha_cards(*peer_ids(row[4:]), *peer_ids(row[:4]))
        assert PEER_TOP - peer == strength, row


def test_omaha_on_boards_of_few_ranks_and_suits() -> None:
    """Quads, full houses and straight flushes are rare among random hands, so the deck is made small."""
    rng = random.Random(5)
    rows = []
    for ranks in (range(3), range(5, 10), (12, 0, 1, 2, 3), range(7)):
        for suits in ((0, 1, 2, 3), (1, 2, 3), (0, 3)):
            deck = [13 * suit + rank for suit in suits for rank in ranks]
            rows += [rng.sample(deck, 9) for _ in range(500) if len(deck) >= 9]
    given = np.array(rows, dtype=np.uint8)
    found = READABLE[evaluate_omaha(given[:, :4], given[:, 4:])]
    for row, strength in zip(given, found.tolist(), strict=True):
        cards = cards_of(row)
        assert omaha(cards[:4], cards[4:]) == strength, cards


def test_one_hand_at_a_time_gives_the_same() -> None:
    given = hands(20_000, 9, seed=6)
    sevens, omahas = evaluate_seven(given[:, :7]), evaluate_omaha(given[:, :4], given[:, 4:])
    for row, seven, four in zip(given, sevens.tolist(), omahas.tolist(), strict=True):
        assert strength7(set_of(row[:7])) == seven
        assert omaha_strength(set_of(row[:4]), set_of(row[4:])) == four
        assert READABLE[strength5(set_of(row[:5]))] == five(cards_of(row[:5]))


def test_all_flushes_of_one_suit() -> None:
    for ranks in combinations(range(13), 5):
        cards = [39 + rank for rank in ranks]
        assert READABLE[strength5(sum(1 << card for card in cards))] == five([DECK[card] for card in cards])


@pytest.mark.parametrize(
    ("hole", "board", "beaten"),
    [
        # EW-6: four aces in hand are a pair; three kings win.
        ("Ks Qc 3h 3s", "Kh Kd 7c 6s 2d", "Ah Ad Ac As"),
        # EW-5: exactly two in hand, so one spade makes no flush.
        ("9s 8s 2d 2c", "Qs Js Ts 3s 4d", "As Kd 7c 2h"),
    ],
)
def test_worked_positions(hole: str, board: str, beaten: str) -> None:
    better, worse = evaluate_omaha([row_of(hole), row_of(beaten)], [row_of(board)] * 2).tolist()
    assert better > worse


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([0, 1, 2, 3, 4, 5, 6], "BAD_SHAPE"),
        ([], "BAD_SHAPE"),
        ([[0, 1, 2, 3, 4, 5]], "BAD_SHAPE"),
        ([[0, 1], [2]], "BAD_SHAPE"),
        ("As", "BAD_SHAPE"),
        (None, "BAD_SHAPE"),
        ([[0.0, 1, 2, 3, 4, 5, 6]], "BAD_TYPE"),
        ([[True] * 7], "BAD_TYPE"),
        ([["As"] * 7], "BAD_TYPE"),
        ([[0, 1, 2, 3, 4, 5, 52]], "UNKNOWN_CARD"),
        ([[0, 1, 2, 3, 4, 5, 256 + 6]], "UNKNOWN_CARD"),
        ([[0, 1, 2, 3, 4, 5, -1]], "UNKNOWN_CARD"),
        (np.array([[0, 1, 2, 3, 4, 5, 52]], dtype=np.uint8), "UNKNOWN_CARD"),
        (np.array([[0, 1, 2, 3, 4, 5, 64 + 6]], dtype=np.uint8), "UNKNOWN_CARD"),
        (np.array([[255] * 7], dtype=np.uint8), "UNKNOWN_CARD"),
        ([[0, 1, 2, 3, 4, 5, 0]], "DUPLICATE"),
    ],
)
def test_what_is_no_hand_is_refused(cards: object, code: str) -> None:
    with pytest.raises(InvalidCards) as caught:
        evaluate_seven(cards)  # type: ignore[arg-type]  # junk on purpose
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("holes", "boards", "code"),
    [
        ([[0, 1, 2, 3]], [[4, 5, 6, 7, 8], [4, 5, 6, 7, 8]], "BAD_SHAPE"),
        ([[0, 1, 2]], [[4, 5, 6, 7, 8]], "BAD_SHAPE"),
        ([[0, 1, 2, 3]], [[3, 5, 6, 7, 8]], "DUPLICATE"),
        ([[0, 1, 2, 99]], [[4, 5, 6, 7, 8]], "UNKNOWN_CARD"),
    ],
)
def test_what_is_no_omaha_hand_is_refused(holes: list[list[int]], boards: list[list[int]], code: str) -> None:
    with pytest.raises(InvalidCards) as caught:
        evaluate_omaha(holes, boards)
    assert caught.value.code == code


def test_a_refusal_names_the_row_and_the_card() -> None:
    with pytest.raises(InvalidCards, match=r"Row 1: card 9 is there twice\. \[DUPLICATE\]"):
        evaluate_seven([[0, 1, 2, 3, 4, 5, 6], [9, 1, 2, 3, 4, 5, 9]])


def test_any_layout_of_the_array_will_do() -> None:
    given = hands(100, 9, seed=7)
    expected = evaluate_seven(given[:, :7].copy()).tolist()
    frozen = given[:, :7].copy()
    frozen.flags.writeable = False
    for same in (given[:, :7], frozen, np.asfortranarray(frozen), frozen.astype(np.int64), frozen.tolist()):
        assert evaluate_seven(same).tolist() == expected
    assert evaluate_seven(np.zeros((0, 7), dtype=np.uint8)).tolist() == []


# -- the file --------------------------------------------------------------------------------------


def equal(one: poker_tables.Tables, other: poker_tables.Tables) -> bool:
    mine, theirs = one._asdict(), other._asdict()
    return all(
        mine[name].dtype == theirs[name].dtype and np.array_equal(mine[name], theirs[name]) for name in mine
    )


@pytest.fixture(scope="module")
def built() -> poker_tables.Tables:
    return poker_tables.build()


def test_tables_are_kept_and_read_again(
    tmp_path: Path, built: poker_tables.Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert equal(poker_tables.load(tmp_path / "new"), built)
    assert [path.name for path in (tmp_path / "new").iterdir()] == [f"poker-{poker_tables.VERSION}.tables"]
    monkeypatch.setattr(poker_tables, "build", lambda: pytest.fail("the file was not used"))
    assert equal(poker_tables.load(tmp_path / "new"), built)


@pytest.mark.parametrize("spoil", ["empty", "short", "cut", "changed", "text"])
def test_a_spoilt_file_is_made_anew(tmp_path: Path, built: poker_tables.Tables, spoil: str) -> None:
    poker_tables.load(tmp_path)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(
        {
            "empty": b"",
            "short": whole[:20],
            "cut": whole[:-1],
            "changed": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "text": b"hello",
        }[spoil]
    )
    assert equal(poker_tables.load(tmp_path), built)
    assert path.read_bytes() == whole


def test_a_place_that_cannot_be_written_costs_only_time(tmp_path: Path, built: poker_tables.Tables) -> None:
    (tmp_path / "file").write_text("in the way")
    assert equal(poker_tables.load(tmp_path / "file"), built)
    folder = tmp_path / f"poker-{poker_tables.VERSION}.tables"
    folder.mkdir()
    assert equal(poker_tables.load(tmp_path), built)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", folder.name]


def test_other_tables_are_made_anew(tmp_path: Path, built: poker_tables.Tables) -> None:
    """A whole file, but not of these tables."""
    other = io.BytesIO()
    np.savez(other, words=built.words)
    content = other.getvalue()
    path = tmp_path / f"poker-{poker_tables.VERSION}.tables"
    path.write_bytes(hashlib.sha256(content).digest() + content)
    assert equal(poker_tables.load(tmp_path), built)
    assert path.stat().st_size > 1_000_000


def test_without_a_home_the_tables_are_made(
    built: poker_tables.Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise NoHome

    monkeypatch.setattr(poker_tables, "cache_folder", homeless)
    assert equal(poker_tables.load(), built)
