"""What a seat may know."""

from __future__ import annotations

from typing import TypeAlias

from korthus.core.cards import Card
from korthus.core.protocol import View
from korthus.games.eight.boards import BOARD_SIZE, NO_CARDS, Board, Counts, Three, counts_of, open_splits
from korthus.games.eight.evaluate import HandName
from korthus.games.eight.memory import NOTHING, Memory
from korthus.games.eight.options import Assignment, EightRules
from korthus.games.eight.play import to_act
from korthus.games.eight.scoring import Fives, fives_of, names_of, unpaid
from korthus.games.eight.state import EightState, Phase

#: What seats 0 and 1 have on a board, once it is decided.
Names: TypeAlias = tuple[HandName, HandName] | None


class EightView(View, frozen=True, kw_only=True, tag="EightView"):
    """The session as one seat sees it. Tuples of two have seat 0 first, tuples of three board A."""

    phase: Phase
    assignment: Assignment
    #: The number of this hand, and how many are played (None: until a bankroll is empty).
    number: int
    hands: int | None
    dealer: int
    bankrolls: tuple[int, int]
    bonus: tuple[int, int]
    ante: int
    #: What still lies in the pot.
    pot: int
    #: This seat's own cards that are not placed.
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, int]
    #: What each seat has placed; None where the cards are hidden.
    placed: tuple[Three | None, Three | None]
    #: How many cards each seat has on the boards; None as long as even that is unknown.
    counts: tuple[Counts | None, Counts | None]
    #: How many cards a placement may have on A, B and C in the end, split by split; the board of four is the
    #: Omaha board. Room for a card is where one of the splits has it that all cards placed so far fit into.
    splits: tuple[Counts, ...]
    locked: tuple[bool, bool]
    plo: Board | None
    taken: tuple[int, int]
    #: How many cards each seat may take back in a hand; None: as many as it likes.
    take_backs: int | None
    #: How many of them are left to each seat; None: as many as it likes.
    take_backs_left: tuple[int, int] | None
    #: What each seat has tried in this hand; None where the cards are hidden.
    memory: tuple[Memory | None, Memory | None]
    #: Cards in the seats' hands that everybody has seen.
    shown: tuple[tuple[Card, ...], tuple[Card, ...]]
    boards: Three
    #: How many cards a board has in the end.
    board_size: int
    #: How many cards are burnt; nobody sees them.
    burnt: int
    winners: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    #: What the seats have on a board that is run out; None on the others.
    names: tuple[Names, Names, Names]
    #: The five cards of each of these hands.
    fives: tuple[Fives | None, Fives | None, Fives | None]


def make_view(rules: EightRules, state: EightState, seat: int | None) -> EightView:
    """What a seat, or a spectator, may know of a state."""
    over = state.phase is Phase.OVER
    return EightView(
        seat=seat,
        to_act=to_act(rules, state),
        phase=state.phase,
        assignment=rules.assignment,
        number=state.number,
        hands=rules.hands,
        dealer=state.dealer,
        bankrolls=state.bankrolls,
        bonus=state.bonus,
        ante=state.ante,
        pot=0 if over else unpaid(rules, state.pot, state.dealer, state.winners),
        hand=() if seat is None else state.hands[seat],
        hand_sizes=(len(state.hands[0]), len(state.hands[1])),
        placed=(_placed(rules, state, 0, seat), _placed(rules, state, 1, seat)),
        counts=(_counts(rules, state, 0, seat), _counts(rules, state, 1, seat)),
        splits=open_splits(state.plo),
        locked=state.locked,
        plo=state.plo,
        taken=state.taken,
        take_backs=rules.take_backs,
        take_backs_left=_take_backs_left(rules, state),
        memory=(_memory(rules, state, 0, seat), _memory(rules, state, 1, seat)),
        shown=state.shown,
        boards=state.boards,
        board_size=BOARD_SIZE,
        burnt=len(state.burnt),
        winners=state.winners,
        names=(names_of(state, Board.A), names_of(state, Board.B), names_of(state, Board.C)),
        fives=(fives_of(state, Board.A), fives_of(state, Board.B), fives_of(state, Board.C)),
    )


def _take_backs_left(rules: EightRules, state: EightState) -> tuple[int, int] | None:
    if rules.take_backs is None:
        return None
    return (rules.take_backs - state.taken[0], rules.take_backs - state.taken[1])


def _unseen(rules: EightRules, state: EightState) -> bool:
    """Whether a placement is not even counted yet: the first of two that are made at the same time (EI-4)."""
    return rules.assignment == "simultaneous" and state.plo is None


def _placed(rules: EightRules, state: EightState, owner: int, seat: int | None) -> Three | None:
    if seat == owner or state.locked == (True, True):
        return state.placed[owner]
    if rules.hidden_placement or _unseen(rules, state):
        # What is not there is not hidden: empty boards look the same to everybody.
        return None if state.locked[owner] or state.placed[owner] != NO_CARDS else NO_CARDS
    return state.placed[owner]


def _memory(rules: EightRules, state: EightState, owner: int, seat: int | None) -> Memory | None:
    """A seat's memory, or None for others who do not see the cards, from the moment when it may hold some."""
    if seat == owner or not rules.hidden_placement or rules.assignment != "alternating":
        return state.memory[owner]
    if rules.take_backs is not None or state.locked[owner]:
        return NOTHING
    return None if state.taken[owner] or state.plo is not None else NOTHING


def _counts(rules: EightRules, state: EightState, owner: int, seat: int | None) -> Counts | None:
    if seat != owner and state.locked[owner] and _unseen(rules, state):
        return None
    return counts_of(state.placed[owner])
