"""Secrets that open a seat: 256 random bits, kept as a hash, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

#: Letters and digits that nobody confuses: no 0 and O, no 1, I and L.
_CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 8
#: The length of ``new_token``'s text.
TOKEN_LENGTH: Final = 43


def new_code() -> str:
    """The public name of a table."""
    return "".join(secrets.choice(_CODE_SIGNS) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text could be the name of a table."""
    return len(text) == CODE_LENGTH and all(sign in _CODE_SIGNS for sign in text)


def new_token() -> str:
    """A secret of 32 random bytes, as text."""
    return secrets.token_urlsafe(32)


def new_seed() -> bytes:
    """The seed of a table's shuffle, which nobody knows before its game is over."""
    return secrets.token_bytes(32)


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def matches(token: str, kept: bytes | None) -> bool:
    """Whether a token is the one that was kept; takes as long for every wrong one."""
    return kept is not None and hmac.compare_digest(hashed(token), kept)
