"""What a seat may know, and the worlds that fit it."""

from __future__ import annotations

import random

from korthus.core.cards import DECK, Card, in_order
from korthus.core.protocol import CHANCE, View
from korthus.games.eight.boards import BOARDS, HAND_SIZE, NO_CARDS, Board, Counts, Three, all_cards, counts_of
from korthus.games.eight.legal import random_placement
from korthus.games.eight.memory import MOST_REPEATS, NOTHING, Memory
from korthus.games.eight.options import Assignment, EightRules
from korthus.games.eight.scoring import unpaid
from korthus.games.eight.state import EightState, Phase


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
    locked: tuple[bool, bool]
    plo: Board | None
    taken: tuple[int, int]
    #: How many cards each seat may take back in a hand; None: as many as it likes.
    take_backs: int | None
    #: What each seat has tried in this hand; None where the cards are hidden.
    memory: tuple[Memory | None, Memory | None]
    #: Cards in the seats' hands that everybody has seen.
    shown: tuple[tuple[Card, ...], tuple[Card, ...]]
    boards: Three
    #: How many cards are burnt; nobody sees them.
    burnt: int
    winners: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def to_act(state: EightState) -> int | None:
    """Whose turn it is."""
    match state.phase:
        case Phase.PLACE:
            return state.turn
        case Phase.OVER:
            return None
        case Phase.DEAL | Phase.RUNOUT:
            return CHANCE


def make_view(rules: EightRules, state: EightState, seat: int | None) -> EightView:
    """What a seat, or a spectator, may know of a state."""
    over = state.phase is Phase.OVER
    return EightView(
        seat=seat,
        to_act=to_act(state),
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
        locked=state.locked,
        plo=state.plo,
        taken=state.taken,
        take_backs=rules.take_backs,
        memory=(_memory(rules, state, 0, seat), _memory(rules, state, 1, seat)),
        shown=state.shown,
        boards=state.boards,
        burnt=len(state.burnt),
        winners=state.winners,
    )


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


def sample(rules: EightRules, view: EightView, rng: random.Random) -> EightState:
    """A state with this view: hidden cards are any of the unseen ones, each arrangement as likely."""
    known: set[Card] = set(view.hand)
    for three in (view.boards, *view.placed):
        known.update(all_cards(three or NO_CARDS))
    for seen in view.shown:
        known.update(seen)
    unseen = [card for card in DECK if card not in known]
    rng.shuffle(unseen)
    hands: list[tuple[Card, ...]] = [(), ()]
    placed: list[Three] = [NO_CARDS, NO_CARDS]
    memories = [NOTHING, NOTHING]
    for seat in (0, 1):
        hands[seat], placed[seat] = _sample_seat(rules, view, seat, unseen, rng)
        known_memory = view.memory[seat]
        if known_memory is None:
            known_memory = _sample_memory(view, seat, hands[seat] + all_cards(placed[seat]), rng)
        memories[seat] = known_memory
    return EightState(
        phase=view.phase,
        number=view.number,
        dealer=view.dealer,
        bankrolls=view.bankrolls,
        bonus=view.bonus,
        ante=view.ante,
        hands=(hands[0], hands[1]),
        placed=(placed[0], placed[1]),
        locked=view.locked,
        plo=view.plo,
        turn=view.to_act if view.phase is Phase.PLACE else None,
        taken=view.taken,
        memory=(memories[0], memories[1]),
        shown=view.shown,
        boards=view.boards,
        burnt=_take(unseen, view.burnt),
        winners=view.winners,
    )


def _sample_seat(
    rules: EightRules, view: EightView, seat: int, unseen: list[Card], rng: random.Random
) -> tuple[tuple[Card, ...], Three]:
    """A seat's hand and placed cards, the unknown ones taken from the shuffled ``unseen``."""
    if seat == view.seat:
        own = view.placed[seat]
        assert own is not None
        return view.hand, own
    seen = view.shown[seat]
    hand = in_order((*seen, *_take(unseen, view.hand_sizes[seat] - len(seen))))
    placed, counts = view.placed[seat], view.counts[seat]
    if placed is not None:
        return hand, placed
    if counts is None:  # ready, and nothing more is known: any of the 1260 placements
        return hand, random_placement(_take(unseen, HAND_SIZE), None, rng).boards
    a, b, c = (_take(unseen, counts[board.place]) for board in BOARDS)
    if view.locked[seat]:
        a, b, c = in_order(a), in_order(b), in_order(c)
    return hand, (a, b, c)


def _sample_memory(view: EightView, seat: int, cards: tuple[Card, ...], rng: random.Random) -> Memory:
    """What a seat with these eight cards may have tried: it took back any card from any board each time."""
    memory = NOTHING
    for _ in range(min(view.taken[seat], MOST_REPEATS)):
        card, board = rng.choice(cards), rng.choice(BOARDS)
        memory = memory.after_putting(card, board).after_leaving(card, board)
    return memory


def _take(unseen: list[Card], count: int) -> tuple[Card, ...]:
    """The next cards of the shuffled rest."""
    taken = tuple(unseen[:count])
    del unseen[:count]
    return taken
