"""What a game may bring to this room: ``kernel`` and ``layout`` in its package here. Loads no compiler."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, cast

from korthus.core.protocol import Action, AnyGame, State
from korthus.games.registry import brought

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Packed = npt.NDArray[np.int64]
    Stream = npt.NDArray[np.uint64]


class Kernel(Protocol):
    """``kernel``: the verbs of a game on packed states; ``korthus.kernels`` says what each does."""

    #: Words of a packed state at least, and the longest legal list.
    SIZE: int
    MAX_LEGAL: int

    def supports(self, rules: Any, /) -> str | None: ...

    def pack(self, game: Any, state: Any, /) -> Packed: ...

    def unpack(self, game: Any, packed: Packed, /) -> State: ...

    def encode(self, game: Any, packed: Packed, action: Any, /) -> int: ...

    def decode(self, game: Any, packed: Packed, code: int, /) -> Action: ...

    #: Compiled: they are handed to other compiled code, too.
    actor: Callable[[Packed], int]
    deal: Callable[[Packed, Stream], None]
    legal: Callable[[Packed, Packed], int]
    apply: Callable[[Packed, int], None]
    playout: Callable[[Packed, Stream], None]
    scores: Callable[[Packed, Packed], None]


def kernel_named(game: str) -> Kernel | None:
    """The kernel of a game by name, if it brings one; loading it loads the compiler."""
    return cast("Kernel | None", brought(game, "kernels", "kernel"))


def most_seats(game: AnyGame) -> int:
    """The seats that the kernel of a game has room for, found without the compiler."""
    layout = brought(game.name, "kernels", "layout")
    most: int = getattr(layout, "MAX_SEATS", game.max_seats)
    return most
