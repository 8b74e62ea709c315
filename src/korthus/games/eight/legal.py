"""Which placements there are: the one place that ``legal_actions``, ``choices`` and ``apply`` ask."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from korthus.core.cards import ORDER, Card, in_order
from korthus.games.eight.actions import Deal, EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import (
    BOARDS,
    HAND_SIZE,
    NLHE_SIZE,
    PLO_SIZE,
    Board,
    Counts,
    Three,
    all_cards,
    counts_of,
    room_of,
)
from korthus.games.eight.memory import Memory
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState

if TYPE_CHECKING:  # a view asks here what is open
    from korthus.games.eight.view import EightView


def _patterns() -> tuple[tuple[int, int, int], ...]:
    """All ways of splitting eight cards 4/2/2, as places in ``sets_of``, in the order of ``sort_key``."""
    sets = sets_of(tuple(range(HAND_SIZE)))
    number = {each: index for index, each in enumerate(sets)}
    found = []
    for a in sets:
        left = [each for each in range(HAND_SIZE) if each not in a]
        for size in (PLO_SIZE, NLHE_SIZE) if len(a) == NLHE_SIZE else (NLHE_SIZE,):
            for b in combinations(left, size):
                found.append((a, b, tuple(each for each in left if each not in b)))
    found.sort(key=_by_board_of_four)
    return tuple((number[a], number[b], number[c]) for a, b, c in found)


def _by_board_of_four(sets: tuple[tuple[int, ...], ...]) -> tuple[object, ...]:
    """By the board that gets four cards, then by those four, then by the rest."""
    sizes = [len(each) for each in sets]
    most = sizes.index(max(sizes))
    return (most, sets[most], sets)


def sets_of(cards: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The 28 pairs, then the 70 fours, of eight cards."""
    return [*combinations(cards, NLHE_SIZE), *combinations(cards, PLO_SIZE)]


_PAIRS: Final = 28
#: How often a player at random takes a card back where it may do something else: alike with the rest of what
#: is legal, it would take back more cards than it places.
_RANDOM_TAKE_BACKS: Final = 1 / 8
_ALL: Final = _patterns()
#: How eight cards may be split, as places in ``sets_of``: all 1260 ways (None), or 420 for an Omaha board.
PATTERNS: Final[dict[Board | None, tuple[tuple[int, int, int], ...]]] = {
    None: _ALL,
    **{board: tuple(pattern for pattern in _ALL if pattern[board.number] >= _PAIRS) for board in BOARDS},
}


def placements(hand: tuple[Card, ...], plo: Board | None) -> tuple[Place, ...]:
    """Every full placement of eight cards, in the order of ``sort_key``."""
    sets = sets_of(in_order(hand))
    return tuple([Place(sets[a], sets[b], sets[c]) for a, b, c in PATTERNS[plo]])


def random_placement(hand: tuple[Card, ...], plo: Board | None, rng: random.Random) -> Place:
    """One of ``placements``, each as likely, without making the others."""
    sets = sets_of(in_order(hand))
    a, b, c = rng.choice(PATTERNS[plo])
    return Place(sets[a], sets[b], sets[c])


def has_room(counts: Counts, board: Board, plo: Board | None) -> bool:
    """Whether one more card may go to a board when cards are placed in turn.

    As long as no board is Omaha, a third card may lie on one board only (EI-3), so 4/2/2 stays in reach.
    """
    return counts[board.number] < room_of(counts, plo)[board.number]


def may_repeat(hand: tuple[Card, ...], placed: Three, memory: Memory) -> bool:
    """EI-5: whether a seat may put a card where it has lain in this hand."""
    return not memory.is_full or memory.is_all_tried(hand, placed)


def may_take_back(
    rules: EightRules, hand: tuple[Card, ...], placed: Three, taken: int, memory: Memory
) -> bool:
    """EI-5: whether a seat may take back what it has placed."""
    if rules.take_backs is not None:
        return taken < rules.take_backs
    return not memory.is_full or not memory.is_all_tried(hand, placed)


def legal_actions(rules: EightRules, state: EightState) -> tuple[EightAction, ...]:
    """What the seat to act may do."""
    seat = state.turn
    assert seat is not None
    return _choices(
        rules, state.hands[seat], state.placed[seat], state.plo, state.taken[seat], state.memory[seat]
    )


def choices(rules: EightRules, view: EightView) -> tuple[EightAction, ...]:
    """The same, from what the seat to act sees."""
    seat = view.seat
    assert seat is not None
    placed, memory = view.placed[seat], view.memory[seat]
    assert placed is not None
    assert memory is not None
    return _choices(rules, view.hand, placed, view.plo, view.taken[seat], memory)


def _choices(
    rules: EightRules, hand: tuple[Card, ...], placed: Three, plo: Board | None, taken: int, memory: Memory
) -> tuple[EightAction, ...]:
    """What a seat may do that is to place: from its own cards and what is public."""
    if rules.assignment != "alternating":
        return placements(hand, plo)
    found: list[EightAction] = [*open_placements(hand, placed, plo, memory)] if hand else [Lock()]
    if may_take_back(rules, hand, placed, taken, memory):
        found += [TakeBack(card) for card in in_order(all_cards(placed))]
    return tuple(found)


def open_placements(
    hand: tuple[Card, ...], placed: Three, plo: Board | None, memory: Memory
) -> list[PlaceCard]:
    """Every card in hand on every board where it may go now.

    There may be none after many repeats (EI-5); then cards can be taken back, so that something new is open.
    """
    counts = counts_of(placed)
    room = room_of(counts, plo)
    boards = [board for board in BOARDS if counts[board.number] < room[board.number]]
    found = [PlaceCard(card, board) for card in in_order(hand) for board in boards]
    if may_repeat(hand, placed, memory):
        return found
    return [action for action in found if not memory.knows(action.card, action.board)]


def random_step(found: tuple[EightAction, ...], rng: random.Random) -> EightAction:
    """One of ``choices`` at random where cards are placed in turn, seldom one that takes a card back."""
    backs = [action for action in found if type(action) is TakeBack]
    onward = [action for action in found if type(action) is not TakeBack]
    back = not onward or (backs and rng.random() < _RANDOM_TAKE_BACKS)
    return rng.choice(backs if back else onward)


def sort_key(action: EightAction) -> Any:
    """Kinds of action one after the other, then by the canonical order of the cards."""
    match action:
        case Place():
            return (
                0,
                _by_board_of_four(tuple(tuple(ORDER[card] for card in part) for part in action.boards)),
            )
        case PlaceCard(card=card, board=board):
            return (1, ORDER[card], board.number)
        case Lock():
            return (2,)
        case TakeBack(card=card):
            return (3, ORDER[card])
        case Deal(cards=cards):
            return (4, tuple(ORDER[card] for card in cards))
