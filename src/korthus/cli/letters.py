"""What is written instead of a sign that the terminal does not have: 7h for 7♥, a for å, - for ─.

Encodings without suit signs are those of old consoles (cp850, cp1252) and of ``LANG=C``. Letters of suits are
those of poker and the same in every language: s, h, d, c. Most signs become one sign, so that columns stay.
"""

from __future__ import annotations

import codecs
import unicodedata
from typing import Final, TextIO

SUIT_SIGNS: Final = "♠♥♦♣"
#: The name under which Python's encoders know this.
LETTERS: Final = "korthus-letters"

_INSTEAD: Final[dict[str, str]] = {
    **dict(zip(SUIT_SIGNS, "shdc", strict=True)),
    **dict.fromkeys("─━═╌┄┈‐‑‒–—−▁▔", "-"),
    **dict.fromkeys("│┃║▏▎▍╎┆┊", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╡╞╪", "+"),
    **dict.fromkeys("█▉▊▋▌▇▆▅▓■◆●", "#"),
    **dict.fromkeys("▒▄▃▂", "="),
    **dict.fromkeys("░·•∙○□◇", "."),
    **dict.fromkeys("▸▶›→⇒", ">"),
    **dict.fromkeys("◂◀‹←⇐", "<"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚´", "'"),
    **dict.fromkeys("✗×", "x"),
    "✓": "v",
    "╱": "/",
    "╲": "\\",
    "¿": "",
    "¡": "",
    "±": "+-",
    "≥": ">=",
    "≤": "<=",
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "ø": "o",
    "Ø": "O",
    "€": "EUR",
}
#: The signs of a waiting line that turns, in Braille.
_BRAILLE: Final = range(0x2800, 0x2900)


def instead_of(sign: str) -> str:
    """What stands for a sign: ASCII, never nothing but for the marks that open a Spanish sentence."""
    known = _INSTEAD.get(sign)
    if known is not None:
        return known
    if ord(sign) in _BRAILLE:
        return "*"
    plain = "".join(each for each in unicodedata.normalize("NFKD", sign) if each.isascii())
    return plain or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(instead_of(sign) for sign in error.object[error.start : error.end]), error.end


codecs.register_error(LETTERS, _replace)


def has_suits(encoding: str) -> bool:
    """Whether suit signs can be written in an encoding."""
    try:
        SUIT_SIGNS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write_letters(stream: TextIO, *, ascii_only: bool = False) -> None:
    """Let a stream write what it has no sign for in letters; ``ascii_only``: whatever it could write."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    if ascii_only:
        reconfigure(encoding="ascii", errors=LETTERS)
    else:
        reconfigure(errors=LETTERS)
