"""From states, actions and rules of Mulle to numbers, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from korthus.core.cards import Card, in_order
from korthus.core.errors import InvalidAction, InvalidState
from korthus.core.phrases import Phrase
from korthus.games.mulle.actions import Build, Capture, Discard, MulleAction, Play, Trotta
from korthus.games.mulle.cards import TABLE_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.play import located
from korthus.games.mulle.scoring import mulle_points
from korthus.games.mulle.state import NOBODY, MulleState, Pile, Score, Side
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.crowded import sets_in_order
from korthus.kernels.mulle.gather import taken_by
from korthus.kernels.mulle.layout import CARD, FACE, Packed
from korthus.kernels.mulle.packing import WORK
from korthus.kernels.mulle.table import direct, size, slots_of, smaller, takes_twin_only

#: The flag of each option that is not as in the preset ``complete``.
OPTION_FLAGS: Final[dict[tuple[str, object], int]] = {
    ("builds_in_sums", "none"): at.SUMS_NONE,
    ("builds_in_sums", "all"): at.SUMS_ALL,
    ("identical_rule", "exclusive"): at.TWIN_ALWAYS,
    ("identical_rule", "off"): at.TWIN_OFF,
    ("special_capture", "any_sum"): at.ANY_SUM,
    ("open_build_capture_by", "owner"): at.CAPTURE_OWNER,
    ("open_build_modifiable_by", "owner"): at.MODIFY_OWNER,
    ("opponent_same_value", "merge"): at.MERGE,
    ("down_from_single", True): at.DOWN_FROM_SINGLE,
    ("consolidation", "two_card_equal"): at.DRAW_EQUAL,
    ("consolidation", "two_card_all"): at.DRAW_PAIRS,
    ("consolidation", "none"): at.DRAW_NONE,
    ("absorb_builds", "none"): at.DRAW_NO_BUILDS,
    ("consolidate_own_locked", True): at.DRAW_OWN_LOCKED,
    ("lock", "always"): at.LOCK_ALWAYS,
    ("trotta_enabled", False): at.NO_TROTTA,
    ("trotta_joins", "own"): at.TROTTA_OWN,
    ("trotta_respects_reservation", False): at.TROTTA_UNBOUND,
    ("allow_dead_builds", True): at.DEAD_BUILDS,
    ("feed_enabled", False): at.NO_FEED,
    ("discard_rule", "only_if_card_cannot_capture"): at.CAPTURE_FIRST,
    ("trail_restriction", True): at.TRAIL,
    ("mulle_identity", "rank"): at.MULLE_RANK,
    ("special_mulle_value", "hand"): at.MULLE_HAND,
    ("mulle_card_counts_intake", False): at.MULLE_NO_INTAKE,
    ("bonus_scope", "rond"): at.BONUS_ROND,
    ("bonus_scope", "session"): at.BONUS_SESSION,
    ("intake_in_total", True): at.INTAKE_TOTAL,
    ("tabbe_on_last_play", False): at.NO_LAST_TABBE,
    ("leftovers", "last_capturer"): at.LEFT_TO_LAST,
}


def supports(rules: MulleRules) -> str | None:
    """None, or the sentence that says which option the kernel does not know."""
    if rules.capture_choice != "maximum":
        return Phrase(
            "tools.kernel.capture_choice",
            "Compiled Mulle knows capture_choice maximum only, not {choice}.",
            choice=rules.capture_choice,
        )
    if rules.decks > 2:
        return Phrase(
            "tools.kernel.two_decks", "Compiled Mulle knows up to 2 decks, not {decks}.", decks=rules.decks
        )
    if rules.omgangar > at.MOST_OMGANGAR:
        return Phrase(
            "tools.kernel.omgangar",
            "Compiled Mulle knows up to {most} omgångar, not {omgangar}.",
            most=at.MOST_OMGANGAR,
            omgangar=rules.omgangar,
        )
    return None


def normal(state: MulleState) -> MulleState:
    """The state with cards in canonical order where the kernel keeps none.

    That is within piles, and in what was taken, won as a mulle or left over.
    """
    first, second = (
        replace(side, taken=in_order(side.taken), mulles=in_order(side.mulles)) for side in state.sides
    )
    return replace(
        state,
        sides=(first, second),
        table=tuple(replace(pile, cards=in_order(pile.cards)) for pile in state.table),
        left=in_order(state.left),
    )


def pack(game: Mulle, state: MulleState) -> Packed:
    """The numbers of a state.

    Raises:
        ValueError: the kernel does not know the rules.
        InvalidState: a plain pile of several cards lies there. No play leads to one, and the kernel has none.
    """
    rules = game.rules
    if refusal := supports(rules):
        raise ValueError(refusal)
    s = np.zeros(at.SIZE, dtype=np.int64)
    s[at.TURN] = state.turn
    s[at.OMGANG] = state.omgang
    s[at.ROND] = state.rond
    s[at.STARTER] = state.starter
    s[at.LAST] = state.last_capturer
    s[at.WRITTEN] = len(state.sheet)
    _pack_rules(rules, s)
    for seat, side in enumerate(state.sides):
        _put(s, at.HANDS + 2 * seat, side.hand)
        _put(s, at.TAKEN + 2 * seat, side.taken)
        _put(s, at.MULLES + 2 * seat, side.mulles)
        s[at.MULLE_POINTS + seat] = sum(mulle_points(rules, card) for card in side.mulles)
        s[at.TABBE + seat] = side.tabbe
        s[at.INTAKE + seat] = side.intake
        s[at.BEFORE + seat] = side.intake_before_rond
        s[at.BONUS + seat] = side.rond_bonus
        s[at.HOLDS + seat] = sum(1 << value for value in side.holds)
    _put(s, at.LEFT, state.left)
    if state.omgang:
        rest = Counter(rules.one_deck * rules.decks)
        rest.subtract(located(state))
        _put(s, at.UNDEALT, rest.elements())
    for line, row in enumerate(state.sheet):
        for seat, score in enumerate(row):
            s[at.SHEET + 2 * line + seat] = (
                score.mulle | score.tabbe << 16 | score.intake << 32 | score.bonus << 48
            )
    s[at.PILES] = len(state.table)
    singles: list[Card] = []
    for index, pile in enumerate(state.table):
        if pile.owner != NOBODY:
            bit = 1 << pile.value
            s[at.OWNED + pile.owner] |= bit
            s[at.LOCKED] |= bit * pile.locked
            s[at.TROTTAD] |= bit * pile.trotta
            s[at.PAIRS] |= bit * (len(pile.cards) == 2)
            _put(s, at.BUILDS + 2 * pile.value, pile.cards)
            s[at.TABLE + index] = at.BUILD + pile.value
        elif len(pile.cards) == 1:
            singles.append(pile.cards[0])
            s[at.TABLE + index] = FACE[pile.cards[0]]
        else:
            raise InvalidState("PLAIN_PILE", "The kernel of Mulle knows no plain piles of several cards.")
    _put(s, at.SINGLES, singles)
    return s


def _pack_rules(rules: MulleRules, s: Packed) -> None:
    s[at.FLAGS] = sum(flag for (name, value), flag in OPTION_FLAGS.items() if getattr(rules, name) == value)
    s[at.OMGANGAR] = rules.omgangar
    s[at.RONDER] = rules.ronder
    s[at.HAND_SIZE] = rules.hand_size
    s[at.TABLE_CARDS] = rules.table_cards
    s[at.SPADE_ACE] = rules.spade_ace_intake
    _put(s, at.DECK, rules.one_deck * rules.decks)


def words_of(cards: Iterable[Card]) -> tuple[int, int]:
    """A multiset of cards."""
    first = second = 0
    for card in cards:
        bit = 1 << FACE[card]
        second |= first & bit
        first |= bit
    return first, second


def _put(s: Packed, index: int, cards: Iterable[Card]) -> None:
    s[index], s[index + 1] = words_of(cards)


def _cards(first: int, second: int) -> tuple[Card, ...]:
    """The cards of a multiset in canonical order."""
    return in_order(
        card for face, card in enumerate(CARD) for _ in range((first >> face & 1) + (second >> face & 1))
    )


def unpack(game: Mulle, packed: Packed) -> MulleState:
    """The state of these numbers, in the order that ``normal`` gives."""
    s: Sequence[int] = packed.tolist()

    def cards(index: int) -> tuple[Card, ...]:
        return _cards(s[index], s[index + 1])

    first, second = (
        Side(
            hand=cards(at.HANDS + 2 * seat),
            taken=cards(at.TAKEN + 2 * seat),
            mulles=cards(at.MULLES + 2 * seat),
            tabbe=s[at.TABBE + seat],
            intake=s[at.INTAKE + seat],
            intake_before_rond=s[at.BEFORE + seat],
            rond_bonus=s[at.BONUS + seat],
            holds=tuple(value for value in range(at.MOST_VALUE + 1) if s[at.HOLDS + seat] >> value & 1),
        )
        for seat in (0, 1)
    )
    table = tuple(_pile(s, name) for name in s[at.TABLE : at.TABLE + s[at.PILES]])
    sheet = tuple(
        (_score(s[at.SHEET + 2 * line]), _score(s[at.SHEET + 2 * line + 1])) for line in range(s[at.WRITTEN])
    )
    return MulleState(
        sides=(first, second),
        table=table,
        turn=s[at.TURN],
        omgang=s[at.OMGANG],
        rond=s[at.ROND],
        starter=s[at.STARTER],
        last_capturer=s[at.LAST],
        left=cards(at.LEFT),
        sheet=sheet,
    )


def _pile(s: Sequence[int], name: int) -> Pile:
    if name < at.BUILD:
        return Pile((CARD[name],), TABLE_VALUE[CARD[name]])
    value = name - at.BUILD
    index = at.BUILDS + 2 * value
    return Pile(
        _cards(s[index], s[index + 1]),
        value,
        0 if s[at.OWNED] >> value & 1 else 1,
        bool(s[at.LOCKED] >> value & 1),
        bool(s[at.TROTTAD] >> value & 1),
    )


def _score(word: int) -> Score:
    return Score(word & 0xFFFF, word >> 16 & 0xFFFF, word >> 32 & 0xFFFF, word >> 48)


def encode(game: Mulle, packed: Packed, action: MulleAction) -> int:
    """The number of a legal action.

    Raises:
        InvalidAction: deals have no number, nor have captures that are not on a long list.
    """
    match action:
        case Capture():
            return _encode_capture(packed, action)
        case Build():
            base = action.base
            if isinstance(base, tuple):
                raise InvalidAction("WRONG_TYPE", "The kernel of Mulle knows no plain piles.")
            name = FACE[base] if isinstance(base, Card) else at.BUILD + base
            return _code(at.BUILDING, action) | name << at.REST_AT | at.DOWN * action.down
        case Trotta():
            return _code(at.TROTTA, action)
        case Discard():
            return _code(at.DISCARD, action)
        case _:
            raise InvalidAction("WRONG_TYPE", "Deals have no number.")


def _code(kind: int, action: Play) -> int:
    return kind | FACE[action.card] << at.CARD_AT


def _encode_capture(packed: Packed, action: Capture) -> int:
    code = _code(at.CAPTURE, action)
    face = FACE[action.card]
    value = int(at.HAND_VALUES[face])
    if takes_twin_only(packed, face):
        return code
    words = np.zeros(2, dtype=np.int64)
    _put(words, 0, action.singles)
    whole = direct(packed, value)
    among = smaller(packed, value)
    in_sums = (
        int(words[0]) & ~int(whole[0]),
        int(words[1]) & ~int(whole[1]),
        sum(1 << build for build in action.builds) & ~int(whole[2]),
    )
    if not any(in_sums):
        return code
    if size(among) <= at.MOST_SLOTS:
        return code | int(slots_of(in_sums, among)) << at.SLOTS_AT
    rows = sets_in_order(packed, value)
    if list(in_sums) not in rows:
        raise InvalidAction("NOT_LISTED", "That capture is not one of those that the card has.")
    return code | at.RANKED | rows.index(list(in_sums)) << at.SLOTS_AT


def decode(game: Mulle, packed: Packed, code: int) -> Play:
    """The action of a number."""
    card = CARD[code >> at.CARD_AT & 63]
    kind = code & 3
    if kind == at.TROTTA:
        return Trotta(card)
    if kind == at.DISCARD:
        return Discard(card)
    if kind == at.BUILDING:
        name = code >> at.REST_AT & 127
        base = CARD[name] if name < at.BUILD else name - at.BUILD
        return Build(card, base, bool(code & at.DOWN))
    first, second, builds = (int(word) for word in taken_by(packed, np.empty(WORK, dtype=np.int64), code))
    return Capture(
        card,
        _cards(first, second),
        tuple(value for value in range(at.MOST_VALUE + 1) if builds >> value & 1),
    )
