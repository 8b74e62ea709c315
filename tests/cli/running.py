"""What the tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Ran(NamedTuple):
    """What a command line did."""

    code: int
    out: str
    err: str


#: Runs a command line: words, and ``stdin`` for what is piped into it.
Korthus = Callable[..., Ran]
