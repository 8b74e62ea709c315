"""Mus from the rules to the kernel and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from korthus.core.phrases import Phrase
from korthus.core.protocol import CHANCE
from korthus.games.mus import actions
from korthus.games.mus.actions import Deal, Discard, Envido, MusAction
from korthus.games.mus.betting import first_bets, raises
from korthus.games.mus.cards import spread
from korthus.games.mus.game import Mus
from korthus.games.mus.legal import discards
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import LANCES
from korthus.games.mus.state import Bet, How, MusState, Phase, Settled
from korthus.kernels.known_rules import empty_state
from korthus.kernels.mus import layout as at
from korthus.kernels.mus.hands import MOST_CARDS, cards_of, count_cards
from korthus.kernels.mus.layout import Packed
from korthus.kernels.mus.legal import answers, menu_of_discards
from korthus.kernels.mus.play import compare_hands

_PHASES: Final = (Phase.DEAL, Phase.MUS, Phase.DISCARD, Phase.REDRAW, Phase.BET, Phase.OVER)
_PHASE_INDICES: Final = {phase: index for index, phase in enumerate(_PHASES)}
_HOWS: Final = (How.PASS, How.ACCEPTED, How.REFUSED, How.ALONE, How.NOBODY)
_HOW_NUMBERS: Final = {how: number for number, how in enumerate(_HOWS, start=at.PASSED)}

_CODES: Final[dict[MusAction, int]] = {
    actions.PASS: at.PASS,
    actions.REFUSE: at.REFUSE,
    actions.ACCEPT: at.ACCEPT,
    actions.ORDAGO: at.ORDAGO,
    actions.ASK_MUS: at.MUS,
    actions.NO_MUS: at.NO_MUS,
} | {Envido(amount): at.ENVIDO + amount for amount in range(1, at.ORDAGO - at.ENVIDO)}
_ACTIONS: Final = {code: action for action, code in _CODES.items()}


def supports(rules: MusRules) -> str | None:
    """None, or the sentence that says which option the kernel does not know."""
    size = sum(rules.deck)
    if size > MOST_CARDS:
        return Phrase(
            "tools.kernel.large_deck",
            "Compiled Mus plays with up to {most} cards, not with {size}.",
            most=MOST_CARDS,
            size=size,
        )
    return None


def pack(game: Mus, state: MusState) -> Packed:
    """The state as an array of ``SIZE`` numbers.

    Raises:
        ValueError: the kernel does not know these rules.
    """
    s = _with_rules(game.rules)
    s[at.TURN] = at.OVER if state.turn is None else at.DEALING if state.turn == CHANCE else state.turn
    s[at.PHASE] = _PHASE_INDICES[state.phase]
    s[at.NUMBER] = state.number
    s[at.MANO] = state.mano
    s[at.STONES : at.TALLY] = state.stones
    s[at.TALLY : at.SHOWN] = (*state.tally[0], *state.tally[1])
    s[at.SHOWN] = state.shown is not None
    hands = state.shown if state.phase is Phase.DEAL and state.shown is not None else state.hands
    s[at.HANDS : at.DISCARDS] = [count_cards(hand) for hand in hands]
    s[at.DISCARDS : at.REDEALS] = [count_cards(hand) for hand in state.discards]
    s[at.REDEALS] = state.redeals
    s[at.LANCE] = -1 if state.lance is None else state.lance.number
    for result in state.settled:
        s[at.SETTLED + result.lance.number] = _settled_word(result)
    if state.phase is Phase.BET:
        _pack_bet(s, state.bet)
        compare_hands(s)
    elif state.phase is Phase.MUS:
        s[at.MENU] = at.TALK
    elif state.phase is Phase.DISCARD:
        s[at.MENU] = menu_of_discards(s)
    return s


def _with_rules(rules: MusRules) -> Packed:
    """A state in which nothing has happened under these rules."""
    s = empty_state(at.SIZE, supports(rules))
    s[at.TARGET] = at.NO_TARGET if rules.target_stones is None else rules.target_stones
    s[at.CAP] = rules.cap
    s[at.ORDAGOS] = rules.ordago << at.ORDAGO
    s[at.OPENING] = 1 << at.PASS | _envidos(first_bets(rules)) | s[at.ORDAGOS]
    s[at.RAISES] = _envidos(raises(rules))
    s[at.MOST_RAISES] = at.NO_LIMIT if rules.max_raises is None else rules.max_raises
    s[at.DEJE_ONE] = rules.deje_after_raise == "one"
    s[at.PUNTO_BONUS] = rules.punto_bonus_on_accept
    s[at.WITH_MUS] = rules.mus_phase
    s[at.MOST_MUS] = at.NO_LIMIT if rules.max_mus is None else rules.max_mus
    s[at.FIRST_MANO] = rules.first_mano
    s[at.DECK] = count_cards(spread(rules.deck))
    return s


def _envidos(amounts: Iterable[int]) -> int:
    return sum(1 << at.ENVIDO + amount for amount in amounts)


def _pack_bet(s: Packed, bet: Bet | None) -> None:
    if bet is None:
        s[at.RAISED] = -1
        s[at.MENU] = s[at.OPENING]
        return
    s[at.STAKE] = bet.stake
    s[at.BEFORE] = bet.before
    s[at.RAISED] = bet.raises
    s[at.IS_ORDAGO] = bet.ordago
    s[at.MENU] = answers(s)


def _settled_word(result: Settled) -> int:
    seat = 0 if result.seat is None else result.seat + 1
    return _HOW_NUMBERS[result.how] | seat << at.BY | result.stones << at.FOR


def unpack(game: Mus, packed: Packed) -> MusState:
    """The state of the rules that an array holds."""
    s: list[int] = packed.tolist()
    phase = _PHASES[s[at.PHASE]]
    turn = s[at.TURN]
    dealing = phase is Phase.DEAL
    betting = phase is Phase.BET or phase is Phase.OVER
    hands = (cards_of(s[at.HANDS]), cards_of(s[at.HANDS + 1]))
    return MusState(
        phase=phase,
        turn=None if turn == at.OVER else CHANCE if turn == at.DEALING else turn,
        number=s[at.NUMBER],
        mano=s[at.MANO],
        stones=(s[at.STONES], s[at.STONES + 1]),
        tally=(tuple(s[at.TALLY : at.TALLY + 5]), tuple(s[at.TALLY + 5 : at.SHOWN])),
        hands=((), ()) if dealing else hands,
        lance=LANCES[s[at.LANCE]] if betting and s[at.LANCE] >= 0 else None,
        bet=_unpack_bet(s) if phase is Phase.BET and s[at.STAKE] else None,
        settled=_unpack_settled(s) if betting else (),
        discards=((), ()) if dealing else (cards_of(s[at.DISCARDS]), cards_of(s[at.DISCARDS + 1])),
        redeals=0 if dealing else s[at.REDEALS],
        shown=hands if s[at.SHOWN] else None,
    )


def _unpack_bet(s: list[int]) -> Bet:
    return Bet(1 - s[at.TURN], s[at.STAKE], s[at.BEFORE], s[at.RAISED], bool(s[at.IS_ORDAGO]))


def _unpack_settled(s: list[int]) -> tuple[Settled, ...]:
    settled = []
    for lance, word in zip(LANCES, s[at.SETTLED : at.POWER], strict=True):
        if word:
            seat = word >> at.BY & 3
            how = _HOWS[(word & at.HOW) - at.PASSED]
            settled.append(Settled(lance, how, seat - 1 if seat else None, word >> at.FOR))
    return tuple(settled)


def encode(game: Mus, packed: Packed, action: MusAction) -> int:
    """The number of an action of the seat to act.

    Raises:
        ValueError: a deal has no number; ``deal`` draws it.
    """
    match action:
        case Deal():
            raise ValueError("a deal is drawn by the kernel and has no number")
        case Discard():
            return at.DISCARD + _discards(packed).index(action)
        case _:
            return _CODES[action]


def decode(game: Mus, packed: Packed, code: int) -> MusAction:
    """The action of a number."""
    return _discards(packed)[code - at.DISCARD] if code >= at.DISCARD else _ACTIONS[code]


def _discards(packed: Packed) -> tuple[Discard, ...]:
    return discards(cards_of(int(packed[at.HANDS + packed[at.TURN]])))
