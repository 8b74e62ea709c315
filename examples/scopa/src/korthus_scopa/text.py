"""Actions and positions as text."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import InvalidAction, InvalidState
from korthus.core.text import read_int, read_parts, write_parts
from korthus_scopa.actions import Deal, Lay, ScopaAction, Take
from korthus_scopa.cards import DECK, Card, in_order, read_card, write_cards
from korthus_scopa.options import ScopaRules
from korthus_scopa.play import HAND, TABLE, dealer, located
from korthus_scopa.state import ScopaState

_PAIRS: Final = ("hand", "taken", "scope", "points")
_KEYS: Final = ("deals", *(f"{key} {seat}" for key in _PAIRS for seat in (0, 1)), "table", "last taker")
#: More deals and points than anybody plays.
_MOST: Final = 100_000


def parse_action(text: str) -> ScopaAction:
    """The action of a text in any case; a card alone is laid.

    Raises:
        InvalidAction: the text names no action.
    """
    match text.lower().split():
        case ["deal", *codes]:
            return Deal(_cards(codes))
        case ["lay", code] | [code]:
            return Lay(_cards([code])[0])
        case ["take", *codes, "with", code] if codes:
            return Take(_cards([code])[0], in_order(_cards(codes)))
        case _:
            raise InvalidAction(
                "BAD_TEXT", "{text} is not like 'lay 5o' or 'take 3c 4e with 7o'.", text=repr(text)[:60]
            )


def _cards(codes: list[str]) -> tuple[Card, ...]:
    cards = []
    for code in codes:
        card = read_card(code)
        if card is None:
            raise InvalidAction(
                "UNKNOWN_CARD",
                "{card} is no card: write 1 to 7, S, C or R, then a suit of o c e b.",
                card=repr(code)[:20],
            )
        cards.append(card)
    return tuple(cards)


def format_state(state: ScopaState) -> str:
    """The position as text; ``parse_state`` gives the same state back."""
    parts = [("deals", str(state.deals))]
    for seat in (0, 1):
        parts += [
            (f"points {seat}", str(state.points[seat])),
            (f"hand {seat}", write_cards(state.hands[seat])),
            (f"taken {seat}", write_cards(state.taken[seat])),
            (f"scope {seat}", str(state.scope[seat])),
        ]
    parts.append(("table", write_cards(state.table)))
    parts.append(("last taker", "" if state.last_taker is None else str(state.last_taker)))
    return write_parts(parts)


def parse_state(rules: ScopaRules, text: str) -> ScopaState:
    """The position of a text.

    Raises:
        InvalidState: the text is no position of this game.
    """
    parts = read_parts(text, _KEYS)

    def cards(key: str) -> tuple[Card, ...]:
        try:
            return _cards(parts.get(key, "").split())
        except InvalidAction as error:
            raise InvalidState.of(error) from None

    def number(key: str) -> int:
        return read_int(parts, key, 0)

    state = ScopaState(
        deals=number("deals"),
        points=(number("points 0"), number("points 1")),
        hands=(in_order(cards("hand 0")), in_order(cards("hand 1"))),
        table=cards("table"),
        taken=(in_order(cards("taken 0")), in_order(cards("taken 1"))),
        scope=(number("scope 0"), number("scope 1")),
        last_taker=number("last taker") if "last taker" in parts else None,
    )
    _check(rules, state)
    return state


def _check(rules: ScopaRules, state: ScopaState) -> None:
    """Refuse a position in which the numbers do not add up."""
    if not all(0 <= each <= _MOST for each in (state.deals, *state.points, *state.scope)):
        raise InvalidState("BAD_NUMBER", "Deals, points and scope are from 0 to {most}.", most=_MOST)
    cards = located(state)
    if len(set(cards)) != len(cards):
        raise InvalidState("CARD_TWICE", "A card lies in two places.")
    takers = [seat for seat in (0, 1) if state.taken[seat]]
    if (state.last_taker is None) != (not takers) or state.last_taker not in (None, *takers):
        raise InvalidState("BAD_LAST_TAKER", "The last taker is a seat that has taken cards.")
    if any(state.scope[seat] and not state.taken[seat] for seat in (0, 1)):
        raise InvalidState("BAD_SCOPE", "A seat that has taken nothing has no scope.")
    deals = dealer(rules, state)
    hand, other = len(state.hands[deals]), len(state.hands[1 - deals])
    undealt = len(DECK) - len(cards)
    # Hands come six cards at a time, and the last play of a deal gathers everything.
    dealt = undealt <= len(DECK) - 2 * HAND - TABLE and undealt % (2 * HAND) == 0 and (hand or undealt)
    if cards and not (dealt and hand <= HAND and hand - other in (0, 1)):
        raise InvalidState("BAD_COUNT", "The cards do not add up to a deal that is going on.")
