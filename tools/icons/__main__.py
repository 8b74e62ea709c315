"""Draws the mark of the house as PNG files: ``python -m tools.icons``.

A launcher cuts its own shape out of a maskable icon, so that one has its ground up to the edges and the mark
well inside (a circle of 80 % of the width is always seen).
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from korthus.palette import DARK
from tools.cards.__main__ import STATIC

#: The box that the mark is drawn in; see ``tools/cards/mark.py``.
_BOX: Final = 48.0
#: Points looked at in each pixel, along each side.
_POINTS: Final = 4

Points = NDArray[np.float64]
Mask = NDArray[np.bool_]


def _rounded(x: Points, y: Points, width: float, height: float, radius: float) -> Mask:
    """Which points lie in a rectangle around the origin with round corners."""
    far = [np.maximum(np.abs(each) - size / 2 + radius, 0.0) for each, size in ((x, width), (y, height))]
    return np.hypot(*far) <= radius


def _card(x: Points, y: Points, at: float, angle: float) -> Mask:
    """Which points lie in one of the leaning cards: its top is at ``at``, and it leans by some degrees."""
    turn = np.radians(-angle)
    x, y = x - at, y - 5.0
    across, down = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    return _rounded(across, down - 20.0, 8.8, 40.0, 1.8)


def _colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(DARK[name].removeprefix("#")))


def draw(size: int, *, scale: float, corner: float) -> NDArray[np.uint8]:
    """The mark on its ground, as pixels of red, green, blue and opacity.

    Args:
        scale: how much of the width the box of the mark takes.
        corner: the radius of the ground's corners, as a part of the width.
    """
    at = (np.arange(size * _POINTS) + 0.5) * (_BOX / (size * _POINTS)) - _BOX / 2
    x, y = np.meshgrid(at, at)
    points = np.zeros((*x.shape, 4))
    points[_rounded(x, y, _BOX, _BOX, corner * _BOX)] = (*_colour("table"), 255)
    x, y = x / scale + _BOX / 2, y / scale + _BOX / 2
    points[_card(x, y, 21.2, -22.0)] = (*_colour("brass"), 255)
    points[_card(x, y, 26.8, 22.0)] = (*_colour("linen"), 255)
    points[np.abs(x - 24.0) / 3.6 + np.abs(y - 35.5) / 5.5 <= 1.0] = (*_colour("lingon"), 255)
    opacity = points[:, :, 3:] / 255
    points[:, :, :3] *= opacity
    pixels = points.reshape(size, _POINTS, size, _POINTS, 4).mean(axis=(1, 3))
    seen = np.maximum(pixels[:, :, 3:] / 255, 1 / 255)
    pixels[:, :, :3] /= seen
    drawn: NDArray[np.uint8] = np.round(pixels).clip(0, 255).astype(np.uint8)
    return drawn


def png(pixels: NDArray[np.uint8]) -> bytes:
    """A picture as a PNG file."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    height, width, _ = pixels.shape
    # Each row after a byte that says that it is written as it is.
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    ends = chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + ends


def pictures() -> dict[Path, NDArray[np.uint8]]:
    """What the page's folder has to hold."""
    icons = STATIC / "icons"
    return {
        **{icons / f"icon-{size}.png": draw(size, scale=0.8, corner=0.1875) for size in (192, 512)},
        **{icons / f"maskable-{size}.png": draw(size, scale=0.7, corner=0.0) for size in (192, 512)},
        icons / "touch-180.png": draw(180, scale=0.75, corner=0.0),
    }


def main() -> None:
    """Write them all."""
    for file, pixels in pictures().items():
        file.write_bytes(png(pixels))


if __name__ == "__main__":
    main()
