"""Where luck comes from: reproducible, checkable draws.

A state holds no undealt order and no generator. At a chance node the game names the cards that could
come, in canonical order, and a ``Chance`` draws from them. The stream is the fair shuffle of the table:

    key       = HMAC-SHA256(server_seed, "korthus/1" + for each seat: len(seed) as 4 bytes + seed)
    block n,i = HMAC-SHA256(key, n as 8 bytes + i as 8 bytes)          (all numbers big-endian)

Draw number ``n`` (0, 1, …: one per chance node) reads 32-bit words from its blocks i = 0, 1, …
A word w picks one of m things as ``w mod m`` unless w ≥ 2³² − (2³² mod m), in which case the next word is
taken (so there is no bias), and a Fisher-Yates shuffle from the front uses one pick per card drawn. Anybody
who knows the seeds can redo any draw with a few lines of any language; ``docs/fair-shuffle.md`` has vectors.

A server seed has exactly 32 bytes: HMAC fills a shorter key up with zeros, so that two seeds of different
lengths, with different commitments, could otherwise give the same cards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
#: The longest seed a seat may add, in bytes of UTF-8.
MAX_SEAT_SEED: Final = 256
#: The name of this way of shuffling, written into every record and mixed into every key.
SCHEME: Final = "korthus/1"
_WORDS: Final = 1 << 32


class Chance(Protocol):
    """A source of luck."""

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """``count`` members of ``pool`` in the order drawn, without replacement.

        A game calls this exactly once per chance node, with the pool in canonical order.
        """
        ...


def seed_bytes(seed: int | str) -> bytes:
    """The server seed that a short seed, which a person can type, stands for."""
    return hashlib.sha256(f"korthus seed {seed}".encode()).digest()


def commitment(server_seed: bytes) -> str:
    """What the table publishes before the first card: SHA-256 of its seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def shuffle_key(server_seed: bytes, seat_seeds: Sequence[str]) -> bytes:
    """The key of the stream, from the table's seed and what each seat added (``""`` for nothing).

    ``seat_seeds`` has one entry per seat, or none at all where no seat added anything.

    Raises:
        ValueError: the server seed does not have 32 bytes, or a seat's seed is too long or is no text.
    """
    if len(server_seed) != SEED_BYTES:
        raise ValueError(f"a server seed has {SEED_BYTES} bytes, not {len(server_seed)}")
    message = bytearray(SCHEME.encode())
    for seed in seat_seeds:
        raw = seed.encode()
        if len(raw) > MAX_SEAT_SEED:
            raise ValueError(f"the seed of a seat has at most {MAX_SEAT_SEED} bytes, not {len(raw)}")
        message += len(raw).to_bytes(4, "big") + raw
    return hmac.digest(server_seed, bytes(message), "sha256")


class FairChance:
    """The HMAC-SHA256 stream described above.

    >>> chance = FairChance.seeded("an evening in October")
    >>> chance.draw("ABCDEFGH", 3) == FairChance.seeded("an evening in October").draw("ABCDEFGH", 3)
    True
    """

    def __init__(self, server_seed: bytes, seat_seeds: Sequence[str] = (), *, draws: int = 0) -> None:
        """Raises ValueError for seeds that ``shuffle_key`` refuses."""
        self._key = shuffle_key(server_seed, seat_seeds)
        #: How many draws have been made: the number of the next one.
        self.draws = draws

    @classmethod
    def seeded(cls, seed: int | str) -> FairChance:
        """The stream of a short seed that a person can type: the same game on every machine."""
        return cls(seed_bytes(seed))

    def _words(self, number: int) -> Iterator[int]:
        prefix = number.to_bytes(8, "big")
        block = 0
        while True:
            digest = hmac.digest(self._key, prefix + block.to_bytes(8, "big"), "sha256")
            for start in range(0, 32, 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """See ``Chance.draw``.

        Raises:
            ValueError: ``count`` is negative or larger than the pool.
        """
        if not 0 <= count <= len(pool):
            raise ValueError(f"cannot draw {count} of {len(pool)}")
        words = self._words(self.draws)
        self.draws += 1
        cards = list(pool)
        for index in range(count):
            size = len(cards) - index
            limit = _WORDS - _WORDS % size
            word = next(words)
            while word >= limit:
                word = next(words)
            other = index + word % size
            cards[index], cards[other] = cards[other], cards[index]
        return tuple(cards[:count])
