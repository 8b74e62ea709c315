"""Eight Cards on its rules page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from korthus.games.eight.boards import BOARDS
from korthus.games.eight.state import EightState
from korthus.locale import Translator
from korthus.screens.diagrams import Diagrams, Example, Group, Row, each_apart

_SECTIONS: Final = ("aim", "course", "place", "modes", "hands", "boards", "sweep")

_FLOPS: Final = (
    "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d;"
    " hand 0: As 9d 8c 2h 2s 6d Ac 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd"
)
_PLACED: Final = (
    "phase: runout; dealer: 1; bankrolls: 950/950; ante: 50; locked: 0, 1; plo: A;"
    " board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d;"
)


def _last_hand(key: str, section: str, placed: tuple[str, str], deals: tuple[str, ...]) -> Example:
    """A session of one hand in which both have placed their cards, and what is dealt to the boards then."""
    position = f"{_PLACED} placed 0: {placed[0]}; placed 1: {placed[1]}"
    return Example(key, section, position, (deals,), (("hands", 1),))


_EXAMPLES: Final = (
    Example(
        "placing",
        "place",
        _FLOPS,
        (
            ("place As 9d 8c 2h / 2s 6d / Ac 4h",),
            ("place As 9d 8c 2h / 2s 6d / Ac 4h", "place 9s 5s / 7d 7c 8d 8h / Ks Qd"),
            ("place As 9d 8c / 2h 2s 6d / Ac 4h",),
        ),
    ),
    _last_hand(
        "showdown",
        "boards",
        ("A As 9d 8c 2h, B 2s 6d, C Ac 4h", "A 9s 5s Ks Qd, B 7d 7c, C 8d 8h"),
        ("deal 3s 4d", "deal Kd Jh", "deal 9h 9c"),
    ),
    _last_hand(
        "sweep",
        "sweep",
        ("A As Ks 8c 2h, B Ac Ad, C 4h 6d", "A 9s 5s Kd Qd, B 7d 7c, C 8d 8h"),
        ("deal 3s 4d", "deal Td 4s", "deal 9h 9c"),
    ),
)


def rows_of(state: EightState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    """See ``Diagrams.rows``."""
    for board in BOARDS:
        index = board.number
        kind = "" if state.plo is None else "PLO" if state.plo is board else "NLHE"
        groups = [Group(cards=tuple(map(str, state.boards[index])))]
        for seat in (0, 1):
            if placed := state.placed[seat][index]:
                groups.append(Group(cards=tuple(map(str, placed)), note=names[seat]))
        yield Row(label=tr("web_home.row.board", board=board.value), note=kind, groups=tuple(groups))
    for seat, hand in enumerate(state.hands):
        yield Row(label=tr("web_home.row.hand", player=names[seat]), groups=each_apart(hand))


DIAGRAMS: Final = Diagrams(sections=_SECTIONS, examples=_EXAMPLES, rows=rows_of)
