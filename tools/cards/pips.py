"""Where the pips of a number card lie of the French deck."""

from __future__ import annotations

from typing import Final

from tools.cards.draw import HEIGHT, WIDTH

MIDDLE: Final = WIDTH / 2
CENTRE: Final = HEIGHT / 2
#: The columns beside the middle, and the highest row.
LEFT: Final = 97.0
RIGHT: Final = WIDTH - LEFT
TOP: Final = 60.0

_THIRD: Final = (HEIGHT - 2 * TOP) / 3
_PAIR: Final = (LEFT, RIGHT)


def _pairs(*rows: float) -> tuple[tuple[float, float], ...]:
    """A pip in both columns of each row."""
    return tuple((x, y) for y in rows for x in _PAIR)


def _single(*rows: float) -> tuple[tuple[float, float], ...]:
    return tuple((MIDDLE, y) for y in rows)


_BOTTOM: Final = HEIGHT - TOP
_FOUR: Final = _pairs(TOP, _BOTTOM)
_SIX: Final = _pairs(TOP, CENTRE, _BOTTOM)
_EIGHT_ROWS: Final = _pairs(TOP, TOP + _THIRD, _BOTTOM - _THIRD, _BOTTOM)
_HIGH: Final = (TOP + CENTRE) / 2
_UPPER: Final = TOP + _THIRD / 2

#: The classical arrangement: the points of each number of pips.
PLACES: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: _single(TOP, _BOTTOM),
    3: _single(TOP, CENTRE, _BOTTOM),
    4: _FOUR,
    5: _FOUR + _single(CENTRE),
    6: _SIX,
    7: _SIX + _single(_HIGH),
    8: _SIX + _single(_HIGH, HEIGHT - _HIGH),
    9: _EIGHT_ROWS + _single(CENTRE),
    10: _EIGHT_ROWS + _single(_UPPER, HEIGHT - _UPPER),
}
