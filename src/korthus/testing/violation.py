"""What the kit says when a game breaks a promise: which one, where, and how to see it again."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from korthus.core.protocol import AnyGame


@dataclass(eq=False)
class ConformanceError(AssertionError):
    """A game broke a promise of the protocol.

    ``check`` is the short name of the promise and ``position`` the state as text. The same violation is met
    again by ``check_game(game, games=1, first=number, seed=seed, …)``.
    """

    check: str
    detail: str
    _: KW_ONLY
    game: str
    seed: int
    number: int
    step: int
    position: str

    def __str__(self) -> str:
        return (
            f"{self.check}: {self.detail}\n"
            f"  game      {self.game}\n"
            f"  playout   seed={self.seed}, first={self.number}, step {self.step}\n"
            f"  position  {self.position}"
        )


class Where:
    """How far a playout has come; makes the violations that quote it."""

    def __init__(self, game: AnyGame, seats: int, seed: int) -> None:
        self.game = game
        self.seats = seats
        #: Everybody who looks on: the spectator and each seat.
        self.chairs: tuple[int | None, ...] = (None, *range(seats))
        self.seed = seed
        self.number = 0
        self.step = 0
        self.state: Any = None

    def violation(self, check: str, detail: str) -> ConformanceError:
        """The error to raise for a broken promise at the present position."""
        return ConformanceError(
            check,
            detail,
            game=repr(self.game),
            seed=self.seed,
            number=self.number,
            step=self.step,
            position=self.text(self.state),
        )

    def text(self, state: Any) -> str:
        """A state for a message: its text, or its fields when the text form itself is broken."""
        try:
            return self.game.format_state(state)
        except Exception as error:
            return f"{state!r} (format_state fails with {error!r})"
