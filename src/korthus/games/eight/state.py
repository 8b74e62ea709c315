"""Everything that is the case at one moment of a session."""

from __future__ import annotations

from enum import StrEnum

from korthus.core.cards import Card
from korthus.core.protocol import State
from korthus.games.eight.boards import NO_CARDS, Board, Three
from korthus.games.eight.memory import NOTHING, Memory


class Phase(StrEnum):
    """What happens next in a session."""

    DEAL = "deal"
    PLACE = "place"
    RUNOUT = "runout"
    OVER = "over"


class EightState(State, frozen=True):
    """A moment of a session. The cards of a finished hand are gone, except those of the last one."""

    phase: Phase
    #: The number of the hand, from 1.
    number: int
    dealer: int
    #: What each seat has beside the pot.
    bankrolls: tuple[int, int]
    #: Net chips that each seat has from sweep bonuses in this session.
    bonus: tuple[int, int] = (0, 0)
    #: What each seat has put into the pot of this hand.
    ante: int = 0
    #: Cards that are not placed.
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    #: Placed cards per seat and board: in the order placed until the seat locks, canonical then.
    placed: tuple[Three, Three] = (NO_CARDS, NO_CARDS)
    locked: tuple[bool, bool] = (False, False)
    #: The Omaha board, once its kind is public.
    plo: Board | None = None
    #: Which seat places now.
    turn: int | None = None
    #: How many cards each seat has taken back in this hand.
    taken: tuple[int, int] = (0, 0)
    #: What each seat has tried in this hand, where taking back is free (EI-5).
    memory: tuple[Memory, Memory] = (NOTHING, NOTHING)
    #: Cards in hand that everybody has seen, because they lay face up on a board before.
    shown: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    boards: Three = NO_CARDS
    burnt: tuple[Card, ...] = ()
    #: Who won each board; empty until it is run out.
    winners: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())

    @property
    def starter(self) -> int:
        """The seat that places first: the one that does not deal (EI-12)."""
        return 1 - self.dealer

    @property
    def pot(self) -> int:
        """What was put in for this hand, already paid or not."""
        return 2 * self.ante
