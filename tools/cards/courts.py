"""The figures of both decks: flat shapes in the colour of the suit, gold and ink; the upper half of a card.

Each has one attribute: the king a crown, the queen a flower, the jack a blade and a helm, the horseman his
horse, the page a feather. ``mirrored`` makes a card of a half.
"""

from __future__ import annotations

from typing import Final

from tools.cards.draw import GOLD, GREEN, INK, PAPER, RED, SKIN, TURN, circle, element, path, stroke

#: What may be seen of a half: everything above the slanting line through the middle.
HALF: Final = "M8 8H244V156L8 196Z"

ROBE: Final = "M16 240V190C16 160 34 150 62 143L103 130H149L190 143C218 150 236 160 236 190V240Z"


def clip(deck: str) -> str:
    """The clip of a half, to be put into a sheet once."""
    return element("clipPath", path(HALF), id=f"{deck}-half")


def mirrored(name: str, half: str, deck: str) -> str:
    """A half figure, cut along the slanting line, and the same upside down below."""
    upper = element("g", half, clip_path=f"url(#{deck}-half)", id=f"{name}-half")
    return upper + element("use", href=f"#{name}-half", transform=TURN)


def seam(colour: str) -> str:
    """The line where the two halves meet."""
    return stroke("M16 194.7 236 157.3", PAPER, 9) + stroke("M16 194.7 236 157.3", colour, 3.5)


def robe(colour: str, pattern: str) -> str:
    """Shoulders, a sash in the middle, and a collar of paper."""
    return (
        path(ROBE, fill=colour)
        + pattern
        + path("M104 130H148V240H104Z", fill=GOLD)
        + path("M112 130H140V240H112Z", fill=colour)
        + path("M94 132.5 126 176 158 132.5 149 126 126 156 103 126Z", fill=PAPER)
        + stroke("M94 132.5 126 176 158 132.5", INK, 2.5)
    )


def stripes() -> str:
    """Spades, swords."""
    return stroke("M36 150V240M58 142V240M80 137V240M172 137V240M194 142V240M216 150V240", GOLD, 4)


def scales() -> str:
    """Hearts, cups."""
    rows = "".join(
        f"M{x} {y}a11 11 0 0 0 22 0"
        for y, starts in ((158, (38, 60, 82)), (175, (27, 49, 71)), (192, (38, 60, 82)))
        for x in starts
    )
    other = "".join(
        f"M{x} {y}a11 11 0 0 0 22 0"
        for y, starts in ((158, (148, 170, 192)), (175, (159, 181, 203)), (192, (148, 170, 192)))
        for x in starts
    )
    return stroke(rows + other, GOLD, 3.5)


def lattice() -> str:
    """Diamonds, coins."""
    left = "M22 168 62 208M38 150 96 208M62 144 96 178M84 138 104 158M96 146 34 208M68 142 18 192"
    right = "M230 168 190 208M214 150 156 208M190 144 156 178M168 138 148 158M156 146 218 208M184 142 234 192"
    return stroke(left + right, GOLD, 3.5)


def chevrons() -> str:
    """Clubs, in both decks."""
    rows = "".join(f"M20 {y} 62 {y - 18} 104 {y}M148 {y} 190 {y - 18} 232 {y}" for y in (172, 190, 208, 226))
    return stroke(rows, GOLD, 4)


def face() -> str:
    """A neck and a calm face."""
    return (
        path("M112 108H140V134L126 152 112 134Z", fill=SKIN)
        + stroke("M113 127Q126 136 139 127", INK, 2)
        + path("M99 70H153V92C153 114 141 127 126 127 111 127 99 114 99 92Z", fill=SKIN)
        + stroke("M108 82Q113 78.5 118 82M134 82Q139 78.5 144 82", INK, 2.6)
        + circle(113.5, 88, 3, INK)
        + circle(138.5, 88, 3, INK)
        + stroke("M126 86V101H121", INK, 2.6)
    )


def king(colour: str, pattern: str, hair: str) -> str:
    """A crown, a beard."""
    return (
        path("M88 66H164V112C164 122 158 128 152 128H100C94 128 88 122 88 112Z", fill=hair)
        + robe(colour, pattern)
        + face()
        + path(
            "M99 88C99 130 108 151 126 151 144 151 153 130 153 88 148 101 141 105 134 105 130 105 128 103 "
            "126 103 124 103 122 105 118 105 111 105 104 101 99 88Z",
            fill=hair,
        )
        + stroke("M119 113H133", PAPER, 3)
        + stroke("M126 124V142M116 121 119 137M136 121 133 137", PAPER, 1.8)
        + path("M92 72 82 27 107 47 126 17 145 47 170 27 160 72Z", fill=GOLD)
        + path("M91 62H161V75H91Z", fill=colour)
        + stroke("M91 62H161M91 75H161", INK, 2)
        + circle(82, 25, 6, colour)
        + circle(126, 15, 6.5, colour)
        + circle(170, 25, 6, colour)
        + circle(126, 68.5, 4, GOLD)
        + circle(106, 68.5, 3, GOLD)
        + circle(146, 68.5, 3, GOLD)
    )


def queen(colour: str, pattern: str, hair: str) -> str:
    """A flower, a diadem."""
    return (
        path(
            "M126 36C98 36 86 54 86 80V136C86 148 96 152 106 150H146C156 152 166 148 166 136V80"
            "C166 54 154 36 126 36Z",
            fill=hair,
        )
        + robe(colour, pattern)
        + face()
        + path("M95 92C95 74 108 70 126 58 144 70 157 74 157 92V66L126 46 95 66Z", fill=hair)
        + path("M120 111Q126 107 132 111 126 117.5 120 111Z", fill=RED)
        + path("M94 62 90 38 108 49 126 30 144 49 162 38 158 62Q126 46 94 62Z", fill=GOLD)
        + stroke("M94 62Q126 46 158 62", INK, 2)
        + circle(126, 30, 5, colour)
        + circle(90, 37, 4, colour)
        + circle(162, 37, 4, colour)
        + circle(94.5, 117, 4.5, GOLD)
        + circle(157.5, 117, 4.5, GOLD)
        + flower(colour)
    )


def flower(colour: str) -> str:
    """Five petals on a stem, in a hand."""
    petals = "".join(
        element("ellipse", cx=202, cy=70, rx=9.5, ry=14, fill=colour, transform=f"rotate({turn} 202 87)")
        for turn in range(0, 360, 72)
    )
    return (
        stroke("M202 92C204 120 200 140 196 164", GREEN, 4.5)
        + path("M202 124C212 108 224 108 230 112 226 124 214 130 202 124Z", fill=GREEN)
        + petals
        + circle(202, 87, 8, GOLD)
        + circle(202, 87, 8, "none", stroke=INK, stroke_width=1.8)
        + hand(196)
    )


def hand(x: int) -> str:
    """A hand that holds something upright."""
    return path(f"M{x - 14} 150q0-8 8-8h14q6 0 6 7v17h-28z", fill=SKIN) + stroke(
        f"M{x - 2} 150h15m-15 8h15", INK, 2
    )


def jack(colour: str, pattern: str, hair: str) -> str:
    """A helm, a blade."""
    return (
        path("M92 70H160V112C160 124 154 130 146 126H106C98 130 92 124 92 112Z", fill=hair)
        + robe(colour, pattern)
        + face()
        + stroke("M120 113Q126 116 132 113", INK, 2.6)
        + path("M122 33C116 12 94 6 76 20 88 21 95 27 98 36 106 30 114 30 122 33Z", fill=colour)
        + path(
            "M92 84V66C92 44 106 31 126 31 146 31 160 44 160 66V84H149V74H130V97H122V74H103V84Z", fill=GOLD
        )
        + path("M92 64H160V74H92Z", fill=colour)
        + stroke("M126 31V64", INK, 2.2)
        + circle(126, 30, 5, colour)
        + blade(202)
    )


def blade(x: int) -> str:
    """A sword held upright."""
    return (
        path(f"M{x - 8} 134V40l8-18 8 18v94z", fill=PAPER, stroke=INK, stroke_width=2.4)
        + stroke(f"M{x} 38v92", INK, 1.8)
        + path(f"M{x - 22} 130h44q0 10-8 10h-28q-8 0-8-10z", fill=GOLD)
        + hand(x)
    )


def page(colour: str, pattern: str, hair: str) -> str:
    """A flat cap with a feather."""
    return (
        path("M90 66H162V116C162 128 154 132 146 128H106C98 132 90 128 90 116Z", fill=hair)
        + robe(colour, pattern)
        + face()
        + path("M95 92C97 76 106 72 126 70 146 72 155 76 157 92V62H95Z", fill=hair)
        + stroke("M120 113Q126 116 132 113", INK, 2.6)
        + path("M84 62C84 40 104 30 128 30 152 30 166 42 166 62Z", fill=colour)
        + path("M84 58H166V70H84Z", fill=GOLD)
        + path("M98 60C92 48 82 42 73 42 75 27 92 23 103 35 110 44 107 54 98 60Z", fill=GOLD)
        + stroke("M98 60C96 50 91 42 83 37", INK, 2)
    )


def horse(colour: str, pattern: str, hair: str) -> str:
    """A horse's head with bridle and mane, over the cloth of its rider."""
    return (
        path(ROBE, fill=colour)
        + pattern
        + path(
            "M150 46C176 66 184 110 180 170H96C98 146 110 132 122 120 112 124 104 128 96 130L84 140"
            "C74 144 62 138 62 126 66 108 84 96 92 78 96 60 108 50 118 46L114 26C126 28 134 34 138 40Z",
            fill=PAPER,
            stroke=INK,
            stroke_width=2.5,
        )
        + path("M136 38C172 54 192 104 186 172H160C168 124 160 84 130 58Z", fill=hair)
        + circle(112, 74, 4, INK)
        + stroke("M72 128 78 124", INK, 3)
        + stroke("M88 92 112 124M96 76 132 62M112 124C124 116 140 96 132 62", GOLD, 5)
        + circle(112, 123, 5, colour)
        + circle(132, 63, 5, colour)
    )
