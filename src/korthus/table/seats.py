"""Who sits at a table."""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.core.errors import InvalidOptions
from korthus.core.record import SeatEntry

#: Signs in the name of a player.
MAX_NAME: Final = 64


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person, or a computer player if ``bot`` names one."""

    name: str
    bot: str | None = None

    def __post_init__(self) -> None:
        for text in (self.name, self.name if self.bot is None else self.bot):
            if not isinstance(text, str) or not 1 <= len(text) <= MAX_NAME or not text.isprintable():
                raise InvalidOptions("BAD_NAME", "A name has 1 to {limit} printable signs.", limit=MAX_NAME)

    @property
    def entry(self) -> SeatEntry:
        """The player as a record writes it."""
        return SeatEntry(name=self.name, bot=self.bot)
