"""What a game of Mulle scores: mulles, tabbar, intake and its bonus (M-14, M-15, M-36 to M-40)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from korthus.core.cards import ORDER, Card, Rank, Suit
from korthus.core.protocol import Outcome, rank_scores
from korthus.games.mulle.cards import HAND_VALUE, RANK_POINTS, SPECIAL
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState, Score, Side

#: Intake above this pays a bonus, in points, and how many for each point of it.
BONUS_THRESHOLD: Final = 20
BONUS_FACTOR: Final = 2

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


class Gain(NamedTuple):
    """What taking some cards brings."""

    #: One card for each mulle.
    mulles: tuple[Card, ...]
    intake: int


def gain_of(rules: MulleRules, cards: Sequence[Card]) -> Gain:
    """What a captured group brings, the played card included (M-14, M-37, MI-26)."""
    mulles = mulles_in(rules, cards)
    intake = intake_points(rules, cards)
    if mulles and not rules.mulle_card_counts_intake:
        intake -= intake_points(rules, mulles)
    return Gain(mulles, intake)


def can_tabbe(rules: MulleRules, rond: int, in_hand: int) -> bool:
    """Whether emptying the table counts now, with ``in_hand`` cards in both hands (M-36, MI-7)."""
    return rules.tabbe_on_last_play or rond < rules.ronder or in_hand > 1


def bonus_points(intake: int) -> int:
    """Twice what intake exceeds the threshold by (M-38)."""
    return BONUS_FACTOR * max(0, intake - BONUS_THRESHOLD)


def side_score(rules: MulleRules, side: Side) -> Score:
    """What a seat has in this omgång so far. A bonus over the session is not in it."""
    bonus = side.rond_bonus
    if rules.bonus_scope == "omgang":
        bonus = bonus_points(side.intake)
    elif rules.bonus_scope == "rond":
        bonus += bonus_points(side.intake - side.intake_before_rond)
    mulle = sum([mulle_points(rules, card) for card in side.mulles])
    return Score(mulle=mulle, tabbe=side.tabbe, intake=side.intake, bonus=bonus)


def omgang_points(rules: MulleRules, score: Score) -> int:
    """What an omgång adds to a seat's points (M-39, MI-6). A bonus over the session is not in it."""
    points = score.mulle + score.tabbe + score.bonus
    return points + score.intake if rules.intake_in_total else points


def total(rules: MulleRules, scores: Sequence[Score]) -> int:
    """A seat's points over some omgångar (M-40, MI-5)."""
    points = sum([omgang_points(rules, score) for score in scores])
    if rules.bonus_scope == "session":
        points += bonus_points(sum(score.intake for score in scores))
    return points


def totals(rules: MulleRules, sheet: Sequence[tuple[Score, Score]]) -> tuple[int, int]:
    """Both seats' points over the omgångar of a sheet."""
    return total(rules, [row[0] for row in sheet]), total(rules, [row[1] for row in sheet])


def rows(rules: MulleRules, state: MulleState) -> tuple[tuple[Score, Score], ...]:
    """The sheet, with the omgång under way as its last row if it is not written down yet."""
    if state.omgang == len(state.sheet):
        return state.sheet
    first, second = state.sides
    return (*state.sheet, (side_score(rules, first), side_score(rules, second)))


def outcome(rules: MulleRules, state: MulleState) -> Outcome:
    """How a finished session ended. Equal points are a draw (MI-48)."""
    points = totals(rules, state.sheet)
    ranking = rank_scores(points)
    return Outcome(
        scores=points,
        winners=ranking[0],
        ranking=ranking,
        breakdown=(_breakdown(rules, state, points, 0), _breakdown(rules, state, points, 1)),
    )


def _breakdown(rules: MulleRules, state: MulleState, points: tuple[int, int], seat: int) -> dict[str, int]:
    scores = [row[seat] for row in state.sheet]
    parts = {
        "mulle": sum(score.mulle for score in scores),
        "tabbe": sum(score.tabbe for score in scores),
        "intake": sum(score.intake for score in scores),
        "bonus": sum(score.bonus for score in scores),
    }
    if rules.bonus_scope == "session":
        parts["bonus"] += bonus_points(parts["intake"])
    if rules.settlement == "net":
        parts["net"] = points[seat] - points[1 - seat]
    return parts
