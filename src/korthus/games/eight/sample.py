"""From a view to a full state: the worlds that fit what a seat knows."""

from __future__ import annotations

import random

from korthus.core.cards import DECK, Card, in_order
from korthus.core.completion import completed
from korthus.games.eight.boards import BOARDS, HAND_SIZE, NO_CARDS, Three, all_cards
from korthus.games.eight.legal import random_placement
from korthus.games.eight.memory import MOST_REPEATS, NOTHING, Memory
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.games.eight.view import EightView


def complete(
    rules: EightRules,
    view: EightView,
    hands: tuple[tuple[Card, ...], tuple[Card, ...]],
    placed: tuple[Three, Three],
    memory: tuple[Memory, Memory],
    burnt: tuple[Card, ...],
) -> EightState:
    """The state of a view in which the seats hold, have placed and have tried this, and these are burnt."""
    turn = view.to_act if view.phase is Phase.PLACE else None
    return completed(EightState, view, hands=hands, placed=placed, turn=turn, memory=memory, burnt=burnt)


def sample(rules: EightRules, view: EightView, rng: random.Random) -> EightState:
    """A state with this view: unseen cards are spread evenly over hidden hands, placements and burns."""
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
    return complete(
        rules,
        view,
        hands=(hands[0], hands[1]),
        placed=(placed[0], placed[1]),
        memory=(memories[0], memories[1]),
        burnt=_take(unseen, view.burnt),
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
    a, b, c = (_take(unseen, counts[board.number]) for board in BOARDS)
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
