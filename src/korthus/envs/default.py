"""The numbers of a game that brings none: its view's fields, and its action texts.

An observation is the view, field by field, as ``codec`` puts it. ``seat`` is the seat as the table counts;
all other seats are counted from it.

Ids of actions: the text of an action has a number from 0 to ``IDS`` - 1, which is a hash of it and the same
on every machine. The legal actions take their numbers in the order of the rules; whoever finds it taken gets
the next free one. So each legal action has exactly one id, an id leads to one action, and a text has the same
id in every position, unless another legal one before it has the same number.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Final

from korthus.core.description import Kind, Whose
from korthus.core.protocol import CHANCE, Action, AnyGame, View
from korthus.envs.codec import SEAT_NAMES, Coder
from korthus.envs.encoding import Encoding, Field, Row
from korthus.envs.errors import EnvError
from korthus.envs.parts import Deck

IDS: Final = 4096


class DefaultEncoding(Encoding):
    """See above."""

    actions = IDS

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        self._view = coder_of(game, seats).struct(game.view_type, leave_out=("seat", "to_act"))
        self.fields = (
            Field("seat", (seats,), 0, 1, "The seat that looks, as the table counts."),
            Field("to_act", (seats + 2,), 0, 1, "Who is to act: a seat from the own on, chance, nobody."),
            *self._view.fields,
        )
        names = [field.name for field in self.fields]
        for name in names:
            if names.count(name) > 1:
                raise EnvError("NO_NUMBERS", field=name, game=game.name)

    def write(self, view: View, row: Row) -> None:
        """See ``Encoding.write``."""
        seat = view.seat
        assert seat is not None, "a spectator has no observation"
        row[seat] = 1
        row[self.seats + self._turn(view.to_act, seat)] = 1
        self._view.put(view, tuple(self.named(row).values())[2:], (), seat)

    def _turn(self, to_act: int | None, seat: int) -> int:
        if to_act is None:
            return self.seats + 1
        return self.seats if to_act == CHANCE else (to_act - seat) % self.seats

    def ids(self, view: View) -> Mapping[int, Action]:
        """See ``Encoding.ids``; every legal action has an id of its own.

        Raises:
            EnvError: there are more legal actions than ids.
            TooManyActions: there are too many to list.
        """
        choices = self.game.choices(view)
        if len(choices) > self.actions:
            raise EnvError("TOO_FEW_IDS", count=len(choices), ids=self.actions)
        found: dict[int, Action] = {}
        for action in choices:
            index = number_of(str(action), self.actions)
            while index in found:
                index = (index + 1) % self.actions
            found[index] = action
        return found

    def text(self, action_id: int) -> str:
        """See ``Encoding.text``: a hash cannot be read backwards."""
        return f"an action whose text has the number {action_id}, or the first free one before it"


def number_of(text: str, ids: int) -> int:
    """The number of an action's text: its CRC-32, divided by ``ids``, leaves it.

    >>> number_of("play 9h", 4096)
    943
    """
    return zlib.crc32(text.encode()) % ids


def coder_of(game: AnyGame, seats: int) -> Coder:
    """What puts the structs of a game into numbers; the game's description says which fields are by seat."""
    zones = game.describe().zones
    marks = {zone.field.rpartition(".")[2] for zone in zones if zone.kind is Kind.MARK}
    by_seat = {zone.field.partition(".")[0] for zone in zones if zone.whose is Whose.SEATS}
    return Coder(game.name, Deck.of(game.deck()), seats, frozenset(by_seat), frozenset(SEAT_NAMES | marks))
