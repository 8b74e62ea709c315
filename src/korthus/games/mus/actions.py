"""What can be said and done: the words of the table as values."""

from __future__ import annotations

from typing import Final

from korthus.core.protocol import VerbAction
from korthus.games.mus.cards import Hand


class MusAction(VerbAction, frozen=True):
    """Any of the actions below."""


class Deal(MusAction, frozen=True):
    """Chance gives cards: a new hand (four to the mano, then four to the other), or new ones for discards."""

    verb = "deal"

    cards: Hand


class Pass(MusAction, frozen=True):
    """Paso: no bet from me. A bet on the table is answered with ``Refuse`` instead (UI-17)."""

    verb = "pass"


class Refuse(MusAction, frozen=True):
    """No quiero: the bettor takes the deje."""

    verb = "no quiero"


class Accept(MusAction, frozen=True):
    """Quiero: the cards decide."""

    verb = "quiero"


class Envido(MusAction, frozen=True):
    """A first bet of ``amount`` stones, or a raise by that many."""

    verb = "envido"

    amount: int


class Ordago(MusAction, frozen=True):
    """Everything on this lance."""

    verb = "ordago"


class AskMus(MusAction, frozen=True, tag="Mus"):
    """Mus: I would like other cards."""

    verb = "mus"


class NoMus(MusAction, frozen=True):
    """Corto: we play with these cards."""

    verb = "no mus"


class Discard(MusAction, frozen=True):
    """Put one to four cards away, from high to low, to get as many others."""

    verb = "discard"

    cards: Hand


PASS: Final = Pass()
REFUSE: Final = Refuse()
ACCEPT: Final = Accept()
ORDAGO: Final = Ordago()
ASK_MUS: Final = AskMus()
NO_MUS: Final = NoMus()

ACTION_TYPES: Final = (Deal, Pass, Refuse, Accept, Envido, Ordago, AskMus, NoMus, Discard)
