"""What can be said and done: the words of the table as values."""

from __future__ import annotations

from typing import ClassVar, Final

from korthus.core.protocol import Action
from korthus.games.mus.cards import Hand


class MusAction(Action, frozen=True):
    """Any of the actions below."""


class Word(MusAction, frozen=True):
    """One that is said and names nothing."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


class _OfCards(MusAction, frozen=True):
    """One that names cards after its verb."""

    verb: ClassVar[str]

    cards: Hand

    def __str__(self) -> str:
        return f"{self.verb} {' '.join(self.cards)}"


class Deal(_OfCards, frozen=True):
    """Chance gives cards: a new hand (four to the mano, then four to the other), or new ones for discards."""

    verb = "deal"


class Pass(Word, frozen=True):
    """Paso: no bet from me. A bet on the table is answered with ``Refuse`` instead (UI-17)."""

    word = "pass"


class Refuse(Word, frozen=True):
    """No quiero: the bettor takes the deje."""

    word = "no quiero"


class Accept(Word, frozen=True):
    """Quiero: the cards decide."""

    word = "quiero"


class Envido(MusAction, frozen=True):
    """A first bet of ``amount`` stones, or a raise by that many."""

    amount: int

    def __str__(self) -> str:
        return f"envido {self.amount}"


class Ordago(Word, frozen=True):
    """Everything on this lance."""

    word = "ordago"


class AskMus(Word, frozen=True, tag="Mus"):
    """Mus: I would like other cards."""

    word = "mus"


class NoMus(Word, frozen=True):
    """Corto: we play with these cards."""

    word = "no mus"


class Discard(_OfCards, frozen=True):
    """Put one to four cards away, from high to low, to get as many others."""

    verb = "discard"


PASS: Final = Pass()
REFUSE: Final = Refuse()
ACCEPT: Final = Accept()
ORDAGO: Final = Ordago()
ASK_MUS: Final = AskMus()
NO_MUS: Final = NoMus()

ACTION_TYPES: Final = (Deal, Pass, Refuse, Accept, Envido, Ordago, AskMus, NoMus, Discard)
