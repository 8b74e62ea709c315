"""What happens: deals, plays, and the end of a deal."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec.structs import asdict, replace

from korthus.core.protocol import CHANCE, Event, Step
from korthus_scopa import events
from korthus_scopa.actions import Deal, Lay, ScopaAction, Take
from korthus_scopa.capture import by_privilege, takes
from korthus_scopa.cards import DECK, Card, in_order, without
from korthus_scopa.errors import illegal
from korthus_scopa.options import ScopaRules
from korthus_scopa.scoring import score, winner
from korthus_scopa.state import ScopaState

#: Cards that a seat gets at a time, and that are laid on the table at the beginning (S-4).
HAND: Final = 3
TABLE: Final = 4

T = TypeVar("T")


def first_state(rules: ScopaRules, seats: int) -> ScopaState:
    """The state before the first deal."""
    return ScopaState()


def dealer(rules: ScopaRules, state: ScopaState) -> int:
    """The seat that deals; it changes with each deal (S-3)."""
    return (rules.first_dealer + state.deals) % 2


def located(state: ScopaState) -> tuple[Card, ...]:
    """Every card that lies somewhere."""
    return (*state.hands[0], *state.hands[1], *state.table, *state.taken[0], *state.taken[1])


def misdealt(rules: ScopaRules, state: ScopaState) -> bool:
    """Whether the first cards lie there and must be dealt again (S-5)."""
    fresh = len(state.table) == TABLE and all(len(hand) == HAND for hand in state.hands)
    kings = sum(card.rank == "R" for card in state.table)
    return rules.redeal_kings and kings >= 3 and fresh and not any(state.taken)


def to_act(rules: ScopaRules, state: ScopaState) -> int | None:
    """A seat, chance, or None when the game is over. The dealer's opponent begins (S-6)."""
    first, second = state.hands
    if misdealt(rules, state):
        return CHANCE
    if first or second:
        deals = dealer(rules, state)
        return 1 - deals if len(first) == len(second) else deals
    if not located(state) and winner(rules, state.points) is not None:
        return None
    return CHANCE


def undealt(rules: ScopaRules, state: ScopaState) -> tuple[Card, ...]:
    """What the next deal is drawn from, in canonical order."""
    return DECK if misdealt(rules, state) else without(DECK, located(state))


def deal_size(rules: ScopaRules, state: ScopaState) -> int:
    """How many cards the next deal has: those for the table come only with the first hands (S-4)."""
    return 2 * HAND + (TABLE if len(undealt(rules, state)) == len(DECK) else 0)


def apply(rules: ScopaRules, state: ScopaState, action: ScopaAction) -> Step[ScopaState]:
    """The state after an action, and what it caused.

    Raises:
        IllegalAction: the rules do not allow it now.
    """
    match action:
        case Deal(cards):
            return _deal(rules, state, cards)
        case Lay(card):
            return _play(rules, state, card, ())
        case Take(card, cards):
            return _play(rules, state, card, cards)


def _deal(rules: ScopaRules, state: ScopaState, cards: tuple[Card, ...]) -> Step[ScopaState]:
    pool, size = undealt(rules, state), deal_size(rules, state)
    real = isinstance(cards, tuple) and all(isinstance(card, Card) for card in cards)
    if not real or len(cards) != size or len(set(cards) & set(pool)) != size:
        raise illegal("BAD_DEAL", count=size)
    deals = dealer(rules, state)
    packets = {1 - deals: in_order(cards[:HAND]), deals: in_order(cards[HAND : 2 * HAND])}
    hands = (packets[0], packets[1])
    told: list[Event] = []
    laid = cards[2 * HAND :]
    if laid:
        told.append(events.DealStarted(deal=state.deals + 1, dealer=deals, table=laid))
    after = replace(state, hands=hands, table=laid or state.table)
    told.append(events.CardsDealt(count=HAND, stock=len(pool) - size))
    told += [events.HandDealt(cards=hand, audience=seat) for seat, hand in enumerate(hands)]
    if misdealt(rules, after):
        told.append(events.Misdealt())
    return Step(after, tuple(told))


def _play(rules: ScopaRules, state: ScopaState, card: Card, taken: tuple[Card, ...]) -> Step[ScopaState]:
    seat = to_act(rules, state)
    assert seat is not None
    if not isinstance(card, Card) or card not in state.hands[seat]:
        raise illegal("NOT_IN_HAND", card=str(card)[:20])
    possible = takes(rules, card, state.table)
    if taken not in possible and (taken or possible):
        raise illegal("CANNOT_TAKE" if taken else "MUST_TAKE", card=card)
    after = replace(state, hands=_with(state.hands, seat, without(state.hands[seat], [card])))
    over = not any(after.hands) and len(located(state)) == len(DECK)
    told: list[Event] = []
    if taken:
        told.append(events.CardsTaken(seat=seat, card=card, cards=taken))
        pile = in_order((*state.taken[seat], card, *taken))
        table = without(state.table, taken)
        after = replace(after, table=table, taken=_with(state.taken, seat, pile), last_taker=seat)
        if not table and not over and not by_privilege(card, taken):
            told.append(events.ScopaMade(seat=seat))
            after = replace(after, scope=_with(state.scope, seat, state.scope[seat] + 1))
    else:
        told.append(events.CardLaid(seat=seat, card=card))
        after = replace(after, table=(*state.table, card))
    if over:
        return _end_deal(rules, after, told)
    return Step(after, tuple(told))


def _end_deal(rules: ScopaRules, state: ScopaState, told: list[Event]) -> Step[ScopaState]:
    """Give away the rest of the table, count, and gather the cards (S-13 to S-20)."""
    taken = state.taken
    if state.table and state.last_taker is not None:
        last = state.last_taker
        told.append(events.RestTaken(seat=last, cards=state.table))
        taken = _with(taken, last, in_order((*taken[last], *state.table)))
    points = score(rules, taken, state.scope)
    totals = (state.points[0] + points.total(0), state.points[1] + points.total(1))
    told.append(events.DealScored(**asdict(points), totals=totals))
    ahead = winner(rules, totals)
    if ahead is not None:
        told.append(events.GameEnded(winner=ahead, totals=totals))
    return Step(ScopaState(deals=state.deals + 1, points=totals), tuple(told))


def _with(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """The pair with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
