"""Mus on its rules page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from korthus.games.mus.state import MusState
from korthus.locale import Translator
from korthus.screens.diagrams import Diagrams, Example, Row, each_apart

_SECTIONS: Final = ("aim", "cards", "mano", "lances", "bet", "deje", "ordago", "count", "change")


_EXAMPLES: Final = (
    Example(
        "lances",
        "lances",
        "cards 0: R C 5 1; cards 1: R S S 4; lance: grande",
        (("pass", "pass", "pass", "pass"),),
        (("target_stones", None), ("ordago", False)),
    ),
    Example(
        "mano",
        "mano",
        "cards 0: R R C 1; cards 1: R R C 1; lance: juego",
        (("envido 2", "quiero"),),
        (("target_stones", None), ("ordago", False)),
    ),
    Example(
        "deje",
        "deje",
        "cards 0: R R 7 4; cards 1: C 7 7 1; lance: grande",
        (("envido 2", "no quiero"), ("envido 2", "envido 3", "no quiero")),
    ),
    Example(
        "ordago",
        "ordago",
        "cards 0: R R C 1; cards 1: R R S 4; lance: juego; stones: 12, 36",
        (("ordago", "quiero"), ("ordago", "no quiero")),
    ),
)


def rows_of(state: MusState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    """See ``Diagrams.rows``."""
    hands = state.shown if state.shown is not None else state.hands
    for seat, hand in enumerate(hands):
        stones = tr("web_home.row.stones", n=state.stones[seat])
        note = f"{stones} · mano" if seat == state.mano else stones
        yield Row(label=names[seat], note=note, groups=each_apart(hand))


DIAGRAMS: Final = Diagrams(sections=_SECTIONS, examples=_EXAMPLES, rows=rows_of, deck="spanish")
