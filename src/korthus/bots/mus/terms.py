"""What a table makes of the model's lance (``bets``): its amounts, and what the rules say about them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.bots.mus.bets import (
    ALL_IN,
    ALL_IN_SIZE,
    ANSWERS,
    BET,
    DEJES,
    GIVE,
    LARGE,
    LARGE_SIZE,
    MOVES,
    NODES,
    OFFERED,
    OPENED_ALL_IN,
    PRIZES,
    RAISE_SIZE,
    SMALL_SIZE,
    STAKES,
    STEPS,
    TAKE,
    TERMS,
    VALUES,
    child_of,
)
from korthus.games.mus.actions import ACCEPT, ORDAGO, PASS, REFUSE, Envido, MusAction
from korthus.games.mus.betting import Ending, Turn, deje, first_bets, raises, room_to_raise, speak
from korthus.games.mus.counting import count, deje_taken
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How, Settled

Reals = npt.NDArray[np.float64]

#: The amounts in stones that the model plays with, if the table has them (``bench/constants.py``: mus.small,
#: mus.large, mus.raise_by).
_SMALL, _LARGE, _RAISE = 2, 5, 4
_MANO: Final = 0


class Terms(NamedTuple):
    """The amounts of the model at a table, and the rules that decide about them."""

    small: int
    large: int
    raise_by: int
    #: As ``betting_rules`` gives them.
    rules: MusRules

    def array(self, lance: Lance, all_in: float) -> Reals:
        """What ``bets`` asks about a lance; órdago is worth ``all_in`` stones."""
        known, won_by_ordago = _array(self, lance)
        terms = known.copy()
        if self.rules.ordago:
            terms[ALL_IN_SIZE] = all_in
            terms[won_by_ordago] = all_in
        return terms


def betting_rules(rules: MusRules) -> MusRules:
    """The rules with nothing but what the betting of a lance depends on: like tables share what is solved."""
    return MusRules(
        target_stones=rules.cap,  # type: ignore[arg-type]  # 40, 35 or 30
        ordago=rules.ordago,
        punto_bonus_on_accept=rules.punto_bonus_on_accept,
        deje_after_raise=rules.deje_after_raise,
        max_raises=rules.max_raises,
    )


def terms_of(rules: MusRules) -> Terms:
    """The table's amounts that are nearest to those of the model."""
    first, more = first_bets(rules), raises(rules)
    small = min(first, key=lambda amount: abs(amount - _SMALL), default=0)
    large = min(first, key=lambda amount: abs(amount - _LARGE), default=0)
    return Terms(
        small=small,
        large=large if large > small else 0,
        raise_by=min(more, key=lambda amount: abs(amount - _RAISE), default=0),
        rules=betting_rules(rules),
    )


@lru_cache(maxsize=512)
def _array(terms: Terms, lance: Lance) -> tuple[Reals, npt.NDArray[np.int64]]:
    """The array of ``Terms.array`` with zeros for what órdago is worth, and the indices of these zeros."""
    found = np.zeros(TERMS)
    found[[SMALL_SIZE, LARGE_SIZE, RAISE_SIZE]] = terms.small, terms.large, terms.raise_by
    won_by_ordago: list[int] = []
    turns = {0: Turn(_MANO)}
    for node in range(NODES):
        turn = turns[node]
        if turn.bet is not None:
            found[DEJES + node] = deje(terms.rules, turn.bet)
            if node < OPENED_ALL_IN:
                found[STAKES + node - ANSWERS] = turn.bet.stake
        for move in range(MOVES):
            word = _word(terms, node, turn, move)
            if word is None:
                continue
            found[OFFERED + node * MOVES + move] = _is_offered(terms, turn, word)
            after = speak(terms.rules, _MANO, turn, word)
            prizes = PRIZES + (node * MOVES + move) * VALUES
            if isinstance(after, Turn):
                turns[child_of(node, move)] = after
            elif after.ordago and after.how is How.ACCEPTED:
                won_by_ordago += range(prizes, prizes + VALUES)
            else:
                found[prizes : prizes + VALUES] = _prizes(terms.rules, lance, after)
    return found, np.array(won_by_ordago, dtype=np.int64)


def _word(terms: Terms, node: int, turn: Turn, move: int) -> MusAction | None:
    """The word that a move of the model stands for; None if the model has no such move there."""
    opens = turn.bet is None
    if move == GIVE:
        return PASS if opens else REFUSE
    if move == TAKE:
        return None if opens else ACCEPT
    if node >= OPENED_ALL_IN:
        return None
    if move == ALL_IN:
        return ORDAGO
    if opens:
        return Envido(terms.small if move == BET else terms.large)
    if move == LARGE or (node - ANSWERS) % STEPS == STEPS - 1:
        return None
    return Envido(terms.raise_by)


def _is_offered(terms: Terms, turn: Turn, word: MusAction) -> bool:
    """Whether the table has such a word: the size is played, and there is room for it."""
    if word == ORDAGO:
        return terms.rules.ordago
    if not isinstance(word, Envido):
        return True
    most = terms.rules.cap if turn.bet is None else room_to_raise(terms.rules, turn.bet)
    return 0 < word.amount <= most


def _prizes(rules: MusRules, lance: Lance, ending: Ending) -> list[int]:
    """What the winner makes, or the one who was refused, by the value of the hand."""
    result = Settled(lance, ending.how, ending.seat, ending.stones)
    taken = deje_taken(result)
    return [
        taken + sum(gain.stones for gain in count(rules, result, _MANO, (value, value)))
        for value in range(VALUES)
    ]
