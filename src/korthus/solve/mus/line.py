"""What has been said in a hand of Mus, as one player hears it: read, checked, and what can come next.

A line is a list of words from the start of the hand: what is said in the lances, and between them what the
other player declares (``pares si``, ``juego no``). What the player has is known from the cards. A declaration
that is left out says that the other has what the player has.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from korthus.core.errors import InvalidAction, InvalidState, KorthusError
from korthus.games.mus.actions import PASS
from korthus.games.mus.betting import DECLARED_AFTER, declare
from korthus.games.mus.cards import HAND_SIZE, Hand
from korthus.games.mus.scoring import Lance, plays, strength
from korthus.games.mus.text import parse_action, read_cards
from korthus.solve.core.staged import Node
from korthus.solve.mus.hand_game import Declared
from korthus.solve.mus.menu import MENUS, Menu
from korthus.solve.mus.tree import LanceTree, lance_tree

REASONS: Final[dict[str, str]] = {
    "BAD_HAND": "{hand} is no hand: four cards of R C S 7 6 5 4 1, as in R R 7 1.",
    "NO_SUCH_MENU": "There is no menu {name}; there {names:is|are} {names}.",
    "NO_SUCH_LANCE": "{lance} is no lance; there {lances:is|are} {lances}.",
    "BAD_WORD": "{word} is nothing that is said in mus.",
    "NOT_SAID_NOW": "{word} cannot be said there; what can be said is {words}.",
    "NOTHING_MORE": "{word} cannot be said there: the betting is over.",
    "NOT_YOUR_WORD": "After that it is not your word.",
    "NO_PARES": "These cards have no pares to bet on.",
    "NO_JUEGO": "These cards have no juego: it is punto.",
    "NO_PUNTO": "These cards have juego: there is no punto.",
    "BOTH_SEATS": "You are the mano or the postre, not both.",
}

_PASS: Final = str(PASS)
_YES: Final = ("si", "sí", "yes")
_NO: Final = ("no",)
_DECLARED: Final = DECLARED_AFTER[Lance.CHICA]


class LineError(KorthusError):
    """A hand or a history that cannot be."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, REASONS[code], **params)


class Turn(StrEnum):
    """What comes next: a word, a declaration of the other, or nothing."""

    SAY = "say"
    DECLARE = "declare"
    OVER = "over"


class Step(NamedTuple):
    """One word: who said it in which lance, and whether it answers a bet."""

    lance: Lance
    seat: int
    word: str
    answers: bool


@dataclass(frozen=True)
class Line:
    """Where a hand has come to.

    Attributes:
        seat: 0 if the player is the mano.
        steps: everything so far in canonical words, declarations included.
        said: for each lance that was bet on what was said in it; the present one last.
        pares: who has pares, the mano first, once it is declared; ``juego`` the same.
        lance: what is bet on, or declared; None when the betting is over.
        to_act: whose word it is, or who declares; None when the betting is over.
        choices: what can come next, in canonical words; ``answers`` whether they answer a bet.
    """

    cards: Hand
    seat: int
    steps: tuple[Step, ...]
    said: tuple[tuple[str, ...], ...]
    pares: Declared
    juego: Declared
    turn: Turn
    lance: Lance | None
    to_act: int | None
    choices: tuple[str, ...]
    answers: bool

    @property
    def words(self) -> tuple[str, ...]:
        """Everything said so far."""
        return tuple(step.word for step in self.steps)

    @property
    def is_mine(self) -> bool:
        """Whether the player is to say something."""
        return self.turn is Turn.SAY and self.to_act == self.seat


def menu_of(name: str) -> Menu:
    """The menu of a name.

    Raises:
        LineError: there is none.
    """
    if name not in MENUS:
        raise LineError("NO_SUCH_MENU", name=repr(name[:20]), names=tuple(MENUS))
    return MENUS[name]


def lance_of(name: str) -> Lance:
    """The lance of a name.

    Raises:
        LineError: there is none.
    """
    try:
        return Lance(name.strip().lower())
    except ValueError:
        raise LineError("NO_SUCH_LANCE", lance=repr(name[:20]), lances=tuple(Lance)) from None


def hand_of(text: str) -> Hand:
    """Four cards, with spaces or commas between them or without; three is a king and two an ace.

    >>> " ".join(hand_of("1 r7R"))
    'R R 7 1'

    Raises:
        LineError: they are no hand.
    """
    said = repr(text[:20])
    try:
        hand = read_cards(" ".join(text[:40].replace(",", " ").replace(" ", "")))
    except InvalidState:
        raise LineError("BAD_HAND", hand=said) from None
    if len(hand) != HAND_SIZE:
        raise LineError("BAD_HAND", hand=said)
    return hand


def words_of(text: str) -> tuple[str, ...]:
    """The words of a history: between commas, slashes, semicolons or lines."""
    for mark in ("/", ";", "\n"):
        text = text.replace(mark, ",")
    return tuple(word for word in (" ".join(part.split()) for part in text.split(",")) if word)


def follow(menu: Menu, cards: Hand, seat: int, words: tuple[str, ...]) -> Line:
    """The line of some words.

    Raises:
        LineError: one of them cannot be said there.
    """
    walk = _Walk(menu, cards, seat)
    for word in words:
        walk.hear(word)
    return walk.line()


def lances_of(cards: Hand) -> tuple[Lance, ...]:
    """The lances that a hand may come to bet on.

    >>> [str(lance) for lance in lances_of(hand_of("R R 7 1"))]
    ['grande', 'chica', 'pares', 'punto']
    """
    return tuple(lance for lance in Lance if plays(lance, cards))


def opening(menu: Menu, cards: Hand, seat: int, lance: Lance) -> Line:
    """The player's first word in a lance: everybody has passed, and the other declares what the player has.

    Raises:
        LineError: with these cards that lance is not bet on.
    """
    if lance not in lances_of(cards):
        raise LineError(
            "NO_PARES" if lance is Lance.PARES else "NO_JUEGO" if lance is Lance.JUEGO else "NO_PUNTO"
        )
    walk = _Walk(menu, cards, seat)
    while (line := walk.line()).lance is not lance or not line.is_mine:
        walk.hear(_PASS if line.turn is Turn.SAY else _declaration(lance=line.lance, yes=walk.has(line)))
    return line


def _declaration(lance: Lance | None, *, yes: bool) -> str:
    return f"{lance} {'si' if yes else 'no'}"


class _Walk:
    """Hears one word after another."""

    def __init__(self, menu: Menu, cards: Hand, seat: int) -> None:
        self._menu = menu
        self._cards = cards
        self._seat = seat
        self._own = {Lance.PARES: strength(cards).pares > 0, Lance.JUEGO: strength(cards).juego > 0}
        self._declared: dict[Lance, tuple[bool, bool]] = {}
        self._steps: list[Step] = []
        self._said: list[list[str]] = [[]]
        self._lance: Lance | None = Lance.GRANDE
        self._turn = Turn.SAY

    def has(self, line: Line) -> bool:
        """Whether the player has what is being declared."""
        assert line.lance is not None
        return self._own[line.lance]

    def line(self) -> Line:
        """Where we are."""
        choices: tuple[str, ...] = ()
        to_act = None
        if self._turn is Turn.SAY:
            node = self._node()
            to_act, choices = node.seat, node.actions
        elif self._turn is Turn.DECLARE:
            to_act = 1 - self._seat
            choices = tuple(_declaration(self._lance, yes=yes) for yes in (True, False))
        return Line(
            self._cards,
            self._seat,
            tuple(self._steps),
            tuple(map(tuple, self._said)),
            self._declared.get(Lance.PARES),
            self._declared.get(Lance.JUEGO),
            self._turn,
            self._lance,
            to_act,
            choices,
            self._answers(),
        )

    def _answers(self) -> bool:
        """Whether a bet waits for an answer."""
        return self._turn is Turn.SAY and any(word != _PASS for word in self._said[-1])

    def hear(self, text: str) -> None:
        """Take a word in, and what it leads to."""
        declared = _read_declared(text)
        if declared is not None:
            self._hear_declared(text, *declared)
            return
        try:
            word = str(parse_action(text))
        except InvalidAction:
            raise LineError("BAD_WORD", word=repr(text[:30])) from None
        while self._turn is Turn.DECLARE:
            assert self._lance is not None
            self._declare(self._own[self._lance])
        if self._turn is Turn.OVER:
            raise LineError("NOTHING_MORE", word=repr(text[:30]))
        self._say(word)

    def _hear_declared(self, text: str, lance: Lance, yes: bool) -> None:
        line = self.line()
        if self._lance is Lance.PARES and lance is Lance.JUEGO and not self._own[Lance.PARES]:
            self._declare(False)  # left out; nobody bets on pares then
        if self._turn is Turn.OVER:
            raise LineError("NOTHING_MORE", word=repr(text[:30]))
        if self._turn is not Turn.DECLARE or lance is not self._lance:
            raise LineError("NOT_SAID_NOW", word=repr(text[:30]), words=tuple(line.choices))
        self._declare(yes)

    def _tree(self) -> LanceTree:
        assert self._lance is not None
        return lance_tree(self._menu.lances[min(self._lance.number, 3)], self._menu.ordago is not None)

    def _node(self) -> Node:
        betting = self._tree().betting
        return betting.nodes[betting.paths[tuple(self._said[-1])]]

    def _say(self, word: str) -> None:
        node = self._node()
        if word not in node.actions:
            raise LineError("NOT_SAID_NOW", word=repr(word), words=tuple(node.actions))
        assert self._lance is not None
        self._steps.append(Step(self._lance, node.seat, word, self._answers()))
        self._said[-1].append(word)
        child = node.children[node.actions.index(word)]
        if child >= 0:
            return
        if self._tree().results[~child].ended:
            self._end()
        elif self._lance is Lance.GRANDE:
            self._bet_on(Lance.CHICA)
        else:
            self._ask_after(self._lance)

    def _declare(self, yes: bool) -> None:
        assert self._lance is not None
        word = _declaration(self._lance, yes=yes)
        self._steps.append(Step(self._lance, 1 - self._seat, word, answers=False))
        mine = self._own[self._lance]
        both = (mine, yes) if self._seat == 0 else (yes, mine)
        self._declared[self._lance] = both
        found = declare(self._lance, both)
        if isinstance(found, Lance):
            self._bet_on(found)
        else:
            self._ask_after(self._lance)

    def _bet_on(self, lance: Lance) -> None:
        self._said.append([])
        self._lance, self._turn = lance, Turn.SAY

    def _ask_after(self, lance: Lance) -> None:
        """What is declared next, if anything is."""
        declared = DECLARED_AFTER[lance]
        if declared:
            self._lance, self._turn = declared[0], Turn.DECLARE
        else:
            self._end()

    def _end(self) -> None:
        self._lance, self._turn = None, Turn.OVER


def _read_declared(text: str) -> tuple[Lance, bool] | None:
    """What is declared by words such as ``pares sí``; None if it is something else."""
    first, _, rest = text.lower().partition(" ")
    for lance in _DECLARED:
        if first == lance and rest in (*_YES, *_NO):
            return lance, rest in _YES
    return None
