"""Eight Cards from the rules to the kernel and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from korthus.core.cards import DECK, Card
from korthus.core.cards import ORDER as PLACE_OF
from korthus.core.phrases import Phrase
from korthus.games.eight.actions import EightAction, Place
from korthus.games.eight.boards import BOARDS, Three
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import PATTERNS, sets_of
from korthus.games.eight.options import EightRules
from korthus.games.eight.play import located
from korthus.games.eight.state import EightState, Phase
from korthus.kernels.eight import layout as at
from korthus.kernels.eight.layout import Packed
from korthus.kernels.eight.placements import SPLIT
from korthus.kernels.known_rules import empty_state

_PHASES: Final = (Phase.DEAL, Phase.PLACE, Phase.RUNOUT, Phase.OVER)
_WINNERS: Final[tuple[tuple[int, ...], ...]] = ((), (0,), (1,), (0, 1))
_ODD_CHIPS: Final = {
    "nearest_to_button": at.NEAREST_TO_BUTTON,
    "p1_default": at.P1_DEFAULT,
    "button": at.BUTTON,
}
#: Each split, as eight bits for each board with the lowest for the first card of the hand, and its number.
_CODES: Final = {(a, b, c): code for code, (a, b, c) in enumerate(SPLIT.tolist())}


def supports(rules: EightRules) -> str | None:
    """None, or the sentence that says which option the kernel does not know."""
    if rules.assignment == "alternating":
        return Phrase(
            "tools.kernel.alternating",
            "Compiled Eight Cards places all cards of a seat together, not card by card (assignment).",
        )
    return None


def pack(game: EightCards, state: EightState) -> Packed:
    """The state as an array of ``SIZE`` numbers.

    Raises:
        ValueError: the kernel does not know these rules.
    """
    s = _with_rules(game.rules)
    s[at.PHASE] = _PHASES.index(state.phase)
    s[at.NUMBER] = state.number
    s[at.DEALER] = state.dealer
    s[at.TURN] = at.NOBODY if state.turn is None else state.turn
    s[at.PLO] = at.UNKNOWN if state.plo is None else state.plo.number
    s[at.ANTE] = state.ante
    s[at.OUT] = _set(located(state))
    s[at.BURNT] = _row(state.burnt)
    s[at.BANKROLLS : at.BANKROLLS + 2] = state.bankrolls
    s[at.BONUS : at.BONUS + 2] = state.bonus
    s[at.HANDS : at.HANDS + 2] = [_set(hand) for hand in state.hands]
    s[at.LOCKED : at.LOCKED + 2] = state.locked
    s[at.PLACED : at.PLACED + 6] = [_set(cards) for three in state.placed for cards in three]
    s[at.BOARDS : at.BOARDS + 3] = [_row(cards) for cards in state.boards]
    s[at.WINNERS : at.WINNERS + 3] = [_WINNERS.index(winners) for winners in state.winners]
    return s


def _with_rules(rules: EightRules) -> Packed:
    """A state in which nothing has happened under these rules."""
    s = empty_state(at.SIZE, supports(rules))
    s[at.BURNS] = rules.burns
    s[at.ORDER : at.ORDER + 3] = [board.number for board in rules.runout_order]
    s[at.ODD_CHIPS] = _ODD_CHIPS[rules.odd_chips_rule]
    s[at.THIRDS] = rules.thirds_remainder == "runout_order"
    s[at.SWEEP] = rules.sweep_multiplier if rules.sweep_bonus else 0
    s[at.HOUSE] = rules.sweep_source == "house"
    s[at.STAKE] = rules.ante
    s[at.LONGEST] = rules.longest
    s[at.AT_ONCE] = rules.assignment == "simultaneous"
    return s


def unpack(game: EightCards, packed: Packed) -> EightState:
    """The state of the rules that an array holds; ``game`` is the one it was packed for."""
    s: list[int] = packed.tolist()
    return EightState(
        phase=_PHASES[s[at.PHASE]],
        number=s[at.NUMBER],
        dealer=s[at.DEALER],
        bankrolls=(s[at.BANKROLLS], s[at.BANKROLLS + 1]),
        bonus=(s[at.BONUS], s[at.BONUS + 1]),
        ante=s[at.ANTE],
        hands=(_cards(s[at.HANDS]), _cards(s[at.HANDS + 1])),
        placed=(_three(s, at.PLACED), _three(s, at.PLACED + 3)),
        locked=(s[at.LOCKED] == 1, s[at.LOCKED + 1] == 1),
        plo=None if s[at.PLO] == at.UNKNOWN else BOARDS[s[at.PLO]],
        turn=None if s[at.TURN] == at.NOBODY else s[at.TURN],
        boards=(_listed(s[at.BOARDS]), _listed(s[at.BOARDS + 1]), _listed(s[at.BOARDS + 2])),
        burnt=_listed(s[at.BURNT]),
        winners=(
            _WINNERS[s[at.WINNERS]],
            _WINNERS[s[at.WINNERS + 1]],
            _WINNERS[s[at.WINNERS + 2]],
        ),
    )


def encode(game: EightCards, packed: Packed, action: EightAction) -> int:
    """The number of a placement of the seat that is to act.

    Raises:
        ValueError: it is no placement of that seat's eight cards as 4, 2 and 2.
    """
    if not isinstance(action, Place):
        raise ValueError(f"Only whole placements have a number, not {action}.")
    bits = _bits_of(_hand_to_act(packed))
    a = b = c = 0
    try:
        for card in action.a:
            a |= bits[card]
        for card in action.b:
            b |= bits[card]
        for card in action.c:
            c |= bits[card]
        return _CODES[a, b, c]
    except KeyError:
        raise ValueError(f"{action} does not place these eight cards: {' '.join(bits)}.") from None


def decode(game: EightCards, packed: Packed, code: int) -> Place:
    """The placement with this number of the seat that is to act."""
    sets = _sets_of(_hand_to_act(packed))
    a, b, c = PATTERNS[None][code]
    return Place(sets[a], sets[b], sets[c])


def _hand_to_act(packed: Packed) -> int:
    return packed.item(at.HANDS + packed.item(at.TURN))


# A seat's 1,260 placements are converted one after the other, so the last hands are remembered.


@lru_cache(maxsize=16)
def _sets_of(hand: int) -> list[tuple[Card, ...]]:
    """The pairs and fours of a hand, as in the rules."""
    return sets_of(_cards(hand))


@lru_cache(maxsize=16)
def _bits_of(hand: int) -> dict[Card, int]:
    """For each card of a hand its bit in a split."""
    return {card: 1 << index for index, card in enumerate(_cards(hand))}


# -- sets and rows of cards ------------------------------------------------------------------------


def _set(cards: Iterable[Card]) -> int:
    return sum(1 << PLACE_OF[card] for card in cards)


def _cards(found: int) -> tuple[Card, ...]:
    cards = []
    while found:
        lowest = found & -found
        cards.append(DECK[lowest.bit_length() - 1])
        found ^= lowest
    return tuple(cards)


def _three(s: Sequence[int], start: int) -> Three:
    return (_cards(s[start]), _cards(s[start + 1]), _cards(s[start + 2]))


def _row(cards: Iterable[Card]) -> int:
    row = 0
    for card in cards:
        row = row << 6 | PLACE_OF[card] + 1
    return row


def _listed(row: int) -> tuple[Card, ...]:
    cards = []
    while row:
        cards.append(DECK[(row & 63) - 1])
        row >>= 6
    return tuple(reversed(cards))
