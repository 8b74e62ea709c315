"""What a player observes, in each of the ways in which OpenSpiel asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
import pyspiel

from korthus.core.protocol import Event, View
from korthus.envs.information import information_string
from korthus.envs.openspiel.table import Table

if TYPE_CHECKING:
    from korthus.envs.openspiel.state import KorthusState

Array = npt.NDArray[np.float32]


class Observer:
    """Conforms to OpenSpiel's observers: ``tensor``, its parts by name in ``dict``, and ``string_from``.

    With all that a player may know there is a tensor: of the view, or with perfect recall of everything told.
    What is public only, or private only, is a text.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        """Raises ValueError for what all players know together, which no seat may."""
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no seat knows what all seats know together")
        self._table: Final = table
        self._recalls: Final[bool] = kind.perfect_recall
        self._public: Final[bool] = kind.public_info
        self._private: Final = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self._public and self._private:
            fields = table.tensors.fields if self._recalls else table.encoding.fields
            self.tensor = np.zeros(sum(field.size for field in fields), dtype=np.float32)
            begin = 0
            for field in fields:
                part = self.tensor[begin : begin + field.size]
                self.dict[field.name] = part.reshape(field.shape or (1,))
                begin += field.size

    def set_from(self, state: KorthusState, player: int) -> None:
        """Write what a player knows into ``tensor``."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if self._recalls:
            self._table.tensors.write(state.moment.told[player], player, self.tensor)
        else:
            self._table.encoding.write(self._view(state, player), self.tensor)

    def string_from(self, state: KorthusState, player: int) -> str:
        """What a player knows, as text; nothing for a private part that is empty."""
        told = state.moment.told
        if self._recalls:
            if self._public and self._private:
                return information_string(told[player], player)
            heard = told[-1] if self._public else tuple(e for e in told[player] if _is_private(e))
            return information_string(heard, player) if heard or self._public else ""
        if self._private and self._public:
            return msgspec.json.encode(self._view(state, player)).decode()
        if self._public:
            return msgspec.json.encode(self._view(state, None)).decode()
        return self._own(state, player) if self._private else ""

    def _view(self, state: KorthusState, seat: int | None) -> View:
        view: View = self._table.game.view(state.moment.state, seat)
        return view

    def _own(self, state: KorthusState, player: int) -> str:
        """The fields of a player's view that a spectator sees otherwise."""
        mine, public = self._view(state, player), self._view(state, None)
        own = {
            name: getattr(mine, name)
            for name in mine.__struct_fields__
            if name != "seat" and getattr(mine, name) != getattr(public, name)
        }
        return msgspec.json.encode(own).decode() if own else ""


def _is_private(entry: object) -> bool:
    return not isinstance(entry, Event) or entry.audience is not None
