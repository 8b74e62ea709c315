"""Actions and cards as text; ``position`` has whole positions."""

from __future__ import annotations

from typing import Final

from korthus.core.text import read_words
from korthus.games.mus import actions
from korthus.games.mus.actions import Deal, Discard, Envido, MusAction
from korthus.games.mus.cards import Hand, Rank, in_order, read_rank
from korthus.games.mus.errors import impossible, invalid, unreadable
from korthus.games.mus.options import LEAST_BET

_WORDS: Final[dict[str, MusAction]] = {
    **dict.fromkeys(("pass", "paso", "check"), actions.PASS),
    **dict.fromkeys(("no quiero", "refuse", "fold"), actions.REFUSE),
    **dict.fromkeys(("quiero", "accept", "call"), actions.ACCEPT),
    **dict.fromkeys(("ordago", "órdago"), actions.ORDAGO),
    **dict.fromkeys(("no mus", "nomus", "corto", "cut"), actions.NO_MUS),
    "mus": actions.ASK_MUS,
    "envido": Envido(LEAST_BET),  # said without a number, it is two stones
}
_BET_WORDS: Final = ("envido", "bet", "raise")


def parse_action(text: str) -> MusAction:
    """The action of a text whose spaces are single.

    Raises:
        InvalidAction: it names none.
    """
    lowered = text.lower()
    if lowered in _WORDS:
        return _WORDS[lowered]
    word, _, rest = lowered.partition(" ")
    if word in _BET_WORDS and rest.isdecimal() and rest.isascii() and len(rest) <= 9:
        return Envido(int(rest))
    if word in ("deal", "discard") and rest:
        ranks = tuple(_known_rank(each) for each in rest.split())
        return Deal(ranks) if word == "deal" else Discard(in_order(ranks))
    raise unreadable(repr(text[:40]))


def _known_rank(text: str) -> Rank:
    rank = read_rank(text)
    if rank is None:
        raise invalid("UNKNOWN_CARD", card=repr(text)[:20])
    return rank


def read_cards(text: str) -> Hand:
    """Cards separated by spaces, from high to low.

    >>> read_cards("1 r 7 3")
    (<Rank.REY: 'R'>, <Rank.REY: 'R'>, <Rank.SEVEN: '7'>, <Rank.ACE: '1'>)

    Raises:
        InvalidState: one of them is no card.
    """
    return in_order(read_words(text, read_rank, lambda word: impossible("UNKNOWN_CARD", card=word)))
