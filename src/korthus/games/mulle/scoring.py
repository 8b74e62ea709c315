"""What a game of Mulle scores: mulles, tabbar, intake and its bonus (M-14, M-15, M-36 to M-40)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from korthus.core.cards import ORDER, Card, Rank, Suit
from korthus.games.mulle.cards import HAND_VALUE, RANK_POINTS, SPECIAL
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import Score, Side

#: Intake above this is doubled as bonus.
BONUS_THRESHOLD: Final = 20

#: Intake points, but for the ace of spades, which is an option.
_INTAKE: Final = {card: 1 for card in Card if card.suit is Suit.SPADES or card.rank is Rank.ACE} | {
    Card.S2: 2,
    Card.DT: 2,
}


def intake_points(rules: MulleRules, cards: Iterable[Card]) -> int:
    """What some cards are worth when they are taken in (M-37, MI-4)."""
    points = 0
    for card in cards:
        if card in _INTAKE:
            points += rules.spade_ace_intake if card is Card.SA else _INTAKE[card]
    return points


def mulle_points(rules: MulleRules, card: Card) -> int:
    """What a mulle of this card scores (M-15, MI-25)."""
    if rules.special_mulle_value == "hand" and card in SPECIAL:
        return HAND_VALUE[card]
    return RANK_POINTS[card]


def mulles_in(rules: MulleRules, cards: Sequence[Card]) -> tuple[Card, ...]:
    """One card for each mulle in a captured group, the played card included (M-14, MI-21, MI-23).

    With ``mulle_identity`` rank the card of a pair that scores most is registered.
    """
    found: list[Card] = []
    if rules.mulle_identity == "suit_rank":
        if len(set(cards)) == len(cards):
            return ()
        for card, number in Counter(cards).items():
            found += [card] * (number // 2)
    else:
        for rank in {card.rank for card in cards}:
            alike = [card for card in cards if card.rank is rank]
            alike.sort(key=lambda card: (-mulle_points(rules, card), ORDER[card]))
            found += alike[: len(alike) // 2]
    return tuple(sorted(found, key=ORDER.__getitem__))


def bonus_points(intake: int) -> int:
    """Twice what intake exceeds the threshold by (M-38)."""
    return 2 * max(0, intake - BONUS_THRESHOLD)


def side_score(rules: MulleRules, side: Side) -> Score:
    """What a seat has in this omgång so far. A bonus over the session is not in it."""
    bonus = side.rond_bonus
    if rules.bonus_scope == "omgang":
        bonus = bonus_points(side.intake)
    elif rules.bonus_scope == "rond":
        bonus += bonus_points(side.intake - side.intake_before_rond)
    mulle = sum(mulle_points(rules, card) for card in side.mulles)
    return Score(mulle, side.tabbe, side.intake, bonus)


def total(rules: MulleRules, scores: Iterable[Score]) -> int:
    """A seat's points over some omgångar (M-39, M-40, MI-5, MI-6)."""
    points = intake = 0
    for score in scores:
        points += score.mulle + score.tabbe + score.bonus
        intake += score.intake
    if rules.bonus_scope == "session":
        points += bonus_points(intake)
    return points + intake if rules.intake_in_total else points


def totals(rules: MulleRules, sheet: Sequence[tuple[Score, Score]]) -> tuple[int, int]:
    """Both seats' points over the omgångar of a sheet."""
    return total(rules, [row[0] for row in sheet]), total(rules, [row[1] for row in sheet])
