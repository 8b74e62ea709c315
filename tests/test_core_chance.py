"""The fair shuffle: the published vectors, computed anew from the words of the docs, and no bias in sight."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from korthus.core.cards import DECK
from korthus.core.chance import MAX_SEAT_SEED, SCHEME, FairChance, commitment, seed_bytes, shuffle_key

DOCS = Path(__file__).parent.parent / "docs" / "fair-shuffle.md"


def published() -> list[dict[str, Any]]:
    found = re.search(r"<!-- vectors -->\n```json\n(.*?)\n```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    vectors: list[dict[str, Any]] = json.loads(found.group(1))
    return vectors


# An independent shuffle: from the docs alone, down to HMAC itself (RFC 2104), sharing no line with korthus.


def own_hmac(key: bytes, message: bytes) -> bytes:
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def own_key(server_seed: bytes, seat_seeds: list[str]) -> bytes:
    message = b"korthus/1"
    for text in seat_seeds:
        data = text.encode("utf-8")
        size = len(data)
        message += bytes([size >> 24, size >> 16 & 255, size >> 8 & 255, size & 255]) + data
    return own_hmac(server_seed, message)


def own_block(key: bytes, number: int, block: int) -> bytes:
    digits = f"{number:016x}{block:016x}"
    return own_hmac(key, bytes.fromhex(digits))


def own_draw(key: bytes, number: int, pool: list[str], count: int) -> list[str]:
    words: list[int] = []
    block = 0
    rest = list(pool)
    for place in range(count):
        choices = len(rest) - place
        while True:
            if not words:
                data = own_block(key, number, block)
                words = [int(data[at : at + 4].hex(), 16) for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 4294967296 - 4294967296 % choices:
                break
        other = place + word % choices
        rest[place], rest[other] = rest[other], rest[place]
    return rest[:count]


@pytest.mark.parametrize("vector", published())
def test_the_published_vectors_hold_for_an_independent_shuffle(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["server_seed"])
    assert hashlib.sha256(seed).hexdigest() == vector["commitment"]
    key = own_key(seed, vector["seat_seeds"])
    assert key.hex() == vector["key"]
    for block in vector["blocks"]:
        assert own_block(key, block["draw"], block["block"]).hex() == block["hex"]
    for draw in vector["draws"]:
        assert own_draw(key, draw["number"], draw["pool"].split(), draw["count"]) == draw["drawn"].split()


@pytest.mark.parametrize("vector", published())
def test_the_published_vectors_hold_for_korthus(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["server_seed"])
    assert commitment(seed) == vector["commitment"]
    assert shuffle_key(seed, vector["seat_seeds"]).hex() == vector["key"]
    chance = FairChance(seed, vector["seat_seeds"])
    for draw in vector["draws"]:
        assert chance.draws == draw["number"]
        assert list(chance.draw(draw["pool"].split(), draw["count"])) == draw["drawn"].split()


def test_the_vectors_cover_a_whole_deck() -> None:
    whole = [draw for vector in published() for draw in vector["draws"] if draw["count"] == 52]
    assert whole
    for draw in whole:
        assert draw["pool"].split() == [card.value for card in DECK]
        assert sorted(draw["drawn"].split()) == sorted(draw["pool"].split())


@pytest.mark.no_cover
@given(
    seed=st.binary(min_size=32, max_size=32),
    seat_seeds=st.lists(st.text(max_size=40), max_size=4),
    number=st.integers(0, 2**40),
    size=st.integers(0, 104),
    data=st.data(),
)
def test_korthus_and_the_independent_shuffle_agree(
    seed: bytes, seat_seeds: list[str], number: int, size: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, size))
    pool = [str(member) for member in range(size)]
    ours = FairChance(seed, seat_seeds, draws=number).draw(pool, count)
    assert list(ours) == own_draw(own_key(seed, seat_seeds), number, pool, count)


def test_a_word_that_would_bias_the_pick_is_thrown_away() -> None:
    class Fed(FairChance):
        def _words(self, number: int) -> Iterator[int]:
            # 2³² mod 3 is 1: only the very last word is one too many for three things.
            return iter((2**32 - 1, 2**32 - 2, 0, 0))

    assert Fed(bytes(32)).draw("abc", 1) == ("c",)


def test_each_draw_has_its_own_number() -> None:
    chance = FairChance.seeded(7)
    first, second = chance.draw(DECK, 52), chance.draw(DECK, 52)
    assert chance.draws == 2
    assert first != second
    assert FairChance(seed_bytes(7), draws=1).draw(DECK, 52) == second


def test_a_draw_that_cannot_be_is_refused_and_uses_nothing_up() -> None:
    chance = FairChance.seeded(7)
    for count in (-1, 4):
        with pytest.raises(ValueError, match="cannot draw"):
            chance.draw("abc", count)
    assert chance.draws == 0


def test_a_server_seed_has_32_bytes_because_hmac_fills_shorter_keys_with_zeros() -> None:
    for length in (0, 31, 33, 64):
        with pytest.raises(ValueError, match="32 bytes"):
            FairChance(bytes(length))


def test_a_seat_seed_is_limited() -> None:
    shuffle_key(bytes(32), ["x" * MAX_SEAT_SEED])
    with pytest.raises(ValueError, match="at most"):
        shuffle_key(bytes(32), ["å" * (MAX_SEAT_SEED // 2 + 1)])
    with pytest.raises(ValueError, match="surrogates"):
        shuffle_key(bytes(32), ["\ud800"])


@given(st.lists(st.text(max_size=5), max_size=3), st.lists(st.text(max_size=5), max_size=3))
def test_different_seat_seeds_give_different_keys(one: list[str], other: list[str]) -> None:
    """Lengths are part of the message, so ("ab", "c") and ("a", "bc") do not meet."""
    assert (shuffle_key(bytes(32), one) == shuffle_key(bytes(32), other)) == (one == other)


def test_short_seeds_are_the_same_for_numbers_and_words() -> None:
    assert seed_bytes(7) == seed_bytes("7") == hashlib.sha256(b"korthus seed 7").digest()
    assert SCHEME == "korthus/1"


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_every_card_comes_to_every_place_equally_often() -> None:
    """χ² over 13 cards × 13 places: 144 degrees of freedom, so above 208 once in 3,000 (fixed seed)."""
    chance = FairChance.seeded("positions")
    games, cards = 3900, DECK[:13]
    seen = Counter(
        (place, card) for _ in range(games) for place, card in enumerate(chance.draw(cards, len(cards)))
    )
    counts = [seen[place, card] for place in range(13) for card in cards]
    assert chi_square(counts, games / 13) < 208


def test_every_order_of_four_cards_is_equally_likely() -> None:
    """χ² over 24 orders: 23 degrees of freedom, so above 52 once in 2,000 (fixed seed)."""
    chance = FairChance.seeded("orders")
    seen = Counter(chance.draw("abcd", 4) for _ in range(4800))
    assert len(seen) == 24
    assert chi_square(list(seen.values()), 200) < 52
