"""Mulle on its rules page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from korthus.games.mulle.state import MulleState, Pile
from korthus.locale import Translator
from korthus.screens.diagrams import Diagrams, Example, Group, Row, each_apart, together

_SECTIONS: Final = ("aim", "cards", "course", "take", "mulle", "build", "lock", "trotta", "throw", "score")

_LOCKING: Final = "table: HJ 4, SP 5, RU 2, KL K; hand: KL 3, RU 7; hand 1: SP K, KL Q"
_EXAMPLES: Final = (
    Example(
        "sums",
        "take",
        "table: KL 9, SP 4, HJ 5, RU 6, HJ 3, KL K; hand: HJ 9, RU 7; hand 1: KL 7, SP Q",
        (("capture HJ 9: KL 9, SP 4, HJ 5, RU 6, HJ 3",),),
    ),
    Example(
        "tabbe",
        "take",
        "table: RU 8, HJ 5, KL 3; hand: KL 8, RU 9; hand 1: SP 4, KL Q",
        (("capture KL 8: RU 8, HJ 5, KL 3",),),
    ),
    Example(
        "twins",
        "mulle",
        "table: RU 9, SP 4, HJ 5; hand: RU 9, RU 7; hand 1: KL 7, SP Q",
        (("capture RU 9: RU 9",), ("capture RU 9: RU 9, SP 4, HJ 5",)),
    ),
    Example(
        "up_or_down",
        "build",
        "table: [6 of 1: KL 4 + HJ 2], SP J; hand: HJ 3, KL 9, SP 3; hand 1: KL 6, SP Q",
        (("build HJ 3 on [6] up",), ("build HJ 3 on [6] down",)),
    ),
    Example("locking", "lock", _LOCKING, (("build KL 3 on HJ 4",), ("build KL 3 on SP 5",))),
    Example(
        "trotta",
        "trotta",
        "table: RU 4, HJ 3, KL A, SP K; hand: KL 4, RU 9; hand 1: SP 4, KL Q",
        (("trotta KL 4",),),
    ),
    Example(
        "reserved",
        "throw",
        "table: [7 of 0: KL 4 + HJ 3], SP 5; hand: RU 7, SP K; hand 1: SP 4, KL Q",
        (("discard SP K",), ("discard RU 7",)),
    ),
)


def rows_of(state: MulleState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    """See ``Diagrams.rows``."""
    yield Row(label=tr("web_home.row.table"), groups=tuple(_pile(pile, tr, names) for pile in state.table))
    for seat, side in enumerate(state.sides):
        name = names[seat]
        if seat == 0:  # the other's hand is nobody's business, in a diagram too
            yield Row(label=tr("web_home.row.hand", player=name), groups=each_apart(side.hand))
        notes = [tr("web_home.row.mulles", n=len(side.mulles))] if side.mulles else []
        notes += [tr("web_home.row.tabbe", n=side.tabbe)] if side.tabbe else []
        notes += [tr("web_home.row.intake", n=side.intake)] if side.intake else []
        yield Row(
            label=tr("web_home.row.taken", player=name),
            note=" · ".join(notes),
            groups=together(side.taken),
        )


def _pile(pile: Pile, tr: Translator, names: Sequence[str]) -> Group:
    cards = tuple(map(str, pile.cards))
    if not pile.is_build:
        return Group(cards=cards)
    note = tr("web_home.row.build", value=pile.value, player=names[pile.owner])
    return Group(cards=cards, note=f"{note} · {tr('web_home.row.locked')}" if pile.locked else note)


DIAGRAMS: Final = Diagrams(sections=_SECTIONS, examples=_EXAMPLES, rows=rows_of)
