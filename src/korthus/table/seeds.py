"""The seeds of a table's shuffle: its own, which is secret until the end, and those that seats mix in."""

from __future__ import annotations

from korthus.core.chance import MAX_SEAT_SEED, SCHEME, FairChance, commitment
from korthus.core.errors import IllegalAction, InvalidAction, InvalidOptions
from korthus.core.record import ShuffleEntry, is_seed


class Seeds:
    """All seeds of a table. **Private**: whoever knows them knows every card to come."""

    def __init__(self, server_seed: bytes, seats: int) -> None:
        """Begin with the seed of the table.

        Raises:
            InvalidOptions: it does not have 32 bytes.
        """
        if not isinstance(server_seed, bytes) or len(server_seed) != 32:
            raise InvalidOptions("BAD_TABLE_SEED", "The seed of a table has 32 bytes.")
        self._server_seed = server_seed
        self._seats = seats
        self._of_seats: dict[int, str] = {}

    @property
    def commitment(self) -> str:
        """What may be published about the table's own seed before the first card."""
        return commitment(self._server_seed)

    @property
    def secret(self) -> str:
        """The table's own seed, in hex."""
        return self._server_seed.hex()

    @property
    def of_seats(self) -> tuple[str, ...]:
        """One per seat, or none at all: a table to which nobody added anything is its own seed alone."""
        if not self._of_seats:
            return ()
        return tuple(self._of_seats.get(seat, "") for seat in range(self._seats))

    def add(self, seat: int, seed: str) -> None:
        """Mix a seat's own seed in.

        Raises:
            IllegalAction: the seat has added a seed before.
            InvalidAction: the seed is empty, too long or no text.
        """
        if seat in self._of_seats:
            raise IllegalAction("SEED_GIVEN", "This seat has added its seed already.")
        if not isinstance(seed, str) or not seed or not is_seed(seed):
            raise InvalidAction("BAD_SEED", "A seed is a text of 1 to {limit} bytes.", limit=MAX_SEAT_SEED)
        self._of_seats[seat] = seed

    def chance(self) -> FairChance:
        """The chance that they make together."""
        return FairChance(self._server_seed, self.of_seats)

    def entry(self, *, with_secret: bool) -> ShuffleEntry:
        """How the cards are shuffled, as a record has it; with the table's own seed or without."""
        return ShuffleEntry(
            scheme=SCHEME,
            commitment=self.commitment,
            server_seed=self.secret if with_secret else None,
            seat_seeds=self.of_seats,
        )
