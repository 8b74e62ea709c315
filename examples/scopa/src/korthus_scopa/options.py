"""Where tables differ: the options of Scopa and their presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from korthus.core.rules import Rules


def _about(text: str, clause: str, *, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(description=text, extra={"source": clause}, ge=ge, le=le)


class ScopaRules(Rules, frozen=True, kw_only=True):
    """What a table of Scopa agrees on before the first card."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "standard": {},
        "assi": {"ace_takes_all": True},
        "napola": {"napola": True, "target": 21},
        "short": {"target": 5},
    }

    target: Annotated[int, _about("Points that win the game.", "S-20", ge=1, le=51)] = 11
    single_card_first: Annotated[
        bool, _about("A card of equal value must be taken rather than a sum.", "S-9")
    ] = True
    ace_takes_all: Annotated[bool, _about("An ace takes the whole table.", "S-11")] = False
    napola: Annotated[
        bool, _about("Ace, two and three of coins score, and so does what follows them.", "S-18")
    ] = False
    redeal_kings: Annotated[
        bool, _about("Three kings among the first table cards are dealt again.", "S-5")
    ] = True
    first_dealer: Annotated[Literal[0, 1], _about("The seat that deals first.", "S-3")] = 1
