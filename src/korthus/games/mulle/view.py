"""What a seat, or a spectator, knows of a game of Mulle.

Everything that was ever open on the table is public, so only hands are hidden. ``holds`` says what the rules
make certain about a hidden hand: who builds to a value has a card of that value, and must keep one.
What follows from the rest by a rule (scores, the stock, what a card counts in the hand) is in the view too,
so that no face needs the rule.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from korthus.core.cards import Card
from korthus.core.protocol import View
from korthus.games.mulle.actions import base_text
from korthus.games.mulle.cards import SPECIAL
from korthus.games.mulle.layout import base_of
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.play import located, to_act
from korthus.games.mulle.scoring import BONUS_THRESHOLD, mulle_points, omgang_points, rows, side_score, totals
from korthus.games.mulle.state import MulleState, Pile, Score, Side

_SPECIAL: Final = tuple(SPECIAL.items())


class PublicSide(msgspec.Struct, frozen=True):
    """What everybody knows of one seat in this omgång."""

    cards_in_hand: int
    taken: tuple[Card, ...]
    mulles: tuple[Card, ...]
    #: Each card of ``mulles`` once: the card, how many mulles of it there are, and what they score together.
    mulle_sums: tuple[tuple[Card, int, int], ...]
    tabbe: int
    intake: int
    intake_before_rond: int
    rond_bonus: int
    holds: tuple[int, ...]
    #: What the seat has in this omgång so far.
    score: Score


class MulleView(View, frozen=True, kw_only=True):
    """A table as one seat sees it. ``hand`` is empty for a spectator."""

    hand: tuple[Card, ...]
    sides: tuple[PublicSide, PublicSide]
    table: tuple[Pile, ...]
    #: How an action names each pile of ``table``. Piles with one name are the same to the rules.
    called: tuple[str, ...]
    turn: int
    omgang: int
    #: How many omgångar the session has.
    omgangar: int
    rond: int
    #: How many ronder an omgång has.
    ronder: int
    starter: int
    last_capturer: int
    left: tuple[Card, ...]
    #: Cards of the pack that lie nowhere yet in this omgång.
    stock: int
    sheet: tuple[tuple[Score, Score], ...]
    #: By omgång, the one under way last: what it adds to each seat's points (no bonus over the session).
    points: tuple[tuple[int, int], ...]
    #: Each seat's points in the session so far, with the omgång under way.
    totals: tuple[int, int]
    #: Intake above this pays a bonus.
    bonus_above: int
    #: The cards of the hand that count more there than on the table, and what they count.
    special: tuple[tuple[Card, int], ...]


def make_view(rules: MulleRules, state: MulleState, seat: int | None) -> MulleView:
    """The view of a seat, or of a spectator (None)."""
    first, second = state.sides
    sheet = rows(rules, state)
    hand = () if seat is None else state.sides[seat].hand
    return MulleView(
        seat=seat,
        to_act=to_act(rules, state),
        hand=hand,
        sides=(_public(rules, first), _public(rules, second)),
        table=state.table,
        called=tuple([base_text(base_of(pile)) for pile in state.table]),
        turn=state.turn,
        omgang=state.omgang,
        omgangar=rules.omgangar,
        rond=state.rond,
        ronder=rules.ronder,
        starter=state.starter,
        last_capturer=state.last_capturer,
        left=state.left,
        stock=len(rules.one_deck) * rules.decks - len(located(state)),
        sheet=state.sheet,
        points=tuple((omgang_points(rules, row[0]), omgang_points(rules, row[1])) for row in sheet),
        totals=totals(rules, sheet),
        bonus_above=BONUS_THRESHOLD,
        special=tuple(each for each in _SPECIAL if each[0] in hand),
    )


def _public(rules: MulleRules, side: Side) -> PublicSide:
    return PublicSide(
        cards_in_hand=len(side.hand),
        taken=side.taken,
        mulles=side.mulles,
        mulle_sums=_mulle_sums(rules, side.mulles),
        tabbe=side.tabbe,
        intake=side.intake,
        intake_before_rond=side.intake_before_rond,
        rond_bonus=side.rond_bonus,
        holds=side.holds,
        score=side_score(rules, side),
    )


def _mulle_sums(rules: MulleRules, mulles: tuple[Card, ...]) -> tuple[tuple[Card, int, int], ...]:
    numbers = Counter(mulles)
    return tuple([(card, number, number * mulle_points(rules, card)) for card, number in numbers.items()])
